set local lock_timeout = '2s';

-- Ratings wait: one that has begun would store the quality of before.
lock table public.skill_stats in share row exclusive mode;

SET local check_function_bodies = off;

DROP FUNCTION "private"."east_asian_class"();

CREATE OR REPLACE FUNCTION private.document_words (
  name        text,
  description text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  in_name text[] := private.with_parts(private.name_words(name));
  in_text text[] := private.with_parts(private.split_words(private.fold_text(description), true));
begin
  -- A lexeme keeps one weight for each position, so each weight has its own position. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name, ':1A '), '') || ':1A',
    nullif(array_to_string(private.other_stems(in_name), ':2B '), '') || ':2B',
    nullif(array_to_string(in_text, ':3C '), '') || ':3C',
    nullif(array_to_string(private.other_stems(in_text), ':4 '), '') || ':4'
  )::tsvector;
end
$function$;

CREATE OR REPLACE FUNCTION private.expand_words (
  words   text[],
  weights jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The number of synonyms that retrieve candidates, the most telling first. The index reads all postings of each.
  max_retrieved constant integer := 8;
  -- A synonym in more skills retrieves none that contain nothing else: 100 at random of a million skills, for up to 50 ms. In a catalogue
  -- of less than 50 times as many skills, looking the frequencies up costs more than it saves.
  max_frequency constant integer := 5000;
begin
  return (
    with found as materialized (
      select * from private.find_synonyms(words) with ordinality as s (said, called, place)
    ),
    common as materialized (
      select case when private.document_count() > 50 * max_frequency then
        private.common_frequencies(array(select unnest(called) from found where place <= max_retrieved), null)
      end as frequencies
    ),
    synonym as materialized (
      select
        to_jsonb(said) as said, private.synonym_query(called) as query, place <= max_retrieved as is_retrieved,
        (select bool_and(coalesce((frequencies ->> stem)::float8, 0) > max_frequency) from unnest(called) as stem) as is_common
      from found cross join common
    ),
    by_word as (
      select
        word,
        string_agg(query, ' | ') as query,
        concat_ws(' | ', private.word_query(word), string_agg(query, ' | ') filter (where is_retrieved)) as retrieved
      from unnest(words, private.stems(words)) as w (word, stem)
      left join synonym on said ? stem
      where (weights ->> word)::numeric > 0 or weights ? (word || '*') or said is not null
      group by word, stem
    )
    select jsonb_build_object(
      'queries', jsonb_object_agg(word, query) filter (where query is not null),
      'any', (select string_agg(distinct query, ' | ') from synonym),
      -- Skills with each word or a synonym of it, then those with a rarer synonym of any word.
      'retrieved', jsonb_build_array(
        string_agg(format('(%s)', retrieved), ' & '),
        (select string_agg(distinct query, ' | ') from synonym where is_retrieved and not is_common)
      )
    )
    from by_word
    having exists (select from synonym)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_imitated (
  search text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- As many as make a verdict about a skill.
  min_established constant integer := 3;
  max_words constant integer := 50;
  max_letters constant integer := 10000;
  max_skills constant integer := 20;
  key constant text := private.name_key(search);
  edits constant integer := private.allowed_edits(key);
  joined constant text := private.joined(private.fold_text(search));
  hashes integer[];
begin
  if edits = 0 or joined = '' or not exists (
    select from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.name_key = key and s.retired_at is null and st.established_ratings = 0
  ) then
    return null;
  end if;
  hashes := array(select d.deletion from private.deletions(array[joined], edits) as d);
  return (
    with near as materialized (
      select word
      from (
        select v.word from private.vocabulary as v where v.deletions && hashes limit max_letters / char_length(joined)
      ) as v
      -- A transposition counts as two edits.
      where extensions.levenshtein_less_equal(word, joined, edits + 1) <= edits + 1
      limit max_words
    )
    select s.name
    from (
      select s.id from near join public.skills as s on s.name_key = near.word where s.retired_at is null
      union
      select d.skill_id
      from near cross join lateral (
        select d.skill_id from private.skill_documents as d where d.words @@ private.term(near.word, ':A') limit max_skills
      ) as d
    ) as found (id)
    join public.skills as s on s.id = found.id
    join public.skill_stats as st on st.skill_id = found.id
    where st.established_ratings >= min_established
      and s.name_key <> key
      and private.is_within(key, private.transpositions(key), s.name_key, edits)
    order by st.established_ratings desc, s.name_key
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.forms_of (
  word    text,
  is_last boolean
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return private.word_query(word) || case when is_last then private.term(word, ':*AC') else ''::tsquery end;
end
$function$;

CREATE OR REPLACE FUNCTION private.joined (
  folded text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return left(regexp_replace(folded collate pg_catalog.pg_c_utf8, '[^[:alnum:]]+', '', 'g'), 64);
end
$function$;

CREATE OR REPLACE FUNCTION private.name_words (
  name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  folded text := private.fold_text(name) collate pg_catalog.pg_c_utf8;
  -- fooBar as foo and bar, HTTPServer as http and server.
  spaced text := regexp_replace(
    name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])|([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1\2 ', 'g'
  );
  words text[] := private.split_words(folded, true);
begin
  if spaced <> name then
    words := words || private.split_words(private.fold_text(spaced), true);
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar, Foo Bar MCP as foobarmcp.
  if folded ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]' then
    words := words || array(
      select private.joined(part)
      from (
        select folded as part
        union all
        select unnest(array[part, substring(part from '[^/]*$')]) from string_to_table(folded, ' ') as part
        where part ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]'
      ) as parts
    );
  end if;
  return array_remove(words, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.paired_class()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  '\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0e82\u0e84\u0e86-\u0e8a\u0e8c-\u0ea3\u0ea5\u0ea7-\u0ebd\u0ec0-\u0ec4\u0ec6\u0ec8-\u0ece\u0ed0-\u0ed9\u0edc-\u0edf\u1000-\u1049\u1050-\u109d\u1100-\u11ff\u1780-\u17d3\u17d7\u17dc-\u17dd\u17e0-\u17e9\u17f0-\u17f9\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\ua9e0-\ua9fe\uaa60-\uaa76\uaa7a-\uaa7f\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af'::text;

CREATE OR REPLACE FUNCTION private.parts (
  word text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return regexp_match(word collate pg_catalog.pg_c_utf8, '^([[:alpha:]]{2,})2([[:alpha:]]{2,})$');
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search  text,
  ranking jsonb,
  types   text[],
  after   jsonb,
  wanted  integer
)
  RETURNS jsonb[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Of a prefix match of the last word, where the word itself is missing.
  prefix_boost constant float8 := 0.7;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, and for a name without other words.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  same_words_boost constant float8 := 0.25;
  -- For a skill that says that it is for agents, who search here.
  agent_boost constant float8 := 4;
  agent_words constant tsquery := $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
  -- What a text loses that has e times as many words as a short one.
  length_malus constant float8 := 0.75;
  short_text constant integer := 10;
  -- The maximum size of all ranked documents, those with all words first, then the shortest: 1,000 of the usual size. Reading long
  -- documents costs most.
  max_bytes constant integer := 600000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality without ratings, in trillionths of a claw.
  neutral constant bigint := private.quality(0, 0);
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 100;
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(after -> 1 ? 'weights', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  carried_cap constant bigint := case when not is_old then after #>> '{0,2}' end;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.joined(private.fold_text(corrected)), ''), ':A');
  words text[] := array(select jsonb_array_elements_text(ranking -> 'words'));
  weights jsonb := ranking -> 'rarities';
  complete tid[] := private.find_complete(words, ranking, types);
  candidates tid[] := complete;
  synonyms jsonb;
  any_synonym tsquery;
begin
  -- Otherwise skills with all words fill the ranking.
  if cardinality(complete) < enough then
    synonyms := private.expand_words(words, weights);
    any_synonym := synonyms ->> 'any';
    candidates := candidates || private.find_partial(
      words, ranking, types, array(select jsonb_array_elements_text(synonyms -> 'retrieved'))::tsquery[]
    );
  end if;
  candidates := candidates || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null
    order by s.name_key
    limit 50
  );
  if max_bytes < (select sum(pg_column_size(d.words)) from private.skill_documents as d where d.ctid = any (candidates)) then
    candidates := array(
      select ctid
      from (
        select d.ctid, sum(pg_column_size(d.words)) over (
          order by d.name_key <> key, d.ctid <> all (complete), pg_column_size(d.words), d.ctid
        ) as bytes
        from private.skill_documents as d where d.ctid = any (candidates)
      ) as d
      where bytes <= max_bytes
    );
  end if;

  return array(
    with term as materialized (
      select
        coalesce((weights ->> word)::float8, case when weights ? (word || '*') then 0 else private.rarity(1) end) as weight,
        weights ? word as is_known, spelling.name, spelling.text,
        prefix_boost * (weights ->> (word || '*'))::float8 as prefix_weight,
        case when weights ? (word || '*') then private.term(word, ':*AC') end as prefix,
        (synonyms #>> array['queries', word])::tsquery as synonyms_of_word
      from unnest(words) as word
      cross join lateral (
        select
          string_agg(private.word_query(form, ':AB')::text, ' | ')::tsquery as name,
          string_agg(private.word_query(form, ':CD')::text, ' | ')::tsquery as text
        from (
          select word as form
          union
          select typed from jsonb_each_text(ranking -> 'replaced') as r (typed, nearest) where nearest = word
        ) as s
      ) as spelling
      where weights ?| array[word, word || '*'] or synonyms -> 'queries' ? word
      -- Of a long search only the rarest words, to bound its cost.
      order by weight desc, word
      limit 24
    ),
    whole as materialized (
      select sum(weight) filter (where is_known) as weight, count(*) as words from term
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / 1e12
          + f.found
          + case when d.words @@ agent_words then agent_boost else 0 end
          - length_malus * ln(greatest(length(d.words), short_text)::float8 / short_text)
          + coalesce(whole.weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * whole.words / greatest(whole.words, d.name_words, 1)
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          ), 0)
        ))::bigint as score,
        (unit * f.expanded)::bigint as expanded
      from whole
      cross join (
        select
          skill_id, name_key, name_words, quality,
          -- Detoasts a long document once.
          case when pg_column_size(doc.words) > 1000 then doc.words || '' else doc.words end as words
        from private.skill_documents as doc where doc.ctid = any (candidates) and doc.type = any (types)
        offset 0
      ) as d
      cross join lateral (select d.words @@ any_synonym as has_synonym offset 0) as s
      cross join lateral (
        select
          coalesce(sum(case
            when in_name and in_text then weight * both_boost
            when in_name then weight * name_boost
            when in_text then weight
            when d.words @@ prefix then prefix_weight
            else 0
          end), 0) as found,
          coalesce(sum(case
            when in_name or in_text or has_synonym is not true or d.words @@ prefix then 0
            when d.words @@ synonyms_of_word then weight * synonym_boost
            else 0
          end), 0) as expanded,
          bool_and(in_name or in_text) filter (where is_known and weight > 0) as is_complete
        from (select *, d.words @@ name as in_name, d.words @@ text as in_text from term offset 0) as t
      ) as f
    ),
    ranked as (
      select skill_id, cap, case
        when is_exact then exact_score
        when expanded = 0 then score
        -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
        -- has at least the score that it has without synonyms.
        else greatest(
          case when is_partial then score end,
          least(score + expanded, cap - 1 - (max_expanded_score - score - expanded) / 1000)
        )
      end as score
      from matched
      cross join (
        select coalesce(carried_cap, min(score) filter (where is_complete and not is_exact)) as cap from matched
      ) as c
      order by score desc, skill_id desc
      limit 1000
    )
    select case when cap is null then jsonb_build_array(score, skill_id) else jsonb_build_array(score, skill_id, cap) end
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit wanted
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.search_terms (
  words   text[],
  ranking jsonb
)
  RETURNS TABLE (
    term           text,
    frequency      double precision,
    is_wide_prefix boolean
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 5
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  weights jsonb := ranking -> 'rarities';
begin
  return query
  select
    -- Without weights: the index does not have them, so Postgres would recheck each document.
    format('(%s)', concat_ws(' | ',
      private.word_query(word),
      case when weights ? (word || '*') then private.prefix_term(word, '') end,
      (
        select string_agg(private.term(private.stem(typed))::text, ' | ')
        from jsonb_each_text(ranking -> 'replaced') as r (typed, nearest) where nearest = word
      )
    )),
    frequency,
    weights ? (word || '*') and frequency > max_prefix_frequency
  from unnest(words) as word
  cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
  cross join lateral private.frequency(weight) as frequency
  where weight > 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.split_words (
  folded  text,
  singles boolean
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  words text[];
begin
  if octet_length(folded) = char_length(folded) then
    return array(
      select left(part[1], 64) from regexp_matches(folded, '([[:alnum:]]+(?:[+#]+(?![[:alnum:]]))?)', 'g') as part
    );
  end if;
  words := array(
    select left(part[1], case when part[1] ~ ('^[' || private.paired_class() || ']') then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([' || private.paired_class() || ']+|[' || private.symbol_class() || ']|(?:(?![' || private.paired_class()
      || '])[[:alnum:]' || private.mark_class() || '])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ ('[' || private.paired_class() || ']') then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (
      select 0, word where word !~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ ('^[' || private.paired_class() || ']')
    ) as terms (i, term)
    order by place, i
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.with_parts (
  words text[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return words || array(
    select part from unnest(words) as word cross join lateral unnest(private.parts(word)) as part where word like '%2%'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.word_query (
  word   text,
  suffix text DEFAULT ''::text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  query constant tsquery := private.term(private.stem(word), suffix);
  parts constant text[] := private.parts(word);
begin
  return case
    when parts is null then query
    else query || (private.term(private.stem(parts[1]), suffix) && private.term(private.stem(parts[2]), suffix))
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN
  (SELECT (string_agg(format('(%s)'::text, concat_ws(' | '::text, private.word_query(w.word), CASE w.place WHEN cardinality(required_words.words) THEN private.prefix_term(w.word)
  ELSE NULL::tsquery END)), ' & '::text))::tsquery AS string_agg FROM unnest(required_words.words) WITH ORDINALITY w(word, place));

CREATE OR REPLACE FUNCTION private.word_weights (
  words       text[],
  frequencies jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  -- None, if the search has no other words.
  fillers text[] := case when not words <@ more_stop_words then more_stop_words end;
  last text := words[cardinality(words)];
  beginning float8;
  weights jsonb;
begin
  weights := coalesce((
    select jsonb_object_agg(word, case when word = any (fillers) then 0 else private.rarity(documents) end)
    from unnest(words) as word cross join lateral private.stem(word) as stem
    -- The documents of other words are counted, up to 1,000.
    cross join lateral (
      select coalesce((frequencies ->> stem)::float8, private.count_documents(private.word_query(word), 1000)) as documents
      -- Evaluates the count once for each word.
      offset 0
    ) as frequency
    where documents > 0 or word = any (fillers)
  ), '{}');
  if frequencies ? (last || '*') and coalesce((weights ->> last)::numeric > private.rarity(private.known_from()), true) then
    beginning := (frequencies ->> (last || '*'))::float8;
    if beginning < 1000 then
      beginning := greatest(beginning, private.count_documents(private.prefix_term(last), 1000));
    end if;
    if beginning > 0 then
      weights := weights || jsonb_build_object(last || '*', private.rarity(beginning));
    end if;
  end if;
  return weights;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type    text    DEFAULT NULL::text,
  p_search  text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page. More than 100 explanations would cost as much as some searches.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  positions jsonb[];
  page uuid[];
  matches jsonb[];
  did_you_mean text;
  suggestions json := '[]';
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    did_you_mean := coalesce(ranking ->> 'correction', private.find_imitated(search));
    if p_explain then
      matches := private.explain_matches(search, ranking, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  if page = '{}' and search is not null and p_cursor is null then
    suggestions := private.suggest_names(search);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - '{correction,words}'::text[])
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
      )
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.place,
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"established_ratings":' || st.established_ratings
              || ',"established_mean":' || coalesce(private.established_mean(st.established_ratings, st.established_claws)::text, 'null')
              || ',"sub_scores":' || st.sub_scores || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
          join public.skills as s on s.id = p.skill
          join public.skill_stats as st on st.skill_id = p.skill
          -- So that json_ratings is computed once.
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$function$;

COMMENT ON FUNCTION "private"."find_imitated"(text) IS 'If a search is the name of a skill without established ratings: the name, within private.allowed_edits, of another one that has at least three; else null.';

COMMENT ON FUNCTION "private"."joined"(text) IS 'The letters and digits of a folded text, as one word.';

COMMENT ON FUNCTION "private"."name_words"(text) IS 'The words of a name: as written, split where the case changes, and joined.';

COMMENT ON FUNCTION "private"."paired_class"() IS 'Letters, marks and numbers of Han, Kana, Hangul, Thai, Lao, Khmer and Burmese, which are searched by pairs of characters.';

COMMENT ON FUNCTION "private"."parts"(text) IS 'Both words of one like html2pdf, which stands for html to pdf; null for other words.';

COMMENT ON FUNCTION "private"."split_words"(text, boolean) IS 'The words of a folded text, in order: runs of letters and digits, which may end in + or #; symbols; of scripts that are searched by pairs, each pair of characters, and each one beside if singles are asked for. At most 64 characters each.';

COMMENT ON FUNCTION "private"."with_parts"(text[]) IS 'The words and their private.parts.';

COMMENT ON FUNCTION "private"."word_query"(text, text) IS 'A query for a word and its inflections, or for both of its private.parts; the suffix restricts it to weights.';

REVOKE ALL ON FUNCTION "private"."find_imitated"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_imitated"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_imitated"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_imitated"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."joined"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."joined"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."joined"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."joined"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."paired_class"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."paired_class"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."paired_class"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."paired_class"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."paired_class"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."parts"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."parts"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."with_parts"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_parts"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_parts"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text) TO "postgres";

-- What the ratings add to the relevance now depends on their number, too. Names are also joined, and Thai, Lao, Khmer and Burmese are
-- split into pairs. Without the trigger, which would look up each word of each document; a search skips words that no skill contains.
-- pgls-ignore lint/safety/avoidEnableDisableTrigger: lock_timeout is set, and ratings wait for the lock above anyway
ALTER TABLE private.skill_documents DISABLE TRIGGER remove_words_of_changed;

UPDATE private.skill_documents AS d SET words = n.words, quality = n.quality
FROM (
  SELECT s.id, private.document_words(s.name, s.description) AS words, private.quality(st.score, st.established_ratings) AS quality
  FROM public.skills AS s JOIN public.skill_stats AS st ON st.skill_id = s.id
  WHERE s.retired_at IS NULL
) AS n
WHERE n.id = d.skill_id AND (d.words, d.quality) IS DISTINCT FROM (n.words, n.quality);

-- pgls-ignore lint/safety/avoidEnableDisableTrigger: as above
ALTER TABLE private.skill_documents ENABLE TRIGGER remove_words_of_changed;

SELECT private.add_words(words) FROM (
  SELECT array_agg(word) AS words
  FROM (
    SELECT word, row_number() OVER (ORDER BY word) / 1000 AS batch
    FROM (
      SELECT DISTINCT w.word
      FROM private.skill_documents AS d JOIN public.skills AS s ON s.id = d.skill_id
      CROSS JOIN LATERAL unnest(private.name_words(s.name)) AS w (word)
      WHERE char_length(w.word) > 2 AND NOT EXISTS (SELECT FROM private.vocabulary AS v WHERE v.word = w.word COLLATE "C")
    ) AS new_words
  ) AS numbered
  GROUP BY batch
) AS batches;
