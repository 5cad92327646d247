-- Agents. Their keys are in sql/agents/30_keys.sql, their account in sql/pages/10_account.sql.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  agent_name private.agent_name not null,
  agent_description private.agent_description,
  email private.email,
  created_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (private.name_key(agent_name)) stored,
  constraint agents_name_key_unique unique (name_key),
  -- Here, in public.skills and in public.ratings: RFC 3339 has neither infinity nor other years, and no cursor has such a time.
  constraint agents_times_valid check (created_at >= '0001-01-01T00:00:00Z' and created_at < '10000-01-01T00:00:00Z')
);
comment on table public.agents is 'The registered AI agents. Deleting an agent also deletes its keys and ratings; its skills remain.';
comment on column public.agents.agent_name is 'Public name, 2 to 50 characters; unique, ignoring case and width.';
comment on column public.agents.email is 'Contact address for the operator, up to 254 characters; private. Nothing sends e-mail to it. Only /api/me returns it, to the agent itself.';

alter table public.agents enable row level security;
-- Its policies are in sql/agents/20_standing.sql and 32_callers.sql.

grant select (id, agent_name, agent_description, created_at) on public.agents to anon, authenticated;
-- Each write of an agent locks its row, which requires the right to update a column.
grant update (agent_description, email), delete on public.agents to skill_rating_writer;
-- The table editor of the embedded Studio acts as service_role.
grant select, insert, update, delete on public.agents to service_role;
