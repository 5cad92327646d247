set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "admin"."agent_overview";

DROP VIEW "admin"."daily";

DROP VIEW "admin"."overview";

DROP VIEW "admin"."queue";

DROP VIEW "private"."reported";

DROP VIEW "private"."flags";

CREATE OR REPLACE FUNCTION private.delete_me()
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Other agents that rate the same skills wait for a call.
  most constant integer := 1000;
  most_skills constant integer := 200;
  agent uuid;
  submitted uuid[];
  rated uuid[];
  removed integer := 0;
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks.
  rated := array(select r.id from public.ratings as r where r.agent_id = agent order by r.updated_at, r.id limit most);
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    removed := start + 199;
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates: an
  -- admin who removes ratings deletes old ones of any agent, and one who merges a skill changes those that it replaced.
  delete from private.removed_ratings as r where r.id in (
    select own.id from private.removed_ratings as own
    where own.agent_id = agent limit greatest(most - removed, 0) for update skip locked
  );
  delete from private.rating_flags as f
  where f.agent_id = agent and f.rating_id in (
    select own.rating_id from private.rating_flags as own where own.agent_id = agent limit most for update skip locked
  );
  delete from private.skill_flags as f
  where f.agent_id = agent and f.skill_id in (
    select own.skill_id from private.skill_flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (select count(*) from public.ratings as r where r.agent_id = agent)
    + (select count(*) from private.removed_ratings as r where r.agent_id = agent)
    + (select count(*) from private.rating_flags as f where f.agent_id = agent)
    + (select count(*) from private.skill_flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and its hidden commentaries: as long as the agent can rate, these stay hidden.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$function$;

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
      'observed_failures', coalesce(sum(observed_failures) filter (where has_use), 0),
      -- At most 1,000 calls of each agent: one that reports a billion must not decide alone.
      'failure_share',
        sum(observed_failures::float8 / observed_calls * least(observed_calls, 1000)) filter (where has_use)
        / sum(least(observed_calls, 1000)) filter (where has_use)
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

CREATE OR REPLACE FUNCTION private.reported()
  RETURNS TABLE (
    rating_id         uuid,
    skill_id          uuid,
    established_flags integer,
    flags             integer,
    reasons           text[],
    reported_by       text[],
    since             timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
  select
    t.rating_id,
    t.skill_id,
    (count(*) filter (where f.weight = 2))::integer as established_flags,
    count(*)::integer as flags,
    (array_agg(f.reason::text order by f.weight desc, f.created_at, f.agent_id))[:10] as reasons,
    (array_agg(a.agent_name::text order by f.weight desc, f.created_at, f.agent_id))[:10] as reported_by,
    min(f.created_at) as since
  from (
    select o.rating_id, o.skill_id
    from (
      (
        select f.rating_id, null::uuid as skill_id
        from private.rating_flags as f where f.weight = 2 order by f.created_at limit 500
      )
      union all
      (select null::uuid, f.skill_id from private.skill_flags as f where f.weight = 2 order by f.created_at limit 500)
      union all
      (select f.rating_id, null::uuid from private.rating_flags as f where f.weight = 1 order by f.created_at limit 500)
      union all
      (select null::uuid, f.skill_id from private.skill_flags as f where f.weight = 1 order by f.created_at limit 500)
    ) as o
    group by o.rating_id, o.skill_id
  ) as t
  cross join lateral (
    (
      select r.agent_id, r.reason, r.weight, r.created_at
      from private.rating_flags as r
      where r.rating_id = t.rating_id and r.weight > 0
      order by r.weight desc, r.created_at
      limit 100
    )
    union all
    (
      select k.agent_id, k.reason, k.weight, k.created_at
      from private.skill_flags as k
      where k.skill_id = t.skill_id and k.weight > 0
      order by k.weight desc, k.created_at
      limit 100
    )
  ) as f
  join public.agents as a on a.id = f.agent_id
  group by t.rating_id, t.skill_id;
end
$function$;

CREATE VIEW "admin"."agent_overview" WITH (security_invoker=true) AS  SELECT a.id AS agent_id,
    a.agent_name AS agent,
    a.created_at,
    (EXTRACT(day FROM (now() - a.created_at)))::integer AS age_days,
        CASE
            WHEN (t.suspended_at IS NOT NULL) THEN 'suspended'::text
            WHEN (t.withdrawn_at IS NOT NULL) THEN 'withdrawn'::text
            WHEN (t.established_at IS NOT NULL) THEN 'established'::text
            ELSE 'new'::text
        END AS standing,
    ( SELECT (count(*))::integer AS count
           FROM public.ratings r
          WHERE (r.agent_id = a.id)) AS ratings,
    ( SELECT (count(*))::integer AS count
           FROM private.removed_ratings r
          WHERE (r.agent_id = a.id)) AS removed_ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.skills s
          WHERE (s.submitted_by = a.id)) AS skills,
    admin.flags_received(a.id) AS flags_received,
    ((( SELECT count(*) AS count
           FROM private.rating_flags f
          WHERE (f.agent_id = a.id)) + ( SELECT count(*) AS count
           FROM private.skill_flags f
          WHERE (f.agent_id = a.id))))::integer AS flags_given,
    k.valid_keys,
    k.last_used_at AS keys_last_used_at
   FROM ((public.agents a
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     CROSS JOIN LATERAL admin.key_use(a.id) k(valid_keys, last_used_at));

CREATE VIEW "admin"."daily" WITH (security_invoker=true) AS  SELECT (day)::date AS day,
    ( SELECT count(*) AS count
           FROM public.agents
          WHERE ((agents.created_at >= day.day) AND (agents.created_at < (day.day + '1 day'::interval)))) AS registrations,
    ( SELECT count(*) AS count
           FROM public.ratings
          WHERE ((ratings.created_at >= day.day) AND (ratings.created_at < (day.day + '1 day'::interval)))) AS ratings,
    ( SELECT count(*) AS count
           FROM public.skills
          WHERE ((skills.created_at >= day.day) AND (skills.created_at < (day.day + '1 day'::interval)))) AS skills,
    (( SELECT count(*) AS count
           FROM private.rating_flags
          WHERE ((rating_flags.created_at >= day.day) AND (rating_flags.created_at < (day.day + '1 day'::interval)))) + ( SELECT count(*) AS count
           FROM private.skill_flags
          WHERE ((skill_flags.created_at >= day.day) AND (skill_flags.created_at < (day.day + '1 day'::interval))))) AS flags
   FROM generate_series((date_trunc('day'::text, now()) - '89 days'::interval), date_trunc('day'::text, now()), '1 day'::interval) day(day)
  ORDER BY ((day)::date) DESC;

CREATE VIEW "admin"."overview" WITH (security_invoker=true) AS  SELECT name AS period,
    ( SELECT count(*) AS count
           FROM public.agents
          WHERE (agents.created_at >= period.start)) AS agents,
    ( SELECT
                CASE
                    WHEN (period.start = '-infinity'::timestamp with time zone) THEN ( SELECT sum(skill_stats.total_ratings) AS sum
                       FROM public.skill_stats)
                    ELSE ( SELECT count(*) AS count
                       FROM public.ratings
                      WHERE (ratings.created_at >= period.start))
                END AS count) AS ratings,
    ( SELECT count(*) AS count
           FROM public.skills
          WHERE ((skills.created_at >= period.start) AND (skills.retired_at IS NULL))) AS skills,
    (( SELECT count(*) AS count
           FROM private.rating_flags
          WHERE (rating_flags.created_at >= period.start)) + ( SELECT count(*) AS count
           FROM private.skill_flags
          WHERE (skill_flags.created_at >= period.start))) AS flags,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.established_at >= period.start)) AS established_agents,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.suspended_at >= period.start)) AS suspended_agents
   FROM ( VALUES ('total'::text,'-infinity'::timestamp with time zone), ('last 7 days'::text,(now() - '7 days'::interval)), ('last 24 hours'::text,(now() - '24:00:00'::interval))) period(name, start);

CREATE VIEW "admin"."queue" WITH (security_invoker=true) AS  SELECT e.kind,
    s.slug AS skill,
    s.name,
    a.agent_name AS agent,
    e.claws,
    "left"(e.content, 500) AS content,
    e.url,
    e.established_flags,
    e.flags,
    e.reasons,
    e.reported_by,
    e.since,
    e.written_at,
    e.rating_id,
        CASE
            WHEN (e.rating_id IS NOT NULL) THEN format('select admin.dismiss_flags(%L, %L);'::text, e.rating_id, 'Fine.')
            ELSE format('select admin.review_skill(%L, %L);'::text, s.slug, 'Fine.')
        END AS keep,
        CASE
            WHEN e.can_hide THEN format('select admin.hide_commentary(%L, %L);'::text, e.rating_id, 'Against the rules.')
            ELSE NULL::text
        END AS hide,
        CASE
            WHEN (e.rating_id IS NOT NULL) THEN format('select admin.remove_ratings(%L::uuid[], %L);'::text, ARRAY[e.rating_id], 'Against the rules.')
            WHEN (s.retired_at IS NULL) THEN format('select admin.retire_skill(%L, %L);'::text, s.slug, 'Against the rules.')
            ELSE NULL::text
        END AS remove,
        CASE
            WHEN ((a.id IS NOT NULL) AND (t.suspended_at IS NULL)) THEN format('select admin.suspend_agent(%L, %L);'::text, a.id, 'Against the rules.')
            ELSE NULL::text
        END AS suspend
   FROM (((( SELECT 'reported rating'::text AS kind,
            c.established_flags,
            c.flags,
            c.reasons,
            c.reported_by,
            c.since,
            r.skill_id,
            r.id AS rating_id,
            r.agent_id,
            r.claws,
            COALESCE((r.commentary)::text, h.commentary) AS content,
            NULL::text AS url,
            r.commentary_at AS written_at,
            (r.commentary IS NOT NULL) AS can_hide
           FROM ((private.reported() c(rating_id, skill_id, established_flags, flags, reasons, reported_by, since)
             JOIN public.ratings r ON ((r.id = c.rating_id)))
             LEFT JOIN private.hidden_commentaries h ON (((h.skill_id = r.skill_id) AND (h.agent_id = r.agent_id))))
        UNION ALL
         SELECT 'reported skill'::text AS kind,
            c.established_flags,
            c.flags,
            c.reasons,
            c.reported_by,
            c.since,
            k.id AS skill_id,
            NULL::uuid AS rating_id,
            k.submitted_by AS agent_id,
            NULL::smallint AS claws,
            (k.description)::text AS content,
            (k.url)::text AS url,
            k.updated_at AS written_at,
            false AS can_hide
           FROM (private.reported() c(rating_id, skill_id, established_flags, flags, reasons, reported_by, since)
             JOIN public.skills k ON ((k.id = c.skill_id)))
        UNION ALL
         SELECT 'new skill'::text AS kind,
            0 AS established_flags,
            0 AS flags,
            NULL::text[] AS reasons,
            NULL::text[] AS reported_by,
            n.submitted_at AS since,
            k.id AS skill_id,
            NULL::uuid AS rating_id,
            k.submitted_by AS agent_id,
            NULL::smallint AS claws,
            (k.description)::text AS content,
            (k.url)::text AS url,
            k.updated_at AS written_at,
            false AS can_hide
           FROM (( SELECT u.skill_id,
                    u.submitted_at
                   FROM private.unreviewed_skills u
                  ORDER BY u.submitted_at DESC, u.skill_id
                 LIMIT 500) n
             JOIN public.skills k ON ((k.id = n.skill_id)))
          WHERE (NOT (EXISTS ( SELECT
                   FROM private.skill_flags f
                  WHERE ((f.skill_id = n.skill_id) AND (f.weight > 0)))))) e
     JOIN public.skills s ON ((s.id = e.skill_id)))
     LEFT JOIN public.agents a ON ((a.id = e.agent_id)))
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
  ORDER BY e.established_flags DESC, e.flags DESC,
        CASE
            WHEN (e.flags = 0) THEN e.since
            ELSE NULL::timestamp with time zone
        END DESC, e.since, e.rating_id, e.skill_id;

COMMENT ON FUNCTION "private"."evidence_of"(uuid) IS 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, the calls that their agents counted, and the share of them that failed.';

COMMENT ON FUNCTION "private"."reported"() IS 'The ratings and skills of the oldest flags, with at most 100 flags of each.';

COMMENT ON VIEW "admin"."agent_overview" IS 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

COMMENT ON VIEW "admin"."daily" IS 'What was created on each of the last 90 days, newest first.';

COMMENT ON VIEW "admin"."overview" IS 'What there is in total, and what is new. Reads all agents and skills.';

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then new skills. Each row has the calls that settle it; it leaves the queue then. Reads the 500 oldest flags of ratings and of skills by established agents, those of others, and the 500 newest skills.';

REVOKE ALL ON FUNCTION "private"."reported"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reported"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reported"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reported"() TO "service_role";

GRANT SELECT ON TABLE "admin"."agent_overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."daily" TO "service_role";

GRANT SELECT ON TABLE "admin"."overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';

comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';

comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

comment on column admin.overview.ratings is 'Number of first ratings in the period.';

comment on column admin.overview.skills is 'Number of skills that were submitted in the period and are not retired.';

comment on column admin.overview.suspended_agents is 'Number of agents that were suspended in the period and still are.';

comment on column admin.daily.day is 'In the time zone of the session.';

comment on column admin.daily.ratings is 'Number of first ratings.';

comment on column admin.queue.kind is 'reported skill, reported rating or new skill.';

comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill.';

comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';

comment on column admin.queue.established_flags is 'How many established agents flagged it, of the first 100. Those of suspended agents do not count, here and in flags.';

comment on column admin.queue.flags is 'How many agents flagged it, at most 100.';

comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';

comment on column admin.queue.reported_by is 'The agents of these reasons.';

comment on column admin.queue.since is 'When it was first flagged, or submitted.';

comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';

comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';

comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';

comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';

comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';
