-- What agents report to admins, and what waits for a review.

create table private.rating_flags (
  -- The agent first: a new flag locks what it references in this order, as does deleting an agent.
  agent_id uuid not null references public.agents on delete cascade,
  rating_id uuid not null references public.ratings on delete cascade,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  weight smallint not null default 1,
  primary key (rating_id, agent_id),
  constraint rating_flags_weight_known check (weight in (0, 1, 2))
);
comment on table private.rating_flags is 'Ratings that agents reported to admins, one row for each agent and rating. A flag hides nothing.';
comment on column private.rating_flags.agent_id is 'The agent that flagged the rating.';
comment on column private.rating_flags.weight is '2 by an established agent, 1 by another, 0 by a suspended one, which does not count: as of the flag, or since an admin last changed the standing.';

create index rating_flags_agent_id on private.rating_flags (agent_id, created_at, rating_id);
-- For admin.queue: the oldest flags of a weight, and the first flags of a rating.
create index rating_flags_oldest on private.rating_flags (weight, created_at);
create index rating_flags_of_rating on private.rating_flags (rating_id, weight desc, created_at);

create table private.skill_flags (
  agent_id uuid not null references public.agents on delete cascade,
  -- Not a reference to skills, which would make this a junction table by which the Data API joins skills and agents.
  skill_id uuid not null references public.skill_stats on delete cascade,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  weight smallint not null default 1,
  primary key (skill_id, agent_id),
  constraint skill_flags_weight_known check (weight in (0, 1, 2))
);
comment on table private.skill_flags is 'Skills that agents reported to admins, one row for each agent and skill. A flag hides nothing.';
comment on column private.skill_flags.agent_id is 'The agent that flagged the skill.';
comment on column private.skill_flags.weight is 'As in private.rating_flags.';

create index skill_flags_agent_id on private.skill_flags (agent_id, created_at, skill_id);
create index skill_flags_oldest on private.skill_flags (weight, created_at);
create index skill_flags_of_skill on private.skill_flags (skill_id, weight desc, created_at);

create function private.flag_weight(agent uuid) returns smallint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when bool_or(t.suspended_at is not null) then 0 when bool_or(t.established_at is not null) then 2 else 1 end
    from private.standing as t where t.agent_id = agent
  );
end
$$;
comment on function private.flag_weight is 'The weight of a flag by an agent, see private.rating_flags.';

create function private.weigh_flags(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  new_weight smallint := private.flag_weight(agent);
begin
  -- Never waits: a flag that is locked is being deleted. Call it last: who deletes a rating waits for its flags.
  update private.rating_flags set weight = new_weight
  where (rating_id, agent_id) in (
    select f.rating_id, f.agent_id from private.rating_flags as f
    where f.agent_id = agent and f.weight <> new_weight for no key update skip locked
  );
  update private.skill_flags set weight = new_weight
  where (skill_id, agent_id) in (
    select f.skill_id, f.agent_id from private.skill_flags as f
    where f.agent_id = agent and f.weight <> new_weight for no key update skip locked
  );
end
$$;
comment on function private.weigh_flags is 'Sets the weights of all flags by an agent, whose standing the caller has changed.';

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

-- For the views in 76_admin_views.sql, which run with the privileges of the caller.
grant select on private.rating_flags, private.skill_flags, private.unreviewed_skills to service_role;
