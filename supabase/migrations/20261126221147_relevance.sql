set local lock_timeout = '2s';

-- Ratings wait: one that has begun would store the quality of before.
lock table public.skill_stats in share row exclusive mode;

SET local check_function_bodies = off;

DROP FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision);

DROP FUNCTION "private"."correct_word"(text, integer, text[], double precision[]);

DROP FUNCTION "private"."plan_ranking"(text, jsonb);

DROP FUNCTION "private"."quality_differences"();

DROP FUNCTION "private"."quality"(bigint);

CREATE OR REPLACE FUNCTION private.compare_candidates (
  skill          uuid,
  candidates     tid[],
  own_words      private.telling_word[],
  required_words integer,
  whole          double precision
)
  RETURNS TABLE (
    skill_id   uuid,
    type       text,
    words      tsvector,
    name       tsvector,
    weight     double precision,
    coverage   double precision,
    name_share double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 20
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
#variable_conflict use_column
declare
  limits constant record := private.similarity_constants();
begin
  return query
  with telling as materialized (
    select term, coalesce(with_synonyms, term) as with_synonyms, weight from unnest(own_words)
  )
  select d.skill_id, d.type, d.words, n.name, f.weight, v.coverage, v.name_share
  from (
    select c.ctid, sum(bytes) over (order by bytes, c.ctid) as bytes
    from (select distinct ctid from unnest(candidates) as ctid) as c
    join private.skill_documents as doc on doc.ctid = c.ctid
    cross join lateral pg_column_size(doc.words) as bytes
  ) as c
  -- Detoasts a long document once.
  join lateral (
    select skill_id, type, name_words, doc.words || ''::tsvector as words
    from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= limits.max_bytes offset 0
  ) as d on d.skill_id <> skill
  cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
  cross join lateral (
    select
      sum(t.weight * case when t.in_name then 1 else least(1, sqrt(limits.usual_length / length(d.words))) end) as weight,
      count(*) as shared_words,
      count(*) filter (where t.in_name and t.is_same) as in_name
    from (
      select
        weight * case when m.is_same then 1 else limits.synonym_weight end as weight, m.is_same,
        n.name @@ case when m.is_same then term else with_synonyms end as in_name
      from telling cross join lateral (select d.words @@ term as is_same offset 0) as m
      where d.words @@ with_synonyms
      offset 0
    ) as t
  ) as f
  cross join lateral (
    select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
  ) as v
  where f.shared_words >= required_words
  order by v.coverage + limits.name_share_boost * v.name_share desc, d.skill_id
  limit limits.max_compared;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong       text,
  budget      integer,
  common      text[],
  frequencies double precision[],
  is_loose    boolean
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
  max_edits constant integer := private.allowed_edits(wrong);
  transposed text[] := private.transpositions(wrong);
  digits constant text := regexp_replace(wrong, '[^0-9]', '', 'g');
  -- With a lower trigram similarity, nobody confuses two words.
  min_similarity constant float8 := 0.4;
  hashes integer[];
begin
  -- Once for all distances, with the cheap conditions first: there are 1,000 common words.
  select array_agg(c.word), array_agg(c.skills) into common, frequencies
  from unnest(common, frequencies) as c (word, skills)
  where position(left(c.word, 1) in left(wrong, 3)) > 0
    and abs(char_length(c.word) - char_length(wrong)) <= max_edits;

  for edits in 1..max_edits loop
    hashes := array(select d.deletion from private.deletions(array[wrong], edits) as d);
    return query (
      select near.word, counted.frequency
      from (
        select word, max(skills) as skills, min(location) as location
        from (
          -- In the order of the table, the oldest first: words that are added later cannot displace them.
          (
            select v.word, null::float8 as skills, v.ctid as location
            from private.vocabulary as v where v.deletions && hashes
            limit budget / char_length(wrong)
          )
          union all
          -- Common words that begin with one of its first three letters, which other words cannot displace. Stems are not in the vocabulary.
          select c.word, c.skills, v.ctid
          from unnest(common, frequencies) as c (word, skills) join private.vocabulary as v on v.word = c.word collate "C"
        ) as candidate
        where
          word <> wrong
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          and abs(char_length(word) - char_length(wrong)) <= edits
          -- Digits are not mistyped letters: contex7 is context7, and not context.
          and regexp_replace(word, '[^0-9]', '', 'g') = digits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and (
            extensions.levenshtein_less_equal(wrong, word, edits) <= edits
            or private.is_within(wrong, transposed, word, edits)
          )
        group by word
        order by max(skills) desc nulls last, min(location)
        limit 50
      ) as near
      cross join lateral (
        select case when skills >= 100 then skills else private.count_documents(private.term(word), 1000) end as frequency
        -- Evaluates the count once for each word.
        offset 0
      ) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    if found then
      return;
    end if;
  end loop;

  if is_loose then
    hashes := array(select d.deletion from private.deletions(array[wrong], 2) as d);
    return query (
      select near.word, counted.frequency
      from (
        select v.word, extensions.similarity(v.word, wrong) as similarity
        from (
          select v.word from private.vocabulary as v where v.deletions && hashes limit budget / char_length(wrong)
        ) as v
        where extensions.similarity(v.word, wrong) >= min_similarity
        order by similarity desc, v.word
        limit 50
      ) as near
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as counted
      where frequency > 0
      order by similarity desc, frequency desc, word
      limit 1
    );
  end if;
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
        concat_ws(' | ', format('''%s''', stem), string_agg(query, ' | ') filter (where is_retrieved)) as retrieved
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

CREATE OR REPLACE FUNCTION private.explain_matches (
  search  text,
  ranking jsonb,
  skills  uuid[]
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
  -- Of a long search only the rarest words, as in private.rank_skills.
  max_words constant integer := 24;
  words text[] := private.search_words(search);
  weights jsonb := ranking -> 'rarities';
begin
  return array(
    with synonym as materialized (
      select said, private.synonym_query(called) as query
      from private.find_synonyms(array(select jsonb_array_elements_text(ranking -> 'words')))
    ),
    typed as materialized (
      select
        word, nearest,
        private.forms_of(word, place = cardinality(words)) as query,
        private.forms_of(nearest, place = cardinality(words)) as corrected_query,
        (
          select string_agg(s.query, ' | ')::tsquery
          from synonym as s where private.stem(coalesce(nearest, word)) = any (s.said)
        ) as expanded_query
      from (
        select word, place, nearest
        from unnest(words) with ordinality as w (word, place)
        cross join lateral (select ranking #>> array['replaced', word] as nearest) as r
        cross join lateral coalesce(weights ->> word, weights ->> nearest, weights ->> (word || '*')) as weight
        -- Filler weighs nothing. Words that no skill contains have no weight: they are missing.
        where weight::float8 is distinct from 0
        order by weight::float8 desc nulls last, place
        limit max_words
      ) as rarest
      order by place
    )
    select (
      select jsonb_strip_nulls(jsonb_build_object(
        'found', jsonb_agg(word) filter (where kind = 'found'),
        'corrected', jsonb_agg(jsonb_build_object('word', word, 'correction', nearest)) filter (where kind = 'corrected'),
        'expanded', jsonb_agg(word) filter (where kind = 'expanded'),
        'missing', jsonb_agg(word) filter (where kind = 'missing')
      ))
      from (
        select
          word, nearest,
          case
            when d.words @@ query then 'found'
            when d.words @@ corrected_query then 'corrected'
            when d.words @@ expanded_query then 'expanded'
            else 'missing'
          end as kind
        from typed
        -- So that kind is computed once.
        offset 0
      ) as matched
      having count(*) > 0
    )
    from unnest(skills) with ordinality as s (skill, place)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
    order by s.place
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort   text,
  types  text[],
  words  text[],
  after  jsonb,
  wanted integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  required tsquery := private.required_words(words);
  weights jsonb := private.weigh_words(words);
  -- A word that occurs nowhere has no weight.
  rarest float8 := (
    select max(coalesce(least((weights ->> word)::float8, (weights ->> (word || '*'))::float8), 100)) from unnest(words) as word
  );
  matches float8 := private.frequency(greatest(rarest, 0.01));
  skills_per_match float8 := greatest(private.document_count(), 1) / matches;
  steps float8 := 2 * wanted * skills_per_match;
  page uuid[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select skill from unnest(private.scan_in_order(sort, types, null, after, steps::integer)) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, private.document_count() * (cardinality(page) + 1) / steps);
    steps := 8 * steps;
  end loop;
  return private.scan_in_order(
    sort, types,
    array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, wanted
  );
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
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  shares constant jsonb := private.common_shares();
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name, shares) as word);
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
          cross join lateral (select (shares ->> stem)::float8 as share offset 0) as f
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
$function$;

CREATE OR REPLACE FUNCTION private.frequency (
  rarity double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  all_documents constant float8 := greatest(private.document_count(), 1);
begin
  return all_documents / (exp(rarity * ln(1 + all_documents) / 12) - 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  perform from public.skill_stats as s where s.skill_id = any (edited) order by s.skill_id for no key update;
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, quality)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      private.document_words(s.name, s.description), private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  -- Locks the words that the vocabulary has: private.remove_unused_words, which does not see this document yet, would delete them. It
  -- never deletes common words.
  perform from private.vocabulary as v
  where v.word in (
    select w.lexeme collate "C"
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (changed) and not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
  )
  order by v.word
  for key share;
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.words_beginning counts the words of the vocabulary.
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
$function$;

CREATE OR REPLACE FUNCTION private.is_carried_ranking (
  ranking jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- A check that is null accepts.
  return (coalesce(jsonb_typeof(ranking -> 'rarities') = 'object', false) or coalesce(jsonb_typeof(ranking -> 'weights') = 'object', false))
    and ranking - '{rarities,weights,replaced,correction}'::text[] = '{}'
    and not ranking ?& '{rarities,weights}'
    and not ranking ?& '{replaced,correction}'
    and coalesce(jsonb_typeof(ranking -> 'correction') = 'string', true)
    and coalesce(jsonb_typeof(ranking -> 'replaced') = 'object' and ranking -> 'replaced' <> '{}', true)
    and not exists (
      select from jsonb_each(coalesce(ranking -> 'rarities', ranking -> 'weights')) as w (word, weight)
      where case
        when jsonb_typeof(weight) = 'number' then weight::numeric not between 0 and 99.99 or scale(weight::numeric) > 2
        else true
      end
    )
    and not exists (
      select from jsonb_each(coalesce(ranking -> 'replaced', '{}')) as r (typed, nearest) where jsonb_typeof(nearest) <> 'string'
    );
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_ranking (
  search   text,
  carried  jsonb   DEFAULT NULL::jsonb,
  is_loose boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.quality (
  score               bigint,
  established_ratings integer
)
  RETURNS bigint
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- An unrated skill counts as 3 claws.
  neutral constant bigint := 3000000000;
  -- The score that new agents can reach is at most an eighth of a claw from neutral (private.bayesian_average). Within it, scores only
  -- decide between skills of the same relevance, so that no number of new accounts can buy a better one.
  free constant bigint := 125000000;
  -- The weight of evidence: benchmarks/results/search.md has the figures of others.
  evidence_weight constant float8 := 0.5;
  difference bigint := case score when 0 then 0 else score - neutral end;
begin
  return 1000 * neutral + round(
    sign(difference) * (1000 * greatest(abs(difference) - free, 0) + least(abs(difference), free))
    * (1 + evidence_weight * ln(1 + established_ratings::float8))
  )::bigint;
end
$function$;

CREATE OR REPLACE FUNCTION private.quality_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     bigint,
    recomputed bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT d.skill_id,
     d.quality,
     private.quality(s.score, s.established_ratings)
  AS quality
    FROM (private.skill_documents d
      JOIN public.skill_stats s ON ((s.skill_id = d.skill_id)))
   WHERE (d.quality <> private.quality(s.score, s.established_ratings));
END;

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
          string_agg(private.term(stem, ':AB')::text, ' | ')::tsquery as name,
          string_agg(private.term(stem, ':CD')::text, ' | ')::tsquery as text
        from (
          select private.stem(word) as stem
          union
          select private.stem(typed) from jsonb_each_text(ranking -> 'replaced') as r (typed, nearest) where nearest = word
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
            + case when f.found_in_name = whole.words and whole.words >= d.name_words then same_words_boost else 0 end
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
          count(*) filter (where in_name) as found_in_name,
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

CREATE OR REPLACE FUNCTION private.rarity (
  documents double precision
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  all_documents constant float8 := greatest(private.document_count(), documents);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_documents / documents) / ln(1 + all_documents))::numeric, 2);
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
      private.term(private.stem(word)),
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

CREATE OR REPLACE FUNCTION private.similarity_constants (
  OUT most integer,
  OUT min_shared_words integer,
  OUT min_similarity double precision,
  OUT name_boost double precision,
  OUT name_share_boost double precision,
  OUT synonym_weight double precision,
  OUT max_synonyms integer,
  OUT max_counted integer,
  OUT max_telling_words integer,
  OUT max_weighed_words integer,
  OUT usual_length double precision,
  OUT same_type_boost double precision,
  OUT similarity_of_claw double precision,
  OUT max_candidates integer,
  OUT enough_candidates integer,
  OUT max_paired_words integer,
  OUT max_frequency double precision,
  OUT max_bytes integer,
  OUT max_compared integer,
  OUT max_compared_words integer
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
  -- The weight of a synonym. For 600 skills, 26 (14 similar) replaced 14 (5 similar) of the first four.
  synonym_weight := 0.5;
  -- The most telling synonyms of each word.
  max_synonyms := 4;
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
  max_bytes := 100000;
  max_compared := 20;
  max_compared_words := 30;
end
$function$;

CREATE OR REPLACE FUNCTION private.suggest_names (
  search text
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
  max_compared constant integer := 500;
  ranking jsonb := private.plan_ranking(search, is_loose => true);
  key text := private.name_key(search);
  corrected_key text := private.name_key(coalesce(ranking ->> 'correction', search));
  positions jsonb[] := private.rank_skills(search, ranking, private.skill_types(), null, max_compared);
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

CREATE OR REPLACE FUNCTION private.update_quality()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  update private.skill_documents as d set quality = private.quality(n.score, n.established_ratings)
  from new_stats as n
  where d.skill_id = n.skill_id and d.quality <> private.quality(n.score, n.established_ratings);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT NULL::boolean
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  version_asked text := nullif(private.trim_text(p_version), '');
  time_asked text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_asked);
  wanted_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  continued jsonb;
  after jsonb;
  ranking jsonb;
  names text[];
  positions jsonb[];
  page record;
  next_position jsonb;
begin
  continued := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_asked, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ), search is not null);
  if jsonb_array_length(continued) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(continued ->> 1, 200), ''));
    version_asked := coalesce(version_asked, continued ->> 2);
    time_asked := coalesce(time_asked, continued ->> 3);
    since := private.parse_time(time_asked);
    with_deleted := coalesce(p_include_deleted, (continued ->> 4)::boolean) or since is not null;
    if (search, version_asked, since, with_deleted)
      is distinct from (continued ->> 1, continued ->> 2, private.parse_time(continued ->> 3), (continued ->> 4)::boolean)
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := continued -> 0;
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> 0) = 'array') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
    perform private.reject_cursor();
  end if;
  if search is not null or time_asked is not null or version_asked is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_asked, 0, 255),
      'updated_since', case when time_asked is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  wanted_version := nullif(version_asked, 'latest');

  if search is not null then
    ranking := private.plan_ranking(search, after #> '{0,1}');
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, ranking, private.skill_types(), after -> 0, max_ranked),
      after ->> 1, wanted_version, since, with_deleted, wanted
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), wanted_version, with_deleted, wanted);
  else
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), wanted_version, wanted
    ) as f;
  end if;

  select p.items, p.count into page from private.server_page(names[:wanted - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null then jsonb_build_array(
        jsonb_build_array(positions[page.count], ranking - '{correction,words}'::text[]), names[page.count]
      )
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_asked, time_asked, with_deleted);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, 'servers'))::text
  );
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
        || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null')
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

CREATE OR REPLACE FUNCTION public.suggest_skills (
  p_name text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted text := coalesce(private.clean_text(p_name, 200), '');
begin
  perform private.validate('name', private.text_error(wanted, 0, 200));
  return json_build_object('suggestions', private.suggest_names(wanted));
end
$function$;

COMMENT ON COLUMN "private"."skill_documents"."quality" IS 'What the ratings of the skill add to its relevance: private.quality.';

COMMENT ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) IS 'The candidates that have most of the words of a skill: the weight of these words, its share of the whole, and the share of the words of the name.';

COMMENT ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) IS 'The nearest other word of the vocabulary within private.allowed_edits, and how many skills contain it; of several, the one with the highest document frequency; no row if there is none. If is_loose and there is none, the word with the most similar trigrams. Compares words with `budget` letters in total, and the given common words (private.common_words).';

COMMENT ON FUNCTION "private"."expand_words"(text[], jsonb) IS 'The synonyms of the words of a search: {queries, any, retrieved}; null if there are none. queries: for each word that has some, the query of those of itself and of phrases with it. any: the query of all. retrieved: the queries that retrieve candidates.';

COMMENT ON FUNCTION "private"."frequency"(double precision) IS 'About how many skills contain a word of a rarity above 0.';

COMMENT ON FUNCTION "private"."is_carried_ranking"(jsonb) IS 'Whether JSON is how a search ranks, as a cursor carries it: the rarities of its words, and the words that replace misspelt ones. Version 1.1.0 wrote weights on another scale, and 1.0.0 also the corrected search instead of the replaced words.';

COMMENT ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) IS 'How to rank the results of a search, on later pages as the cursor carries it: {correction, words, replaced, rarities}. correction is the corrected search, words has its words, and replaced has the correction of each misspelt word; correction and replaced are left out if there is none. If is_loose, words with more edits are corrected, too.';

COMMENT ON FUNCTION "private"."quality"(bigint, integer) IS 'What the ratings of a skill add to its relevance, in trillionths of a claw: how far its score in the order top (0 when unrated), in billionths, is from 3 claws, and more the more established ratings it has. Of as many of these, the better score has the better quality.';

COMMENT ON FUNCTION "private"."quality_differences"() IS 'The documents whose quality is not that of the ratings of their skill. No rows is the right answer.';

COMMENT ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) IS 'The positions of the 1,000 best matches of a search, after the position in a cursor: the score, the id, and, if a skill contains all words, the lowest score of such skills without synonyms.';

COMMENT ON FUNCTION "private"."rarity"(double precision) IS 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

COMMENT ON FUNCTION "private"."suggest_names"(text) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams.';

COMMENT ON FUNCTION "private"."update_quality"() IS 'Keeps the quality of a skill in its document, so that a search need not compute it for each candidate.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'GET /api/skills: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). A search that finds nothing has `suggestions` (private.suggest_names). Raises PT400.';

COMMENT ON FUNCTION "public"."suggest_skills"(text) IS 'Up to three skills with similar names, for a name that no skill has: the functions ask for them after POST /api/ratings did not find it. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."quality"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."quality"(bigint, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."quality"(bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quality"(bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quality_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text) TO "postgres";

-- What the ratings add to the relevance now depends on their number, too.
UPDATE private.skill_documents AS d SET quality = private.quality(s.score, s.established_ratings)
FROM public.skill_stats AS s
WHERE s.skill_id = d.skill_id AND d.quality <> private.quality(s.score, s.established_ratings);
