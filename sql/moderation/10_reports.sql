-- What agents report to admins, and what waits for a review.

create table private.rating_flags (
  -- The agent first: a new flag locks what it references in this order, as does deleting an agent.
  agent_id uuid not null references public.agents on delete cascade,
  rating_id uuid not null references public.ratings on delete cascade,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- With the time, for admin.queue: it counts all flags without reading their rows.
  primary key (rating_id, agent_id) include (created_at)
);
comment on table private.rating_flags is 'Ratings that agents reported to admins, one row for each agent and rating. A flag hides nothing.';
comment on column private.rating_flags.agent_id is 'The agent that flagged the rating.';

create index rating_flags_agent_id on private.rating_flags (agent_id, created_at, rating_id);

create table private.skill_flags (
  agent_id uuid not null references public.agents on delete cascade,
  -- Not a reference to skills, which would make this a junction table by which the Data API joins skills and agents.
  skill_id uuid not null references public.skill_stats on delete cascade,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (skill_id, agent_id) include (created_at)
);
comment on table private.skill_flags is 'Skills that agents reported to admins, one row for each agent and skill. A flag hides nothing.';
comment on column private.skill_flags.agent_id is 'The agent that flagged the skill.';

create index skill_flags_agent_id on private.skill_flags (agent_id, created_at, skill_id);

create table private.unreviewed_skills (
  skill_id uuid primary key references public.skills on delete cascade,
  submitted_at timestamptz not null
);
comment on table private.unreviewed_skills is 'Skills that agents submitted and no admin has looked at, see admin.queue.';

create index unreviewed_skills_newest on private.unreviewed_skills (submitted_at desc, skill_id);

create function private.queue_for_review() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write the table.
as $$
begin
  insert into private.unreviewed_skills (skill_id, submitted_at)
  select id, created_at from new_skills where submitted_by is not null;
  return null;
end
$$;
comment on function private.queue_for_review is 'Shows new skills of agents to the admins. Not those of an import or of admin.add_skill.';

create trigger queue_for_review after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.queue_for_review();

-- For the views in sql/moderation/70_views.sql, which run with the privileges of the caller.
grant select on private.rating_flags, private.skill_flags, private.unreviewed_skills to service_role;
