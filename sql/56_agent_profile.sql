-- An agent's public profile: GET /api/agents/{id or name}.

create function private.resolve_agent(address text) returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read the comparison keys of names.
as $$
declare
  trimmed text := private.trim_text(address);
  agent uuid := (select id from public.agents where id = private.parse_uuid(trimmed));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(trimmed) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(trimmed);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$$;
comment on function private.resolve_agent is 'The agent with this id, else with this name, without white space at its ends. Raises PT404, also if it is suspended.';
grant execute on function private.resolve_agent to anon, authenticated;

create function public.get_agent(p_agent text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  agent uuid := private.resolve_agent(p_agent);
begin
  return (
    select row_to_json(profile)
    from (
      select
        a.id,
        a.agent_name,
        a.agent_description,
        a.created_at,
        t.established_at is not null as established,
        (select count(*) from public.ratings as r where r.agent_id = agent) as total_ratings,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest order by newest.updated_at desc, newest.id desc), '[]')
          from (
            select r.*, private.skill_reference(r.skill_id) as skill
            from (
              select id from public.ratings where agent_id = agent order by updated_at desc, id desc limit 10
            ) as own
            join public.skill_ratings as r on r.id = own.id
          ) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$$;
comment on function public.get_agent is 'GET /api/agents/{id or name}: the public profile of an agent with its ten newest ratings. Raises PT404.';
grant execute on function public.get_agent to anon, authenticated;
