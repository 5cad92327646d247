-- What several functions of admins do: their locks, and how they settle flags.

create function admin.lock_agent(agent text) returns public.agents
language plpgsql volatile set search_path = ''
as $$
declare
  key text := private.name_key(agent);
  by_id uuid;
  by_name uuid := (select a.id from public.agents as a where a.name_key = key);
  locked public.agents;
begin
  -- A statement of its own: Postgres may evaluate the cast when it plans one that tests and casts.
  if pg_input_is_valid(key, 'uuid') then
    by_id := (select a.id from public.agents as a where a.id = key::uuid);
  end if;
  -- A name from before the rule against UUIDs can be the id of another agent.
  if by_id <> by_name then
    raise exception '"%" is the id of one agent and the name of another.', agent
      using hint = format('Give the name of the first, "%s", or the id of the second, %s.',
        (select a.agent_name from public.agents as a where a.id = by_id), by_name);
  end if;
  -- The agent before its keys, as in private.create_key, so that no key is created in the meantime; and before its ratings, which wait
  -- for this lock.
  select a.* into locked from public.agents as a where a.id = coalesce(by_id, by_name) for update;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$$;
comment on function admin.lock_agent is 'Locks the agent with this id or name until the end of the transaction. Raises if there is none, or if id and name match different agents.';

create function admin.lock_rating(rating uuid) returns public.ratings
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.ratings;
begin
  select * into locked from public.ratings as r where r.id = rating and r.removed_at is null for update;
  if locked.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  return locked;
end
$$;
comment on function admin.lock_rating is 'Locks the rating with this id until the end of the transaction. Raises if there is none, or it is removed.';

create function admin.skill_id(id_or_slug text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  parsed_id uuid := private.parse_uuid(id_or_slug);
  id uuid;
begin
  if parsed_id is not null then
    select s.id into id from public.skills as s where s.id = parsed_id;
  else
    select s.id into id from public.skills as s where s.slug = lower(id_or_slug);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', id_or_slug;
  end if;
  return id;
end
$$;
comment on function admin.skill_id is 'The id of the skill with this id or slug, even if it was merged into another. Raises if there is none.';

create function admin.lock_skill(id uuid) returns public.skills
language plpgsql volatile set search_path = ''
as $$
declare
  skill public.skills;
begin
  -- Ratings of the skill take a weaker lock: those in progress are waited for, new ones wait.
  select s.* into skill from public.skills as s where s.id = lock_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted in the meantime.';
  end if;
  return skill;
end
$$;
comment on function admin.lock_skill is 'Locks a skill until the end of the transaction. Raises if it was deleted.';

create function admin.settle_flags(subjects uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  settled integer;
begin
  -- Never waits: a flag that is locked is being deleted with its agent, which may wait for a lock of the caller.
  update private.flags as f set settled_at = clock_timestamp()
  where (f.subject_id, f.agent_id) in (
    select own.subject_id, own.agent_id from private.flags as own
    where own.subject_id = any (subjects) and own.settled_at is null for update skip locked
  );
  get diagnostics settled = row_count;
  return settled;
end
$$;
comment on function admin.settle_flags is 'Settles the flags of ratings or skills that wait. Returns their number.';

create function admin.number_of(count integer, what text) returns text
language sql immutable set search_path = ''
return count || ' ' || what || case count when 1 then '' else 's' end;
comment on function admin.number_of is '1 rating, 2 ratings …';
