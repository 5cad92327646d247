set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision);

DROP FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer);

DROP FUNCTION "private"."github_paths"(uuid[]);

DROP FUNCTION "private"."least_frequency"(double precision);

DROP FUNCTION "private"."similarity_constants"();

DROP FUNCTION "private"."telling_words"(text[], boolean[]);

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong  text,
  budget integer
)
  RETURNS TABLE (
    word   text,
    skills double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
declare
  transposed text[] := private.transpositions(wrong);
  digits constant text := regexp_replace(wrong, '[^0-9]', '', 'g');
begin
  for edits in 1..private.allowed_edits(wrong) loop
    return query (
      select near.word, usage.frequency
      from (
        select word
        from (
          -- In the order of the table, the oldest first: words that are added later cannot displace them.
          select v.word, v.ctid as location
          from private.vocabulary as v
          where v.deletions && array(select d.deletion from private.deletions(array[wrong], edits) as d)
          limit budget / char_length(wrong)
        ) as candidate
        where word <> wrong
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          and abs(char_length(word) - char_length(wrong)) <= edits
          -- Digits are not mistyped letters: contex7 is context7, and not context.
          and regexp_replace(word, '[^0-9]', '', 'g') = digits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and private.is_within(wrong, transposed, word, edits)
        order by location
        limit 20
      ) as near
      -- Evaluates the count once for each word.
      cross join lateral (select private.word_frequency(word) as frequency offset 0) as usage
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort  text,
  types text[],
  words text[],
  after jsonb,
  INOUT max_rows integer,
  OUT   page uuid[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  -- A longer page has what these cost to find. 500 skills with a common word took 30 ms.
  enough constant integer := least(max_rows, 101);
  required constant tsquery := private.required_words(words);
  all_documents constant float8 := greatest(private.document_count(), 1);
  -- As many as the rarest word has.
  most constant float8 := (
    select min(case ordinal
      when cardinality(words) then greatest(private.word_frequency(word), private.beginning_frequency(word))
      else private.word_frequency(word)
    end)
    from unnest(words) with ordinality as w (word, ordinal)
  );
  matches float8 := most;
  steps integer := 2 * enough;
  read integer := 0;
  scanned uuid[];
begin
  page := '{}';
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches and 2 * enough * all_documents < most * most loop
    scanned := private.scan_in_order(sort, types, after, steps);
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := page || array(
      select skill from unnest(scanned) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows - cardinality(page)
    );
    if cardinality(scanned) < steps then
      return;
    elsif cardinality(page) >= enough then
      max_rows := cardinality(page);
      return;
    end if;
    after := private.position_in_order(sort, scanned[steps]);
    read := read + steps;
    -- Words that seldom meet have fewer matches than the rarest one. Here they can be rarer than elsewhere in the order.
    matches := least(most, 4 * all_documents * (cardinality(page) + 1) / read);
    steps := 2 * steps;
  end loop;
  if most > 1000 then
    max_rows := enough;
  end if;
  -- The documents have the names: reading 10,000 skills costs more than the index of the words.
  if sort = 'name' then
    page := page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required and d.type = any (types)
        and (after is null or (d.name_key, d.skill_id) > ((after ->> 0)::text, (after ->> 1)::uuid))
      order by d.name_key, d.skill_id
      limit max_rows - cardinality(page)
    );
  else
    page := page || private.sort_matches(
      sort, array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
      after, max_rows - cardinality(page)
    );
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  own_words private.telling_word[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates constant integer := 300;
  enough_candidates constant integer := 60;
  max_paired_words constant integer := 5;
  max_frequency constant float8 := 5000;
  query tsquery;
  candidates tid[] := '{}';
begin
  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these.
  foreach query in array array(
    select string_agg(term::text, ' | ')::tsquery
    from (select term, sum(frequency) over (order by frequency, term) as running_frequency from unnest(own_words)) as word
    where running_frequency <= max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(own_words[:max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:max_paired_words]) with ordinality as b (term, weight, frequency, ordinal)
        on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= max_frequency
      order by a.weight + b.weight desc, a.ordinal
    )
    union all
    select term from unnest(own_words[:1]) where frequency <= max_frequency
  ) loop
    exit when cardinality(candidates) >= enough_candidates;
    candidates := candidates || private.find_documents(query, private.skill_types(), max_candidates, 0);
  end loop;
  return candidates;
end
$function$;

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
  max_partial constant integer := 300;
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

CREATE OR REPLACE FUNCTION private.find_similar_skills (
  skill uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  most constant integer := 10;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words constant integer := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity constant float8 := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost constant float8 := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost constant float8 := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74.
  max_counted constant integer := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words constant integer := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words constant integer := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length constant float8 := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost constant float8 := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw constant float8 := 0.05;
  -- Bounds of the cost.
  max_compared constant integer := 20;
  max_compared_words constant integer := 30;
  all_skills constant float8 := private.document_count();
  -- Less in a catalogue of less than 10,000 skills.
  least_frequency constant float8 := least(max_counted, 1 + all_skills / 200);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
  candidates tid[];
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(
    select row(private.term(t.stem), w.weight, f.frequency)::private.telling_word
    from unnest(own_stems, is_in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), max_counted)
      ) as frequency
      offset 0
    ) as f
    cross join lateral (
      select
        ln(1 + all_skills / greatest(f.frequency, least_frequency)) * case when t.in_name then name_boost else 1 end as weight
    ) as w
    -- One of them is the skill itself.
    where f.frequency > 1
    order by w.weight desc, t.stem
    limit max_telling_words
  );
  whole := (select sum(weight) from unnest(own_words[:max_weighed_words]));
  if whole is null then
    return '{}';
  end if;
  candidates := private.find_candidates(own_words);

  return array(
    with telling as materialized (
      select term, weight from unnest(own_words)
    ),
    -- The candidates that have most of the words of the skill.
    compared as materialized (
      select
        d.skill_id, d.type, f.weight, v.coverage, v.name_share,
        tsvector_to_array(d.words) as words, tsvector_to_array(n.name) as in_name,
        tsvector_to_array(ts_filter(d.words, '{c,d}')) as in_text
      from (select distinct ctid from unnest(candidates) as ctid) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid offset 0
      ) as d on d.skill_id <> skill
      cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
      cross join lateral (
        select
          sum(t.weight * case when t.in_name then 1 else least(1, sqrt(usual_length / length(d.words))) end) as weight,
          count(*) as shared_words,
          count(*) filter (where t.in_name) as in_name
        from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
      ) as f
      cross join lateral (
        -- How much of the weight of the skill is shared, and how much of the other name.
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
      ) as v
      where f.shared_words >= least(min_shared_words, cardinality(own_stems))
      order by v.coverage + name_share_boost * v.name_share desc, d.skill_id
      limit max_compared
    )
    select s.skill_id
    from (
      select
        c.skill_id, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + name_share_boost * c.name_share)
          * case when c.type = own.type then same_type_boost else 1 end as similarity
      from compared as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when stem = any (c.in_name) then name_boost else 1 end as weight
          from unnest(c.words[:max_compared_words]) as stem
          cross join lateral (
            select (select w.share from private.common_words as w where w.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit max_weighed_words
        ) as w
      ) as o
    ) as s
    where s.similarity >= min_similarity
    order by s.similarity + similarity_of_claw / 1e12 * s.quality desc, s.skill_id desc
    limit most
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.github_paths (
  skills uuid[],
  owner  text,
  most   integer
)
  RETURNS TABLE (
    ordinal    bigint,
    skill_id   uuid,
    identifier text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return query
    select k.ordinal, i.skill_id, i.identifier
    from unnest(skills) with ordinality as k (skill, ordinal)
    join private.skill_identifiers as i on i.skill_id = k.skill
    where 'url' = any (i.origins)
      -- Nothing that a shell reads otherwise: people copy the name.
      and i.identifier ~ '^pkg:github/[^#]+#(?:.*/)?[a-z0-9._-]+$'
      and (owner = '' or starts_with(i.identifier, 'pkg:github/' || owner || '/'))
    order by k.ordinal
    -- Here, so that the identifiers of the other skills are not read: 1,000 long ones took 20 ms.
    limit most;
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  search       text,
  cursor_words private.search_word[] DEFAULT NULL::private.search_word[],
  is_loose     boolean               DEFAULT false,
  searches     integer               DEFAULT 1
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  max_letters constant integer := 5000 / searches;
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
$function$;

CREATE OR REPLACE FUNCTION private.prefix_term (
  prefix text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 16;
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
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1
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
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, for a well rated skill whose name has only words of the search, such as a product that it names, and
  -- for a name that has the words of the search and no others.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  whole_name_boost constant float8 := 0.15;
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
            -- Only for what established agents recommend: anyone can submit names with the words of a search.
            + case
              when d.is_proven and d.quality > neutral and f.name_terms >= greatest(d.name_words, 1) then whole_name_boost
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        coalesce((unit * f.expanded)::bigint, 0) as expanded
      from (
        select
          skill_id, name_key, name_words, quality, is_proven, text_score,
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
          bool_and(gain is not null) filter (where is_known) as is_complete,
          -- A name with more words than the search is not whole in it.
          -- Only a known word in the name gains more than its weight.
          count(*) filter (where d.name_words <= cardinality(terms) and is_known and gain > g.weight) as name_terms
        from (
          select
            t.weight, t.is_known, t.synonyms,
            -- Null without the word.
            case
              when d.words @@ form then t.weight * case
                when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost
              end
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
$function$;

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  -- Without weights, so that the index need not read the documents, too.
  return private.all_of(array(
    select
      case ordinal when cardinality(words) then private.word_query(word) || private.term(word, ':*') else private.word_query(word) end
    from unnest(words) with ordinality as w (word, ordinal)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.similar_word (
  wrong  text,
  budget integer
)
  RETURNS TABLE (
    word   text,
    skills double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
declare
  -- With a lower trigram similarity, nobody confuses two words.
  min_similarity constant float8 := 0.4;
begin
  return query (
    select near.word, usage.frequency
    from (
      select word, extensions.similarity(word, wrong) as similarity
      from (
        select v.word from private.vocabulary as v
        where v.deletions && array(select d.deletion from private.deletions(array[wrong], 2) as d)
        limit budget / char_length(wrong)
      ) as candidate
      where extensions.similarity(word, wrong) >= min_similarity
      order by similarity desc, word
      limit 10
    ) as near
    cross join lateral (select private.word_frequency(word) as frequency offset 0) as usage
    where frequency > 0
    order by similarity desc, frequency desc, word
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.sort_matches (
  sort     text,
  matches  uuid[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  -- Each order reads one table: both would cost twice as much.
  if sort = 'newest' then
    return array(
      select s.id
      from public.skills as s
      where s.id = any (matches) and (after is null or (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid))
      order by s.created_at desc, s.id desc
      limit max_rows
    );
  end if;
  return array(
    select s.skill_id
    from public.skill_stats as s
    cross join lateral (
      select
        case sort
          when 'top' then s.score when 'rating' then s.avg_tenths when 'most_rated' then s.total_ratings
          when 'reliability' then s.reliability_score when 'security' then s.security_score when 'speed' then s.speed_score
        end as first_key,
        case sort when 'rating' then s.total_ratings when 'most_rated' then s.score end as second_key
    ) as k
    where s.skill_id = any (matches) and (after is null or case
      when k.second_key is null then (k.first_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
      else (k.first_key, k.second_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
    end)
    order by k.first_key desc, k.second_key desc, s.skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.suggest_names (
  search   text,
  is_loose boolean,
  searches integer DEFAULT 1
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  most constant integer := 3;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 100;
  words private.search_word[] := private.plan_search(
    search, is_loose => suggest_names.is_loose, searches => suggest_names.searches
  );
  key text := private.name_key(search);
  -- Null if nothing was corrected: a comparison costs as much as ranking a skill.
  corrected_key text := private.name_key(private.correct_search(search, words));
  positions jsonb[] := private.rank_skills(search, words, private.skill_types(), null, max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      cross join lateral greatest(
        extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
        extensions.similarity(s.name_key, corrected_key)
      ) as similarity
      where similarity >= min_similarity
      order by similarity desc, s.name_key
      limit most
    ) as nearest
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.find_skills (
  p_search text,
  p_limit  integer DEFAULT NULL::integer,
  p_owner  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best jsonb[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  best := private.rank_skills(search, private.plan_search(search), '{clawdbot}', null, 1000);
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', f.identifier)
    from private.github_paths(
      array(select (p ->> 1)::uuid from unnest(best) as p), owner, least(greatest(coalesce(p_limit, 20), 1), 100)
    ) as f
    join public.skills as s on s.id = f.skill_id
    order by f.ordinal
  ));
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
  max_rows integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  words private.search_word[];
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

  if search is null then
    page := private.scan_in_order(sort, types, after, max_rows);
  else
    if sort = 'relevance' then
      -- All pages of a search rank by the same correction and rarities.
      words := private.plan_search(search, private.cursor_words(after -> 1));
      positions := private.rank_skills(search, words, types, after, max_rows);
      page := array(select (p ->> 1)::uuid from unnest(positions) as p);
      did_you_mean := coalesce(private.correct_search(search, words), private.find_imitated(search));
      if p_explain then
        matches := private.explain_matches(words, page[:max_rows - 1]);
      end if;
    else
      select f.page, f.max_rows into page, max_rows
      from private.filter_in_order(sort, types, private.search_words(search), after, max_rows) as f;
    end if;
    if page = '{}' and p_cursor is null then
      suggestions := private.suggest_names(search, true);
    end if;
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], words::text)
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',' order by ordinal) as items, count(*) as count
      from (
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by ordinal rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:max_rows - 1]) with ordinality as p (skill, ordinal)
          join private.listed_skills as s on s.id = p.skill
          offset 0
        ) as item
      ) as item
      -- A search is expensive itself.
      where coalesce(bytes_before, 0) < private.page_bytes() / case when search is null then 1 else 2 end
    ) as p
  );
end
$function$;

COMMENT ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) IS 'The skills that follow a position in an order and contain all words. If finding more costs too much, max_rows becomes less: at least 101.';

COMMENT ON FUNCTION "private"."github_paths"(uuid[], text, integer) IS 'Of these skills, the first ones whose url is a path in a repository on github.com that can be typed as it is, of an owner there (empty: any), and its normal form, in their order.';

COMMENT ON FUNCTION "private"."prefix_term"(text) IS 'A prefix query for a word, for the index, which also matches stems. If more than 1,000 words of the vocabulary begin with it, it is expanded to 16 of them: the most common, then the first in order.';

COMMENT ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) IS 'As private.scan_in_order, of these skills, for any order but that of names.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'GET /api/skills: a page of the catalogue, at most private.max_limit skills and about private.page_bytes, half of that of a search. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). A search that finds nothing has `suggestions` (private.suggest_names). Raises PT400.';

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[], text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[], text, integer) TO "postgres";
