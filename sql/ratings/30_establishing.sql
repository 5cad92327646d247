-- How an agent becomes established by rating, and how its ratings then count.

create function private.lock_ratings(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.ratings where agent_id = agent order by id for no key update;
end
$$;
comment on function private.lock_ratings is 'Locks all ratings of an agent in the order of their ids, as a merge does. Lock the agent before.';

create function private.establish(
  agent uuid, skill uuid, is_own boolean, out is_established boolean, out rated_skills integer
)
language plpgsql volatile set search_path = ''
as $$
declare
  needed constant integer := 3;
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  standing private.standing;
  marked uuid[];
begin
  select * into standing from private.standing as t where t.agent_id = agent;
  is_established := standing.established_at is not null;
  rated_skills := needed;
  if not is_established then
    -- With the skill that it rates now. Ratings of its own skills count for nothing.
    rated_skills := (not is_own)::integer + (
      select count(*)
      from (
        select from public.ratings as r join public.skills as s on s.id = r.skill_id
        where r.agent_id = agent and r.skill_id <> skill and r.removed_at is null and s.submitted_by is distinct from agent
        limit needed - (not is_own)::integer
      ) as others
    );
    is_established := rated_skills = needed and standing.withdrawn_at is null
      and (select a.created_at <= now() - interval '7 days' from public.agents as a where a.id = agent);
    if not is_established then
      return;
    end if;
    insert into private.standing as t (agent_id, established_at) values (agent, now())
    on conflict (agent_id) do update set established_at = excluded.established_at;
  end if;

  -- The newest. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r join public.skills as s on s.id = r.skill_id
    where s.submitted_by is distinct from agent and r.id in (
      select newest.id from public.ratings as newest
      where newest.agent_id = agent and not newest.established
      order by newest.updated_at desc, newest.id desc
      limit maximum
    )
    order by r.id
    for no key update of r skip locked
  );
  if marked <> '{}' then
    -- With the skill whose rating is counted next, so that all are locked in order.
    perform private.lock_stats(skill || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
    update public.ratings as r set established = true where r.id = any (marked);
  end if;
end
$$;
comment on function private.establish is 'Whether an agent, which the caller has locked and which rates a skill now, is established: it becomes so if it is 7 days old and has rated 3 skills that it did not submit. Marks the newest 2,000 of its ratings that are not marked yet. rated_skills is at most 3. Only for private.write_rating.';
grant execute on function private.establish to skill_rating_writer;

create function private.mark_established() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: what decides is not for every role that writes ratings to read.
as $$
begin
  new.established := exists (
    select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
  ) and not exists (select from public.skills as s where s.id = new.skill_id and s.submitted_by = new.agent_id);
  return new;
end
$$;
comment on function private.mark_established is 'Sets whether a rating counts as one by an established agent when an admin adds it to the table or moves it. private.write_rating does so for agents.';

create trigger mark_established before insert or update of skill_id, agent_id on public.ratings
  for each row when (current_user <> 'skill_rating_writer') execute function private.mark_established();
