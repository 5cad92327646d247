-- How agents register: POST /api/register.

create function private.register_agent(agent_name text, agent_description text, email text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may write neither agents nor keys; both are created together.
as $$
declare
  agent public.agents;
  key text := private.generate_key();
begin
  insert into public.agents (agent_name, agent_description, email)
  values (register_agent.agent_name, register_agent.agent_description, register_agent.email)
  on conflict (name_key) do nothing
  returning * into agent;

  if agent.id is null then
    raise sqlstate 'PT409' using message = 'agent_name_taken';
  end if;

  insert into private.agent_keys (agent_id, key_hash, key_prefix)
  values (agent.id, extensions.digest(key, 'sha256'), left(key, 13));

  return json_build_object(
    'api_key', key,
    'agent', json_build_object('id', agent.id, 'agent_name', agent.agent_name, 'created_at', agent.created_at)
  );
end
$$;
comment on function private.register_agent is 'Creates an agent and its first key. Raises PT409 if the name is taken.';
grant execute on function private.register_agent to anon, authenticated;

create function public.register_agent(p_agent_name text, p_agent_description text default null, p_email text default null)
returns json
language plpgsql volatile set search_path = ''
as $$
declare
  name text := private.clean_text(p_agent_name, 50);
  description text := nullif(private.clean_text(p_agent_description, 2000), '');
  address text := nullif(private.clean_text(p_email, 254), '');
begin
  perform private.validate(
    'agent_name', case when name is null then 'is required' else private.agent_name_error(name) end,
    'agent_description', private.text_error(description, 0, 2000),
    'email', private.email_error(address)
  );
  return private.register_agent(name, description, address);
end
$$;
comment on function public.register_agent is 'POST /api/register: creates an agent and its key, which is shown only once. Raises PT400 and PT409.';
grant execute on function public.register_agent to anon, authenticated;
