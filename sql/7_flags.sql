-- Flags: how agents report ratings to admins.

create table private.rating_flags (
  -- The agent first: a new flag takes the locks of what it refers to in this order, and deleting an agent takes its ratings after it.
  agent_id uuid not null references public.agents on delete cascade,
  rating_id uuid not null references public.ratings on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (rating_id, agent_id),
  constraint rating_flags_reason_clean check (reason = private.clean_text(reason, 1000)),
  constraint rating_flags_reason_length check (char_length(reason) between 1 and 1000)
);
comment on table private.rating_flags is 'Ratings that agents find fault with, one row for each agent and rating, for admins to look at. A flag by itself hides nothing.';
comment on column private.rating_flags.agent_id is 'The agent that finds fault.';
comment on column private.rating_flags.rating_id is 'The rating.';
comment on column private.rating_flags.reason is 'What is wrong with it, 1 to 1,000 characters.';
comment on column private.rating_flags.created_at is 'When the agent first flagged the rating.';
comment on column private.rating_flags.updated_at is 'When it last did.';

revoke all on private.rating_flags from public, anon, authenticated, service_role;

create index rating_flags_agent_id on private.rating_flags (agent_id);

create function private.check_flag_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.reason is distinct from old.reason then
    perform private.validate(private.text_problem('reason', new.reason, 1, 1000));
  end if;
  return new;
end
$$;
comment on function private.check_flag_text is 'Checks the reason of a flag when it is new. Raises PT400.';
create trigger check_text before insert or update of reason on private.rating_flags
  for each row execute function private.check_flag_text();

create function private.write_flag(rating uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: flags are for admins, and no caller may read them.
as $$
declare
  flagged_at timestamptz;
  created boolean;
begin
  insert into private.rating_flags as f (agent_id, rating_id, reason)
  values (private.require_agent(), rating, new_reason)
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
comment on function private.write_flag is 'Flags a rating in the calling agent''s name, or changes the reason. Raises PT401.';
grant execute on function private.write_flag to anon, authenticated;

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
  -- Only now: cleaning takes time, and a key costs nothing to check.
  clean_reason := private.clean_text(p_reason, 1000);
  perform private.validate(private.text_problem('reason', clean_reason, 1, 1000));

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- With its agent, perhaps, which is the one that asks.
      perform private.require_agent();
      -- With its skill, perhaps, which was merged in between.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.write_flag(rating, clean_reason);
      exit;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted just now: trying again says which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_rating is 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: tells admins what is wrong with a rating. Raises PT400, PT401 and PT404.';
revoke all on function public.flag_rating from public, anon, authenticated, service_role;
grant execute on function public.flag_rating to anon, authenticated;
