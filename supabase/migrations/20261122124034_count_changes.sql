set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."move_ratings"(uuid[], integer);

CREATE TYPE "private"."rating_change" AS (
  "skill_id"    uuid,
  "agent_id"    uuid,
  "sign"        integer,
  "claws"       integer,
  "reliability" numeric,
  "security"    numeric,
  "speed"       numeric,
  "created_at"  timestamp WITH time zone
);

CREATE OR REPLACE FUNCTION admin.grant_standing (
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
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  update private.standing set established_at = now(), withdrawn_at = null where agent_id = author.id;
  perform private.lock_ratings(array[author.id]);
  perform private.count_changes('{}', array[author.id]);
  perform admin.log_action('grant_standing', agent_id => author.id, reason => why);
  return format('%s is established: its ratings count fully.', author.agent_name);
end
$function$;

CREATE OR REPLACE FUNCTION admin.withdraw_standing (
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
begin
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  if standing.established_at is not null then
    perform private.lock_ratings(array[author.id]);
    perform private.count_changes('{}', array[author.id], -1);
  end if;
  update private.standing set established_at = null, withdrawn_at = now() where agent_id = author.id;
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
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
  AS $function$
begin
  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (
    select c.skill_id from unnest(changes) as c union all select r.skill_id from public.ratings as r where r.agent_id = any (agents)
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
      array(select (skill_id, agent_id, -1, claws, reliability, security, speed, created_at)::private.rating_change from old_ratings)
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
      array(select (skill_id, agent_id, 1, claws, reliability, security, speed, created_at)::private.rating_change from new_ratings),
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
begin
  if exists (select from new_ratings) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, 1, claws, reliability, security, speed, created_at)::private.rating_change from new_ratings
        union all
        select (skill_id, agent_id, -1, claws, reliability, security, speed, created_at)::private.rating_change from old_ratings
      ),
      -- If an agent replaced it: neither an admin, nor the trigger that masks the commentary of a new rating.
      case when pg_trigger_depth() = 1 and private.request_key() is not null
        then private.establish_agents(array(select distinct agent_id from new_ratings)) else '{}'
      end
    );
  end if;
  return null;
end
$function$;

COMMENT ON FUNCTION "private"."count_changes"(private.rating_change[], uuid[], integer) IS 'Adds changes of ratings to the aggregates. The ratings of agents, which the caller has locked with their ratings, are added to (1) or subtracted from (-1) the established part.';

COMMENT ON FUNCTION "private"."count_new_ratings"() IS 'Adds new ratings to the aggregates of their skills; may establish their agents.';

COMMENT ON FUNCTION "private"."count_replaced_ratings"() IS 'Replaces ratings in the aggregates of their skills; may establish their agents.';

COMMENT ON TYPE "private"."rating_change" IS 'A rating that is added or subtracted.';

REVOKE ALL ON FUNCTION "private"."count_changes"(private.rating_change[], uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_changes"(private.rating_change[], uuid[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_changes"(private.rating_change[], uuid[], integer) TO "postgres";
