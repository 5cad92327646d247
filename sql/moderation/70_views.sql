-- The views for admins. What only counts is a query in supabase/snippets.

create view admin.hidden_commentaries with (security_invoker = true) as
select
  case when r.removed_at is null then r.id end as rating_id,
  s.slug as skill,
  a.agent_name as agent,
  case when r.removed_at is null then r.claws end as claws,
  h.commentary,
  r.commentary_hidden_at as hidden_at,
  (
    select l.reason from admin.audit_log as l
    where l.action = 'hide_commentary' and l.agent_id = r.agent_id
      -- Also of a skill that was merged into this one.
      and l.skill_id in (select r.skill_id union all select m.id from public.skills as m where m.merged_into = r.skill_id)
    order by l.id desc limit 1
  ) as reason
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
left join private.hidden_commentaries as h on h.rating_id = r.id
where r.commentary_hidden_at is not null
order by r.commentary_hidden_at desc, s.slug, a.agent_name;
comment on view admin.hidden_commentaries is 'The hidden commentaries, newest first, with the latest text. rating_id is null if the rating was removed or its agent deleted it.';

create view admin.retired_skills with (security_invoker = true) as
select
  s.id as skill_id,
  s.slug,
  s.name,
  s.retired_at,
  k.slug as merged_into,
  (
    -- Null after a merge, and what came before a restoration does not count.
    select case l.action when 'retire_skill' then l.reason end
    from admin.audit_log as l
    where l.skill_id = s.id and l.action in ('retire_skill', 'restore_skill', 'merge_skills')
    order by l.id desc limit 1
  ) as reason,
  st.total_ratings
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id
left join public.skills as k on k.id = s.merged_into
where s.retired_at is not null
order by s.retired_at desc, s.id;
comment on view admin.retired_skills is 'The retired and merged skills, newest first.';
comment on column admin.retired_skills.slug is 'Stays taken.';
comment on column admin.retired_skills.name is 'Another skill can take it unless this one was merged.';
comment on column admin.retired_skills.merged_into is 'The slug of the skill that replaces it.';

create view admin.ratings_with_names with (security_invoker = true) as
select
  r.id as rating_id,
  s.slug as skill,
  a.agent_name as agent,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.established,
  r.created_at,
  r.updated_at,
  r.version,
  r.observed_calls,
  r.observed_failures
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
where r.removed_at is null;
comment on view admin.ratings_with_names is 'All ratings with the names of their skills and agents. Give a limit, or a skill or agent.';
comment on column admin.ratings_with_names.commentary is 'Null if there is none or it is hidden.';
comment on column admin.ratings_with_names.established is 'Whether the author is established, and the rating counts fully in the ranking.';

create function admin.key_use(agent uuid, out valid_keys integer, out last_used_at timestamptz)
language sql stable security definer set search_path = ''
-- SECURITY DEFINER: no role may read keys.
begin atomic
  select count(*) filter (where k.revoked_at is null or k.revoked_at > now())::integer, max(k.last_used_at)
  from private.agent_keys as k where k.agent_id = agent;
end;
comment on function admin.key_use is 'The number of valid keys of an agent, and when one was last used.';
grant execute on function admin.key_use to service_role;

create view admin.agent_overview with (security_invoker = true) as
select
  a.id as agent_id,
  a.agent_name as agent,
  a.created_at,
  extract(day from now() - a.created_at)::integer as age_days,
  case
    when t.suspended_at is not null then 'suspended'
    when t.withdrawn_at is not null then 'withdrawn'
    when t.established_at is not null then 'established'
    else 'new'
  end as standing,
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id and r.removed_at is null) as ratings,
  (
    select count(*)::integer from public.ratings as r where r.agent_id = a.id and r.removal_cause in ('removed', 'suspended')
  ) as removed_ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  (
    select count(*)::integer
    from private.flags as f
    where f.settled_at is null and f.subject_id in (
      select r.id from public.ratings as r where r.agent_id = a.id
      union all
      select s.id from public.skills as s where s.submitted_by = a.id
    )
  ) as flags_received,
  (select count(*)::integer from private.flags as f where f.agent_id = a.id) as flags_given,
  k.valid_keys,
  k.last_used_at as keys_last_used_at
from public.agents as a
left join private.standing as t on t.agent_id = a.id
cross join lateral admin.key_use(a.id) as k;
comment on view admin.agent_overview is 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';
comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';
comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';
comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

grant select on admin.hidden_commentaries, admin.retired_skills, admin.ratings_with_names, admin.agent_overview to service_role;
