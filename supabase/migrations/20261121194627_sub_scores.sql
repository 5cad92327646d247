set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."skill_stats_most_rated";

DROP INDEX "public"."skill_stats_top";

DROP VIEW "private"."by_average";

DROP VIEW "private"."by_number";

DROP VIEW "private"."by_score";

DROP VIEW "public"."skill_catalogue";

DROP FUNCTION "private"."look_up"(text, text, text[], private.place, integer);

DROP FUNCTION "private"."mean"(numeric, integer);

DROP FUNCTION "private"."place_after"(text, private.listed, uuid);

DROP FUNCTION "private"."search"(text, text, text[], private.place, integer);

DROP FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer);

DROP TYPE "private"."listed";

-- Written by hand, one statement of three, since each stored column writes the table and all its indexes anew, under a lock that
-- lets nobody read. One narrow row for each skill: seconds for a million of them, once.
-- pgls-ignore lint/safety/addSerialColumn: as said
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "reliability_mean" bigint GENERATED ALWAYS AS (
CASE
    WHEN (reliability_count > 0) THEN div((reliability_sum * (1000000000)::numeric), (reliability_count)::numeric)
    ELSE ('-1'::integer)::numeric
END) STORED NOT NULL,
  ADD COLUMN "security_mean" bigint GENERATED ALWAYS AS (
CASE
    WHEN (security_count > 0) THEN div((security_sum * (1000000000)::numeric), (security_count)::numeric)
    ELSE ('-1'::integer)::numeric
END) STORED NOT NULL,
  ADD COLUMN "speed_mean" bigint GENERATED ALWAYS AS (
CASE
    WHEN (speed_count > 0) THEN div((speed_sum * (1000000000)::numeric), (speed_count)::numeric)
    ELSE ('-1'::integer)::numeric
END) STORED NOT NULL;

CREATE TYPE "private"."listed_skill" AS (
  "id"                uuid,
  "name"              text,
  "slug"              text,
  "description"       text,
  "type"              text,
  "url"               text,
  "created_at"        timestamp WITH time zone,
  "updated_at"        timestamp WITH time zone,
  "name_key"          text,
  "avg_tenths"        integer,
  "total_ratings"     integer,
  "reliability_sum"   numeric,
  "reliability_count" integer,
  "security_sum"      numeric,
  "security_count"    integer,
  "speed_sum"         numeric,
  "speed_count"       integer,
  "number_1"          bigint,
  "number_2"          bigint
);

CREATE OR REPLACE FUNCTION private.look_up (
  sort      text,
  only_type text,
  words     text[],
  after     private.place,
  wanted    integer
)
  RETURNS SETOF private.listed_skill
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET work_mem TO '16MB'
  AS $function$
declare
  -- Named as in a place, with which they are compared; null where the order is by what the skills themselves hold.
  numbers text := case sort
    when 'top' then 'st.score as number_1, null::bigint as number_2'
    when 'rating' then 'st.avg_tenths::bigint as number_1, st.total_ratings::bigint as number_2'
    when 'most_rated' then 'st.total_ratings::bigint as number_1, st.score as number_2'
    when 'reliability' then 'st.reliability_mean as number_1, st.reliability_count::bigint as number_2'
    when 'security' then 'st.security_mean as number_1, st.security_count::bigint as number_2'
    when 'speed' then 'st.speed_mean as number_1, st.speed_count::bigint as number_2'
  end;
  keys text := case sort
    when 'top' then 'p.number_1, p.id'
    when 'newest' then 'p.created_at, p.id'
    when 'name' then 'p.name_key, p.id'
    else 'p.number_1, p.number_2, p.id'
  end;
begin
  return query execute format(
    $query$
      with found as materialized (
        -- In the order of their ids, so that neighbours are looked up one after another.
        select s.id, s.type, s.name_key, s.created_at from public.skills as s where %1$s and s.retired_at is null order by s.id
      ),
      page as (
        select * from %2$s as p
        where ($2 is null or p.type = $2) and (($1).pinned is null or p.id <> ($1).pinned) and (%3$s) %4$s (%5$s)
        order by %6$s
        limit $3
      )
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, p.number_1, p.number_2
      from page as p join public.skills as s on s.id = p.id join public.skill_stats as st on st.skill_id = p.id
      order by %6$s
    $query$,
    private.holds_words(words),
    case
      when numbers is null then '(select *, null::bigint as number_1, null::bigint as number_2 from found)'
      else format(
        '(select f.id, f.type, %s from found as f join public.skill_stats as st on st.skill_id = f.id)', numbers
      )
    end,
    keys,
    case sort when 'name' then '>' else '<' end,
    replace(keys, 'p.', '($1).'),
    case sort when 'name' then keys else replace(keys, ',', ' desc,') || ' desc' end
  )
  using after, only_type, wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_after (
  sort   text,
  skill  private.listed_skill,
  pinned uuid
)
  RETURNS private.place
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  ROW((skill).number_1, (skill).number_2, CASE sort WHEN 'name'::text THEN (skill).name_key ELSE NULL::text END, CASE sort WHEN 'newest'::text THEN (skill).created_at ELSE
  NULL::timestamp WITH time zone END, (skill).id, pinned)::private.place;

CREATE OR REPLACE FUNCTION private.search (
  sort      text,
  only_type text,
  words     text[],
  after     private.place,
  wanted    integer
)
  RETURNS private.listed_skill[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  patterns text[] := private.like_patterns(words);
  page private.listed_skill[] := '{}';
  place private.place := after;
  -- A short walk finds what is common, and tells how common it is.
  steps integer := 300;
  walked integer := 0;
  share float8;
begin
  loop
    page := page || array(
      select w from private.walk(sort, only_type, patterns, place, steps, wanted - cardinality(page)) as w
    );
    exit when cardinality(page) = wanted;

    -- On, for as many steps as should do, where looking up all finds (of the skills that the last vacuum counted) would be more.
    walked := walked + steps;
    share := (cardinality(page) + 1) / walked::float8;
    steps := (wanted - cardinality(page)) / share * 1.2;
    if steps > share * (select reltuples from pg_catalog.pg_class where oid = 'public.skills'::pg_catalog.regclass) then
      page := array(select f from private.look_up(sort, only_type, words, after, wanted) as f);
      exit;
    end if;
    if cardinality(page) > 0 then
      place := private.place_after(sort, page[cardinality(page)], after.pinned);
    end if;
  end loop;
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    kept       jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 WITH kept
  AS (
          SELECT s.skill_id,
             (to_jsonb(s.*) - '{avg_tenths,score,reliability_mean,security_mean,speed_mean}'::text[]) AS stats
            FROM public.skill_stats s
         ), recomputed AS (
          SELECT r.skill_id,
             to_jsonb(r.*) AS stats
            FROM private.recomputed_stats r
         )
  SELECT skill_id,
     kept.stats,
     recomputed.stats
    FROM (kept
      FULL JOIN recomputed USING (skill_id))
   WHERE (kept.stats IS DISTINCT FROM recomputed.stats);
END;

CREATE OR REPLACE FUNCTION private.walk (
  sort      text,
  only_type text,
  patterns  text[],
  after     private.place,
  steps     integer,
  wanted    integer
)
  RETURNS SETOF private.listed_skill
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
#variable_conflict use_column
begin
  case sort
    when 'top' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.score, null::bigint
      from (
        select * from private.by_score
        where (only_type is null or listed_type = only_type) and (score, skill_id) < (after.number_1, after.id)
        order by score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.score desc, st.skill_id desc
      limit wanted;
    when 'rating' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.avg_tenths::bigint, st.total_ratings::bigint
      from (
        select * from private.by_average
        where
          (only_type is null or listed_type = only_type)
          and (avg_tenths, total_ratings, skill_id) < (after.number_1, after.number_2, after.id)
        order by avg_tenths desc, total_ratings desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.avg_tenths desc, st.total_ratings desc, st.skill_id desc
      limit wanted;
    when 'most_rated' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.total_ratings::bigint, st.score
      from (
        select * from private.by_number
        where
          (only_type is null or listed_type = only_type)
          and (total_ratings, score, skill_id) < (after.number_1, after.number_2, after.id)
        order by total_ratings desc, score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.total_ratings desc, st.score desc, st.skill_id desc
      limit wanted;
    when 'reliability' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.reliability_mean, st.reliability_count::bigint
      from (
        select * from private.by_reliability
        where
          (only_type is null or listed_type = only_type)
          and (reliability_mean, reliability_count, skill_id) < (after.number_1, after.number_2, after.id)
        order by reliability_mean desc, reliability_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.reliability_mean desc, st.reliability_count desc, st.skill_id desc
      limit wanted;
    when 'security' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.security_mean, st.security_count::bigint
      from (
        select * from private.by_security
        where
          (only_type is null or listed_type = only_type)
          and (security_mean, security_count, skill_id) < (after.number_1, after.number_2, after.id)
        order by security_mean desc, security_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.security_mean desc, st.security_count desc, st.skill_id desc
      limit wanted;
    when 'speed' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.speed_mean, st.speed_count::bigint
      from (
        select * from private.by_speed
        where
          (only_type is null or listed_type = only_type)
          and (speed_mean, speed_count, skill_id) < (after.number_1, after.number_2, after.id)
        order by speed_mean desc, speed_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.speed_mean desc, st.speed_count desc, st.skill_id desc
      limit wanted;
    when 'newest' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, null::bigint, null::bigint
      from (
        select * from private.by_age
        where (only_type is null or listed_type = only_type) and (created_at, id) < (after.created_at, after.id)
        order by created_at desc, id desc
        limit steps
      ) as s
      join public.skill_stats as st on st.skill_id = s.id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by s.created_at desc, s.id desc
      limit wanted;
    when 'name' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, null::bigint, null::bigint
      from (
        select * from private.by_name
        where (only_type is null or listed_type = only_type) and (name_key, id) > (after.name_key, after.id)
        order by name_key, id
        limit steps
      ) as s
      join public.skill_stats as st on st.skill_id = s.id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by s.name_key, s.id
      limit wanted;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.skill_at(p_skill);
  answer json;
begin
  select json_build_object(
    'id', e.id,
    'name', e.name,
    'slug', e.slug,
    'description', e.description,
    'type', e.type,
    'url', e.url,
    'avg_claws', e.avg_claws,
    'total_ratings', e.total_ratings,
    'sub_scores', e.sub_scores,
    'created_at', e.created_at,
    'updated_at', e.updated_at,
    'retired_at', e.retired_at,
    'rating_counts', json_build_object('1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5),
    'ratings', (select coalesce(json_agg(newest), '[]') from private.walk_ratings(skill, false, null, null, 10) as newest)
  ) into answer
  from private.every_skill as e
  join public.skill_stats as st on st.skill_id = e.id
  where e.id = skill;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type   text    DEFAULT NULL::text,
  p_search text    DEFAULT NULL::text,
  p_sort   text    DEFAULT NULL::text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := coalesce(p_sort, 'top');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  words text[];
  after private.place;
  page private.listed_skill[];
  pinned private.listed_skill;
  last private.listed_skill;
  next private.place;
begin
  perform private.refuse(
    case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    case when sort not in ('top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name') then
      '{"path": "sort", "message": "must be one of top, rating, most_rated, reliability, security, speed, newest, name"}'::jsonb
    end,
    private.text_problem('search', search, 0, 200)
  );
  words := private.search_words(search);

  if p_cursor is not null then
    after := private.read_cursor(p_cursor, bound);
  elsif search is not null then
    select id into after.pinned from public.skills
    where name_key = private.name_key(search) and retired_at is null and (p_type is null or type = p_type);
  end if;
  if after.id is null then
    -- Before everything in every order.
    after := row(
      9223372036854775807, 9223372036854775807, '', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', after.pinned
    );
  end if;

  -- One skill further than the page, to see whether there is another page.
  if words is null then
    page := array(select w from private.walk(sort, p_type, null, after, page_size + 1, page_size + 1) as w);
  else
    page := private.search(sort, p_type, words, after, page_size + 1);
  end if;

  if p_cursor is null and after.pinned is not null then
    select
      s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
      st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
      st.speed_sum, st.speed_count, null, null
    into pinned
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = after.pinned;
    page := pinned || page;
  end if;

  if cardinality(page) > page_size then
    last := page[page_size];
    -- A page that holds the first skill alone ends before everything else.
    next := case
      when last.id = after.pinned then row(null, null, null, null, null, after.pinned)::private.place
      else private.place_after(sort, last, after.pinned)
    end;
  end if;

  return json_build_object(
    'skills', (
      select coalesce(json_agg(row_to_json(shown)), '[]')
      from (
        select
          id, name, slug, description, type, url,
          avg_tenths / 10.0::float8 as avg_claws, total_ratings,
          json_build_object(
            'reliability', json_build_object(
              'mean', trim_scale(reliability_sum / nullif(reliability_count, 0)), 'count', reliability_count
            ),
            'security', json_build_object(
              'mean', trim_scale(security_sum / nullif(security_count, 0)), 'count', security_count
            ),
            'speed', json_build_object(
              'mean', trim_scale(speed_sum / nullif(speed_count, 0)), 'count', speed_count
            )
          ) as sub_scores,
          created_at, updated_at
        from unnest(page[:page_size])
      ) as shown
    ),
    'count', least(cardinality(page), page_size),
    'next_cursor', case when cardinality(page) > page_size then private.write_cursor(next, bound) end
  );
end
$function$;

CREATE VIEW "private"."by_average" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."by_number" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."by_reliability" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.reliability_mean DESC, skill_stats.reliability_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.reliability_mean DESC, skill_stats.reliability_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.reliability_mean DESC, skill_stats.reliability_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.reliability_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.reliability_mean DESC, skill_stats.reliability_count DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."by_score" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."by_security" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.security_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.security_mean DESC, skill_stats.security_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.security_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.security_mean DESC, skill_stats.security_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.security_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.security_mean DESC, skill_stats.security_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.security_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.security_mean DESC, skill_stats.security_count DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."by_speed" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.speed_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.speed_mean DESC, skill_stats.speed_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.speed_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.speed_mean DESC, skill_stats.speed_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.speed_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.speed_mean DESC, skill_stats.speed_count DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.speed_mean,
    skill_stats.reliability_sum,
    skill_stats.reliability_count,
    skill_stats.security_sum,
    skill_stats.security_count,
    skill_stats.speed_sum,
    skill_stats.speed_count
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.speed_mean DESC, skill_stats.speed_count DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."every_skill" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    json_build_object('reliability', json_build_object('mean', trim_scale((st.reliability_sum / (NULLIF(st.reliability_count, 0))::numeric)), 'count', st.reliability_count), 'security', json_build_object('mean', trim_scale((st.security_sum / (NULLIF(st.security_count, 0))::numeric)), 'count', st.security_count), 'speed', json_build_object('mean', trim_scale((st.speed_sum / (NULLIF(st.speed_count, 0))::numeric)), 'count', st.speed_count)) AS sub_scores,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT id,
    name,
    slug,
    description,
    type,
    url,
    avg_claws,
    total_ratings,
    sub_scores,
    created_at,
    updated_at
   FROM private.every_skill
  WHERE (retired_at IS NULL);

CREATE INDEX skill_stats_most_rated ON public.skill_stats USING btree (TYPE, total_ratings DESC, score DESC, skill_id DESC);

CREATE INDEX skill_stats_reliability ON public.skill_stats USING btree (TYPE, reliability_mean DESC, reliability_count DESC, skill_id DESC);

CREATE INDEX skill_stats_security ON public.skill_stats USING btree (TYPE, security_mean DESC, security_count DESC, skill_id DESC);

CREATE INDEX skill_stats_speed ON public.skill_stats USING btree (TYPE, speed_mean DESC, speed_count DESC, skill_id DESC);

CREATE INDEX skill_stats_top ON public.skill_stats USING btree (TYPE, score DESC, skill_id DESC);

COMMENT ON COLUMN "public"."skill_stats"."reliability_mean" IS 'Mean of the reliability scores, in billionths; -1 without one.';

COMMENT ON COLUMN "public"."skill_stats"."security_mean" IS 'Mean of the security scores, in billionths; -1 without one.';

COMMENT ON COLUMN "public"."skill_stats"."speed_mean" IS 'Mean of the speed scores, in billionths; -1 without one.';

COMMENT ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) IS 'The skills that follow a place in an order and hold all words, found by the words.';

COMMENT ON FUNCTION "private"."place_after"(text, private.listed_skill, uuid) IS 'The place of a skill in an order.';

COMMENT ON FUNCTION "private"."search"(text, text, text[], private.place, integer) IS 'The skills that follow a place in an order and hold all words.';

COMMENT ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) IS 'The skills that follow a place in an order and match all patterns, as far as so many steps lead.';

COMMENT ON TYPE "private"."listed_skill" IS 'A skill with all that the list shows of it, and the one or two numbers by which it was sorted, if any.';

COMMENT ON VIEW "private"."by_average" IS 'The order rating of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_number" IS 'The order most_rated of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_reliability" IS 'The order reliability of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_score" IS 'The order top of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_security" IS 'The order security of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_speed" IS 'The order speed of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."every_skill" IS 'Every skill as the API answers it, retired ones included.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'Every skill that is not retired, with its average claws, number of ratings and sub-scores, as the API answers it.';

REVOKE ALL ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."place_after"(text, private.listed_skill, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."place_after"(text, private.listed_skill, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."place_after"(text, private.listed_skill, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."place_after"(text, private.listed_skill, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search"(text, text, text[], private.place, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search"(text, text, text[], private.place, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search"(text, text, text[], private.place, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search"(text, text, text[], private.place, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) TO "postgres";

-- Written by hand: on a project whose defaults give everybody everything, new views would be everybody's.
REVOKE ALL ON "private"."by_score", "private"."by_average", "private"."by_number", "private"."by_reliability",
  "private"."by_security", "private"."by_speed", "private"."every_skill", "public"."skill_catalogue"
  FROM public, "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "private"."by_average" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_number" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_reliability" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_score" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_security" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_speed" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."every_skill" TO "anon", "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";
