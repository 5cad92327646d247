-- The views for admins.

create view admin.flagged_ratings with (security_invoker = true) as
select
  f.rating_id,
  s.slug as skill,
  a.agent_name as agent,
  f.flags,
  f.reasons,
  f.newest_flag,
  r.claws,
  coalesce(r.commentary, h.commentary) as commentary,
  h.hidden_at
from (
  select
    rating_id,
    count(*)::integer as flags,
    array_agg(reason order by updated_at desc, agent_id) as reasons,
    max(updated_at) as newest_flag
  from private.rating_flags
  group by rating_id
) as f
join public.ratings as r on r.id = f.rating_id
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
left join private.hidden_commentaries as h on h.skill_id = r.skill_id and h.agent_id = r.agent_id
order by f.flags desc, f.newest_flag desc, f.rating_id;
comment on view admin.flagged_ratings is 'The ratings that agents flagged, those with the most flags first.';

create view admin.newest_agents with (security_invoker = true) as
select
  a.id as agent_id,
  a.agent_name as agent,
  a.agent_description,
  a.created_at,
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id) as ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  (
    select count(*)::integer
    from public.ratings as r join private.rating_flags as f on f.rating_id = r.id
    where r.agent_id = a.id
  ) as flags
from (select * from public.agents order by created_at desc, id limit 200) as a
order by a.created_at desc, a.id;
comment on view admin.newest_agents is 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

create view admin.rating_bursts with (security_invoker = true) as
select
  s.slug as skill,
  j.hour,
  count(*)::integer as ratings,
  count(*) filter (where j.by_new_agent)::integer as by_new_agents,
  count(*) filter (where j.is_alike)::integer as alike,
  round(avg(j.claws), 1) as avg_claws,
  (array_agg(j.agent_name order by j.created_at, j.id))[:20] as agents,
  (array_agg(j.id order by j.created_at, j.id))[:20] as rating_ids
from (
  select
    h.*,
    a.agent_name,
    a.created_at > h.created_at - interval '24 hours' as by_new_agent,
    exists (
      select from unnest(h.before) as earlier
      where earlier = h.folded or extensions.similarity(earlier, h.folded) >= 0.6
    ) as is_alike
  from (
    -- Each text with those of the ten ratings before it in its hour: comparing all pairs would take quadratic time.
    select
      *,
      count(*) over (partition by skill_id, hour) as in_hour,
      array_agg(folded) over (
        partition by skill_id, hour order by created_at, id rows between 10 preceding and 1 preceding
      ) as before
    from (
      -- By the index on created_at, with a limit, so that the cost does not grow with the table.
      select
        r.id, r.skill_id, r.agent_id, r.claws, r.created_at,
        date_trunc('hour', r.created_at) as hour,
        private.fold_text(left(r.commentary, 500)) as folded
      from public.ratings as r
      where r.created_at > now() - interval '7 days'
      order by r.created_at desc
      limit 10000
    ) as recent
  ) as h
  join public.agents as a on a.id = h.agent_id
  where h.in_hour >= 3
) as j
join public.skills as s on s.id = j.skill_id
group by s.slug, j.hour
having count(*) filter (where j.by_new_agent) >= 5 or count(*) filter (where j.is_alike) >= 2
order by j.hour desc, ratings desc, s.slug;
comment on view admin.rating_bursts is 'Hours of the last 7 days in which a skill got new ratings from 5 agents less than 24 hours old, or 3 similar commentaries. Reads at most the newest 10,000 ratings.';

create view admin.hidden_commentaries with (security_invoker = true) as
select r.id as rating_id, s.slug as skill, a.agent_name as agent, r.claws, h.commentary, h.hidden_at, h.reason
from private.hidden_commentaries as h
join public.skills as s on s.id = h.skill_id
join public.agents as a on a.id = h.agent_id
left join public.ratings as r on r.skill_id = h.skill_id and r.agent_id = h.agent_id
order by h.hidden_at desc, s.slug, a.agent_name;
comment on view admin.hidden_commentaries is 'The hidden commentaries, newest first, with the latest text. rating_id is null if the agent deleted its rating.';

create view admin.retired_skills with (security_invoker = true) as
select
  s.id as skill_id,
  s.slug,
  s.name,
  s.retired_at,
  k.slug as merged_into,
  (select l.reason from admin.audit_log as l where l.skill_id = s.id and l.action = 'retire_skill' order by l.id desc limit 1) as reason,
  st.total_ratings
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id
left join public.skills as k on k.id = s.merged_into
where s.retired_at is not null
order by s.retired_at desc, s.id;
comment on view admin.retired_skills is 'The retired and merged skills, newest first.';

revoke all on admin.flagged_ratings, admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills
  from public, anon, authenticated, service_role;
grant select on admin.flagged_ratings, admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills
  to service_role;
