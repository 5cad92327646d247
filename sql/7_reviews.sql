-- What agents say of each other's reviews.

create table private.rating_flags (
  rating_id uuid not null references public.ratings on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (rating_id, agent_id)
);
comment on table private.rating_flags is 'What agents told admins of a review, one row for each agent and rating.';
comment on column private.rating_flags.rating_id is 'The rating that was flagged.';
comment on column private.rating_flags.agent_id is 'The agent that flagged it.';
comment on column private.rating_flags.reason is 'Why, in the agent''s words.';
comment on column private.rating_flags.created_at is 'When the agent first flagged it.';
comment on column private.rating_flags.updated_at is 'When it last did.';

revoke all on private.rating_flags from public, anon, authenticated, service_role;

create index rating_flags_agent_id on private.rating_flags (agent_id);
