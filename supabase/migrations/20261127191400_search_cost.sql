set local lock_timeout = '2s';
set local check_function_bodies = off;

drop function private.find_matches(private.search_term[], text[], integer);
-- pgls-ignore lint/safety/banDropColumn: No table has this type.
alter type private.search_term drop attribute lone_finder;
drop function private.words_beginning(text);
drop function private.similarity_constants();

create or replace function private.fold_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Starts from what name_key compares, so that a search finds whatever the key calls equal. Accents fall off decomposed letters;
  -- unaccent knows the others (ø, ł, ß). The final sigma is the one letter whose lower case depends on its position in the word.
  -- A name and a description have 5,201 characters together. Some characters fold to many: what folds to more than 6,000 is cut.
  -- Of ASCII, which is common, only the case has to be folded.
  return case when octet_length(value) = char_length(value) then lower(left(value, 6000) collate pg_catalog.pg_c_utf8) else left(
    translate(
      lower(
        extensions.unaccent(
          'extensions.unaccent'::regdictionary,
          normalize(
            regexp_replace(
              left(normalize(private.shorten_marks(left(value, 6000)), nfkd), 12000),
              '[\u0300-\u036f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'
            ),
            nfkc
          )
        )
        collate pg_catalog.pg_c_utf8
      ),
      'ς', 'σ'
    ),
    6000
  ) end;
end
$$;

create or replace function private.find_documents(query tsquery, types text[], most integer, frequency float8) returns tid[]
language plpgsql stable strict set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- The index of all documents reads all postings of a word before the limit counts.
  common constant float8 := 5000;
  proven tid[] := '{}';
  short_ones tid[];
  long_ones tid[];
begin
  if frequency > common then
    proven := array(
      select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query and d.type = any (types) limit most
    );
    if cardinality(proven) = most then
      return proven;
    end if;
  end if;
  select array_agg(d.ctid) filter (where not is_long), array_agg(d.ctid) filter (where is_long)
  into short_ones, long_ones
  from (
    -- Postgres keeps the words of a long document apart, or compressed, and a search takes ten times as long to read them.
    select d.ctid, pg_column_size(d.words) > 2000 or pg_column_compression(d.words) is not null as is_long
    from private.skill_documents as d
    where d.words @@ query and d.type = any (types) and (proven = '{}' or not d.is_proven)
    limit most - cardinality(proven)
  ) as d;
  return proven || short_ones || long_ones[:most / 10];
end
$$;

comment on function private.find_documents is 'Up to a maximum of documents of some types that match a query, by ctid, which is faster than by id and does not change within a snapshot. If about so many match that the maximum leaves most of them out, the proven ones come first. At most a tenth of the maximum are long documents, apart from proven ones.';

create or replace function private.prefix_term(prefix text) returns tsquery
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 64;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit max_words + 1
  );
begin
  if cardinality(words) <= max_words then
    return private.term(prefix, ':*');
  end if;
  return private.any_of(array(
    select private.term(word)
    from (
      select v.word, c.share
      from private.common_words as c
      -- Not the stems.
      join private.vocabulary as v on v.word = c.word
      where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
      union all
      select word, 0 from unnest(words[:expanded_words]) as word
    ) as word_with_share
    group by word
    order by max(share) desc, word
    limit expanded_words
  ));
end
$$;

comment on function private.prefix_term is 'A prefix query for a word, for the index, which also matches stems. If more than 1,000 words of the vocabulary begin with it, it is expanded to 64 of them: the most common, then the first in order.';

create or replace function private.index_changed_skills() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: agents may write skills, but not documents and words.
as $$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  edited uuid[];
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    edited := array(select id from new_skills);
  else
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.retired_at) is distinct from (o.name, o.description, o.type, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, text_score, quality, is_proven)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      w.words, private.text_score(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      text_score = excluded.text_score
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.prefix_term counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$$;

create or replace function private.allowed_edits(word text) returns integer
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when char_length(word) < 4 then 0 when char_length(word) < 8 then 1 else 2 end;
end
$$;

create or replace function private.transpositions(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(
    select overlay(word placing reverse(substr(word, i, 2)) from i for 2) from generate_series(1, char_length(word) - 1) as i
  );
end
$$;

create or replace function private.is_within(word text, transposed text[], other text, edits integer) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- levenshtein() counts a transposition as two edits, so each is tried.
  return extensions.levenshtein_less_equal(word, other, edits) <= edits or case edits
    when 1 then other = any (transposed)
    else exists (select from unnest(transposed) as t where extensions.levenshtein_less_equal(t, other, edits - 1) < edits)
  end;
end
$$;

create or replace function private.plan_search(
  search text, cursor_words private.search_word[] default null, is_loose boolean default false, searches integer default 1
) returns private.search_word[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  max_letters constant integer := 10000 / searches;
  -- A cursor is not signed: the words that it carries are used only if their corrections are those of this search.
  has_cursor_words constant boolean := cursor_words is not null
    and coalesce(private.is_spelling(private.search_words(search), cursor_words), false);
  words private.search_word[];
  suspect text[];
  corrected private.search_word[];
  all_documents float8;
  rare numeric;
begin
  if has_cursor_words then
    corrected := array(select w from unnest(cursor_words) as w where w.typed is not null);
  else
    words := private.weigh_words(private.search_words(search));
    suspect := private.suspect_words(words, searches);
    if suspect = '{}' then
      return words;
    end if;
    all_documents := private.document_count();
    corrected := array(
      select row(near.word, w.word, null, null)::private.search_word
      from unnest(words) as w
      -- The words share the budget of a correction.
      cross join lateral (
        select * from private.correct_word(w.word, max_letters / cardinality(suspect)) where not is_loose
        union all
        select * from private.similar_word(w.word, max_letters / 2 / cardinality(suspect)) where is_loose
      ) as near
      where w.word = any (suspect)
        and (w.rarity is null or near.skills >= greatest(min_skills, min_ratio * private.frequency(w.rarity, all_documents)))
    );
  end if;
  if private.correct_search(search, corrected) is null then
    words := coalesce(words, private.weigh_words(private.search_words(search)));
  else
    words := array(
      select row(w.word, (select c.typed from unnest(corrected) as c where c.word = w.word limit 1), w.rarity, w.prefix_rarity)
      from unnest(private.weigh_words(private.search_words(private.correct_search(search, corrected)))) as w
    );
  end if;
  if has_cursor_words then
    rare := private.rarity(1000, private.document_count());
    words := array(
      select row(
        w.word, w.typed,
        -- A cursor cannot make a word rare that more than 1,000 skills contain, or look up the words that begin with a common one: reading
        -- these posting lists would be expensive.
        least(case when w.rarity is not null then c.rarity end, case when w.rarity <= rare + 0.01 then w.rarity + 0.7 end),
        -- Without tolerance: with it, a prefix above max_prefix_frequency of private.search_terms is looked up. 0 is for filler.
        nullif(least(
          case when w.prefix_rarity is not null then c.prefix_rarity end,
          case when w.prefix_rarity <= rare + 0.01 then w.prefix_rarity end
        ), 0)
      )
      from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
      left join unnest(cursor_words) as c on c.word = w.word
      order by ordinal
    );
  end if;
  return words;
end
$$;

create or replace function private.search_terms(words private.search_word[], searches integer) returns private.search_term[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Of a long search only the rarest words, to bound its cost.
  max_terms constant integer := 24 / searches;
  -- The number of synonyms that find documents, the most telling first. The index reads all postings of each.
  max_finders constant integer := 8;
  -- A synonym in more skills finds some only if nothing else does: 100 of these at random are worth less than reading their postings.
  max_frequency constant integer := 1000;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  -- Of a prefix match of the last word, where the word itself is missing.
  prefix_boost constant float8 := 0.7;
  all_documents constant float8 := private.document_count();
begin
  return array(
    with synonym as materialized (
      select
        term, synonym, private.synonym_query(synonym) as query,
        ordinal <= max_finders and exists (
          select from unnest(synonym) as stem left join private.common_words as c on c.word = stem collate "C"
          where coalesce(c.share * all_documents, 0) <= max_frequency
        ) as is_finder
      from private.find_synonyms(array(select w.word from unnest(words) as w)) with ordinality as s (term, synonym, ordinal)
    )
    select row(
      weight, coalesce(rarity > 0, false), frequency,
      -- Not of a word that no skill contains.
      case when rarity > 0 then form end,
      private.word_query(word, ':AB', typed),
      private.word_query(word, ':CD', typed),
      case when prefix_rarity is not null then private.term(word, ':*AC') end,
      prefix_boost * prefix_rarity,
      case
        when prefix_rarity is null then form
        when frequency <= max_prefix_frequency then form || private.prefix_term(word)
      end,
      s.synonyms::tsquery, s.synonym_finder::tsquery
    )::private.search_term
    from (
      select
        *,
        coalesce(rarity, case when prefix_rarity is null then private.rarity(1, all_documents) else 0 end) as weight,
        private.word_query(word, '', typed) as form,
        private.frequency(least(nullif(rarity, 0), prefix_rarity), all_documents) as frequency,
        private.stem(word) as stem
      from unnest(words)
      -- So that these are computed once.
      offset 0
    ) as w
    cross join lateral (
      select string_agg(query, ' | ') as synonyms, string_agg(query, ' | ') filter (where is_finder) as synonym_finder
      -- A synonym that contains the word never counts in its place.
      from synonym where w.stem = any (term) and w.stem <> all (synonym)
    ) as s
    where rarity > 0 or prefix_rarity is not null or s.synonyms is not null
    order by weight desc, word
    limit max_terms
  );
end
$$;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  types    text[],
  searches integer
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 400;
  -- Pairs of common words, synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  lowest constant float8 := (select min(frequency) from unnest(terms));
  query tsquery;
  common tsquery[];
  matches tid[] := private.find_documents(
    private.all_of(array(select finder from unnest(terms) where frequency is not null)), types, max_complete, lowest
  );
begin
  if cardinality(matches) >= enough then
    return matches;
  end if;
  if cardinality(terms) > 1 then
    select
      private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
      array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
    into query, common
    from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
    where finder is not null;
    matches := matches || private.find_documents(query, types, max_partial, 0);
    if cardinality(terms) > 2 then
      -- Two of the rarest common words; the index reads the postings of the rarer one.
      matches := matches
        || private.find_documents(common[1] && common[2], types, max_added, 0)
        || private.find_documents(common[1] && common[3], types, max_added, 0);
    end if;
    if matches = '{}' then
      matches := private.find_documents(common[1], types, max_added, lowest);
    end if;
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  if exists (select from unnest(terms) where synonym_finder is not null) then
    matches := matches
      || private.find_documents(
        private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms))), types, max_added, 0
      )
      || private.find_documents(private.any_of(array(select distinct synonym_finder from unnest(terms))), types, max_added, 0);
  end if;
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(private.any_of(array(select distinct synonyms from unnest(terms))), types, max_added, 0);
  end if;
  return matches;
end
$function$;

create or replace function private.rank_skills(
  search text, words private.search_word[], types text[], after jsonb, max_rows integer, searches integer default 1
) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, and for a name without other words.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  max_ranked constant integer := 1000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality of one claw, and that without ratings.
  claw constant float8 := 1e12;
  neutral constant bigint := private.quality(0, 0);
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(jsonb_typeof(after -> 1) = 'object', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  -- No score is lower. A cursor is not signed: with a lower one, the subtraction below would overflow.
  cursor_cap constant bigint := case when not is_old and (after #>> '{0,2}')::bigint > -exact_score then after #>> '{0,2}' end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  candidates constant tid[] := private.find_matches(terms, types, searches) || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null and d.type = any (types)
    order by s.name_key
    limit max_names
  );
begin
  return array(
    with term as materialized (
      select t.weight, is_known, form, in_name, in_text, prefix, prefix_weight, synonyms from unnest(terms) as t
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        coalesce((unit * f.expanded)::bigint, 0) as expanded
      from (
        select
          skill_id, name_key, name_words, quality, text_score,
          -- Detoasts a long document once.
          case
            when pg_column_size(doc.words) > 2000 or pg_column_compression(doc.words) is not null then doc.words || ''
            else doc.words
          end as words
        from private.skill_documents as doc where doc.ctid = any (candidates)
        offset 0
      ) as d
      cross join lateral (
        select
          sum(gain) as found,
          sum(case when gain is null and d.words @@ synonyms then synonym_boost * g.weight end) as expanded,
          bool_and(gain is not null) filter (where is_known) as is_complete
        from (
          select
            t.weight, is_known, synonyms,
            case
              when d.words @@ form
                then t.weight
                  * case when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost end
              when d.words @@ prefix then prefix_weight
            end as gain
          from term as t
          -- So that it is computed once.
          offset 0
        ) as g
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
        select coalesce(cursor_cap, min(score) filter (where is_complete and not is_exact)) as cap from matched
      ) as c
      order by score desc, skill_id desc
      limit case when after_id is null then least(max_rows, max_ranked) else max_ranked end
    )
    select case when cap is null then jsonb_build_array(score, skill_id) else jsonb_build_array(score, skill_id, cap) end
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$$;

create or replace function private.find_imitated(search text) returns text
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Nobody can plant many names with established ratings.
  max_compared constant integer := 2000;
  -- That of levenshtein().
  max_length constant integer := 255;
  key constant text := private.name_key(search);
  edits constant integer := private.allowed_edits(key);
  transposed text[];
  hashes integer[];
begin
  if edits = 0 or char_length(key) > max_length or not exists (
    select from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.name_key = key and s.retired_at is null and st.established_ratings = 0
  ) then
    return null;
  end if;
  transposed := private.transpositions(key);
  hashes := private.name_hashes(key);
  return (
    select s.name
    from (
      select d.skill_id, d.name_key
      from private.skill_documents as d
      where d.is_proven and private.name_hashes(d.name_key) && hashes
      limit max_compared
    ) as d
    join public.skills as s on s.id = d.skill_id
    join public.skill_stats as st on st.skill_id = d.skill_id
    where abs(char_length(d.name_key) - char_length(key)) <= edits
      and d.name_key <> key
      -- Cheap, and counts a transposition as two.
      and extensions.levenshtein_less_equal(d.name_key, key, edits + 1) <= edits + 1
      and private.is_within(key, transposed, d.name_key, edits)
    order by st.established_ratings desc, d.name_key
    limit 1
  );
end
$$;

create or replace function private.similarity_constants(
  out most integer, out min_shared_words integer, out min_similarity float8, out name_boost float8, out name_share_boost float8,
  out max_counted integer, out max_telling_words integer, out max_weighed_words integer,
  out usual_length float8, out same_type_boost float8, out similarity_of_claw float8,
  out max_candidates integer, out enough_candidates integer, out max_paired_words integer, out max_frequency float8,
  out max_compared integer, out max_compared_words integer
)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  most := 10;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74. See
  -- private.least_frequency.
  max_counted := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw := 0.05;
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates := 300;
  enough_candidates := 60;
  max_paired_words := 5;
  max_frequency := 5000;
  max_compared := 20;
  max_compared_words := 30;
end
$$;

create or replace function private.telling_words(stems text[], in_name boolean[]) returns setof private.telling_word
language plpgsql stable rows 12 set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
begin
  return query (
    select
      private.term(t.stem) as term,
      ln(1 + all_skills / greatest(f.frequency, least_frequency))
        * case when t.in_name then limits.name_boost else 1 end as weight,
      f.frequency
    from unnest(stems, in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), limits.max_counted)
      ) as frequency
      offset 0
    ) as f
    -- One of them is the skill itself.
    where f.frequency > 1
    order by weight desc, t.stem
    limit limits.max_telling_words
  );
end
$$;

create or replace function private.compare_candidates(
  skill uuid, candidates tid[], own_words private.telling_word[], required_words integer, whole float8
)
returns table (
  skill_id uuid, type text, words tsvector, name tsvector, weight float8, coverage float8, name_share float8
)
language plpgsql stable rows 20 set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  limits constant record := private.similarity_constants();
begin
  return query
  with telling as materialized (
    select term, weight from unnest(own_words)
  )
  select d.skill_id, d.type, d.words, n.name, f.weight, v.coverage, v.name_share
  from (select distinct ctid from unnest(candidates) as ctid) as c
  -- Detoasts a long document once.
  join lateral (
    select skill_id, type, name_words, doc.words || ''::tsvector as words
    from private.skill_documents as doc where doc.ctid = c.ctid offset 0
  ) as d on d.skill_id <> skill
  cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
  cross join lateral (
    select
      sum(t.weight * case when t.in_name then 1 else least(1, sqrt(limits.usual_length / length(d.words))) end) as weight,
      count(*) as shared_words,
      count(*) filter (where t.in_name) as in_name
    from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
  ) as f
  cross join lateral (
    select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
  ) as v
  where f.shared_words >= required_words
  order by v.coverage + limits.name_share_boost * v.name_share desc, d.skill_id
  limit limits.max_compared;
end
$$;

create or replace function private.find_similar_skills(skill uuid) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name) as word);
  whole := (select sum(weight) from unnest(own_words[:limits.max_weighed_words]));
  if whole is null then
    return '{}';
  end if;

  return array(
    select s.skill_id
    from (
      select
        c.skill_id, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + limits.name_share_boost * c.name_share)
          * case when c.type = own.type then limits.same_type_boost else 1 end as similarity
      from (
        select *, tsvector_to_array(name) as in_name, tsvector_to_array(ts_filter(words, '{c,d}')) as in_text
        from private.compare_candidates(
          skill, private.find_candidates(own_words), own_words, least(limits.min_shared_words, cardinality(own_stems)), whole
        )
        offset 0
      ) as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when stem = any (c.in_name) then limits.name_boost else 1 end as weight
          from unnest((tsvector_to_array(c.words))[:limits.max_compared_words]) as stem
          cross join lateral (
            select (select c.share from private.common_words as c where c.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit limits.max_weighed_words
        ) as w
      ) as o
    ) as s
    where s.similarity >= limits.min_similarity
    order by s.similarity + limits.similarity_of_claw / 1e12 * s.quality desc, s.skill_id desc
    limit limits.most
  );
end
$$;

revoke all on function private.find_matches from public;
grant execute on function private.find_matches to anon, authenticated;
comment on function private.find_matches is 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';
revoke all on function private.similarity_constants from public;
grant execute on function private.similarity_constants to anon, authenticated;
comment on function private.similarity_constants is 'The boosts and limits of the functions below.';
