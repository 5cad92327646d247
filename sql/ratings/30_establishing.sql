-- How an agent becomes established by rating, and how its ratings then count.

create function private.needs_establishing(agent uuid) returns boolean
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read all columns. In plpgsql: Postgres plans a SQL function at each call.
as $$
begin
  return (
    select case
      when t.established_at is not null
        then exists (select from public.ratings as r where r.agent_id = agent and not r.established)
      else t.withdrawn_at is null and a.created_at <= now() - interval '7 days'
    end
    from public.agents as a left join private.standing as t on t.agent_id = a.id
    where a.id = agent
  );
end
$$;
comment on function private.needs_establishing is 'Whether the next rating of an agent may establish it, or marks more of its earlier ratings as established.';
grant execute on function private.needs_establishing to anon, authenticated, service_role;

create function private.lock_ratings(agent uuid) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
begin
  perform from public.ratings where agent_id = agent order by id for no key update;
end
$$;
comment on function private.lock_ratings is 'Locks all ratings of an agent in the order of their ids, as a merge does. Lock the agent before.';

create function private.establish_raters(agents uuid[], rating_ids uuid[], skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may write neither standing nor the column.
as $$
declare
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  candidates uuid[];
  established_agents uuid[];
  marked uuid[];
begin
  -- Of two statements of an agent, the second waits here, and sees the ratings of the first. Both have locked the agent before their
  -- ratings, less strongly.
  candidates := array(select a.id from public.agents as a where a.id = any (agents) order by a.id for no key update);
  insert into private.standing as t (agent_id, established_at)
  select c.id, now() from unnest(candidates) as c (id)
  where (
    select count(*) from (select from public.ratings as r where r.agent_id = c.id and r.removed_at is null limit 3) as rated
  ) = 3
    and private.may_become_established(c.id)
  on conflict (agent_id) do update set established_at = excluded.established_at
  where t.established_at is null and t.withdrawn_at is null;
  established_agents := array(
    select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null
  );

  -- The new ratings and the newest of the others. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r
    where r.agent_id = any (established_agents) and not r.established and (
      r.id = any (rating_ids)
      or r.id in (
        select newest.id from public.ratings as newest
        where newest.agent_id = any (established_agents) and not newest.established
        order by newest.updated_at desc, newest.id desc
        limit maximum
      )
    )
    order by r.id
    for no key update skip locked
  );
  -- With the skills whose ratings the caller counts next, so that all are locked in order.
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$$;
comment on function private.establish_raters is 'Establishes those of the agents, which need it and have just rated, that have rated 3 skills, and marks the given ratings and the newest 2,000 of their others as established.';
