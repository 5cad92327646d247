set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision);

DROP FUNCTION "private"."similarity_constants"();

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
    is_proven  boolean,
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
    select term, weight from unnest(own_words)
  ),
  candidate as (
    select
      d.skill_id, d.type, d.words, n.name, d.is_proven, f.weight, v.coverage, v.name_share,
      v.coverage + limits.name_share_boost * v.name_share as likeness
    from (select distinct ctid from unnest(candidates) as ctid) as c
    -- Detoasts a long document once.
    join lateral (
      select skill_id, type, name_words, is_proven, doc.words || ''::tsvector as words
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
  )
  select skill_id, type, words, name, is_proven, weight, coverage, name_share
  from (
    select
      *, row_number() over (order by likeness desc, skill_id) as ordinal,
      row_number() over (partition by is_proven order by likeness desc, skill_id) as ordinal_of_kind
    from candidate
  ) as c
  where ordinal <= limits.max_compared or is_proven and ordinal_of_kind <= limits.most - limits.most_unproven;
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
  AS $function$
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
    select k.skill_id
    from (
      select r.skill_id, r.value
      from (
        select
          s.skill_id, s.is_proven, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from (
          select
            c.skill_id, c.is_proven, private.quality(st.score, 0) as quality,
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
        cross join lateral (select s.similarity + limits.similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= limits.min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > limits.most_unproven, r.value desc, r.skill_id desc
      limit limits.most
    ) as k
    order by k.value desc, k.skill_id desc
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_cleaned (
  cleaned text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  start text;
  normal text;
begin
  start := left(cleaned, 12);
  if not private.is_address(start) or octet_length(cleaned) > 2048 and char_length(cleaned) > 2048
    or cleaned ~ '[\u0001-\u0020\u007f]'
  then
    return null;
  elsif lower(left(start, 4)) = 'pkg:' then
    normal := private.normalize_package_url(cleaned);
  else
    normal := private.normalize_url(cleaned);
  end if;
  -- A normal form can be longer than what it is made of, and it is published: a key in it was percent-encoded, or in capitals.
  return case
    when (octet_length(normal) <= 2048 or char_length(normal) <= 2048) and not private.contains_api_key(normal) then normal
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.similarity_constants (
  OUT most integer,
  OUT most_unproven integer,
  OUT min_shared_words integer,
  OUT min_similarity double precision,
  OUT name_boost double precision,
  OUT name_share_boost double precision,
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
  -- More skills without enough established ratings are listed only where those with them leave room, and the best of these are
  -- compared beyond max_compared: else ten copies of a bad skill, which cost nothing, hide all alternatives to it.
  most_unproven := 5;
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
$function$;

COMMENT ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) IS 'The candidates that have most of the words of a skill: the weight of these words, its share of the whole, and the share of the words of the name.';

COMMENT ON FUNCTION "private"."similarity_constants"() IS 'The boosts and limits of the functions below.';

REVOKE ALL ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."similarity_constants"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similarity_constants"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."similarity_constants"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."similarity_constants"() TO "postgres";
