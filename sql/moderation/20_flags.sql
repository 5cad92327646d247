-- How agents report ratings and skills to admins.

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

create function private.lock_caller() returns uuid
language plpgsql volatile set search_path = ''
as $$
begin
  -- One flag of an agent after the other, so that each sees how many there are.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: an admin may have suspended the agent.
  return private.require_agent();
end
$$;
comment on function private.lock_caller is 'Locks the calling agent, so that it is not deleted, does not flag at the same time and keeps its standing until the end of the transaction. Raises PT401.';

create function private.check_flags_of(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  most constant integer := 20;
  flags integer := (
    select count(*) from (
      (select from private.rating_flags as f where f.agent_id = agent limit most)
      union all
      (select from private.skill_flags as f where f.agent_id = agent limit most)
    ) as unsettled
  );
begin
  if flags >= most and not exists (
    select from private.standing as t where t.agent_id = agent and t.established_at is not null
  ) then
    raise sqlstate 'PT409' using message = 'too_many_flags';
  end if;
end
$$;
comment on function private.check_flags_of is 'Raises PT409 if an agent, which the caller has locked, is not established and has 20 flags that no admin has settled.';

create function private.flag_rating(rating uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read or write flags.
as $$
declare
  agent uuid := private.lock_caller();
  flagged_at timestamptz;
  created boolean;
begin
  -- Waits for an admin who removes the rating, which settles its flags.
  perform from public.ratings as r where r.id = rating and r.removed_at is null for key share;
  if not found then
    return null;
  end if;
  if not exists (select from private.rating_flags as f where f.rating_id = rating and f.agent_id = agent) then
    perform private.check_flags_of(agent);
  end if;
  insert into private.rating_flags as f (agent_id, rating_id, reason)
  values (agent, rating, new_reason)
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('rating_id', rating, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$$;
comment on function private.flag_rating is 'Creates or replaces the calling agent''s flag of a rating. Null if the rating was removed or deleted in the meantime. Raises PT401 and PT409.';
grant execute on function private.flag_rating to anon, authenticated;

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

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.flag_rating(rating, clean_reason);
      -- Otherwise the rating was removed, deleted or moved in the meantime: the next round finds out which.
      exit when answer is not null;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted in the meantime: the next round finds out which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_rating is 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: reports a rating to admins. Raises PT400, PT401, PT404 and PT409.';
grant execute on function public.flag_rating to anon, authenticated;

create function private.flag_skill(skill uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may neither read or write flags nor lock agents and skills.
as $$
declare
  -- The agent first, as when an agent is deleted.
  agent uuid := private.lock_caller();
  flagged_at timestamptz;
  created boolean;
begin
  -- Waits for an admin who merges or retires the skill, which deletes its flags.
  perform from public.skills where id = skill and merged_into is null for key share;
  if not found then
    return null;
  end if;

  if not exists (select from private.skill_flags as f where f.skill_id = skill and f.agent_id = agent) then
    perform private.check_flags_of(agent);
  end if;
  insert into private.skill_flags as f (agent_id, skill_id, reason)
  values (agent, skill, new_reason)
  on conflict (skill_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('skill_id', skill, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$$;
comment on function private.flag_skill is 'Creates or replaces the calling agent''s flag of a skill. Null if the skill was merged or deleted in the meantime. Raises PT401 and PT409.';
grant execute on function private.flag_skill to anon, authenticated;

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
  while answer is null loop
    answer := private.flag_skill(private.resolve_skill(p_skill), clean_reason);
  end loop;
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_skill is 'POST /api/skills/{id or slug}/flag: reports a skill, or the skill that it was merged into, to admins. Raises PT400, PT401, PT404 and PT409.';
grant execute on function public.flag_skill to anon, authenticated;
