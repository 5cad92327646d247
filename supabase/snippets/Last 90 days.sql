-- Registrations, first ratings, skills and flags of each day.
select
  days.start::date as day,
  count(*) filter (where created.what = 'agent') as registrations,
  count(*) filter (where created.what = 'rating') as ratings,
  count(*) filter (where created.what = 'skill') as skills,
  count(*) filter (where created.what = 'flag') as flags
from generate_series(date_trunc('day', now()) - interval '89 days', date_trunc('day', now()), interval '1 day') as days (start)
left join (
  select 'agent' as what, created_at from public.agents
  union all select 'rating', created_at from public.ratings where removed_at is null
  union all select 'skill', created_at from public.skills
  union all select 'flag', created_at from private.flags
) as created
  on date_trunc('day', created.created_at) = days.start
group by days.start
order by days.start desc;
