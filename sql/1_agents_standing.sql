-- The standing of agents, and all constants of the ranking: see docs/ranking.md. The ratings are counted in 3_stats.sql.

create table private.standing (
  agent_id uuid primary key references public.agents on delete cascade,
  established_at timestamptz,
  withdrawn_at timestamptz,
  suspended_at timestamptz,
  constraint standing_established_or_withdrawn check (established_at is null or withdrawn_at is null)
);
comment on table private.standing is 'The standing of agents; an agent without a row is new. Changed by the functions of the schema admin: an edit would not move ratings.';
comment on column private.standing.agent_id is 'The agent.';
comment on column private.standing.established_at is 'Since when the ratings of the agent count fully in the ranking; null if they do not.';
comment on column private.standing.withdrawn_at is 'When an admin withdrew the standing, which lasts until admin.grant_standing; null otherwise.';
comment on column private.standing.suspended_at is 'When an admin suspended the agent; null otherwise. See admin.suspend_agent.';

revoke all on private.standing from public, anon, authenticated, service_role;
-- For the views and the policy of public.agents, which run with the privileges of the caller.
grant select (agent_id, established_at, suspended_at) on private.standing to anon, authenticated;
grant select on private.standing to service_role;

-- For the policy, which looks here for each agent that is read. Few agents are suspended.
create index standing_suspended on private.standing (agent_id) where suspended_at is not null;

create policy "anyone reads the public columns of agents" on public.agents
  for select to anon, authenticated
  using (not exists (select from private.standing as t where t.agent_id = agents.id and t.suspended_at is not null));

create function private.may_be_established(agent uuid) returns boolean
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read all columns. In plpgsql, here and below: Postgres plans a SQL function at each call.
as $$
begin
  return (
    select a.created_at <= now() - interval '7 days' and t.established_at is null and t.withdrawn_at is null
    from public.agents as a left join private.standing as t on t.agent_id = a.id
    where a.id = agent
  );
end
$$;
comment on function private.may_be_established is 'Whether an agent is old enough to be established and neither is nor was: its next rating decides.';
grant execute on function private.may_be_established to anon, authenticated, service_role;

create function private.is_established(agent uuid) returns boolean
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: roles that write ratings may not read all standing.
as $$
begin
  return exists (select from private.standing as t where t.agent_id = agent and t.established_at is not null);
end
$$;
comment on function private.is_established is 'Whether the ratings of an agent count fully.';

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

create function private.bayesian_average(
  established_count integer, established_sum numeric, total_count integer, total_sum numeric, middle integer
) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when total_count = 0 then 0
    when established_count > 0 then div((5 * middle + established_sum) * 1000000000, 5 + established_count)
    -- n ratings by new agents count together as n / (3 (n + 1)) of one: always less than a third of one by an established agent.
    else div((15 * middle * (total_count + 1::numeric) + total_sum) * 1000000000, 16 * total_count::numeric + 15)
  end;
end
$$;
comment on function private.bayesian_average is 'Sort key of the orders top, reliability, security and speed, in billionths, rounded down: the mean of 5 ratings at the middle of the scale and all ratings by established agents; if there is none, of these 5 and less than a third of a rating at the mean of the others. 0, below every other, without ratings. A change must rewrite the columns of skill_stats that are generated by it.';
-- For admin.movers.
grant execute on function private.bayesian_average to service_role;
