-- What waits for an admin: reported skills and ratings, and new skills.

create view admin.queue with (security_invoker = true) as
select
  case when e.submitted_at is not null then 'new skill' when r.id is null then 'reported skill' else 'reported rating' end as kind,
  s.slug as skill,
  s.name,
  a.agent_name as agent,
  r.claws,
  left(case when r.id is null then s.description else coalesce(r.commentary, h.commentary) end, 500) as content,
  case when r.id is null then s.url::text end as url,
  e.established_flags,
  e.flags,
  first_flags.reasons,
  first_flags.reported_by,
  e.since,
  case when r.id is null then s.updated_at else r.commentary_at end as written_at,
  r.id as rating_id,
  case
    when r.id is not null then format('select admin.dismiss_flags(%L, %L);', r.id, 'Fine.')
    else format('select admin.review_skill(%L, %L);', s.slug, 'Fine.')
  end as keep,
  case when r.commentary is not null then format('select admin.hide_commentary(%L, %L);', r.id, 'Against the rules.') end as hide,
  case
    when r.id is not null
    then format('select admin.remove_ratings(%L::uuid[], %L);', array[r.id], 'Against the rules.')
    when s.retired_at is null then format('select admin.retire_skill(%L, %L);', s.slug, 'Against the rules.')
  end as remove,
  case
    when a.id is not null and t.suspended_at is null
    then format('select admin.suspend_agent(%L, %L);', a.id, 'Against the rules.')
  end as suspend,
  case
    when submitter.agent_id is not null
    then format('select admin.retire_skills_of(%L, %L);', submitter.agent_id, 'Against the rules.')
  end as retire_all,
  r.version,
  twins.retired_twins,
  decided.decided_at
from (
  -- The keys of all entries, so that none hides another. What else a row shows is read only for the rows of the page: the order of this
  -- subquery is that of the view, and a nested loop keeps it.
  select *
  from (
    select
      f.subject_id,
      count(st.established_at)::integer as established_flags,
      count(*)::integer as flags,
      min(f.created_at) as since,
      null::timestamptz as submitted_at
    from private.flags as f
    left join private.standing as st on st.agent_id = f.agent_id
    where st.suspended_at is null and f.settled_at is null
    group by f.subject_id
    union all
    select own.skill_id, 0, 0, own.submitted_at, own.submitted_at from private.skill_submitters as own where own.waits_for_review
  ) as entries
  order by established_flags desc, flags desc, submitted_at desc, since, subject_id
) as e
left join public.ratings as r on r.id = e.subject_id
join public.skills as s on s.id = coalesce(r.skill_id, e.subject_id)
left join private.hidden_commentaries as h on h.rating_id = r.id
left join private.skill_submitters as submitter on submitter.skill_id = e.subject_id
left join public.agents as a on a.id = case when r.id is null then s.submitted_by else r.agent_id end
left join private.standing as t on t.agent_id = a.id
left join lateral (
  select
    array_agg(f.reason::text order by x.is_established desc, x.created_at, x.agent_id) as reasons,
    array_agg(reporter.agent_name::text order by x.is_established desc, x.created_at, x.agent_id) as reported_by
  from (
    select own.agent_id, own.created_at, known.established_at is not null as is_established
    from private.flags as own
    left join private.standing as known on known.agent_id = own.agent_id
    where own.subject_id = e.subject_id and own.settled_at is null and e.flags > 0 and known.suspended_at is null
    order by known.established_at is not null desc, own.created_at, own.agent_id
    limit 10
  ) as x
  join public.agents as reporter on reporter.id = x.agent_id
  join private.flags as f on f.subject_id = e.subject_id and f.agent_id = x.agent_id
) as first_flags on true
left join lateral (
  select array_agg(t.slug order by t.slug) as retired_twins
  from (
    select t.slug from public.skills as t where t.name_key = s.name_key and t.retired_at is not null and t.id <> s.id
    union
    select t.slug
    from private.skill_identifiers as own
    join private.skill_identifiers as other on other.identifier_hash = own.identifier_hash and other.state = 'retired' and other.is_own
    join public.skills as t on t.id = other.skill_id
    where own.skill_id = s.id and own.is_own
    limit 10
  ) as t
) as twins on e.submitted_at is not null
left join lateral (
  select max(l.at) as decided_at from admin.audit_log as l
  where l.action in ('dismiss_flags', 'review_skill') and l.skill_id = s.id and l.rating_id is not distinct from r.id
) as decided on true
order by e.established_flags desc, e.flags desc, e.submitted_at desc, e.since, e.subject_id;
comment on view admin.queue is 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';
comment on column admin.queue.kind is 'reported skill, reported rating or new skill. A new skill that was reported has two rows.';
comment on column admin.queue.established_flags is 'How many agents that are established now flagged it. Those of suspended agents do not count, here and in flags.';
comment on column admin.queue.flags is 'How many agents flagged it; 0 in the row of a new skill.';
comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';
comment on column admin.queue.reported_by is 'The agents of these reasons.';
comment on column admin.queue.since is 'When it was first flagged, or submitted.';
comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill; null if an admin did or the agent was deleted.';
comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';
comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';
comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';
comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';
comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';
comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';
comment on column admin.queue.retire_all is 'The call that retires all skills of the agent that submitted this one, also if it deleted its account. Look at submitted_skills first.';
comment on column admin.queue.retired_twins is 'Of a new skill: retired skills that have its name, or a package, address or path of it.';
comment on column admin.queue.decided_at is 'When an admin last decided that it may stay.';
comment on column admin.queue.version is 'The version that the rating names, which is a text of its agent as well; not hidden with the commentary.';
grant select on admin.queue to service_role;

create view admin.submitted_skills with (security_invoker = true) as
select
  own.agent_id::text as submitter_id,
  a.agent_name as agent,
  s.slug as skill,
  s.name,
  s.url,
  s.created_at,
  s.retired_at,
  st.total_ratings,
  st.established_ratings
from private.skill_submitters as own
join public.skills as s on s.id = own.skill_id
join public.skill_stats as st on st.skill_id = s.id
left join public.agents as a on a.id = s.submitted_by
where own.agent_id is not null
order by s.created_at desc, s.id;
comment on view admin.submitted_skills is 'The skills that agents submitted, newest first, with who submitted each, also after the account was deleted. Give a limit, a submitter or a skill.';
comment on column admin.submitted_skills.submitter_id is 'The id of the agent, the same for all of its skills: for admin.retire_skills_of.';
comment on column admin.submitted_skills.agent is 'Null if the agent was deleted.';
grant select on admin.submitted_skills to service_role;
