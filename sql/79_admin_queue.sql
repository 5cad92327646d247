-- What waits for an admin: reported skills and ratings, and new skills.

-- Each part reads by an index, with a limit, so that the cost does not grow with the tables. The oldest flags of each weight: new agents
-- can push out neither the flags of established ones nor earlier flags.
-- A function, not a view: the Data API of the local stack takes a view with the keys of ratings and agents for a table that joins both.
create function private.reported()
returns table (
  rating_id uuid, skill_id uuid, established_flags integer, flags integer, reasons text[], reported_by text[], since timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select
    t.rating_id,
    t.skill_id,
    (count(*) filter (where f.weight = 2))::integer as established_flags,
    count(*)::integer as flags,
    (array_agg(f.reason::text order by f.weight desc, f.created_at, f.agent_id))[:10] as reasons,
    (array_agg(a.agent_name::text order by f.weight desc, f.created_at, f.agent_id))[:10] as reported_by,
    min(f.created_at) as since
  from (
    select o.rating_id, o.skill_id
    from (
      (
        select f.rating_id, null::uuid as skill_id
        from private.rating_flags as f where f.weight = 2 order by f.created_at limit 500
      )
      union all
      (select null::uuid, f.skill_id from private.skill_flags as f where f.weight = 2 order by f.created_at limit 500)
      union all
      (select f.rating_id, null::uuid from private.rating_flags as f where f.weight = 1 order by f.created_at limit 500)
      union all
      (select null::uuid, f.skill_id from private.skill_flags as f where f.weight = 1 order by f.created_at limit 500)
    ) as o
    group by o.rating_id, o.skill_id
  ) as t
  cross join lateral (
    (
      select r.agent_id, r.reason, r.weight, r.created_at
      from private.rating_flags as r
      where r.rating_id = t.rating_id and r.weight > 0
      order by r.weight desc, r.created_at
      limit 100
    )
    union all
    (
      select k.agent_id, k.reason, k.weight, k.created_at
      from private.skill_flags as k
      where k.skill_id = t.skill_id and k.weight > 0
      order by k.weight desc, k.created_at
      limit 100
    )
  ) as f
  join public.agents as a on a.id = f.agent_id
  group by t.rating_id, t.skill_id;
end
$$;
comment on function private.reported is 'The ratings and skills of the oldest flags, with at most 100 flags of each.';
grant execute on function private.reported to service_role;

create view admin.queue with (security_invoker = true) as
select
  e.kind,
  s.slug as skill,
  s.name,
  a.agent_name as agent,
  e.claws,
  left(e.content, 500) as content,
  e.url,
  e.established_flags,
  e.flags,
  e.reasons,
  e.reported_by,
  e.since,
  e.written_at,
  e.rating_id,
  case
    when e.rating_id is not null then format('select admin.dismiss_flags(%L, %L);', e.rating_id, 'Fine.')
    else format('select admin.review_skill(%L, %L);', s.slug, 'Fine.')
  end as keep,
  case when e.can_hide then format('select admin.hide_commentary(%L, %L);', e.rating_id, 'Against the rules.') end as hide,
  case
    when e.rating_id is not null
    then format('select admin.remove_ratings(%L::uuid[], %L);', array[e.rating_id], 'Against the rules.')
    when s.retired_at is null then format('select admin.retire_skill(%L, %L);', s.slug, 'Against the rules.')
  end as remove,
  case
    when a.id is not null and t.suspended_at is null
    then format('select admin.suspend_agent(%L, %L);', a.id, 'Against the rules.')
  end as suspend
from (
  select
    'reported rating' as kind, c.established_flags, c.flags, c.reasons, c.reported_by, c.since,
    r.skill_id, r.id as rating_id, r.agent_id, r.claws, coalesce(r.commentary, h.commentary)::text as content,
    null::text as url, r.commentary_at as written_at, r.commentary is not null as can_hide
  from private.reported() as c
  join public.ratings as r on r.id = c.rating_id
  left join private.hidden_commentaries as h on h.rating_id = r.id
  union all
  select
    'reported skill' as kind, c.established_flags, c.flags, c.reasons, c.reported_by, c.since,
    k.id as skill_id, null::uuid as rating_id, k.submitted_by as agent_id, null::smallint as claws,
    k.description::text as content, k.url::text as url, k.updated_at as written_at, false as can_hide
  from private.reported() as c
  join public.skills as k on k.id = c.skill_id
  union all
  select
    'new skill' as kind, 0 as established_flags, 0 as flags, null::text[] as reasons, null::text[] as reported_by,
    n.submitted_at as since,
    k.id as skill_id, null::uuid as rating_id, k.submitted_by as agent_id, null::smallint as claws,
    k.description::text as content, k.url::text as url, k.updated_at as written_at, false as can_hide
  from (
    select u.skill_id, u.submitted_at from private.unreviewed_skills as u order by u.submitted_at desc, u.skill_id limit 500
  ) as n
  join public.skills as k on k.id = n.skill_id
  where not exists (select from private.skill_flags as f where f.skill_id = n.skill_id and f.weight > 0)
) as e
join public.skills as s on s.id = e.skill_id
left join public.agents as a on a.id = e.agent_id
left join private.standing as t on t.agent_id = a.id
order by
  e.established_flags desc, e.flags desc,
  -- Reports oldest first, new skills newest first.
  case when e.flags = 0 then e.since end desc, e.since, e.rating_id, e.skill_id;
comment on view admin.queue is 'What waits for an admin: reported skills and ratings, those of most established agents first, then new skills. Each row has the calls that settle it; it leaves the queue then. Reads the 500 oldest flags of ratings and of skills by established agents, those of others, and the 500 newest skills.';
comment on column admin.queue.kind is 'reported skill, reported rating or new skill.';
comment on column admin.queue.established_flags is 'How many established agents flagged it, of the first 100. Those of suspended agents do not count, here and in flags.';
comment on column admin.queue.flags is 'How many agents flagged it, at most 100.';
comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';
comment on column admin.queue.reported_by is 'The agents of these reasons.';
comment on column admin.queue.since is 'When it was first flagged, or submitted.';
comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill.';
comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';
comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';
comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';
comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';
comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';
comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';
grant select on admin.queue to service_role;
