set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "admin"."ratings_with_names";

DROP VIEW "private"."newest_ratings";

DROP VIEW "private"."oldest_ratings";

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer);

DROP VIEW "public"."skill_ratings";

DROP FUNCTION "public"."list_ratings"(text, text, integer, integer, text);

DROP FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text);

CREATE DOMAIN "private"."use_count" AS integer;

CREATE DOMAIN "private"."version" AS text;

CREATE OR REPLACE FUNCTION private.observed_failures_error (
  calls    numeric,
  failures numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(private.use_count_error(failures), case
    when failures is not null and calls is null then 'requires observed_calls'
    when private.use_count_error(calls) is null and failures > calls then 'must not be greater than observed_calls'
  end);
end
$function$;

CREATE OR REPLACE FUNCTION private.use_count_error (
  value numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case
    when value not between 0 and 1000000000 or value <> trunc(value) then 'must be a whole number from 0 to 1000000000'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.version_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.text_error(value, 0, 100),
    case when value ~ '[\u0001-\u001f\u007f-\u009f]' then 'must not contain control characters' end
  );
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
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_counts[1], '2', st.claws_counts[2], '3', st.claws_counts[3], '4', st.claws_counts[4], '5', st.claws_counts[5]
        ) as rating_counts,
        st.established_ratings,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_ratings (
  p_skill   text,
  p_sort    text    DEFAULT NULL::text,
  p_claws   integer DEFAULT NULL::integer,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_version text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  -- highest and lowest are one scan for each number of claws.
  scans integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  only_claws integer;
  only_version text := private.clean_text(p_version, 100);
  skill uuid;
  list text;
  after jsonb;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', private.choice_error(sort, '{newest,oldest,highest,lowest}'),
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end,
    'version', coalesce(case when only_version = '' then 'must have 1 to 100 characters' end, private.version_error(only_version))
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version);
  after := private.decode_cursor(p_cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(
        skill, sort = 'oldest', only_claws, only_version, after, page_size + 1 - cardinality(page), bytes
      ) as s
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next scan shows whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id          uuid    DEFAULT NULL::uuid,
  p_skill_name        text    DEFAULT NULL::text,
  p_claws             numeric DEFAULT NULL::numeric,
  p_reliability       numeric DEFAULT NULL::numeric,
  p_security          numeric DEFAULT NULL::numeric,
  p_speed             numeric DEFAULT NULL::numeric,
  p_commentary        text    DEFAULT NULL::text,
  p_version           text    DEFAULT NULL::text,
  p_observed_calls    numeric DEFAULT NULL::numeric,
  p_observed_failures numeric DEFAULT NULL::numeric
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_commentary text;
  clean_version text;
  -- In the order of private.score_names.
  scores numeric[] := array[p_claws, p_reliability, p_security, p_speed];
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  previous public.ratings;
  removed text[] := '{}';
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(variadic
    -- Only looked up, so it need not be a valid name.
    array['skill_name', private.text_error(clean_name, 0, 200)]
    || private.score_errors(scores)
    || array[
      'commentary', private.text_error(clean_commentary, 0, 10000),
      'version', private.version_error(clean_version),
      'observed_calls', private.use_count_error(p_observed_calls),
      'observed_failures', private.observed_failures_error(p_observed_calls, p_observed_failures)
    ]
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
      insert into public.ratings as r (
        skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      )
      values (
        skill, p_claws, p_reliability, p_security, p_speed, clean_commentary, clean_version, p_observed_calls, p_observed_failures
      )
      on conflict (skill_id, agent_id) do update set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      ) = row(
        excluded.claws, excluded.reliability, excluded.security, excluded.speed, excluded.commentary, excluded.version,
        excluded.observed_calls, excluded.observed_failures
      )
      returning r.id, r.xmax = 0 into rating, created;
      if rating is null then
        -- private.update_rating skipped an identical rating.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired or merged in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was deleted or its key revoked in the meantime.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  if not created then
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    removed := case when previous.commentary is not null and clean_commentary is null then '{commentary}'::text[] end
      || private.missing_scores((private.counted(previous)).scores, scores)
      || case when previous.version is not null and clean_version is null then '{version}'::text[] end
      || case when previous.observed_calls is not null and p_observed_calls is null then '{observed_calls}'::text[] end
      || case when previous.observed_failures is not null and p_observed_failures is null then '{observed_failures}'::text[] end;
  end if;
  return json_build_object(
    'created', created,
    'removed', removed,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) FROM PUBLIC, "service_role";

COMMENT ON DOMAIN "private"."use_count" IS 'A number of calls, 0 to 1,000,000,000.';

COMMENT ON DOMAIN "private"."version" IS 'The version of a skill, 1 to 100 characters.';

COMMENT ON FUNCTION "private"."observed_failures_error"(numeric, numeric) IS 'Why a number of failed calls is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."use_count_error"(numeric) IS 'Why a number of calls is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."version_error"(text) IS 'Why the version of a skill is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) IS 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) IS 'POST /api/ratings: creates or replaces the calling agent''s rating of a skill. Raises PT400, PT401, PT404 and PT410.';

REVOKE ALL ON FUNCTION "private"."observed_failures_error"(numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."observed_failures_error"(numeric, numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."observed_failures_error"(numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."observed_failures_error"(numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."use_count_error"(numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."use_count_error"(numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."use_count_error"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_count_error"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_count_error"(numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."version_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."version_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."version_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_error"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) TO "postgres";

ALTER TABLE "public"."ratings"
  ADD COLUMN "version" private.version;

COMMENT ON COLUMN "public"."ratings"."version" IS 'The version of the skill that the agent used; null if it did not say so.';

REVOKE ALL ("version") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("version"), UPDATE ("version") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("version") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("version"), UPDATE ("version") ON TABLE "public"."ratings" TO "authenticated";

ALTER TABLE "public"."ratings"
  ADD COLUMN "observed_calls" private.use_count;

COMMENT ON COLUMN "public"."ratings"."observed_calls" IS 'How many calls of the skill the agent''s own tools counted before it rated: what the agent reports, no proof. Changes no rank.';

REVOKE ALL ("observed_calls") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("observed_calls"), UPDATE ("observed_calls") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("observed_calls") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("observed_calls"), UPDATE ("observed_calls") ON TABLE "public"."ratings" TO "authenticated";

ALTER TABLE "public"."ratings"
  ADD COLUMN "observed_failures" private.use_count;

CREATE VIEW "admin"."ratings_with_names" WITH (security_invoker=true) AS  SELECT r.id AS rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.counts_fully AS established,
    r.created_at,
    r.updated_at,
    r.version,
    r.observed_calls,
    r.observed_failures
   FROM ((public.ratings r
     JOIN public.skills s ON ((s.id = r.skill_id)))
     JOIN public.agents a ON ((a.id = r.agent_id)));

CREATE VIEW "private"."newest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at DESC, ratings.id DESC);

CREATE OR REPLACE FUNCTION private.ratings_in_order (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  only_version text,
  after        jsonb,
  wanted       integer
)
  RETURNS SETOF private.newest_ratings
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
  -- A statement for each index and direction, so that a call only pays for one.
  if not oldest_first and only_version is null then
    return query
    select * from private.newest_ratings
    where
      skill_id = skill and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) < (
        coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by updated_at desc, id desc
    limit wanted;
  elsif not oldest_first then
    return query
    select * from private.newest_ratings
    where
      skill_id = skill and version = only_version and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) < (
        coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by updated_at desc, id desc
    limit wanted;
  elsif only_version is null then
    return query
    select * from private.oldest_ratings
    where
      skill_id = skill and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) > (
        coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by updated_at, id
    limit wanted;
  else
    return query
    select * from private.oldest_ratings
    where
      skill_id = skill and version = only_version and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) > (
        coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by updated_at, id
    limit wanted;
  end if;
end
$function$;

CREATE VIEW "private"."oldest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at, ratings.id);

CREATE VIEW "public"."skill_ratings" WITH (security_invoker=true) AS  SELECT r.id,
    r.skill_id,
    a.agent_name,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.created_at,
    r.updated_at,
    r.counts_fully AS established,
    r.agent_id,
    r.version,
    r.observed_calls,
    r.observed_failures
   FROM (public.ratings r
     JOIN public.agents a ON ((a.id = r.agent_id)));

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  only_version text,
  after        jsonb,
  wanted       integer,
  bytes        integer
)
  RETURNS SETOF public.skill_ratings
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  AS $function$
#variable_conflict use_column
begin
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.counts_fully, r.agent_id, r.version, r.observed_calls, r.observed_failures
  from (
    -- octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(skill, oldest_first, only_claws, only_version, after, wanted) with ordinality
  ) as r
  -- Lateral, so that agents are looked up in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select agent_name from public.agents where id = r.agent_id offset 0) as a
  where coalesce(r.bytes_before, 0) < bytes;
end
$function$;

COMMENT ON COLUMN "public"."ratings"."observed_failures" IS 'How many of observed_calls failed.';

COMMENT ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) IS 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON VIEW "admin"."ratings_with_names" IS 'All ratings with the names of their skills and agents. Give a limit, or a skill or agent.';

COMMENT ON VIEW "private"."newest_ratings" IS 'Ratings with an index scan for each number of claws, newest first.';

COMMENT ON VIEW "private"."oldest_ratings" IS 'Ratings with an index scan for each number of claws, oldest first.';

COMMENT ON VIEW "public"."skill_ratings" IS 'The ratings as the API returns them.';

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) TO "postgres";

REVOKE ALL ("observed_failures") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("observed_failures"), UPDATE ("observed_failures") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("observed_failures") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("observed_failures"), UPDATE ("observed_failures") ON TABLE "public"."ratings" TO "authenticated";

GRANT SELECT ON TABLE "admin"."ratings_with_names" TO "service_role";

GRANT SELECT ON TABLE "private"."newest_ratings" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."oldest_ratings" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "anon";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "service_role";

ALTER DOMAIN "private"."use_count"
  ADD CONSTRAINT "use_count_valid" CHECK ((private.use_count_error((VALUE)::numeric) IS NULL)) NOT VALID;

ALTER DOMAIN "private"."version"
  ADD CONSTRAINT "version_valid" CHECK (((VALUE = private.clean_text(VALUE, 100)) AND (VALUE <> ''::text) AND (private.version_error(VALUE) IS NULL))) NOT VALID;

ALTER TABLE "public"."ratings"
  ADD CONSTRAINT "ratings_observed_use" CHECK (COALESCE(((observed_failures)::integer <= (observed_calls)::integer), (observed_failures IS NULL)));

CREATE INDEX ratings_by_version ON public.ratings USING btree (skill_id, VERSION, claws, updated_at DESC, id DESC)
  WHERE (VERSION IS NOT NULL);

comment on column admin.ratings_with_names.commentary is 'Null if there is none or it is hidden.';

comment on column admin.ratings_with_names.established is 'Whether the author is established, and the rating counts fully in the ranking.';
