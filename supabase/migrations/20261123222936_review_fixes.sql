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

COMMENT ON FUNCTION "private"."evidence_of"(uuid) IS 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, the calls that their agents counted, and the share of them that failed.';
