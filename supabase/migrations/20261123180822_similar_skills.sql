set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
        c.skill_id, c.quality,
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

CREATE OR REPLACE FUNCTION private.least_frequency (
  all_skills double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return least((private.similarity_constants()).max_counted, 1 + all_skills / 200);
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
  -- The similarity that equals one claw of quality (private.quality). With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
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

CREATE OR REPLACE FUNCTION private.telling_words (
  stems   text[],
  in_name boolean[],
  shares  jsonb
)
  RETURNS SETOF private.telling_word
  LANGUAGE plpgsql
  STABLE
  ROWS 12
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
begin
  return query (
    select term, with_synonyms, weight, frequency
    from (
      select
        t.stem, private.term(t.stem) as term, f.frequency,
        ln(1 + all_skills / greatest(f.frequency, least_frequency))
          * case when t.in_name then limits.name_boost else 1 end as weight
      from unnest(stems, in_name) as t (stem, in_name)
      cross join lateral (
        select coalesce(
          all_skills * (shares ->> t.stem)::float8, private.count_documents(private.term(t.stem), limits.max_counted)
        ) as frequency
        offset 0
      ) as f
      -- One of them is the skill itself.
      where f.frequency > 1
      order by weight desc, t.stem
      limit limits.max_telling_words
    ) as word
    cross join lateral (
      -- Synonyms of phrases gained nothing: 10 (5 similar) replaced 7 (4 similar).
      select term || string_agg(synonym, ' | ')::tsquery as with_synonyms
      from (
        select private.synonym_query(string_to_array(c.synonym, ' ')) as synonym
        from private.synonyms as s cross join lateral unnest(s.added || s.called) with ordinality as c (synonym, place)
        where s.said = stem and c.synonym <> all (s.removed) and stem <> all (string_to_array(c.synonym, ' '))
        order by place
        limit limits.max_synonyms
      ) as s
    ) as s
    order by weight desc, stem
  );
end
$function$;

COMMENT ON FUNCTION "private"."least_frequency"(double precision) IS 'The number of skills below which a rarer word weighs no more: less in a catalogue of less than 10,000 skills.';

REVOKE ALL ON FUNCTION "private"."least_frequency"(double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."least_frequency"(double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."least_frequency"(double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."least_frequency"(double precision) TO "postgres";

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
        string_agg(query, ' | ') filter (where jsonb_array_length(said) > 1) as of_phrase,
        string_agg(query, ' | ') filter (where jsonb_array_length(said) = 1) as of_word,
        concat_ws(' | ', format('''%s''', stem), string_agg(query, ' | ') filter (where is_retrieved)) as retrieved
      from unnest(words, private.stems(words)) as w (word, stem)
      left join synonym on said ? stem
      where (weights ->> word)::numeric > 0 or weights ? (word || '*') or said is not null
      group by word, stem
    )
    select jsonb_build_object(
      'queries', jsonb_object_agg(word, jsonb_build_object('of_phrase', of_phrase, 'of_word', of_word))
        filter (where of_phrase is not null or of_word is not null),
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
