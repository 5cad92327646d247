-- What there is, and what is new. Suspended agents: those that still are.
select
  period.name as period,
  (select count(*) from public.agents where created_at >= period.start) as agents,
  (select count(*) from public.ratings where created_at >= period.start and removed_at is null) as ratings,
  (select count(*) from public.skills where created_at >= period.start and retired_at is null) as skills,
  (select count(*) from private.flags where created_at >= period.start) as flags,
  (select count(*) from private.standing where established_at >= period.start) as established_agents,
  (select count(*) from private.standing where suspended_at >= period.start) as suspended_agents
from (
  values ('total', '-infinity'::timestamptz), ('last 7 days', now() - interval '7 days'), ('last 24 hours', now() - interval '24 hours')
) as period (name, start);
