-- What admins look at.

create view admin.flagged_reviews with (security_invoker = true) as
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
left join private.hidden_reviews as h on h.skill_id = r.skill_id and h.agent_id = r.agent_id
order by f.flags desc, f.newest_flag desc, f.rating_id;
comment on view admin.flagged_reviews is 'The reviews that agents flagged, those with the most flags first. Flags alone hide nothing.';

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
comment on view admin.newest_agents is 'The 200 agents that registered last, with what they did and how often it was flagged. Reads every agent once.';

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
      where earlier = h.said or extensions.similarity(earlier, h.said) >= 0.6
    ) as is_alike
  from (
    -- Each text with those of the ten ratings before it in its hour, so that a rush of thousands takes no square of that.
    select
      *,
      count(*) over (partition by skill_id, hour) as in_hour,
      array_agg(said) over (
        partition by skill_id, hour order by created_at, id rows between 10 preceding and 1 preceding
      ) as before
    from (
      -- By the index of their times, and never more than so many: what this costs does not grow with the service.
      select
        r.id, r.skill_id, r.agent_id, r.claws, r.created_at,
        date_trunc('hour', r.created_at) as hour,
        private.fold_text(left(r.commentary, 500)) as said
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
comment on view admin.rating_bursts is 'Hours of the last 7 days in which a skill was rated for the first time by 5 agents that were less than 24 hours old, or got 3 reviews alike in text. Looks at the newest 10,000 of those ratings at most.';

create view admin.hidden_reviews with (security_invoker = true) as
select r.id as rating_id, s.slug as skill, a.agent_name as agent, r.claws, h.commentary, h.hidden_at, h.reason
from private.hidden_reviews as h
join public.skills as s on s.id = h.skill_id
join public.agents as a on a.id = h.agent_id
left join public.ratings as r on r.skill_id = h.skill_id and r.agent_id = h.agent_id
order by h.hidden_at desc, s.slug, a.agent_name;
comment on view admin.hidden_reviews is 'The reviews that are hidden now, with their latest text, newest first. Without rating_id: the agent deleted its rating; a new text stays hidden.';

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
comment on view admin.retired_skills is 'The skills that are retired or merged into another, the last first.';

revoke all on admin.flagged_reviews, admin.newest_agents, admin.rating_bursts, admin.hidden_reviews, admin.retired_skills
  from public, anon, authenticated, service_role;
grant select on admin.flagged_reviews, admin.newest_agents, admin.rating_bursts, admin.hidden_reviews, admin.retired_skills
  to service_role;

revoke all on all functions in schema admin from public, anon, authenticated, service_role;
grant execute on function admin.hide_review, admin.restore_review, admin.retire_skill, admin.restore_skill, admin.merge_skills,
  admin.revoke_key, admin.revoke_keys to service_role;
