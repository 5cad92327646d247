set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."skill_stats_most_rated";

DROP INDEX "public"."skill_stats_rating";

DROP INDEX "public"."skill_stats_top";

DROP INDEX "public"."skills_newest";

DROP INDEX "public"."skills_similar_names";

DROP FUNCTION "private"."search_patterns"(text);

DROP FUNCTION "private"."stats_differences"();

DROP VIEW "private"."recomputed_stats";

-- Written by hand: there are skills already.
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "type" text;

UPDATE "public"."skill_stats" SET "type" = "skills"."type" FROM "public"."skills" WHERE "skills"."id" = "skill_stats"."skill_id";

-- pgls-ignore lint/safety/addingNotNullField: one narrow row for each skill, looked over once
ALTER TABLE "public"."skill_stats"
  ALTER COLUMN "type" SET NOT NULL;

CREATE TYPE "private"."listed" AS (
  "id"            uuid,
  "name"          text,
  "slug"          text,
  "description"   text,
  "type"          text,
  "url"           text,
  "created_at"    timestamp WITH time zone,
  "updated_at"    timestamp WITH time zone,
  "name_key"      text,
  "avg_tenths"    integer,
  "total_ratings" integer,
  "score"         bigint
);

CREATE OR REPLACE FUNCTION private.add_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.skill_stats (skill_id, type) select id, type from new_skills;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.like_patterns (
  words text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ARRAY(SELECT (('%'::text || regexp_replace(word.word, '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text) FROM unnest(like_patterns.words) word(word));

CREATE OR REPLACE FUNCTION private.look_up (
  sort      text,
  only_type text,
  words     text[],
  after     private.place,
  wanted    integer
)
  RETURNS SETOF private.listed
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET work_mem TO '16MB'
  AS $function$
declare
  ranked text := case
    when sort in ('newest', 'name') then 'found'
    else '(select f.id, f.type, st.avg_tenths, st.total_ratings, st.score from found as f join public.skill_stats as st on st.skill_id = f.id)'
  end;
  keys text := case sort
    when 'top' then 'p.score, p.id'
    when 'rating' then 'p.avg_tenths, p.total_ratings, p.id'
    when 'most_rated' then 'p.total_ratings, p.score, p.id'
    when 'newest' then 'p.created_at, p.id'
    when 'name' then 'p.name_key, p.id'
  end;
  place text := case sort
    when 'top' then '($1).number_1, ($1).id'
    when 'newest' then '($1).created_at, ($1).id'
    when 'name' then '($1).name_key, ($1).id'
    else '($1).number_1, ($1).number_2, ($1).id'
  end;
begin
  return query execute format(
    $query$
      with found as materialized (
        -- In the order of their ids, so that neighbours are looked up one after another.
        select s.id, s.type, s.name_key, s.created_at from public.skills as s where %1$s order by s.id
      ),
      page as (
        select * from %2$s as p
        where ($2 is null or p.type = $2) and (($1).pinned is null or p.id <> ($1).pinned) and (%3$s) %4$s (%5$s)
        order by %6$s
        limit $3
      )
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.score
      from page as p join public.skills as s on s.id = p.id join public.skill_stats as st on st.skill_id = p.id
      order by %6$s
    $query$,
    private.holds_words(words),
    ranked,
    keys,
    case sort when 'name' then '>' else '<' end,
    place,
    case sort when 'name' then keys else replace(keys, ',', ' desc,') || ' desc' end
  )
  using after, only_type, wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- In the order of private.count_ratings.
  perform from public.skill_stats
  where skill_id in (select n.id from new_skills as n join old_skills as o using (id) where n.type <> o.type)
  order by skill_id
  for no key update;

  update public.skill_stats as s set type = n.type
  from new_skills as n join old_skills as o using (id)
  where s.skill_id = n.id and n.type <> o.type;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_after (
  sort   text,
  skill  private.listed,
  pinned uuid
)
  RETURNS private.place
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  ROW(CASE sort WHEN 'top'::text THEN (skill).score WHEN 'rating'::text THEN ((skill).avg_tenths)::bigint WHEN 'most_rated'::text THEN ((skill).total_ratings)::bigint ELSE
  NULL::bigint END,
  CASE sort WHEN 'rating'::text THEN ((skill).total_ratings)::bigint WHEN 'most_rated'::text THEN (skill).score ELSE NULL::bigint END,
  CASE sort WHEN 'name'::text THEN (skill).name_key ELSE NULL::text END,
  CASE sort WHEN 'newest'::text THEN (skill).created_at ELSE NULL::timestamp WITH time zone END, (skill).id, pinned)::private.place;

CREATE OR REPLACE FUNCTION private.search (
  sort      text,
  only_type text,
  words     text[],
  after     private.place,
  wanted    integer
)
  RETURNS private.listed[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  patterns text[] := private.like_patterns(words);
  page private.listed[] := '{}';
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

CREATE OR REPLACE FUNCTION private.search_words (
  search text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT array_agg(DISTINCT word.word)
  AS array_agg
    FROM regexp_split_to_table(private.fold_text(search_words.search), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'::text) word(word)
   WHERE (word.word <> ''::text);
END;

CREATE OR REPLACE FUNCTION private.short_terms (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
BEGIN ATOMIC
 SELECT array_remove((string_to_array(((regexp_replace(lines.lines, '(..)'::text, '\1
'::text, 'g'::text) || '
'::text) || regexp_replace(substr(lines.lines, 2), '(..)'::text, '\1
'::text, 'g'::text)), '
'::text) || string_to_array(lines.lines, NULL::text)), ''::text)
  AS array_remove
    FROM translate(short_terms.value, ' 	'::text, '

'::text) lines(lines);
END;

CREATE OR REPLACE FUNCTION private.holds_words (
  words text[]
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT concat_ws(' and '::text, ( SELECT string_agg(format('s.search_text like %L'::text, pattern.pattern), ' and '::text) AS string_agg
            FROM unnest(private.like_patterns(holds_words.words)) pattern(pattern)),
              ( SELECT format('private.short_terms(s.search_text) collate "C" @> %L'::text, array_agg(DISTINCT term.term)) AS format
            FROM (unnest(holds_words.words) word(word)
              CROSS JOIN LATERAL unnest(private.short_terms(word.word)) term(term))
           WHERE ((word.word !~ '[a-z0-9]{3}'::text) AND ((char_length(term.term) = 2) OR (char_length(word.word) = 1)))
          HAVING (count(*) > 0)))
  AS concat_ws;
END;

CREATE OR REPLACE FUNCTION private.walk (
  sort      text,
  only_type text,
  patterns  text[],
  after     private.place,
  steps     integer,
  wanted    integer
)
  RETURNS SETOF private.listed
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
        st.avg_tenths, st.total_ratings, st.score
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
        st.avg_tenths, st.total_ratings, null::bigint
      from (
        select * from private.by_average
        where (only_type is null or listed_type = only_type) and (avg_tenths, total_ratings, skill_id) < (after.number_1, after.number_2, after.id)
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
        st.avg_tenths, st.total_ratings, st.score
      from (
        select * from private.by_number
        where (only_type is null or listed_type = only_type) and (total_ratings, score, skill_id) < (after.number_1, after.number_2, after.id)
        order by total_ratings desc, score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.total_ratings desc, st.score desc, st.skill_id desc
      limit wanted;
    when 'newest' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.score
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
        st.avg_tenths, st.total_ratings, st.score
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
  page private.listed[];
  last private.listed;
  next private.place;
begin
  perform private.refuse(
    case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    case when sort not in ('top', 'rating', 'most_rated', 'newest', 'name') then
      '{"path": "sort", "message": "must be one of top, rating, most_rated, newest, name"}'::jsonb
    end,
    private.text_problem('search', search, 0, 200)
  );
  words := private.search_words(search);

  if p_cursor is not null then
    after := private.read_cursor(p_cursor, bound);
  elsif search is not null then
    select id into after.pinned from public.skills
    where name_key = private.name_key(search) and (p_type is null or type = p_type);
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
      st.avg_tenths, st.total_ratings, st.score
    into last
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = after.pinned;
    page := last || page;
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
        select id, name, slug, description, type, url, avg_tenths / 10.0::float8 as avg_claws, total_ratings, created_at, updated_at
        from unnest(page[:page_size])
      ) as shown
    ),
    'count', least(cardinality(page), page_size),
    'next_cursor', case when cardinality(page) > page_size then private.write_cursor(next, bound) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id    uuid    DEFAULT NULL::uuid,
  p_skill_name  text    DEFAULT NULL::text,
  p_claws       numeric DEFAULT NULL::numeric,
  p_reliability numeric DEFAULT NULL::numeric,
  p_security    numeric DEFAULT NULL::numeric,
  p_speed       numeric DEFAULT NULL::numeric,
  p_commentary  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary text := nullif(private.clean_text(p_commentary, 10000), '');
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  perform private.require_agent();
  perform private.refuse(
    private.name_problem('skill_name', clean_name, 0, 200),
    case when p_claws is null or p_claws not in (1, 2, 3, 4, 5) then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end,
    private.score_problem('reliability', p_reliability),
    private.score_problem('security', p_security),
    private.score_problem('speed', p_speed),
    private.text_problem('commentary', clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      insert into public.ratings as r (skill_id, claws, reliability, security, speed, commentary)
      values (skill, p_claws, p_reliability, p_security, p_speed, clean_commentary)
      on conflict (skill_id, agent_id) do update set
        claws = excluded.claws,
        reliability = excluded.reliability,
        security = excluded.security,
        speed = excluded.speed,
        commentary = excluded.commentary
      returning r.id, r.xmax = 0 into rating, created;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted while we rated: a skill is not found now, and an agent not when we try again.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was gone, or its key revoked, before we rated: the policy saw nobody.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  perform private.touch_key();
  return json_build_object(
    'created', created,
    'rating', (select row_to_json(r) from public.skill_reviews as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

CREATE VIEW "private"."by_age" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'mcp'::text)
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'clawdbot'::text)
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'github'::text)
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'other'::text)
  ORDER BY skills.created_at DESC, skills.id DESC);

CREATE VIEW "private"."by_average" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.avg_tenths DESC, skill_stats.total_ratings DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."by_name" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'mcp'::text)
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'clawdbot'::text)
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'github'::text)
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE (skills.type = 'other'::text)
  ORDER BY skills.name_key, skills.id);

CREATE VIEW "private"."by_number" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.total_ratings DESC, skill_stats.score DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."by_score" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'mcp'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'clawdbot'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'github'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skill_stats.skill_id,
    skill_stats.avg_tenths,
    skill_stats.total_ratings,
    skill_stats.score
   FROM public.skill_stats
  WHERE (skill_stats.type = 'other'::text)
  ORDER BY skill_stats.score DESC, skill_stats.skill_id DESC);

CREATE VIEW "private"."recomputed_stats" WITH (security_invoker=true) AS  SELECT s.id AS skill_id,
    s.type,
    (count(r.id))::integer AS total_ratings,
    COALESCE(sum(r.claws), (0)::bigint) AS claws_sum,
    (count(*) FILTER (WHERE (r.claws = 1)))::integer AS claws_1,
    (count(*) FILTER (WHERE (r.claws = 2)))::integer AS claws_2,
    (count(*) FILTER (WHERE (r.claws = 3)))::integer AS claws_3,
    (count(*) FILTER (WHERE (r.claws = 4)))::integer AS claws_4,
    (count(*) FILTER (WHERE (r.claws = 5)))::integer AS claws_5,
    COALESCE(sum(r.reliability), (0)::numeric) AS reliability_sum,
    (count(r.reliability))::integer AS reliability_count,
    COALESCE(sum(r.security), (0)::numeric) AS security_sum,
    (count(r.security))::integer AS security_count,
    COALESCE(sum(r.speed), (0)::numeric) AS speed_sum,
    (count(r.speed))::integer AS speed_count
   FROM (public.skills s
     LEFT JOIN public.ratings r ON ((r.skill_id = s.id)))
  GROUP BY s.id;

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
             ((to_jsonb(s.*) - 'avg_tenths'::text) - 'score'::text) AS stats
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

CREATE INDEX skill_stats_most_rated ON public.skill_stats USING btree (TYPE, total_ratings DESC, score DESC, skill_id DESC) INCLUDE (avg_tenths);

CREATE INDEX skill_stats_rating ON public.skill_stats USING btree (TYPE, avg_tenths DESC, total_ratings DESC, skill_id DESC);

CREATE INDEX skill_stats_top ON public.skill_stats USING btree (TYPE, score DESC, skill_id DESC) INCLUDE (avg_tenths, total_ratings);

CREATE INDEX skills_newest ON public.skills USING btree (TYPE, created_at DESC, id DESC);

CREATE TRIGGER move_stats
  AFTER UPDATE ON public.skills REFERENCING OLD TABLE AS old_skills NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.move_stats();

COMMENT ON COLUMN "public"."skill_stats"."type" IS 'Its type, here so that each order of a type can be read from one index.';

COMMENT ON FUNCTION "private"."holds_words"(text[]) IS 'The condition that a skill s holds all words, in SQL that its indexes can answer.';

COMMENT ON FUNCTION "private"."like_patterns"(text[]) IS 'Each word as a pattern of LIKE that finds it anywhere.';

COMMENT ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) IS 'The skills that follow a place in an order and hold all words, found by the words.';

COMMENT ON FUNCTION "private"."move_stats"() IS 'Keeps the type beside the aggregates when an admin changes that of skills.';

COMMENT ON FUNCTION "private"."place_after"(text, private.listed, uuid) IS 'The place of a skill in an order.';

COMMENT ON FUNCTION "private"."search"(text, text, text[], private.place, integer) IS 'The skills that follow a place in an order and hold all words.';

COMMENT ON FUNCTION "private"."search_words"(text) IS 'The words of a search as search_text holds them; null when there is none.';

COMMENT ON FUNCTION "private"."short_terms"(text) IS 'Every character of a text, and every two in a row.';

COMMENT ON FUNCTION "private"."similar_skills"(text) IS 'Up to three skills whose names begin or end like the one that was not found, the most alike first.';

COMMENT ON FUNCTION "private"."stats_differences"() IS 'For admins: recomputes every aggregate from the ratings and gives the skills where what is kept differs (none, ever).';

COMMENT ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) IS 'The skills that follow a place in an order and match all patterns, as far as so many steps lead.';

COMMENT ON TYPE "private"."listed" IS 'A skill with all that the list shows and sorts by; the score only where that is part of the order.';

COMMENT ON VIEW "private"."by_age" IS 'The order newest of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_average" IS 'The order rating of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_name" IS 'The order name of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_number" IS 'The order most_rated of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_score" IS 'The order top of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."recomputed_stats" IS 'The aggregates of every skill, counted anew from the ratings. Slow: it reads them all.';

REVOKE ALL ON FUNCTION "private"."holds_words"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."holds_words"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."holds_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."like_patterns"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."like_patterns"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."like_patterns"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."like_patterns"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text, text[], private.place, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_stats"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_stats"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_stats"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."place_after"(text, private.listed, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."place_after"(text, private.listed, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."place_after"(text, private.listed, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."place_after"(text, private.listed, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search"(text, text, text[], private.place, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search"(text, text, text[], private.place, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search"(text, text, text[], private.place, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search"(text, text, text[], private.place, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_words"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."short_terms"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."short_terms"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."short_terms"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."short_terms"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."short_terms"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stats_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer) TO "postgres";

GRANT SELECT ON TABLE "private"."by_age" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_average" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_name" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_number" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_score" TO "anon", "authenticated";

CREATE OR REPLACE FUNCTION private.similar_skills (
  wanted text
)
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 WITH asked
  AS MATERIALIZED (
          SELECT private.name_key(similar_skills.wanted) AS key
         ), neighbour AS (
         ( SELECT skills.id
            FROM public.skills
           WHERE (skills.name_key < ( SELECT asked.key
                    FROM asked))
           ORDER BY skills.name_key DESC
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE (skills.name_key > ( SELECT asked.key
                    FROM asked))
           ORDER BY skills.name_key
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE (reverse(skills.name_key) < ( SELECT reverse(asked.key) AS reverse
                    FROM asked))
           ORDER BY (reverse(skills.name_key)) DESC
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE (reverse(skills.name_key) > ( SELECT reverse(asked.key) AS reverse
                    FROM asked))
           ORDER BY (reverse(skills.name_key))
          LIMIT 25)
         )
  SELECT COALESCE(json_agg(json_build_object('id', resembling.id, 'name', resembling.name, 'slug', resembling.slug)), '[]'::json) AS "coalesce"
    FROM ( SELECT s.id,
             s.name,
             s.slug
            FROM asked,
             (neighbour
              JOIN public.skills s USING (id))
           WHERE (extensions.similarity(s.name_key, asked.key) >= (0.3)::double precision)
           ORDER BY (extensions.similarity(s.name_key, asked.key)) DESC, s.name_key
          LIMIT 3) resembling;
END;

CREATE INDEX skills_by_name ON public.skills USING btree (TYPE, name_key, id);

CREATE INDEX skills_reversed_name ON public.skills USING btree (reverse(name_key));

CREATE INDEX skills_short_terms ON public.skills USING gin (private.short_terms(search_text) COLLATE "C");

-- Written by hand: what a project's default privileges may have given to everybody is taken back, and what is meant is granted.
REVOKE ALL ON "private"."by_score", "private"."by_average", "private"."by_number", "private"."by_age", "private"."by_name",
  "private"."recomputed_stats" FROM public, "anon", "authenticated", "service_role";

GRANT SELECT ON "private"."by_score", "private"."by_average", "private"."by_number", "private"."by_age", "private"."by_name"
  TO "anon", "authenticated";
