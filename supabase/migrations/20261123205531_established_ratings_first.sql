set local lock_timeout = '2s';

do $$
begin
  -- All at once or none: a rating reads the table before it writes, and a list locks the view before the table.
  for attempt in 1..200 loop
    begin
      lock table public.ratings, private.newest_ratings, private.oldest_ratings in access exclusive mode nowait;
      return;
    exception
      when lock_not_available then
        perform pg_sleep(0.05);
    end;
  end loop;
  raise lock_not_available using message = 'The tables are in use. Run the migration again.';
end $$;

SET local check_function_bodies = off;

CREATE INDEX ratings_of_skill ON public.ratings USING btree (skill_id, counts_fully, claws, updated_at DESC, id DESC);

CREATE INDEX ratings_of_version ON public.ratings USING btree (skill_id, VERSION, counts_fully, claws, updated_at DESC, id DESC)
  WHERE (VERSION IS NOT NULL);

DROP INDEX "public"."ratings_by_claws";

DROP INDEX "public"."ratings_by_version";

DROP VIEW "private"."oldest_ratings";

DROP FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer);

DROP VIEW "private"."newest_ratings";

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer);

DROP FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text);

CREATE OR REPLACE FUNCTION private.evidence_of (
  skill uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select json_build_object(
      'ratings', count(*),
      'recent_ratings', count(*) filter (where is_recent),
      'recent_mean', trim_scale(sum(claws) filter (where is_recent)::numeric / nullif(count(*) filter (where is_recent), 0)),
      'observers', count(*) filter (where has_use),
      'observed_calls', coalesce(sum(observed_calls) filter (where has_use), 0),
      'observed_failures', coalesce(sum(observed_failures) filter (where has_use), 0)
    )
    from (
      select
        claws, observed_calls, observed_failures,
        updated_at >= now() - interval '3 months' as is_recent,
        -- Calls without the number of failures say nothing of the share that failed.
        observed_calls > 0 and observed_failures is not null as has_use
      -- Only those by established agents: anyone can make others. A hundred, so that no number of ratings makes a page slow.
      from private.ratings_in_order(skill, false, null, null, true, null, 100)
    ) as newest
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill            uuid,
  oldest_first     boolean,
  only_claws       integer,
  only_version     text,
  only_established boolean,
  after            jsonb,
  wanted           integer,
  bytes            integer
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
    from private.ratings_in_order(skill, oldest_first, only_claws, only_version, only_established, after, wanted) with ordinality
  ) as r
  -- Lateral, so that agents are looked up in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select agent_name from public.agents where id = r.agent_id offset 0) as a
  where coalesce(r.bytes_before, 0) < bytes;
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
        private.established_mean(st) as established_mean,
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        (
          select json_build_object('publisher', server.name, 'entries', server.install)
          from private.registry_servers as server
          where server.skill_id = skill
            and server.install is not null
            and server.status <> 'deleted'
            and s.retired_at is null
            and private.source_status(skill) is distinct from 'deleted'
        ) as install,
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
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
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
  p_skill       text,
  p_sort        text    DEFAULT NULL::text,
  p_claws       integer DEFAULT NULL::integer,
  p_limit       integer DEFAULT NULL::integer,
  p_cursor      text    DEFAULT NULL::text,
  p_version     text    DEFAULT NULL::text,
  p_established boolean DEFAULT NULL::boolean
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
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version, chr(31) || p_established::text);
  after := private.decode_cursor(p_cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(
        skill, sort = 'oldest', only_claws, only_version, p_established, after, page_size + 1 - cardinality(page), bytes
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

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text, boolean) FROM PUBLIC, "service_role";

CREATE VIEW "private"."newest_ratings" WITH (security_invoker=true) AS ( SELECT true AS listed_established,
    1 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 1))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT true AS listed_established,
    2 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 2))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT true AS listed_established,
    3 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 3))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT true AS listed_established,
    4 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 4))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT true AS listed_established,
    5 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 5))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT false AS listed_established,
    1 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 1))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT false AS listed_established,
    2 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 2))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT false AS listed_established,
    3 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 3))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT false AS listed_established,
    4 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 4))
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT false AS listed_established,
    5 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 5))
  ORDER BY ratings.updated_at DESC, ratings.id DESC);

CREATE OR REPLACE FUNCTION private.ratings_in_order (
  skill            uuid,
  oldest_first     boolean,
  only_claws       integer,
  only_version     text,
  only_established boolean,
  after            jsonb,
  wanted           integer
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
      and (only_established is null or listed_established = only_established)
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
      and (only_established is null or listed_established = only_established)
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
      and (only_established is null or listed_established = only_established)
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
      and (only_established is null or listed_established = only_established)
      and (updated_at, id) > (
        coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by updated_at, id
    limit wanted;
  end if;
end
$function$;

CREATE VIEW "private"."oldest_ratings" WITH (security_invoker=true) AS ( SELECT true AS listed_established,
    1 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 1))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT true AS listed_established,
    2 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 2))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT true AS listed_established,
    3 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 3))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT true AS listed_established,
    4 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 4))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT true AS listed_established,
    5 AS listed_claws,
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
  WHERE (ratings.counts_fully AND (ratings.claws = 5))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT false AS listed_established,
    1 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 1))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT false AS listed_established,
    2 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 2))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT false AS listed_established,
    3 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 3))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT false AS listed_established,
    4 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 4))
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT false AS listed_established,
    5 AS listed_claws,
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
  WHERE ((NOT ratings.counts_fully) AND (ratings.claws = 5))
  ORDER BY ratings.updated_at, ratings.id);

COMMENT ON FUNCTION "private"."evidence_of"(uuid) IS 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, and the calls that their agents counted.';

COMMENT ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one, by all agents, by established or by other ones.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) IS 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text, boolean) IS 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON VIEW "private"."newest_ratings" IS 'Ratings with an index scan for each standing and number of claws, newest first.';

COMMENT ON VIEW "private"."oldest_ratings" IS 'Ratings with an index scan for each standing and number of claws, oldest first.';

REVOKE ALL ON FUNCTION "private"."evidence_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."evidence_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."evidence_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."evidence_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text, boolean) TO "postgres";

GRANT SELECT ON TABLE "private"."newest_ratings" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."oldest_ratings" TO "anon", "authenticated";

