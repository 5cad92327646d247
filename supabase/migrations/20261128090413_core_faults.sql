set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "admin"."hidden_commentaries";

DROP VIEW "private"."export_entries";

CREATE OR REPLACE FUNCTION admin.merge_skills (
  duplicate text,
  keep      text,
  reason    text,
  confirm   boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  source_id uuid := admin.skill_id(duplicate);
  target_id uuid := admin.skill_id(keep);
  source public.skills;
  target public.skills;
  causes constant text[] := array['suspended', 'removed', 'deleted'];
  losing uuid[];
  hidden uuid[];
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- In the order of the ids, so that two merges cannot deadlock. The agents that rated both first: a statement of one can change both.
  perform from public.agents
  where id in (
    select r.agent_id from public.ratings as r join public.ratings as other on other.agent_id = r.agent_id
    where r.skill_id = source_id and other.skill_id = target_id
  )
  order by id for update;
  perform from public.skills where id in (source_id, target_id) order by id for update;
  source := admin.lock_skill(source_id);
  target := admin.lock_skill(target_id);

  if source.id = target.id then
    raise exception 'Both skills are %. Give two different skills.', target.slug;
  elsif source.merged_into is not null then
    raise exception '%.', admin.retirement(source);
  elsif target.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(target);
  elsif target.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(target);
  end if;

  warnings := concat(
    case when source.type <> target.type then format(' Their types differ: %s and %s.', source.type, target.type) end,
    case when source.url <> target.url then format(' Their addresses differ: %s and %s.', source.url, target.url) end
  );
  begin
    perform from public.ratings where skill_id in (source.id, target.id) order by id for update;
    perform from public.skill_stats where skill_id in (source.id, target.id) order by skill_id for no key update;

    -- Of two ratings by one agent, that which is not removed is kept, then that of a suspended agent, which it gets back, then that
    -- which can be restored; else the newer; of two with the same time, that of the skill that is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((source.id, target.id), (target.id, source.id))
      where (coalesce(array_position(causes, r.removal_cause), 0), other.updated_at, other.skill_id = target.id)
        > (coalesce(array_position(causes, other.removal_cause), 0), r.updated_at, r.skill_id = target.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (source.id, target.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings as r set commentary_hidden_at = loser.commentary_hidden_at
    from public.ratings as loser
    where r.id = any (hidden) and loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id;
    perform private.log_replaced_rating(r, other.id)
    from public.ratings as r
    join public.ratings as other
      on other.agent_id = r.agent_id and other.skill_id in (source.id, target.id) and other.id <> r.id
    where r.id = any (losing);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    dropped := admin.set_removed(losing, 'removed');
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = source.id and removed_at is null);
    update public.ratings set skill_id = target.id where skill_id = source.id;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = target.id where merged_into = source.id;
    update public.skills set merged_into = target.id, retired_at = coalesce(retired_at, now()) where id = source.id;
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(source.id);

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        source.slug, target.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', source.id, reason => why,
    details => jsonb_build_object('into', target.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', source.slug, target.slug, moved, dropped, warnings
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.remove_ratings (
  ids    uuid[],
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  rating_ids uuid[];
  removed integer;
begin
  perform admin.lock_authors(ids);
  rating_ids := array(
    select r.id from public.ratings as r where r.id = any (ids) and r.removed_at is null order by r.id for update
  );
  if rating_ids = '{}' then
    return 'These ratings are already removed.';
  end if;
  -- SKIP LOCKED: a transaction that has locked one can wait for a rating that is locked here. One with a hidden commentary stays, so
  -- that the next rating of the skill by its agent is hidden, too.
  delete from public.ratings as r where r.id in (
    select old.id from public.ratings as old
    where old.removal_cause = 'removed' and old.removed_at < now() - interval '30 days' and old.commentary_hidden_at is null
    for update skip locked
  );
  removed := admin.set_removed(rating_ids, 'removed');
  perform admin.log_ratings('remove_ratings', rating_ids, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
end
$function$;

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
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);
  perform private.lock_hidden(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks. Between them the flags of
  -- the ratings: to delete a row of agents deletes its flags, and then waits for aggregates.
  -- Removed ratings with a hidden commentary go with the agent: as long as it can rate, what it writes there stays hidden.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and (r.removed_at is null or r.commentary_hidden_at is null) order by r.updated_at, r.id limit most
  );
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform from private.flags as f where f.rating_id = any (rated) order by f.rating_id, f.agent_id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates.
  delete from private.flags as f
  where f.agent_id = agent and f.subject_id in (
    select own.subject_id from private.flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (
    select count(*) from public.ratings as r
    where r.agent_id = agent and (r.removed_at is null or r.commentary_hidden_at is null)
  )
    + (select count(*) from private.flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and the ratings that were left out above.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_export (
  agent     uuid,
  only_part integer,
  after     jsonb,
  max_rows  integer,
  bytes     bigint
)
  RETURNS TABLE (
    entry_position jsonb,
    item           json
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  AS $function$
begin
  return query
  select jsonb_build_array(e.part, e.at, e.id), case e.part
    when 1 then (
      select json_build_object(
        'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
      )
      from private.agent_keys as k where k.id = e.id
    )
    when 2 then (
      select row_to_json(entry)
      from (
        select s.*, private.submitted_identifiers(s.id) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as entry
    )
    when 3 then (
      select row_to_json(entry)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as entry
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', h.commentary, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r left join private.hidden_commentaries as h on h.rating_id = r.id where r.id = e.id
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from private.flags as f left join public.ratings as r on r.id = f.rating_id
      where (f.subject_id, f.agent_id) = (e.id, e.agent_id)
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = only_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit max_rows
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$function$;

CREATE VIEW "admin"."hidden_commentaries" WITH (security_invoker=true) AS  SELECT
        CASE
            WHEN (r.removed_at IS NULL) THEN r.id
            ELSE NULL::uuid
        END AS rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
        CASE
            WHEN (r.removed_at IS NULL) THEN r.claws
            ELSE NULL::smallint
        END AS claws,
    h.commentary,
    r.commentary_hidden_at AS hidden_at,
    ( SELECT l.reason
           FROM admin.audit_log l
          WHERE ((l.action = 'hide_commentary'::text) AND (l.agent_id = r.agent_id) AND (l.skill_id IN ( SELECT hidden.id
                   FROM public.skills hidden
                  WHERE ((r.skill_id = hidden.id) OR (r.skill_id = hidden.merged_into)))))
          ORDER BY l.id DESC
         LIMIT 1) AS reason
   FROM (((public.ratings r
     JOIN public.skills s ON ((s.id = r.skill_id)))
     JOIN public.agents a ON ((a.id = r.agent_id)))
     LEFT JOIN private.hidden_commentaries h ON ((h.rating_id = r.id)))
  WHERE (r.commentary_hidden_at IS NOT NULL)
  ORDER BY r.commentary_hidden_at DESC, s.slug, a.agent_name;

CREATE VIEW "private"."export_entries" WITH (security_invoker=true) AS ( SELECT 1 AS part,
    agent_keys.agent_id,
    agent_keys.created_at AS at,
    agent_keys.id,
    0 AS text_bytes
   FROM private.agent_keys
  ORDER BY agent_keys.created_at, agent_keys.id)
UNION ALL
( SELECT 2 AS part,
    skills.submitted_by AS agent_id,
    skills.created_at AS at,
    skills.id,
    octet_length(skills.json_start) AS text_bytes
   FROM public.skills
  ORDER BY skills.created_at, skills.id)
UNION ALL
( SELECT 3 AS part,
    r.agent_id,
    r.updated_at AS at,
    r.id,
    COALESCE(octet_length((r.commentary)::text), ( SELECT octet_length(h.commentary) AS octet_length
           FROM private.hidden_commentaries h
          WHERE (h.rating_id = r.id)), 0) AS text_bytes
   FROM public.ratings r
  WHERE (r.removed_at IS NULL)
  ORDER BY r.updated_at, r.id)
UNION ALL
( SELECT 4 AS part,
    r.agent_id,
    r.commentary_hidden_at AS at,
    r.id,
    COALESCE(( SELECT octet_length(h.commentary) AS octet_length
           FROM private.hidden_commentaries h
          WHERE (h.rating_id = r.id)), 0) AS text_bytes
   FROM public.ratings r
  WHERE ((r.removed_at IS NOT NULL) AND (r.commentary_hidden_at IS NOT NULL))
  ORDER BY r.commentary_hidden_at, r.id)
UNION ALL
( SELECT 5 AS part,
    flags.agent_id,
    flags.created_at AS at,
    flags.subject_id AS id,
    octet_length((flags.reason)::text) AS text_bytes
   FROM private.flags
  ORDER BY flags.created_at, flags.subject_id);

COMMENT ON VIEW "admin"."hidden_commentaries" IS 'The hidden commentaries, newest first, with the latest text. rating_id is null if the rating was removed or its agent deleted it.';

COMMENT ON VIEW "private"."export_entries" IS 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 hidden commentaries of ratings that were deleted or removed, 5 flags.';

GRANT SELECT ON TABLE "admin"."hidden_commentaries" TO "service_role";
