set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION admin.lock_agents (
  ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- While these locks last, the agents cannot rate.
  perform from public.agents where id = any (ids) order by id for update;
  perform private.lock_ratings(ids);
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_skills (
  ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.skills as s
  where s.id in (
    select unnest(array[gone.id, gone.merged_into])
    from private.removed_ratings as r join public.skills as gone on gone.id = r.skill_id
    where r.id = any (ids)
  )
  order by s.id
  for key share;
end
$function$;

CREATE OR REPLACE FUNCTION admin.reinstate_agent (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
  ids uuid[];
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  ids := array(select id from private.removed_ratings where agent_id = author.id and cause = 'suspended');
  perform admin.lock_skills(ids);
  returned := admin.return_ratings(ids);
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_ratings (
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
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  restored integer;
begin
  -- In the order in which a rating and a merge take their locks.
  perform from public.agents where id = any (authors) order by id for update;
  perform admin.lock_skills(ids);
  perform private.lock_ratings(authors);
  if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
    raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
  end if;
  wanted := array(
    select r.id from private.removed_ratings as r
    where r.id = any (ids) and r.cause = 'removed' and r.removed_at > now() - interval '30 days'
  );
  if wanted = '{}' then
    return 'None of these ratings was removed in the last 30 days.';
  end if;
  restored := admin.return_ratings(wanted);
  perform admin.log_ratings('restore_ratings', wanted, why);
  return admin.number_of(restored, 'rating') || ' restored' || case
    when restored = cardinality(wanted) then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(wanted) - restored)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.return_ratings (
  ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  returned uuid[];
begin
  with back as (
    insert into public.ratings (
      id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at
    )
    -- To the skill that replaces a merged one. A newer rating by the agent stays.
    select distinct on (coalesce(s.merged_into, s.id), r.agent_id)
      r.id, coalesce(s.merged_into, s.id), r.agent_id, r.claws, r.reliability, r.security, r.speed, r.commentary,
      r.created_at, r.updated_at
    from private.removed_ratings as r join public.skills as s on s.id = r.skill_id
    where r.id = any (ids)
    order by coalesce(s.merged_into, s.id), r.agent_id, r.updated_at desc
    on conflict (skill_id, agent_id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into returned from back;
  -- Not in the same statement: the triggers of the ratings see that these are restored.
  delete from private.removed_ratings where id = any (returned);
  return cardinality(returned);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_changes (
  changes   private.rating_change[],
  agents    uuid[]                  DEFAULT '{}'::uuid[],
  direction integer                 DEFAULT 1
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (
    select c.skill_id from unnest(changes) as c
    union all
    select r.skill_id from public.ratings as r where r.agent_id = any (agents)
  )
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    total_ratings = s.total_ratings + change.total_ratings,
    claws_sum = s.claws_sum + change.claws_sum,
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    reliability_count = s.reliability_count + change.reliability_count,
    security_sum = s.security_sum + change.security_sum,
    security_count = s.security_count + change.security_count,
    speed_sum = s.speed_sum + change.speed_sum,
    speed_count = s.speed_count + change.speed_count,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws_sum = s.established_claws_sum + change.established_claws_sum,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count
  from (
    select
      c.skill_id,
      sum(sign) as total_ratings,
      sum(sign * claws) as claws_sum,
      coalesce(sum(sign) filter (where claws = 1), 0) as claws_1,
      coalesce(sum(sign) filter (where claws = 2), 0) as claws_2,
      coalesce(sum(sign) filter (where claws = 3), 0) as claws_3,
      coalesce(sum(sign) filter (where claws = 4), 0) as claws_4,
      coalesce(sum(sign) filter (where claws = 5), 0) as claws_5,
      coalesce(sum(sign * reliability), 0) as reliability_sum,
      coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
      coalesce(sum(sign * security), 0) as security_sum,
      coalesce(sum(sign) filter (where security is not null), 0) as security_count,
      coalesce(sum(sign * speed), 0) as speed_sum,
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count,
      sum(full_sign) as established_ratings,
      sum(full_sign * claws) as established_claws_sum,
      coalesce(sum(full_sign * reliability), 0) as established_reliability_sum,
      coalesce(sum(full_sign) filter (where reliability is not null), 0) as established_reliability_count,
      coalesce(sum(full_sign * security), 0) as established_security_sum,
      coalesce(sum(full_sign) filter (where security is not null), 0) as established_security_count,
      coalesce(sum(full_sign * speed), 0) as established_speed_sum,
      coalesce(sum(full_sign) filter (where speed is not null), 0) as established_speed_count
    from (
      select
        r.skill_id, r.sign, r.claws, r.reliability, r.security, r.speed,
        -- The ratings of the agents are in the other part.
        case when t.established_at is not null and r.agent_id <> all (agents) then r.sign else 0 end as full_sign
      from unnest(changes) as r left join private.standing as t on t.agent_id = r.agent_id
      union all
      select r.skill_id, 0, r.claws, r.reliability, r.security, r.speed, direction
      from public.ratings as r where r.agent_id = any (agents)
    ) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(c.sign), sum(c.sign * c.claws) from unnest(changes) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by 1, 2
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_deleted_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from old_ratings) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, -1, claws, reliability, security, speed, created_at)::private.rating_change from old_ratings
      )
    );
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_new_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if exists (select from new_ratings) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, 1, claws, reliability, security, speed, created_at)::private.rating_change from new_ratings
      ),
      private.establish_agents(array(select distinct agent_id from new_ratings))
    );
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_replaced_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Whether an agent sent the update, not an admin or the trigger that masks a new rating.
  by_agent boolean := pg_trigger_depth() = 1 and private.request_key() is not null;
begin
  -- A masked commentary changes nothing that is counted. Counting it would lock its aggregates before count_new_ratings locks all of
  -- them in order.
  if exists (select from new_ratings) and (by_agent or exists (
    select skill_id, agent_id, claws, reliability, security, speed, created_at from new_ratings
    except
    select skill_id, agent_id, claws, reliability, security, speed, created_at from old_ratings
  )) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, 1, claws, reliability, security, speed, created_at)::private.rating_change from new_ratings
        union all
        select (skill_id, agent_id, -1, claws, reliability, security, speed, created_at)::private.rating_change from old_ratings
      ),
      case when by_agent then private.establish_agents(array(select distinct agent_id from new_ratings)) else '{}' end
    );
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_parents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  retired timestamptz;
begin
  -- Before the new row exists: an admin who has locked the agent and restores its rating would wait for that row, while this
  -- transaction waits for the agent. Strong at once if the rating may establish the agent: two ratings could not both strengthen it.
  if private.may_be_established(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;

  -- Waits for an admin who retires or merges the skill. In a BEFORE trigger: a new rating that waits for this lock could deadlock
  -- with a merge that moves another rating of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  -- An admin can restore a rating of a retired skill.
  if retired is not null and not exists (select from private.removed_ratings where id = new.id) then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.page_bytes()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 800000;

COMMENT ON FUNCTION "admin"."lock_skills"(uuid[]) IS 'Locks the skills to which removed ratings return, so that none is merged or deleted. Lock the agents before and the ratings after.';

COMMENT ON FUNCTION "admin"."return_ratings"(uuid[]) IS 'Moves removed ratings, whose agents and skills the caller has locked, back. Returns their number; ratings that their agents have replaced stay removed.';

COMMENT ON FUNCTION "private"."count_changes"(private.rating_change[], uuid[], integer) IS 'Adds changes of ratings to the aggregates. The ratings of the agents are added to (1) or subtracted from (-1) the established part; the caller must have locked these agents and all their ratings.';

COMMENT ON FUNCTION "private"."lock_parents"() IS 'Locks the agent and the skill of a new rating, so that neither is deleted and the skill is not retired. Raises PT410 if the skill is retired.';

REVOKE ALL ON FUNCTION "admin"."lock_skills"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_skills"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_skills"(uuid[]) TO "postgres";
