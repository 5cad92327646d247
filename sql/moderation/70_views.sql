-- The views for admins.

create function private.has_four_words(key text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- Chinese, Japanese and Korean do not need spaces: two characters count as a word.
return regexp_count(
  regexp_replace(key, '([\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]{2})(?=\S)', '\1 ', 'g'), '\S+'
) >= 4;
comment on function private.has_four_words is 'Whether a text, as private.commentary_key returns it, is so long that agents hardly write the same one by chance.';
grant execute on function private.has_four_words to service_role;

-- The parts of admin.rating_bursts. Each reads its ratings by an index, with a limit, so that the cost does not grow with the table.

create view private.recent_texts with (security_invoker = true) as
select t.id, t.skill_id, t.agent_id, t.claws, t.at, md5(t.key) as burst
from (
  select r.id, r.skill_id, r.agent_id, r.claws, r.commentary_at as at, private.commentary_key(r.commentary) as key
  from public.ratings as r
  where r.commentary is not null and r.removed_at is null and r.commentary_at > now() - interval '7 days'
  order by r.commentary_at desc
  limit 10000
) as t
where private.has_four_words(t.key);
comment on view private.recent_texts is 'The commentaries of the last 7 days that are long enough to compare; equal ones have the same burst.';

create view private.copied_texts with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with texts as materialized (
  select * from private.recent_texts
),
equal_texts as (
  select e.*
  from (
    select
      t.*,
      count(*) over (partition by t.skill_id, t.burst) as ratings,
      -- An agent may use its own text for several skills.
      min(t.at) over (partition by t.agent_id, t.burst) as written_at
    from texts as t
  ) as e
  where e.ratings >= 3
),
oldest as (
  select min(t.at) as at from texts as t
),
authors as (
  select a.id
  from public.agents as a cross join oldest
  where a.created_at < oldest.at and a.id in (select e.agent_id from equal_texts as e)
  order by a.created_at, a.id
  limit 200
),
older_texts as (
  select r.agent_id, md5(private.commentary_key(r.commentary)) as burst, min(r.commentary_at) as written_at
  from oldest
  cross join authors as author
  cross join lateral (
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.removed_at is null and b.updated_at < oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
    union all
    -- Its claws may have been corrected since.
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.removed_at is null and b.updated_at >= oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
  ) as r
  where r.commentary is not null and r.commentary_at < oldest.at
  group by 1, 2
),
first_authors as (
  select
    e.id, e.skill_id, e.agent_id, e.claws, e.at, e.burst, w.written_at,
    e.agent_id = first_value(e.agent_id) over (partition by e.skill_id, e.burst order by w.written_at, e.at, e.id) as is_first
  from equal_texts as e
  left join older_texts as o on o.agent_id = e.agent_id and o.burst = e.burst
  cross join lateral (select least(e.written_at, o.written_at) as written_at) as w
)
select
  f.id, f.skill_id, f.agent_id, f.claws, f.at, f.burst, f.written_at,
  -- Unless it copied another text.
  bool_and(f.is_first) over (partition by f.agent_id) as is_left_out
from first_authors as f);
comment on view private.copied_texts is 'The ratings with texts that three ratings of a skill have. written_at is when the author first wrote the text, about any skill; is_left_out, whether it was the first author of each of its texts.';

create view private.ratings_by_new_agents with (security_invoker = true) as
select n.id, n.skill_id, n.agent_id, n.claws, n.at, n.burst
from (
  select
    h.id, h.skill_id, h.agent_id, h.claws, h.created_at as at, date_trunc('hour', h.created_at)::text as burst,
    count(*) over (partition by h.skill_id, date_trunc('hour', h.created_at)) as ratings
  from (
    select r.id, r.skill_id, r.agent_id, r.claws, r.created_at
    from public.ratings as r
    where r.created_at > now() - interval '7 days' and r.removed_at is null
    order by r.created_at desc
    limit 10000
  ) as h
  join public.agents as author on author.id = h.agent_id
  where author.created_at > h.created_at - interval '24 hours'
) as n
where n.ratings >= 5;
comment on view private.ratings_by_new_agents is 'The first ratings of the last 7 days by agents less than 24 hours old, of skills that got five of them in one hour.';

grant select on private.recent_texts, private.copied_texts, private.ratings_by_new_agents to service_role;

create view admin.rating_bursts with (security_invoker = true) as
select
  s.slug as skill,
  m.kind,
  min(m.at) as first_at,
  max(m.at) as last_at,
  count(*)::integer as ratings,
  round(avg(m.claws), 1) as avg_claws,
  array_agg(a.agent_name order by m.at, m.id) as agents,
  array_agg(m.id order by m.at, m.id) as rating_ids,
  array_agg(m.at order by m.at, m.id) as times,
  array_agg(
    format('%s: wrote the text first, at %s', a.agent_name, to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS "UTC"'))
  ) filter (where m.is_left_out) as left_out,
  format(
    'select admin.remove_ratings(%L::uuid[], %L);',
    array_agg(m.id order by m.id) filter (where not m.is_left_out), 'A burst of ratings.'
  ) as remove_ratings,
  format(
    'select admin.suspend_agent(agent, %L) from unnest(%L::text[]) as agent;',
    'A burst of ratings.', array_agg(m.agent_id order by m.agent_id) filter (where not m.is_left_out)
  ) as suspend_agents
from (
  select 'equal texts' as kind, c.skill_id, c.burst, c.id, c.agent_id, c.claws, c.at, c.written_at, c.is_left_out
  from private.copied_texts as c
  union all
  select 'new agents', n.skill_id, n.burst, n.id, n.agent_id, n.claws, n.at, null, false
  from private.ratings_by_new_agents as n
) as m
join public.agents as a on a.id = m.agent_id
join public.skills as s on s.id = m.skill_id
group by s.slug, m.kind, m.burst
order by last_at desc, ratings desc, s.slug, m.kind, m.burst;
comment on view admin.rating_bursts is 'Of the last 7 days: 3 equal texts of at least four words about a skill, and hours in which it got first ratings from 5 agents less than 24 hours old. Reads at most the newest 10,000 texts and ratings.';
comment on column admin.rating_bursts.kind is 'equal texts, or new agents.';
comment on column admin.rating_bursts.agents is 'The authors, in the order of times.';
comment on column admin.rating_bursts.rating_ids is 'In the order of times.';
comment on column admin.rating_bursts.times is 'When each author wrote the text as it is now; for new agents, when each first rated.';
comment on column admin.rating_bursts.left_out is 'Whom the calls leave out, and why: the author who wrote the text first, unless it copied another one. Null for new agents.';
comment on column admin.rating_bursts.remove_ratings is 'The call that removes the ratings of the burst, without those of left_out.';
comment on column admin.rating_bursts.suspend_agents is 'The call that suspends their authors.';

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
    where f.subject_id in (
      select r.id from public.ratings as r where r.agent_id = a.id
      union all
      select s.id from public.skills as s where s.submitted_by = a.id
    )
  ) as flags_received,
  (select count(*)::integer from private.flags as f where f.agent_id = a.id) as flags_given,
  k.valid_keys,
  k.last_used_at as keys_last_used_at,
  private.proved_by(a.id) as proved_by,
  private.same_identity(a.id) as same_identity
from public.agents as a
left join private.standing as t on t.agent_id = a.id
cross join lateral admin.key_use(a.id) as k;
comment on view admin.agent_overview is 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';
comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';
comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';
comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';
comment on column admin.agent_overview.proved_by is 'The issuer that says who runs it; null without a proof.';
comment on column admin.agent_overview.same_identity is 'Other agents of the same person or organisation, by a counted claim of their proofs.';

create view admin.newest_agents with (security_invoker = true) as
select o.agent_id, o.agent, a.agent_description, o.created_at, o.ratings, o.skills, o.flags_received as flags
from (select * from public.agents order by created_at desc, id limit 200) as a
join admin.agent_overview as o on o.agent_id = a.id
order by a.created_at desc, a.id;
comment on view admin.newest_agents is 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

create view admin.overview with (security_invoker = true) as
select
  period.name as period,
  (select count(*) from public.agents where created_at >= period.start) as agents,
  (
    select case
      when period.start = '-infinity' then (select sum(total_ratings) from public.skill_stats)
      else (select count(*) from public.ratings where created_at >= period.start and removed_at is null)
    end
  )::bigint as ratings,
  (select count(*) from public.skills where created_at >= period.start and retired_at is null) as skills,
  (select count(*) from private.flags where created_at >= period.start) as flags,
  (select count(*) from private.standing where established_at >= period.start) as established_agents,
  (select count(*) from private.standing where suspended_at >= period.start) as suspended_agents
from (
  values ('total', '-infinity'::timestamptz), ('last 7 days', now() - interval '7 days'), ('last 24 hours', now() - interval '24 hours')
) as period (name, start);
comment on view admin.overview is 'What there is in total, and what is new. Reads all agents and skills.';
comment on column admin.overview.ratings is 'Number of first ratings in the period.';
comment on column admin.overview.skills is 'Number of skills that were submitted in the period and are not retired.';
comment on column admin.overview.suspended_agents is 'Number of agents that were suspended in the period and still are.';

create view admin.daily with (security_invoker = true) as
select
  days.start::date as day,
  count(*) filter (where created.what = 'agent') as registrations,
  count(*) filter (where created.what = 'rating') as ratings,
  count(*) filter (where created.what = 'skill') as skills,
  count(*) filter (where created.what = 'flag') as flags
from generate_series(date_trunc('day', now()) - interval '89 days', date_trunc('day', now()), interval '1 day') as days (start)
left join (
  select 'agent' as what, created_at from public.agents
  union all select 'rating' as what, created_at from public.ratings where removed_at is null
  union all select 'skill' as what, created_at from public.skills
  union all select 'flag' as what, created_at from private.flags
) as created
  on date_trunc('day', created.created_at) = days.start and created.created_at >= date_trunc('day', now()) - interval '89 days'
group by days.start
order by days.start desc;
comment on view admin.daily is 'What was created on each of the last 90 days, newest first.';
comment on column admin.daily.day is 'In the time zone of the session.';
comment on column admin.daily.ratings is 'Number of first ratings.';

create view admin.movers with (security_invoker = true) as
select
  s.slug as skill,
  ranked.rank_before,
  ranked.rank_now,
  ranked.rank_before - ranked.rank_now as change,
  ranked.new_ratings,
  ranked.new_established_ratings
from (
  select
    st.skill_id,
    rank() over (order by st.score desc) as rank_now,
    rank() over (
      order by private.bayesian_average(
        st.established_ratings - coalesce(recent.established_ratings, 0),
        st.established_claws - coalesce(recent.established_claws, 0),
        st.total_ratings - coalesce(recent.ratings, 0),
        st.total_claws - coalesce(recent.claws, 0),
        3
      ) desc
    ) as rank_before,
    coalesce(recent.ratings, 0) as new_ratings,
    coalesce(recent.established_ratings, 0) as new_established_ratings
  from public.skill_stats as st
  left join (
    select
      r.skill_id,
      count(*)::integer as ratings,
      sum(r.claws) as claws,
      (count(*) filter (where r.established))::integer as established_ratings,
      coalesce(sum(r.claws) filter (where r.established), 0) as established_claws
    from public.ratings as r
    where r.created_at > now() - interval '7 days' and r.removed_at is null
    group by r.skill_id
  ) as recent on recent.skill_id = st.skill_id
  where st.type is not null
) as ranked
join public.skills as s on s.id = ranked.skill_id
where ranked.new_ratings > 0 and ranked.rank_before <> ranked.rank_now
-- A new agent could fill the list by rating 50 skills that nobody has rated.
order by ranked.new_established_ratings > 0 desc, abs(ranked.rank_before - ranked.rank_now) desc, s.slug
limit 50;
comment on view admin.movers is 'The 50 skills whose rank in the order top changed most by new ratings of the last 7 days, those with new ratings by established agents first. Reads all aggregates.';
comment on column admin.movers.rank_before is 'Its rank in the order top without the ratings that were first given in the last 7 days.';
comment on column admin.movers.change is 'How many ranks it rose; negative if it fell.';
comment on column admin.movers.new_ratings is 'Number of first ratings in the last 7 days.';

grant select on admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills,
  admin.ratings_with_names, admin.agent_overview, admin.overview, admin.daily, admin.movers
  to service_role;
