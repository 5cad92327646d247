-- Relevance: which skills a search retrieves and how it ranks them; docs/search.md explains it. The boosts and limits are here;
-- sql/search/10_documents.sql writes the words of each skill, sql/search/40_spelling.sql corrects those of a search.

create function private.prefix_term(prefix text, weights text default 'AC') returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  words text[] := private.words_beginning(prefix);
begin
  return case
    when words is null then private.term(prefix, ':*' || weights)
    else (select string_agg(private.term(word, ':' || weights)::text, ' | ')::tsquery from unnest(words) as word)
  end;
end
$$;
comment on function private.prefix_term is 'A prefix query for a word. If too many words begin with it, it is expanded to the most common of them. AC: only words as written, without stems.';

create function private.required_words(words text[]) returns tsquery
language sql stable set search_path = ''
return (
  select string_agg(format('(%s)', concat_ws(
    ' | ', private.word_query(word), case place when cardinality(words) then private.prefix_term(word) end
  )), ' & ')::tsquery
  from unnest(words) with ordinality as w (word, place)
);
comment on function private.required_words is 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

create function private.rarity(documents float8) returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  all_documents constant float8 := greatest(private.document_count(), documents);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_documents / documents) / ln(1 + all_documents))::numeric, 2);
end
$$;
comment on function private.rarity is 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

create function private.frequency(rarity float8) returns float8
language plpgsql stable set search_path = ''
as $$
declare
  all_documents constant float8 := greatest(private.document_count(), 1);
begin
  return all_documents / (exp(rarity * ln(1 + all_documents) / 12) - 1);
end
$$;
comment on function private.frequency is 'About how many skills contain a word of a rarity above 0.';

create function private.known_from() returns integer
language sql immutable parallel safe set search_path = ''
return 100;
comment on function private.known_from is 'The number of skills from which a word is common enough to be the end of what was typed: a rarer last word is also tried as a prefix.';

create function private.common_frequencies(stems text[], prefix text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  all_documents float8 := private.document_count();
  common text[];
  shares float4[];
  frequencies jsonb;
begin
  select l.words, l.shares into common, shares from private.common_lexemes() as l;
  frequencies := coalesce((
    select jsonb_object_agg(stem, all_documents * shares[place])
    from (select stem, array_position(common, stem) as place from unnest(stems) as stem) as s
    where place is not null
  ), '{}');
  if prefix is not null and coalesce((frequencies ->> private.stem(prefix))::float8, 0) < private.known_from() then
    frequencies := frequencies || (
      select jsonb_build_object(prefix || '*', all_documents * coalesce(sum(share), 0))
      from unnest(common, shares) as c (word, share)
      where starts_with(word, prefix)
    );
  end if;
  return frequencies;
end
$$;
comment on function private.common_frequencies is 'The estimated document frequencies of those stems that are among the most common words, and of the common words that begin with the prefix, with *, unless it is a common word.';

create function private.word_weights(words text[], frequencies jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
$$;
comment on function private.word_weights is 'The rarity of each word that some skill contains, and of a rare last word as a prefix, with *. Takes private.common_frequencies.';

create function private.stems(words text[]) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(select private.stem(word) from unnest(words) as word);
end
$$;
comment on function private.stems is 'The stem of each word.';

create function private.weigh_words(words text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.word_weights(words, private.common_frequencies(private.stems(words), words[cardinality(words)]));
end
$$;
comment on function private.weigh_words is 'private.word_weights with the current frequencies.';

create function private.expand_words(words text[], weights jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
$$;
comment on function private.expand_words is 'The synonyms of the words of a search: {queries, any, retrieved}; null if there are none. queries: for each word that has some, the query of those of itself and of phrases with it. any: the query of all. retrieved: the queries that retrieve candidates.';

create function private.suspect_words(words text[], weights jsonb) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- At most 3: a search with many unknown words is not misspelt. With 5, planted words made a search cost 15 lists of 100 instead of 10.
  max_words constant integer := 3;
  -- A word in more skills is not suspect.
  max_skills constant integer := 3;
begin
  return array(
    select word
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (select not weights ?| array[word, word || '*'] as is_unknown) as u
    where case
      when is_unknown then not exists (select from private.find_synonyms(words) as s where private.stem(word) = any (s.said))
      else (weights ->> word)::numeric >= private.rarity(max_skills) and char_length(word) > 3
        and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, place
    limit max_words
  );
end
$$;
comment on function private.suspect_words is 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

create function private.plan_ranking(search text, carried jsonb default null, is_loose boolean default false) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  words text[] := private.search_words(search);
  weights jsonb;
  replaced jsonb := carried -> 'replaced';
  correction text;
  suspect text[];
  common text[];
  frequencies float8[];
  -- The weight of a word in 1,000 skills.
  rare_weight numeric := private.rarity(1000);
begin
  -- A cursor is not signed: the ranking that it carries is used only if its correction is one of this search. Cursors of version 1.0.0
  -- have the corrected search, which could be any text.
  if carried is null or carried ? 'correction' or not private.is_spelling(words, replaced) then
    carried := null;
    replaced := null;
    weights := private.weigh_words(words);
    suspect := private.suspect_words(words, weights);
    if suspect <> '{}' then
      select array_agg(c.word), array_agg(c.skills) into common, frequencies
      from (select * from private.common_words(0) order by skills desc limit 1000) as c;
      replaced := (
        select jsonb_object_agg(wrong, near.word)
        from unnest(suspect) as wrong
        -- The words share the budget of a correction.
        cross join lateral private.correct_word(
          wrong, 10000 / greatest(cardinality(suspect), 1), common, frequencies, is_loose
        ) as near
        where near.skills >= case
          when weights ? wrong
            then greatest(min_skills, min_ratio * private.frequency((weights ->> wrong)::float8))
          else 1
        end
      );
    end if;
  end if;

  correction := private.correct_search(search, replaced);
  if correction is not null then
    words := private.search_words(correction);
  end if;
  if correction is not null or weights is null then
    weights := private.weigh_words(words);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'words', words,
    'replaced', case when correction is not null then replaced end,
    'rarities', coalesce((
      -- A cursor cannot make a word rare that more than 1,000 skills contain, or look up the words that begin with a common one: reading
      -- these posting lists would be expensive.
      select jsonb_object_agg(
        word, least(c.weight::numeric, case when current_weight <= rare_weight + 0.01 then current_weight + 0.7 end)
      )
      from jsonb_each_text(carried -> 'rarities') as c (word, weight)
      join lateral (select (weights ->> word)::numeric as current_weight) as current on current_weight is not null
    ), weights)
  ));
end
$$;
comment on function private.plan_ranking is 'How to rank the results of a search, on later pages as the cursor carries it: {correction, words, replaced, rarities}. correction is the corrected search, words has its words, and replaced has the correction of each misspelt word; correction and replaced are left out if there is none. If is_loose, words with more edits are corrected, too.';

create function private.search_terms(words text[], ranking jsonb)
returns table (term text, frequency float8, is_wide_prefix boolean)
language plpgsql stable rows 5 set search_path = ''
as $$
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
$$;
comment on function private.search_terms is 'For each word that weighs something, the query of its stem, of the words that it begins if it is last, and of what was typed if it is a correction; with its expected document frequency.';

create function private.find_best_rated(query tsquery, types text[]) returns tid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- New accounts hardly change which skills these are.
  best_rated constant integer := 100;
begin
  return array(
    select d.ctid
    from unnest(private.scan_in_order('top', types, null, null, best_rated)) as skill
    join private.skill_documents as d on d.skill_id = skill
    where ts_match_vq(d.words, query)
  );
end
$$;
comment on function private.find_best_rated is 'The documents of the best rated skills that match a query, by ctid.';

create function private.find_complete(words text[], ranking jsonb, types text[]) returns tid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- A ranking has at most 1,000 skills.
  max_candidates constant integer := 1000;
  query tsquery := (select string_agg(term, ' & ') from private.search_terms(words, ranking) where not is_wide_prefix);
  found tid[] := private.find_documents(query, types, max_candidates);
begin
  return found || case when cardinality(found) = max_candidates then private.find_best_rated(query, types) end;
end
$$;
comment on function private.find_complete is 'Documents that contain all words of a search, by ctid: up to 1,000, and if there are more, those among the best rated skills.';

create function private.find_partial(words text[], ranking jsonb, types text[], expansions tsquery[]) returns tid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- The maximum number of candidates with a rare word.
  max_candidates constant integer := 500;
  -- With `enough` of them, the common words are not tried. These, and synonyms, add few candidates.
  enough constant integer := 100;
  max_added constant integer := 100;
  rare text;
  common text[];
  query tsquery;
  found tid[];
begin
  select
    string_agg(term, ' | ') filter (where running_frequency <= max_candidates),
    array_agg(term order by frequency) filter (where running_frequency > max_candidates and not is_wide_prefix)
  into rare, common
  from (
    select *, sum(frequency) over (order by frequency, term) as running_frequency from private.search_terms(words, ranking)
  ) as t;

  found := private.find_documents(rare::tsquery, types, max_candidates);
  if cardinality(found) < enough then
    found := found || private.find_documents(common[1]::tsquery, types, max_added);
    if rare is null then
      found := found || private.find_best_rated(common[1]::tsquery, types);
    end if;
  end if;
  foreach query in array coalesce(expansions, '{}') loop
    found := found || private.find_documents(query, types, max_added);
  end loop;
  return found;
end
$$;
comment on function private.find_partial is 'Documents that contain some words of a search, or synonyms, by ctid: those with a rare word; if they are few, also with the rarest common word.';

create function private.rank_skills(search text, ranking jsonb, types text[], after jsonb, wanted integer) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
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
$$;
comment on function private.rank_skills is 'The positions of the 1,000 best matches of a search, after the position in a cursor: the score, the id, and, if a skill contains all words, the lowest score of such skills without synonyms.';

-- A function of the API runs with the rights of its caller, so this is what list_skills, and a rating by name, call.
grant execute on function
  private.prefix_term, private.required_words, private.rarity, private.frequency, private.known_from, private.common_frequencies,
  private.word_weights, private.stems, private.weigh_words, private.expand_words, private.suspect_words, private.plan_ranking,
  private.search_terms, private.find_best_rated, private.find_complete, private.find_partial, private.rank_skills
  to anon, authenticated;
