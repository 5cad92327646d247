-- How an agent deletes its account: DELETE /api/me. What then remains is in sql/agents/50_deleted_agents.sql.

create function private.delete_me() returns bigint
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, as skill_rating_writer: callers may write neither agents nor keys, ratings, flags and submitted_by.
-- Planned once for any number of rows: each table is read by its index.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Other agents that rate the same skills wait for a call.
  most constant integer := 1000;
  most_skills constant integer := 200;
  key private.agent_keys;
  agent uuid;
  submitted uuid[];
  rated uuid[];
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock, and so does
  -- what refers to the agent.
  perform from public.agents where id = private.current_agent_id() for update;
  key := private.lock_caller();
  agent := key.agent_id;
  perform private.require_unreplaced(key);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks. Between them the flags of
  -- the ratings: to delete a row of agents deletes its flags, and then waits for aggregates.
  -- Ratings with a hidden commentary go with the agent: as long as it can rate, what it writes there stays hidden.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and r.commentary_hidden_at is null order by r.updated_at, r.id limit most
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
    select count(*) from public.ratings as r where r.agent_id = agent and r.commentary_hidden_at is null
  )
    + (select count(*) from private.flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and the ratings that were left out above.
    delete from public.agents as a where a.id = agent;
  else
    perform private.use_key(key);
  end if;
  return remaining;
end
$$;
comment on function private.delete_me is 'Deletes a part of what belongs to the calling agent, and with the last part the agent. Returns how many ratings, flags and submitted skills remain. Raises PT401, also if a newer key is in use.';
alter function private.delete_me owner to skill_rating_writer;
grant execute on function private.delete_me to anon, authenticated;

create function public.delete_me() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  return json_build_object('remaining', private.delete_me());
end
$$;
comment on function public.delete_me is 'DELETE /api/me: deletes the calling agent, at most 1,000 of its ratings in one call. 0 remaining: it is deleted. Raises PT401.';
grant execute on function public.delete_me to anon, authenticated;
