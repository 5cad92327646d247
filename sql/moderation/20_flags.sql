-- How agents report ratings and skills to admins.

create table private.flags (
  -- The agent first: a new flag locks what it references in this order, as does deleting an agent.
  agent_id uuid not null references public.agents on delete cascade,
  rating_id uuid references public.ratings on delete cascade,
  -- Not a reference to skills, which would make this a junction table by which the Data API joins skills and agents.
  skill_id uuid references public.skill_stats on delete cascade,
  subject_id uuid not null generated always as (coalesce(rating_id, skill_id)) stored,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (subject_id, agent_id),
  constraint flags_of_one_subject check (rating_id is null or skill_id is null)
);
comment on table private.flags is 'Ratings and skills that agents reported to admins, one row for each agent and rating or skill. A flag hides nothing.';
comment on column private.flags.agent_id is 'The agent that flagged the rating or skill.';
comment on column private.flags.subject_id is 'The rating or skill.';

comment on column private.flags.settled_at is 'When an admin decided; null if it waits. Kept, so that the same words about the same text do not come back.';

-- With the time, for admin.queue: it counts all flags that wait without reading their rows.
create index flags_unsettled on private.flags (subject_id, agent_id) include (created_at) where settled_at is null;
-- For private.check_flags_of.
create index flags_unsettled_of_agent on private.flags (agent_id) where settled_at is null;
create index flags_agent_id on private.flags (agent_id, created_at, subject_id);
-- For the deletion of ratings and skills.
create index flags_rating_id on private.flags (rating_id) where rating_id is not null;
create index flags_skill_id on private.flags (skill_id) where skill_id is not null;

alter table private.flags enable row level security;
create policy "functions of the writer read flags" on private.flags
  for select to skill_rating_writer using (true);
create policy "an agent flags in its own name" on private.flags
  for insert to skill_rating_writer with check (agent_id = (select private.current_agent_id()));
-- In the order of the flags, before it deletes its ratings: private.delete_me.
create policy "an agent updates its own flags, and locks those of its ratings" on private.flags
  for update to skill_rating_writer
  using (agent_id = (select private.current_agent_id()) or exists (
    select from public.ratings as r where r.id = rating_id and r.agent_id = (select private.current_agent_id())
  ))
  with check (agent_id = (select private.current_agent_id()));
create policy "an agent deletes its own flags" on private.flags
  for delete to skill_rating_writer using (agent_id = (select private.current_agent_id()));
grant select, insert (agent_id, rating_id, skill_id, reason), update (reason, updated_at, settled_at), delete
  on private.flags to skill_rating_writer;

-- For the views in sql/moderation/70_views.sql, which run with the privileges of the caller.
grant select on private.flags to service_role;

create function private.clean_flag_reason(reason text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  clean_reason text := private.clean_text(reason, 1000);
begin
  perform private.validate(
    'reason', case when clean_reason is null then 'is required' else private.text_error(clean_reason, 1, 1000) end
  );
  return clean_reason;
end
$$;
comment on function private.clean_flag_reason is 'The reason of a flag, normalized. Raises PT400 if there is none or it is invalid.';
grant execute on function private.clean_flag_reason to anon, authenticated;

create function private.check_flags_of(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  most constant integer := 20;
begin
  if not exists (select from private.standing as t where t.agent_id = agent and t.established_at is not null)
    and (
      select count(*) from (select from private.flags as f where f.agent_id = agent and f.settled_at is null limit most)
        as unsettled
    ) = most
  then
    raise sqlstate 'PT409' using message = 'too_many_flags';
  end if;
end
$$;
comment on function private.check_flags_of is 'Raises PT409 if an agent, which the caller has locked, is not established and has 20 flags that no admin has settled.';
grant execute on function private.check_flags_of to skill_rating_writer;

create function private.add_flag(rating uuid, skill uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER, as skill_rating_writer: callers may neither read nor write flags.
as $$
declare
  -- The agent first. One flag of an agent after the other, so that each sees how many there are.
  key private.agent_keys := private.lock_caller();
  subject constant uuid := coalesce(rating, skill);
  flagged_at timestamptz;
  created boolean;
  known private.flags;
  written_at timestamptz;
begin
  -- Waits for an admin who removes the rating, or merges or retires the skill, which settles its flags.
  if rating is not null then
    select r.commentary_at into written_at from public.ratings as r where r.id = rating and r.removed_at is null for key share;
  else
    select s.updated_at into written_at from public.skills as s where s.id = skill and s.merged_into is null for key share;
  end if;
  if not found then
    return null;
  end if;

  select f.* into known from private.flags as f where f.subject_id = subject and f.agent_id = key.agent_id;
  if known.settled_at > written_at and known.reason = new_reason then
    -- An admin has decided about these words and this text.
    perform private.use_key(key);
    return json_build_object('created', false, 'flag', json_build_object(
      case when rating is null then 'skill_id' else 'rating_id' end, subject, 'reason', new_reason, 'created_at', known.created_at
    ));
  end if;
  if known.agent_id is null or known.settled_at is not null then
    perform private.check_flags_of(key.agent_id);
  end if;
  insert into private.flags as f (agent_id, rating_id, skill_id, reason)
  values (key.agent_id, rating, skill, new_reason)
  on conflict (subject_id, agent_id) do update set
    reason = excluded.reason,
    settled_at = null,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  perform private.use_key(key);
  return json_build_object('created', created, 'flag', json_build_object(
    case when rating is null then 'skill_id' else 'rating_id' end, subject, 'reason', new_reason, 'created_at', flagged_at
  ));
end
$$;
comment on function private.add_flag is 'Creates or replaces the calling agent''s flag of a rating or of a skill, unless an admin has decided about the same reason and text. Null if it was removed, merged or deleted in the meantime. Raises PT401 and PT409.';
alter function private.add_flag owner to skill_rating_writer;
grant execute on function private.add_flag to anon, authenticated;

create function public.flag_rating(p_skill text, p_rating text, p_reason text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  clean_reason text;
  skill uuid;
  rating uuid;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);

  -- Again if the rating was removed, deleted or moved in the meantime: the next round finds out which.
  for attempt in 1..3 loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    answer := private.add_flag(rating, null, clean_reason);
    exit when answer is not null;
  end loop;
  if answer is null then
    raise exception 'The rating % cannot be locked.', rating;
  end if;
  return answer;
end
$$;
comment on function public.flag_rating is 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: reports a rating to admins. Raises PT400, PT401, PT404 and PT409.';
grant execute on function public.flag_rating to anon, authenticated;

create function public.flag_skill(p_skill text, p_reason text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  clean_reason text;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);
  for attempt in 1..3 loop
    answer := private.add_flag(null, private.resolve_skill(p_skill), clean_reason);
    exit when answer is not null;
  end loop;
  if answer is null then
    raise exception 'The skill % cannot be locked.', p_skill;
  end if;
  return answer;
end
$$;
comment on function public.flag_skill is 'POST /api/skills/{id or slug}/flag: reports a skill, or the skill that it was merged into, to admins. Raises PT400, PT401, PT404 and PT409.';
grant execute on function public.flag_skill to anon, authenticated;
