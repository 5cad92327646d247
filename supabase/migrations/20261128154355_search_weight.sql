set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."correct_word"(text, integer);

DROP FUNCTION "private"."find_candidates"(private.telling_word[]);

DROP FUNCTION "private"."similar_word"(text, integer);

DROP FUNCTION "private"."suggest_names"(text, boolean, integer);

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong     text,
  max_edits integer,
  budget    integer
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
  for edits in 1..max_edits loop
    return query (
      select near.word, usage.frequency
      from (
        select word
        from (
          -- For an edit more than is usual, also those with the same first letters: many others share some letters by chance.
          select v.word, v.location
          from unnest(case when edits > private.allowed_edits(wrong) then array[0, edits] else array[edits] end) as deleted
          cross join lateral (
            -- In the order of the table, the oldest first: words that are added later cannot displace them.
            select v.word, v.ctid as location
            from private.vocabulary as v
            where v.deletions && array(select d.deletion from private.deletions(array[wrong], deleted) as d)
            limit budget / char_length(wrong)
          ) as v
        ) as candidate
        -- Cheap conditions first, in this order; with one edit more, because levenshtein() counts a transposition as two.
        where word <> wrong and case
          when abs(char_length(word) - char_length(wrong)) <= edits
            and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
            -- Digits are not mistyped letters: contex7 is context7, and not context.
            then regexp_replace(word, '[^0-9]', '', 'g') = digits and private.is_within(wrong, transposed, word, edits)
        end
        order by location
        limit 50
      ) as near
      -- Evaluates the count once for each word.
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as usage
      -- Skips words that no skill contains.
      where frequency > 0
      -- Anyone can submit a word often, so those of proven skills come first. Typos are rarely in the first letter.
      order by
        exists (select from private.skill_documents as d where d.is_proven and d.words @@ private.term(word)) desc,
        frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
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
  -- More skills without enough established ratings are listed only where those with them leave room, and the best of these are
  -- compared beyond max_compared: else ten copies of a bad skill, which cost nothing, hide all alternatives to it.
  most_unproven constant integer := 5;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity constant float8 := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost constant float8 := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost constant float8 := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74.
  max_counted constant integer := 50;
  -- How many words, those of most weight, stand for a text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_telling_words constant integer := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length constant float8 := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost constant float8 := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw constant float8 := 0.05;
  -- Bounds of the cost. The index of words is read for pairs of words with one in at most max_frequency skills.
  max_paired_words constant integer := 4;
  max_frequency constant float8 := 5000;
  max_candidates constant integer := 300;
  max_proven_candidates constant integer := 100;
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
  query tsquery;
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
  whole := (select sum(weight) from unnest(own_words));
  if whole is null then
    return '{}';
  end if;
  -- Skills that share only one word are seldom similar: with these, 0.63 of 76.
  query := coalesce(
    (
      select private.any_of(array_agg(a.term && b.term))
      from unnest(own_words[:max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:max_paired_words]) with ordinality as b (term, weight, frequency, ordinal) on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= max_frequency
    ),
    (select term from unnest(own_words) where cardinality(own_stems) = 1 and frequency <= max_frequency)
  );
  -- Copies of a bad skill can be all of the first candidates: those with enough established ratings have places of their own.
  candidates := private.find_documents(query, max_candidates, 0) || array(
    select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit max_proven_candidates
  );

  return array(
    with telling as materialized (
      select term, weight from unnest(own_words)
    ),
    -- The candidates with words of the skill.
    candidate as materialized (
      select
        d.skill_id, d.type, d.is_proven, f.weight, v.coverage, v.name_share,
        v.coverage + name_share_boost * v.name_share as likeness, d.words
      from (select distinct ctid from unnest(candidates) as ctid) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_words, is_proven, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid offset 0
      ) as d on d.skill_id <> skill
      cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
      cross join lateral (
        select
          sum(t.weight * case when t.in_name then 1 else least(1, sqrt(usual_length / length(d.words))) end) as weight,
          count(*) filter (where t.in_name) as in_name
        from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
      ) as f
      cross join lateral (
        -- How much of the weight of the skill is shared, and how much of the other name.
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / greatest(d.name_words, 1)) as name_share
      ) as v
    ),
    -- Those that have most of them.
    compared as (
      select *
      from (
        select
          *, row_number() over (order by likeness desc, skill_id) as ordinal,
          row_number() over (partition by is_proven order by likeness desc, skill_id) as ordinal_of_kind
        from candidate
      ) as c
      where ordinal <= max_compared or is_proven and ordinal_of_kind <= most - most_unproven
    ),
    similar_skill as (
      select
        c.skill_id, c.is_proven, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + name_share_boost * c.name_share)
          * case when c.type = own.type then same_type_boost else 1 end as similarity
      from compared as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when weights && '{A,B}' then name_boost else 1 end as weight
          from (select lexeme as stem, weights from unnest(c.words) limit max_compared_words) as w
          cross join lateral (
            select (select w.share from private.common_words as w where w.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            -- Not a mark.
            and stem not like '~%'
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or weights && '{C,D}')
          order by weight desc
          limit max_telling_words
        ) as w
      ) as o
    ),
    listed as (
      select r.skill_id, r.value
      from (
        select
          s.skill_id, s.is_proven, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from similar_skill as s
        cross join lateral (select s.similarity + similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > most_unproven, r.value desc, r.skill_id desc
      limit most
    )
    select skill_id from listed order by value desc, skill_id desc
  );
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
  -- A third for another edit, because it follows a search that found nothing.
  max_letters constant integer := 10000 / searches / case when is_loose then 3 else 1 end;
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
      cross join lateral private.correct_word(
        w.word, private.allowed_edits(w.word) + is_loose::integer, max_letters / cardinality(suspect)
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

CREATE OR REPLACE FUNCTION private.suggest_names (
  search   text,
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
  -- Anyone can submit names: those without established ratings leave a place to one that has them, and a name that has them comes before
  -- one that is a little nearer.
  most_unproven constant integer := 2;
  proven_boost constant float8 := 0.2;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 100;
  words private.search_word[] := private.plan_search(search, is_loose => true, searches => suggest_names.searches);
  key text := private.name_key(search);
  -- Null if nothing was corrected: a comparison costs as much as ranking a skill.
  corrected_key text := private.name_key(private.correct_search(search, words));
  hashes integer[] := private.name_hashes(key);
  positions private.search_position[] := private.rank_skills(search, words, private.skill_types(), null, max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select id, name, slug
      from (
        select
          s.id, s.name, s.slug, s.name_key, d.is_proven,
          similarity + case when d.is_proven then proven_boost else 0 end as nearness,
          row_number() over (partition by d.is_proven order by similarity desc, s.name_key) as place
        from (
          select p.skill_id from unnest(positions) as p
          union
          -- Planted names cannot displace these.
          (
            select p.skill_id from private.skill_documents as p
            where p.is_proven and private.name_hashes(p.name_key) && hashes limit max_compared
          )
        ) as candidate
        join public.skills as s on s.id = candidate.skill_id
        join private.skill_documents as d on d.skill_id = candidate.skill_id
        cross join lateral greatest(
          extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
          extensions.similarity(s.name_key, corrected_key)
        ) as similarity
        where similarity >= min_similarity
      ) as near
      order by not is_proven and place > most_unproven, nearness desc, name_key
      limit most
    ) as nearest
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.search_catalogue (
  p_search  text,
  p_type    text    DEFAULT NULL::text,
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
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  sort constant text := coalesce(p_sort, 'relevance');
  -- More than 100 explanations would cost as much as some searches.
  max_limit constant integer := case when p_explain then 100 else private.max_limit() end;
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), search);
  skills uuid[];
  ranked record;
  page record;
  did_you_mean text;
  suggestions json := '[]';
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 1, 200)
  );
  if sort = 'relevance' then
    select * into ranked from private.search_positions(search, types, p_cursor, list, max_skills + 1);
    skills := array(select p.skill_id from unnest(ranked.positions[:max_skills]) as p);
    select i.items, i.count, case
      when cardinality(ranked.positions) > i.count
        then private.encode_cursor(private.search_cursor(ranked.positions[i.count], ranked.words), list)
    end as next_cursor
    into page from private.skill_items(skills, case when p_explain then private.explain_matches(ranked.words, skills) end) as i;
    did_you_mean := coalesce(private.correct_search(search, ranked.words), private.find_imitated(search));
  else
    skills := private.filter_in_order(
      sort, types, private.search_words(search), private.decode_cursor(p_cursor, list, private.cursor_types(sort)), max_skills + 1
    );
    select i.items, i.count, case
      when cardinality(skills) > i.count then private.encode_cursor(private.position_in_order(sort, skills[i.count]), list)
    end as next_cursor
    into page from private.skill_items(skills[:max_skills], null) as i;
  end if;
  if page.count = 0 and p_cursor is null then
    suggestions := private.suggest_names(search);
  end if;
  return format(
    '{"skills" : [%s], "count" : %s, "next_cursor" : %s, "did_you_mean" : %s, "suggestions" : %s}',
    page.items, page.count, coalesce(to_json(page.next_cursor)::text, 'null'), coalesce(to_json(did_you_mean)::text, 'null'),
    suggestions
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.search_skills (
  p_queries text,
  p_type    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
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
  max_queries constant integer := 3;
  -- So many of each are fused, whatever the limit: a skill has the same place in a longer list.
  depth constant integer := 100;
  -- 100 long skills took a quarter of the CPU of the most expensive request.
  max_limit constant integer := 50;
  page_limit constant integer := least(greatest(coalesce(p_limit, 20), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  queries text[];
  different integer;
  problems text[];
  words private.search_word[];
  ranked uuid[];
  rankings private.ranked_query[];
  did_you_mean text[];
  page uuid[];
  best integer[];
  places bigint[];
  explained jsonb[];
  matches jsonb[];
  suggestions json := '[]';
begin
  problems := array['queries', private.list_error(p_queries, 1, max_queries), 'type', private.choice_error(p_type, private.skill_types())];
  if problems[2] is null then
    queries := array(
      select private.clean_text(q.value, 200)
      from unnest(private.list_items(p_queries)) with ordinality as q (value, ordinal)
      order by ordinal
    );
    problems := problems || array(
      select e.field
      from unnest(queries) with ordinality as q (value, ordinal)
      cross join lateral unnest(array['queries.' || q.ordinal - 1, private.item_error(q.value, 1, 200)]) with ordinality as e (field, part)
      order by q.ordinal, e.part
    );
  end if;
  perform private.validate(variadic problems);
  different := (select count(distinct q) from unnest(queries) as q);

  for i in 1..cardinality(queries) loop
    -- A query that is given twice counts once.
    if queries[i] = any (queries[:i - 1]) then
      did_you_mean[i] := did_you_mean[array_position(queries, queries[i])];
      continue;
    end if;
    words := private.plan_search(queries[i], searches => different);
    ranked := array(select p.skill_id from unnest(private.rank_skills(queries[i], words, types, null, depth, different)) as p);
    rankings[i] := row(words, ranked);
    did_you_mean[i] := coalesce(private.correct_search(queries[i], words), private.find_imitated(queries[i]));
  end loop;
  select f.skills, f.queries into page, best from private.fuse_rankings(rankings, page_limit) as f;

  if p_explain then
    for i in 1..cardinality(rankings) loop
      places := array_positions(best, i);
      explained := private.explain_matches(
        (rankings[i]).words, array(select page[ordinal] from unnest(places) as ordinal order by ordinal)
      );
      for n in 1..cardinality(places) loop
        matches[places[n]] := explained[n];
      end loop;
    end loop;
  end if;
  if page = '{}' then
    suggestions := private.suggest_names(queries[1], different);
  end if;

  return (
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "did_you_mean" : ' || to_json(did_you_mean)
        || ', "suggestions" : ' || suggestions || '}'
      )
    from private.skill_items(page, matches)
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
  clean_name text := coalesce(private.clean_text(p_name, 200), '');
begin
  perform private.validate('name', private.text_error(clean_name, 0, 200));
  return json_build_object('suggestions', private.suggest_names(clean_name));
end
$function$;

COMMENT ON FUNCTION "private"."correct_word"(text, integer, integer) IS 'The nearest other word of the vocabulary within an edit distance, and how many skills contain it; of several, one that a proven skill contains, then the one with the highest document frequency; no row if there is none. Compares words with `budget` letters in total.';

COMMENT ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) IS 'The words of a search after its correction, with their rarities; on later pages those that the cursor carries. If is_loose, corrections can have one edit more. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."suggest_names"(text, integer) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams, of what it finds and of the names of proven skills that begin alike. At most two are not proven if another one is similar.';

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, integer) TO "postgres";
