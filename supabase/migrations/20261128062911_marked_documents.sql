set local lock_timeout = '2s';

-- No skill is submitted or edited between this migration and its trigger, which would write a document without a mark.
do $$
begin
  lock table public.skills in share row exclusive mode;
end
$$;

SET local check_function_bodies = off;

DROP FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision);

DROP FUNCTION "private"."find_matches"(private.search_term[], text[], integer);

DROP FUNCTION "private"."find_server"(text, text, boolean);

DROP FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer);

DROP FUNCTION "private"."server_page"(text[]);

CREATE OR REPLACE FUNCTION private.deletions (
  words text[],
  most  integer
)
  RETURNS TABLE (
    word     text,
    deletion integer
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  ROWS 30
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
begin
  -- The first 6 letters are enough to find candidates, and keep the index small. From words of up to 5 letters only one is deleted,
  -- because their corrections are one edit away.
  return query
  select distinct word, hashtext(
    overlay(overlay(left(word, 6) placing '' from greatest(i, 1) for least(i, 1)) placing '' from greatest(j, 1) for least(j, 1))
  )
  from unnest(words) as word cross join generate_series(0, 6) as i cross join generate_series(0, 5) as j
  where i <= char_length(word) and j < greatest(i, 1) and (i = 0 or most > 0) and (j = 0 or char_length(word) > 5 and most > 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.document_marks (
  skill uuid
)
  RETURNS tsvector
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case
    when exists (select from private.registry_servers as r where r.skill_id = skill)
    or exists (
      select from public.skills as m join private.registry_servers as r on r.skill_id = m.id where m.merged_into = skill
    )
    -- An import stores the server after its skill, whose document need not be written twice.
    or exists (
      select from private.imported_skills as i join public.skills as s on s.id = i.skill_id
      where i.skill_id = skill and s.type = 'mcp'
    ) then private.mark('server')::tsvector
    else ''
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort     text,
  types    text[],
  words    text[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  required constant tsquery := private.required_words(words);
  required_of_types constant tsquery := coalesce(required && private.type_marks(types), required);
  all_documents constant float8 := greatest(private.document_count(), 1);
  last constant text := words[cardinality(words)];
  -- About as many as the rarest word has.
  most constant float8 := greatest(1, least(all_documents, (
    select min(case word
      when last then greatest(private.word_frequency(word), private.beginning_frequency(word))
      else private.word_frequency(word)
    end)
    from unnest(words) as word
  )));
  -- Of one word, at least those with the most common word that begins with it, wherever they are in the order.
  fewest constant float8 := case when cardinality(words) = 1 then all_documents * (
    select max(c.share) from private.common_words as c where c.word >= last collate "C" and c.word < (last || chr(1114111)) collate "C"
  ) end;
  matches float8 := most;
  steps float8;
  read integer := 0;
  -- Null until it is asked.
  is_rare_type boolean;
  scanned uuid[];
  page uuid[] := '{}';
begin
  if required is null then
    return page;
  end if;
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  loop
    -- A quarter more than are expected to fill the page, and as many as before: a scan costs as much as some steps.
    steps := greatest(read, ceil(1.25 * (max_rows - cardinality(page)) * all_documents / matches));
    exit when 1.5 * (read + steps) > matches;
    -- Other types can have nearly all of the matches. Not asked of a short scan, which costs less.
    if is_rare_type is null and read + steps > 200 then
      is_rare_type := required_of_types <> required and private.count_documents(required_of_types, 1000) < 1000;
    end if;
    exit when is_rare_type;
    scanned := private.scan_in_order(sort, types, after, steps::integer);
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := page || array(
      select skill from unnest(scanned) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows - cardinality(page)
    );
    if cardinality(scanned) < steps or cardinality(page) = max_rows then
      return page;
    end if;
    after := private.position_in_order(sort, scanned[cardinality(scanned)]);
    read := read + cardinality(scanned);
    -- Words that seldom meet have fewer matches than the rarest one. Here they can be rarer than elsewhere in the order.
    matches := greatest(least(most, 4 * all_documents * (cardinality(page) + 1) / read), fewest);
  end loop;
  -- The documents have the names: reading 10,000 skills costs more than the index of the words.
  if sort = 'name' then
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types and d.type = any (types)
        and (after is null or (d.name_key, d.skill_id) > ((after ->> 0)::text, (after ->> 1)::uuid))
      order by d.name_key, d.skill_id
      limit max_rows - cardinality(page)
    );
  end if;
  return page || private.sort_matches(
    sort, array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types and d.type = any (types)
    ),
    after, max_rows - cardinality(page)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_documents (
  query     tsquery,
  types     text[],
  most      integer,
  frequency double precision,
  mark      tsquery          DEFAULT NULL::tsquery
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The index of all documents reads all postings of a word before the limit counts.
  common constant float8 := 5000;
  proven tid[] := '{}';
  short_ones tid[];
  long_ones tid[];
begin
  if query is null then
    return null;
  end if;
  -- In the query, so that the index does not read the documents without the mark.
  query := coalesce(query && mark, query);
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
$function$;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  types    text[],
  searches integer,
  mark     tsquery               DEFAULT NULL::tsquery
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
    private.all_of(array(select finder from unnest(terms) where frequency is not null)), types, max_complete, lowest, mark
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
    matches := matches || private.find_documents(query, types, max_partial, 0, mark);
    if cardinality(terms) > 2 then
      -- Two of the rarest common words; the index reads the postings of the rarer one.
      matches := matches
        || private.find_documents(common[1] && common[2], types, max_added, 0, mark)
        || private.find_documents(common[1] && common[3], types, max_added, 0, mark);
    end if;
    if matches = '{}' then
      matches := private.find_documents(common[1], types, max_added, lowest, mark);
    end if;
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  if exists (select from unnest(terms) where synonym_finder is not null) then
    matches := matches
      || private.find_documents(
        private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms))),
        types, max_added, 0, mark
      )
      || private.find_documents(
        private.any_of(array(select distinct synonym_finder from unnest(terms))), types, max_added, 0, mark
      );
  end if;
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(
      private.any_of(array(select distinct synonyms from unnest(terms))), types, max_added, 0, mark
    );
  end if;
  return matches;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_server (
  server_name  text,
  only_version text,
  with_deleted boolean
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  servers json;
begin
  select p.servers into servers
  from private.server_page(array(
    select r.name from private.registry_servers as r
    where r.name = private.trim_text(server_name)
      and (with_deleted or r.is_listed)
      and (only_version is null or r.version = only_version)
  )) as p
  where p.count > 0;
  if servers is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return servers;
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
    -- The candidates with words of the skill.
    candidate as materialized (
      select
        d.skill_id, d.type, d.is_proven, f.weight, v.coverage, v.name_share,
        v.coverage + name_share_boost * v.name_share as likeness,
        tsvector_to_array(d.words) as words, tsvector_to_array(n.name) as in_name,
        tsvector_to_array(ts_filter(d.words, '{c,d}')) as in_text
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
          count(*) as shared_words,
          count(*) filter (where t.in_name) as in_name
        from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
      ) as f
      cross join lateral (
        -- How much of the weight of the skill is shared, and how much of the other name.
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
      ) as v
      where f.shared_words >= least(min_shared_words, cardinality(own_stems))
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
            * case when stem = any (c.in_name) then name_boost else 1 end as weight
          from unnest(c.words[:max_compared_words]) as stem
          cross join lateral (
            select (select w.share from private.common_words as w where w.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            -- Not a mark.
            and stem not like '~%'
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit max_weighed_words
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
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, text_score, quality, is_proven)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      w.words || private.mark(s.type)::tsvector || private.document_marks(s.id), private.text_score(w.words),
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
$function$;

CREATE OR REPLACE FUNCTION private.mark (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN (('''~'::text || name) || ''''::text);

CREATE OR REPLACE FUNCTION private.mark_documents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  unmarked uuid[] := array(
    select d.skill_id
    from changed as r
    join public.skills as own on own.id = r.skill_id
    join private.skill_documents as d on d.skill_id = coalesce(own.merged_into, own.id)
    where not d.words @@ private.server_mark()
  );
begin
  if unmarked <> '{}' then
    perform private.lock_stats(unmarked);
    update private.skill_documents as d set words = d.words || private.document_marks(d.skill_id)
    where d.skill_id = any (unmarked);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1,
  mark     tsquery               DEFAULT NULL::tsquery
)
  RETURNS private.search_position[]
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
  -- No score is lower or higher. A cursor is not signed: beyond them, the subtraction below would overflow.
  cursor_cap constant bigint := case
    when not is_old and (after #>> '{0,2}')::bigint between -exact_score and exact_score then after #>> '{0,2}'
  end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  candidates constant tid[] := private.find_matches(
    terms, types, searches, private.all_of(array[mark, private.type_marks(types)])
  ) || array(
    -- Names that begin with the search. Of each type, so that names of other types are not read, however many there are.
    select d.ctid
    from (
      select n.id
      from unnest(types) as t (type) cross join lateral (
        select s.id, s.name_key from public.skills as s
        where s.type = t.type and s.retired_at is null and s.name_key >= key and s.name_key < key || chr(1114111)
        order by s.name_key limit max_names
      ) as n
      order by n.name_key
      limit max_names
    ) as n
    join private.skill_documents as d on d.skill_id = n.id
    where mark is null or d.words @@ mark
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
    select row(score, skill_id, cap)::private.search_position
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.server_mark()
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN (private.mark('server'::text))::tsquery;

CREATE OR REPLACE FUNCTION private.server_page (
  names text[],
  OUT   servers json,
  OUT   count integer
)
  RETURNS record
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
  -- More than the _meta of a server takes.
  meta_bytes constant integer := 1000;
  -- RFC 3339 has neither infinity nor other years.
  years constant tstzrange := '[0001-01-01T00:00:00Z,10000-01-01T00:00:00Z)';
begin
  -- Not concatenated as text: Postgres would parse it, which costs a large page a fifth.
  select coalesce(json_agg(json_build_object('server', r.server, '_meta', m.meta) order by r.ordinal), '[]'), count(*)
  into servers, server_page.count
  from (
    select
      n.ordinal, named.*,
      sum(named.bytes + meta_bytes) over (order by n.ordinal rows between unbounded preceding and 1 preceding) as bytes_before
    from unnest(names) with ordinality as n (name, ordinal) join private.registry_servers as named on named.name = n.name
  ) as r
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_object(
        'status': case when r.is_listed then r.status else 'deleted' end,
        'publishedAt': case when r.published_at <@ years then r.published_at end,
        'updatedAt': case when r.source_updated_at <@ years then r.source_updated_at end,
        'statusChangedAt': case when r.status_changed_at <@ years then r.status_changed_at end,
        'isLatest': true
        absent on null
      ),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', private.established_mean(st.established_ratings, st.established_claws),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m
  where coalesce(r.bytes_before, 0) < private.page_bytes();
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
  max_compared constant integer := budget / char_length(wrong);
begin
  return query (
    select near.word, usage.frequency
    from (
      select word, extensions.similarity(word, wrong) as similarity
      from (
        select distinct v.word
        from (
          -- Words with the same first letters before those with others: many share some of the letters, also by chance.
          select nearer.word
          from generate_series(0, 2) as deleted cross join lateral (
            select v.word from private.vocabulary as v
            where v.deletions && array(select d.deletion from private.deletions(array[wrong], deleted) as d)
            limit max_compared
          ) as nearer
          limit max_compared
        ) as v
      ) as candidate
      where extensions.similarity(word, wrong) >= min_similarity
      order by similarity desc, word
      limit 10
    ) as near
    cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as usage
    where frequency > 0
    order by similarity desc, frequency desc, word
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_text (
  value text
)
  RETURNS TABLE (
    skill_id   uuid,
    precedence integer
  )
  LANGUAGE plpgsql
  STABLE
  STRICT
  ROWS 1
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  key text;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  if skill is not null then
    return query select skill, 1;
    return;
  end if;
  -- No name is longer, and no slug.
  if octet_length(value) > 800 or char_length(value) > 200 then
    return;
  end if;
  key := private.name_key(value);
  return query select s.id, 1 from public.skills as s where s.slug = key;
  -- The same skill as private.name_holder, but the merged one if its name leads to another. Not with a call of private.merged_name_holder,
  -- because a request can look up 100 texts.
  skill := coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select source.id
      from public.skills as source join public.skills as target on target.id = source.merged_into
      where source.name_key = key and source.merged_into is not null and target.retired_at is null
      order by source.retired_at desc, source.id
      limit 1
    )
  );
  if skill is not null then
    return query select skill, 2;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.type_marks (
  types text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case
    when not types @> private.skill_types()
      then private.any_of(array(select private.mark(type)::tsquery from unnest(types) as type))
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_server (
  p_name            text,
  p_version         text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.find_server(
    p_name, nullif(private.trim_text(coalesce(p_version, '')), 'latest'), coalesce(p_include_deleted, false)
  ) -> 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_server_versions (
  p_name            text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return json_build_object(
    'servers', private.find_server(p_name, null, coalesce(p_include_deleted, false)), 'metadata', json_build_object('count', 1)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT NULL::boolean,
  p_skill_ids       uuid[]  DEFAULT NULL::uuid[]
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
  version_text text := nullif(private.trim_text(p_version), '');
  time_text text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_text);
  only_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  max_rows integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  cursor_position jsonb;
  after jsonb;
  words private.search_word[];
  names text[];
  positions jsonb[];
  ranked private.search_position[];
  page record;
  next_position jsonb;
begin
  cursor_position := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_text, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ), search is not null);
  if jsonb_array_length(cursor_position) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(cursor_position ->> 1, 200), ''));
    version_text := coalesce(version_text, cursor_position ->> 2);
    time_text := coalesce(time_text, cursor_position ->> 3);
    since := private.parse_time(time_text);
    with_deleted := coalesce(p_include_deleted, (cursor_position ->> 4)::boolean) or since is not null;
    if (search, version_text, since, with_deleted)
      is distinct from (
        cursor_position ->> 1, cursor_position ->> 2, private.parse_time(cursor_position ->> 3), (cursor_position ->> 4)::boolean
      )
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := cursor_position -> 0;
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> 0) = 'array') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
    perform private.reject_cursor();
  end if;
  if search is not null or time_text is not null or version_text is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_text, 0, 255),
      'updated_since', case when time_text is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  only_version := nullif(version_text, 'latest');

  -- For the functions of 2.0.0, which run until the deployment ends: the next release removes the argument.
  if p_skill_ids is not null then
    max_rows := 101;
    names := array(
      select r.name
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as r on r.skill_id = i.skill_id
      where r.is_listed
      order by i.ordinal
    );
  elsif search is not null then
    words := private.plan_search(search, private.cursor_words(after #> '{0,1}'));
    select f.names, f.positions into names, ranked
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      case when after is not null then array[
        row(after #>> '{0,0,0}', after #>> '{0,0,1}', after #>> '{0,0,2}')::private.search_position
      ] end || private.rank_skills(search, words, private.skill_types(), after -> 0, max_ranked, mark => private.server_mark()),
      after ->> 1, only_version, since, with_deleted, max_rows
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), only_version, with_deleted, max_rows);
  else
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), only_version, max_rows
    ) as f;
  end if;

  select p.servers, p.count into page from private.server_page(names[:max_rows - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null then jsonb_build_array(private.search_cursor(ranked[page.count], words), names[page.count])
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_text, time_text, with_deleted);
  end if;
  return json_build_object('servers', page.servers, 'metadata', json_object(
    'count': page.count, 'nextCursor': private.encode_cursor(next_position, 'servers') absent on null
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.search_entries (
  p_search  text,
  p_types   text[]  DEFAULT NULL::text[],
  p_servers boolean DEFAULT NULL::boolean,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_limit constant integer := 100;
  -- One skill more than the page shows whether there is another page.
  max_rows constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit) + 1;
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  -- That of public.list_skills, of which the page tokens of 2.0.0 have the cursors.
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  after jsonb;
  words private.search_word[];
  positions private.search_position[];
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  after := private.decode_cursor(p_cursor, list, private.cursor_types('relevance'));
  words := private.plan_search(search, private.cursor_words(after -> 1));
  positions := private.rank_skills(
    search, words, types, after, max_rows, mark => case when p_servers then private.server_mark() end
  );
  select i.items, i.count into page
  from (select array(select p.skill_id from unnest(positions[:max_rows - 1]) as p) as ids) as s
  cross join lateral private.skill_items(s.ids, private.explain_matches(words, s.ids)) as i;
  return format(
    '{"skills":[%s],"next_cursor":%s}', page.items, coalesce(to_json(case
      when cardinality(positions) > page.count
        then private.encode_cursor(private.search_cursor(positions[page.count], words), list)
    end)::text, 'null')
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) FROM PUBLIC, "service_role";

CREATE TRIGGER mark_documents_of_new
  AFTER INSERT ON private.registry_servers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_documents();

CREATE TRIGGER mark_documents
  AFTER UPDATE ON private.registry_servers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_documents();

COMMENT ON COLUMN "private"."skill_documents"."words" IS 'Words of the name (A) and their stems (B), of the description (C) and their stems (D); and marks, which begin with ~ and are no words: of the type, and private.document_marks.';

COMMENT ON FUNCTION "private"."deletions"(text[], integer) IS 'Each word with the hashes of its first letters: as they are, with one deleted unless `most` is 0, and with two deleted if it is 2.';

COMMENT ON FUNCTION "private"."document_marks"(uuid) IS 'The marks of a skill for what a search can filter by beside its type: see private.mark.';

COMMENT ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision, tsquery) IS 'Up to a maximum of documents of some types, with a mark if one is given, that match a query, by ctid, which is faster than by id and does not change within a snapshot. If about so many match that the maximum leaves most of them out, the proven ones come first. At most a tenth of the maximum are long documents, apart from proven ones.';

COMMENT ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer, tsquery) IS 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';

COMMENT ON FUNCTION "private"."find_server"(text, text, boolean) IS 'The server with this name, and with this version or any, as a list of one. Raises PT404.';

COMMENT ON FUNCTION "private"."mark"(text) IS 'The text of a mark, as a query and as a tsvector. Documents have marks beside their words, so that the index finds those that pass a filter.';

COMMENT ON FUNCTION "private"."mark_documents"() IS 'Marks the documents of skills that get a server, or are merged with one that has it: private.touch_registry_server updates the servers of these.';

COMMENT ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery) IS 'The positions of the 1,000 best matches of a search, after the position in a cursor; with a mark, of those that have it. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."server_mark"() IS 'The query for the documents of all skills that have a server, or into which one with a server was merged, and of few others.';

COMMENT ON FUNCTION "private"."server_page"(text[]) IS 'The servers with these names as JSON, in this order, up to about private.page_bytes; the edge function turns the slug into the address of a page. A server of a merged skill has the ratings of the skill that replaced it.';

COMMENT ON FUNCTION "private"."type_marks"(text[]) IS 'The query for documents of some types; null for all.';

COMMENT ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) IS 'POST /registry/ard/search: as a search by relevance with public.list_skills and p_explain, of some types (null: all), and with p_servers only of skills that have a server, or had one. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."document_marks"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_marks"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."document_marks"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision, tsquery) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision, tsquery) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision, tsquery) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision, tsquery) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer, tsquery) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer, tsquery) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer, tsquery) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer, tsquery) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."mark"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_documents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_documents"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_documents"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_mark"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_mark"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_mark"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_mark"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_page"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_page"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_page"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_page"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."type_marks"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."type_marks"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."type_marks"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."type_marks"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) TO "postgres";

update private.skill_documents as d set words = d.words || private.mark(d.type)::tsvector || case
  when m.id is null then '' else private.mark('server')::tsvector
end
from private.skill_documents as own
left join (
  select distinct coalesce(s.merged_into, s.id) as id
  from private.registry_servers as r join public.skills as s on s.id = r.skill_id
) as m on m.id = own.skill_id
where own.skill_id = d.skill_id;
