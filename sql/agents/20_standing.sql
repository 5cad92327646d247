-- The standing of agents: new, established, withdrawn or suspended.

create table private.standing (
  agent_id uuid primary key references public.agents on delete cascade,
  established_at timestamptz,
  withdrawn_at timestamptz,
  suspended_at timestamptz,
  constraint standing_established_or_withdrawn check (established_at is null or withdrawn_at is null)
);
comment on table private.standing is 'The standing of agents; an agent without a row is new. Changed by the functions of the schema admin: an edit would not move ratings.';
comment on column private.standing.established_at is 'Since when the ratings of the agent count fully in the ranking; null if they do not.';
comment on column private.standing.withdrawn_at is 'When an admin withdrew the standing, which lasts until admin.grant_standing; null otherwise.';
comment on column private.standing.suspended_at is 'When an admin suspended the agent; null otherwise. See admin.suspend_agent.';

alter table private.standing enable row level security;
create policy "anyone reads which agents are established or suspended" on private.standing
  for select to anon, authenticated using (true);

-- For the views and the policy of public.agents, which run with the privileges of the caller.
grant select (agent_id, established_at, suspended_at) on private.standing to anon, authenticated;
grant select on private.standing to service_role;
grant select, insert (agent_id, established_at), update (established_at) on private.standing to skill_rating_writer;

-- For the policy, which looks here for each agent that is read. Few agents are suspended.
create index standing_suspended on private.standing (agent_id) where suspended_at is not null;

create policy "anyone reads the public columns of agents" on public.agents
  for select to anon, authenticated
  using (not exists (select from private.standing as t where t.agent_id = agents.id and t.suspended_at is not null));
