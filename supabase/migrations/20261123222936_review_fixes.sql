set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
