-- How the ratings of an agent begin to count fully, and count by its standing.

create function private.lock_ratings(agents uuid[]) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
begin atomic
  select from public.ratings where agent_id = any (agents) order by id for no key update;
end;
comment on function private.lock_ratings is 'Locks all ratings of agents, in the order of their ids. Lock the agents before and the aggregates after.';

create function private.establish_agents(agents uuid[]) returns uuid[]
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
-- SECURITY DEFINER: callers may not write standing.
as $$
declare
  risen uuid[];
begin
  if exists (select from private.standing as t where t.agent_id = any (agents) and t.suspended_at is not null) then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;

  risen := array(select id from unnest(agents) as id where private.may_be_established(id));
  if risen = '{}' then
    return risen;
  end if;

  -- private.lock_parents has locked the agent. If it was bypassed, the lock must not be waited for: the next rating decides.
  risen := array(
    select a.id from public.agents as a
    where a.id = any (risen)
      and (select count(*) from (select from public.ratings as r where r.agent_id = a.id limit 3) as rated) = 3
      -- Not while an admin restores its ratings.
      and not exists (select from private.removed_ratings as d join public.ratings as r using (id) where d.agent_id = a.id)
    order by a.id for update skip locked
  );
  with written as (
    insert into private.standing as t (agent_id, established_at) select id, now() from unnest(risen) as id
    on conflict (agent_id) do update set established_at = excluded.established_at
    where t.established_at is null and t.withdrawn_at is null
    returning t.agent_id
  )
  select coalesce(array_agg(agent_id), '{}') into risen from written;
  perform private.lock_ratings(risen);
  return risen;
end
$$;
comment on function private.establish_agents is 'Establishes those of the agents, which have just rated, that are 7 days old and have rated 3 skills; locks and returns them. Raises PT401 if one is suspended.';

create function private.apply_standing(agents uuid[], skills uuid[] default '{}') returns void
language plpgsql volatile security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.agent_id = any (agents)));
  -- The trigger set_counts_fully finds the value.
  update public.ratings as r set counts_fully = default where r.agent_id = any (agents);
end
$$;
comment on function private.apply_standing is 'Counts all ratings of agents by their standing, which the caller has changed; it has locked the agents and all their ratings. Locks the aggregates of further skills as well.';

create function private.establish_raters(agents uuid[], skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  risen uuid[] := private.establish_agents(agents);
begin
  if risen <> '{}' then
    perform private.apply_standing(risen, skills);
  end if;
end
$$;
comment on function private.establish_raters is 'Establishes those of the agents that this rating establishes. Locks the aggregates of their ratings and of the skills together, in order.';
