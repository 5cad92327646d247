set local lock_timeout = '2s';
set local check_function_bodies = off;

drop function private.find_matches(private.search_term[], text[], integer);
alter type private.search_term drop attribute lone_finder;

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

create or replace function private.search_terms(words private.search_word[], searches integer) returns private.search_term[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Of a long search only the rarest words, to bound its cost.
  max_terms constant integer := 24 / searches;
  -- The number of synonyms that find documents, the most telling first. The index reads all postings of each.
  max_finders constant integer := 8;
  -- A synonym in more skills finds none: 100 of these at random are worth less than reading their postings.
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

create or replace function private.find_matches(terms private.search_term[], types text[], searches integer) returns tid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 400 / searches;
  -- Pairs of common words, synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100 / searches;
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
  return matches;
end
$$;

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
                then t.weight * case when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost end
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

create or replace function private.filter_in_order(sort text, types text[], words text[], after jsonb, max_rows integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '16MB'
as $$
declare
  required constant tsquery := private.required_words(words);
  -- What the index is read for: without weights, so that it need not read the documents, too.
  finder constant tsquery := private.all_of(array(
    select
      private.any_of(array[private.word_query(word), case ordinal when cardinality(words) then private.prefix_term(word) end])
    from unnest(words) with ordinality as w (word, ordinal)
  ));
  all_documents constant float8 := greatest(private.document_count(), 1);
  -- At most as many as the rarest word has. The shares of several words with the same beginning can add up to more than all.
  matches constant float8 := least(all_documents, (
    select min(case ordinal
      when cardinality(words) then greatest(private.word_frequency(word), private.beginning_frequency(word))
      else private.word_frequency(word)
    end)
    from unnest(words) with ordinality as w (word, ordinal)
  ));
  -- A skill of a scan takes about as long as so many matches that are looked up.
  cost_of_scan constant integer := 3;
  steps float8 := 1.3 * max_rows * all_documents / greatest(matches, 1);
  page uuid[];
begin
  -- Common words are found by scanning the order, others are looked up.
  while cost_of_scan * steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select skill from unnest(private.scan_in_order(sort, types, after, steps::integer)) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows
    );
    if cardinality(page) = max_rows then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order.
    steps := 4 * steps;
  end loop;
  return private.sort_matches(
    sort,
    array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ finder and d.type = any (types) and ts_match_vq(d.words, required)
    ),
    after, max_rows
  );
end
$$;

revoke all on function private.find_matches from public;
grant execute on function private.find_matches to anon, authenticated;
comment on function private.find_matches is 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';
