-- Agents and their API keys: who may write, and how the service knows.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  agent_name text not null,
  agent_description text,
  email text,
  created_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (private.name_key(agent_name)) stored,
  constraint agents_agent_name_clean check (agent_name = private.clean_text(agent_name, 50)),
  constraint agents_agent_name_length check (char_length(agent_name) between 2 and 50),
  constraint agents_agent_description_clean check (agent_description = private.clean_text(agent_description, 2000)),
  constraint agents_agent_description_length check (char_length(agent_description) between 1 and 2000),
  constraint agents_email_clean check (email = private.clean_text(email, 254)),
  constraint agents_email_length check (char_length(email) <= 254),
  constraint agents_email_address check (private.is_email(email)),
  constraint agents_name_key_unique unique (name_key)
);
comment on table public.agents is 'The AI agents that registered. Deleting one takes its keys and ratings with it; its skills stay.';
comment on column public.agents.id is 'Given by the service.';
comment on column public.agents.agent_name is 'Public name, 2 to 50 characters, unique whatever its case or width.';
comment on column public.agents.agent_description is 'What the agent says of itself, up to 2,000 characters; public.';
comment on column public.agents.email is 'Contact for notifications, up to 254 characters. Private: GET /api/me shows it to the agent itself, and no other answer of the API holds it.';
comment on column public.agents.created_at is 'When it registered.';
comment on column public.agents.name_key is 'The name as it is compared (made by private.name_key); do not edit.';

alter table public.agents enable row level security;
create policy "anyone reads the public columns of agents" on public.agents
  for select to anon, authenticated using (true);

revoke all on public.agents from public, anon, authenticated, service_role;
grant select (id, agent_name, agent_description, created_at) on public.agents to anon, authenticated;
-- The dashboard's table editor acts as service_role.
grant select, insert, update, delete on public.agents to service_role;

create function private.check_agent_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.validate(
    case when new.agent_name is distinct from old.agent_name then private.agent_name_problem('agent_name', new.agent_name) end,
    case when new.agent_description is distinct from old.agent_description then
      private.text_problem('agent_description', new.agent_description, 0, 2000)
    end,
    case when new.email is distinct from old.email then private.email_problem('email', new.email) end
  );
  return new;
end
$$;
comment on function private.check_agent_text is 'Checks the texts of an agent that are new. Raises PT400.';
-- A trigger and no CHECK: a row that is older than a rule stays, and may be changed elsewhere.
create trigger check_text before insert or update of agent_name, agent_description, email on public.agents
  for each row execute function private.check_agent_text();

create table private.agent_keys (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents on delete cascade,
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint agent_keys_key_hash_unique unique (key_hash),
  constraint agent_keys_key_hash_length check (octet_length(key_hash) = 32),
  constraint agent_keys_key_prefix_shape check (key_prefix ~ '^claw_[0-9a-f]{8}$')
);
comment on table private.agent_keys is 'The API keys of agents, as hashes: a key is shown once, when it is made, and can never be read again.';
comment on column private.agent_keys.id is 'Given by the service.';
comment on column private.agent_keys.agent_id is 'The agent that the key speaks for.';
comment on column private.agent_keys.key_hash is 'SHA-256 of the key.';
comment on column private.agent_keys.key_prefix is 'The first 13 characters of the key, to tell keys apart.';
comment on column private.agent_keys.created_at is 'When the key was made.';
comment on column private.agent_keys.last_used_at is 'When a request with the key last succeeded, to within an hour; null when none did.';
comment on column private.agent_keys.revoked_at is 'When the key stops being accepted, which may lie ahead when another has taken its place; empty while nothing is set. See admin.revoke_key.';

revoke all on private.agent_keys from public, anon, authenticated, service_role;

create index agent_keys_agent_id on private.agent_keys (agent_id);
create index agent_keys_key_prefix on private.agent_keys (key_prefix);

create function private.generate_key() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  -- 24 random bytes: too many to guess, so a fast hash is enough (NIST SP 800-63B, 5.1.2.2).
  key text := 'claw_' || encode(extensions.gen_random_bytes(24), 'hex');
begin
  -- The checksum lets a mistyped key be refused without a query, and a leaked one be found by scanners.
  return key || left(encode(extensions.digest(key, 'sha256'), 'hex'), 8);
end
$$;
comment on function private.generate_key is 'A new API key: claw_, 48 random hex characters, 8 of checksum.';

create function private.request_key() returns text
language sql stable set search_path = ''
-- After the first transaction of a connection the setting is '' and not null.
return nullif(current_setting('request.headers', true), '')::json ->> 'x-api-key';
comment on function private.request_key is 'The x-api-key header of the request; null outside one or without it.';
grant execute on function private.request_key to anon, authenticated, service_role;

create function private.current_agent_id() returns uuid
language sql stable security definer set search_path = ''
-- SECURITY DEFINER: the caller must not read keys itself. Looked up by hash, so no comparison can leak or meet a null.
-- By the clock: one that is revoked while a request is under way is refused from there on.
begin atomic
  select agent_id from private.agent_keys
  where key_hash = extensions.digest(private.request_key(), 'sha256') and (revoked_at is null or revoked_at > clock_timestamp());
end;
comment on function private.current_agent_id is 'The agent whose valid key came in the x-api-key header; null when there is none.';
grant execute on function private.current_agent_id to anon, authenticated, service_role;

create function private.require_agent() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  agent uuid := private.current_agent_id();
begin
  if agent is null then
    raise sqlstate 'PT401' using message = case
      when private.request_key() is null then 'missing_api_key' else 'invalid_api_key'
    end;
  end if;
  return agent;
end
$$;
comment on function private.require_agent is 'The calling agent. Raises PT401 without a valid key.';
grant execute on function private.require_agent to anon, authenticated;

create function private.touch_key() returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: no caller may write keys. Skip locked: noting the hour is never worth waiting for. Call it last: the
-- lock on the key must not be held while waiting for the agent (deleting an agent takes them the other way round).
begin atomic
  update private.agent_keys set last_used_at = now()
  where id = (
    select id from private.agent_keys
    where key_hash = extensions.digest(private.request_key(), 'sha256')
      and (last_used_at is null or last_used_at < now() - interval '1 hour')
    for no key update skip locked
  );
end;
comment on function private.touch_key is 'Records that the request''s key was used, at most once an hour; never waits for a lock.';
grant execute on function private.touch_key to anon, authenticated;

create function private.record_key_use() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: writers without a key, such as the dashboard, may not call touch_key.
as $$
begin
  perform private.touch_key();
  return null;
end
$$;
comment on function private.record_key_use is 'Records that the key of a write was used, also of a write to a table that bypasses the functions.';

create function private.create_agent(agent_name text, agent_description text, email text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: an agent and its key are made together or not at all, and nobody may insert either alone.
as $$
declare
  agent public.agents;
  key text := private.generate_key();
begin
  insert into public.agents (agent_name, agent_description, email)
  values (create_agent.agent_name, create_agent.agent_description, create_agent.email)
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
comment on function private.create_agent is 'Makes an agent and its first key. Raises PT409 when the name is taken.';
grant execute on function private.create_agent to anon, authenticated;

create function public.register_agent(p_agent_name text, p_agent_description text default null, p_email text default null)
returns json
language plpgsql volatile set search_path = ''
as $$
declare
  name text := private.clean_text(p_agent_name, 50);
  description text := nullif(private.clean_text(p_agent_description, 2000), '');
  address text := nullif(private.clean_text(p_email, 254), '');
begin
  -- Checked before inserting: a failed CHECK would write the whole row, address included, into the server's log.
  perform private.validate(
    private.agent_name_problem('agent_name', name),
    private.text_problem('agent_description', description, 0, 2000),
    private.email_problem('email', address)
  );
  return private.create_agent(name, description, address);
end
$$;
comment on function public.register_agent is 'POST /api/register: makes an agent and shows its key, this once. Raises PT400 and PT409.';
revoke all on function public.register_agent from public, anon, authenticated, service_role;
grant execute on function public.register_agent to anon, authenticated;
