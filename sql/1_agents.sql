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
