-- What admins see and do, in the dashboard: views and one call for each task, in a schema that the API does not serve.

create schema admin;
comment on schema admin is 'For admins: what to look at, and one call for each thing to do. Never exposed by the Data API.';
revoke all on schema admin from public, anon, authenticated, service_role;
-- The embedded stack's Studio acts as service_role; the hosted dashboard as postgres, who owns all this.
grant usage on schema admin to service_role;

create table admin.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  role text not null,
  dashboard_user uuid,
  action text not null,
  skill_id uuid,
  rating_id uuid,
  agent_id uuid,
  reason text,
  details jsonb not null default '{}',
  constraint audit_log_reason_clean check (reason = private.clean_text(reason, 1000)),
  constraint audit_log_reason_length check (char_length(reason) between 1 and 1000),
  constraint audit_log_reason_discreet check (reason !~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}')
);
comment on table admin.audit_log is 'What admins did by the calls of this schema. Rows are added by those alone, and nobody changes or deletes one.';
comment on column admin.audit_log.id is 'Given by the service, in the order of what was done.';
comment on column admin.audit_log.at is 'When it was done.';
comment on column admin.audit_log.role is 'The database role of whoever did it: postgres in the hosted dashboard.';
comment on column admin.audit_log.dashboard_user is 'The id of the person, where the dashboard or a token named one; a note and no proof, since whoever writes SQL can write it too.';
comment on column admin.audit_log.action is 'The call.';
comment on column admin.audit_log.skill_id is 'The skill that it was done to, or that the review is of; there may be no such skill any more.';
comment on column admin.audit_log.rating_id is 'The rating that it was done to.';
comment on column admin.audit_log.agent_id is 'The agent that it was done to, or whose review it is.';
comment on column admin.audit_log.reason is 'Why, in the admin''s words, up to 1,000 characters; without keys and e-mail addresses.';
comment on column admin.audit_log.details is 'What else there is to know: numbers, and the skill that one was merged into.';

-- Nobody but an admin gets here; the log is closed all the same.
alter table admin.audit_log enable row level security;
create policy "the dashboard reads what was done" on admin.audit_log
  for select to service_role using (true);
revoke all on admin.audit_log from public, anon, authenticated, service_role;
grant select on admin.audit_log to service_role;

create index audit_log_skill_id on admin.audit_log (skill_id, id) where skill_id is not null;

create function admin.keep_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'What stands in admin.audit_log stays as it is: rows are added by the calls of this schema alone.';
end
$$;
comment on function admin.keep_log is 'Refuses to change, delete or truncate what was logged, whoever asks.';
create trigger keep_log before update or delete or truncate on admin.audit_log
  for each statement execute function admin.keep_log();

create function admin.log_action(
  action text,
  skill_id uuid default null,
  rating_id uuid default null,
  agent_id uuid default null,
  reason text default null,
  details jsonb default '{}'
) returns void
language sql volatile set search_path = ''
begin atomic
  insert into admin.audit_log (role, dashboard_user, action, skill_id, rating_id, agent_id, reason, details)
  values (
    -- The role that was set before the call, which runs with its owner's rights.
    coalesce(nullif(current_setting('role', true), 'none'), session_user),
    coalesce(
      substring(current_setting('request.jwt.claims', true), '"sub" *: *"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'),
      -- The hosted dashboard's SQL editor ends each query in comments that name who runs it.
      substring(current_query(), '-- user: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')
    )::uuid,
    log_action.action, log_action.skill_id, log_action.rating_id, log_action.agent_id, log_action.reason, log_action.details
  );
end;
comment on function admin.log_action is 'Adds a row to admin.audit_log. For the calls of this schema.';

create function admin.reason_of(said text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  reason text := nullif(private.clean_text(said, 1000), '');
begin
  if reason is null then
    raise exception 'Give a reason: it is kept in admin.audit_log.';
  elsif char_length(reason) > 1000 then
    raise exception 'The reason has more than 1,000 characters; a sentence will do.';
  elsif reason ~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}' then
    raise exception 'The reason holds an API key or an e-mail address, and is kept for good: say it without.';
  end if;
  return reason;
end
$$;
comment on function admin.reason_of is 'A reason as it is kept. Raises when there is none, it is too long, or it holds a key or an e-mail address.';

create function admin.skill_id(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted uuid := private.as_uuid(address);
  id uuid;
begin
  if wanted is not null then
    select s.id into id from public.skills as s where s.id = wanted;
  else
    select s.id into id from public.skills as s where s.slug = lower(address);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', address;
  end if;
  return id;
end
$$;
comment on function admin.skill_id is 'The skill with this id or slug: itself, even if it was merged into another. Raises when there is none.';

create function admin.held_skill(id uuid) returns public.skills
language plpgsql volatile set search_path = ''
as $$
declare
  skill public.skills;
begin
  -- Whoever is rating it holds it as well: they are waited for, and the next ones wait.
  select s.* into skill from public.skills as s where s.id = held_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted just now.';
  end if;
  return skill;
end
$$;
comment on function admin.held_skill is 'The skill as it is, and stays until the transaction ends. Raises when it is gone.';

create function admin.retirement(skill public.skills) returns text
language sql stable set search_path = ''
return format(
  case when skill.merged_into is null then '%1$s was retired on %2$s' else '%1$s was merged into %3$s on %2$s' end,
  skill.slug,
  to_char(skill.retired_at at time zone 'UTC', 'YYYY-MM-DD'),
  (select s.slug from public.skills as s where s.id = skill.merged_into)
);
comment on function admin.retirement is 'What became of a skill that is not in the catalogue, as the beginning of a sentence.';

-- Reviews

create table private.hidden_reviews (
  rating_id uuid primary key references public.ratings on delete cascade,
  commentary text not null,
  hidden_at timestamptz not null default clock_timestamp(),
  reason text not null
);
comment on table private.hidden_reviews is 'The text of reviews that admins hid. It is nowhere else, so that no answer can show it; the rating counts as before.';
comment on column private.hidden_reviews.rating_id is 'The rating that it was the commentary of.';
comment on column private.hidden_reviews.commentary is 'The text.';
comment on column private.hidden_reviews.hidden_at is 'When it was hidden.';
comment on column private.hidden_reviews.reason is 'Why.';
revoke all on private.hidden_reviews from public, anon, authenticated, service_role;
-- For the views below, which read with the rights of whoever looks.
grant select on private.hidden_reviews, private.rating_flags to service_role;

create function private.drop_hidden_text() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: what is hidden is nobody's to write.
as $$
begin
  delete from private.hidden_reviews where rating_id = new.id;
  return null;
end
$$;
comment on function private.drop_hidden_text is 'Forgets the hidden text of a rating that was replaced, as its agent wants it.';
-- What is hidden has left an empty text behind.
create trigger drop_hidden_text after update of claws, reliability, security, speed, commentary on public.ratings
  for each row when (old.commentary is null) execute function private.drop_hidden_text();

create function admin.hide_review(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and in all calls: they write the log, and what is hidden and keys, which service_role may not.
as $$
declare
  why text := admin.reason_of(reason);
  review public.ratings;
begin
  select * into review from public.ratings where id = rating for update;
  if review.id is null then
    raise exception 'No rating has the id %.', rating;
  elsif exists (select from private.hidden_reviews where rating_id = rating) then
    raise exception 'The text of this rating is hidden already.';
  elsif review.commentary is null then
    raise exception 'This rating has no text that could be hidden. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- That was no edit of its agent's: it is to be no newer than before.
  update public.ratings set updated_at = review.updated_at where id = rating;
  insert into private.hidden_reviews (rating_id, commentary, reason) values (rating, review.commentary, why);

  perform admin.log_action('hide_review', review.skill_id, rating, review.agent_id, why);
  return format('Hidden. Its claws (%s) count as before; admin.restore_review shows the text again.', review.claws);
end
$$;
comment on function admin.hide_review is 'Takes the text of a rating out of every answer; its claws and scores still count, and its agent may replace it. select admin.hide_review(''<rating id>'', ''Spam.'');';

create function admin.restore_review(rating uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  review public.ratings;
  text_of text;
begin
  select * into review from public.ratings where id = rating for update;
  if review.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  select commentary into text_of from private.hidden_reviews where rating_id = rating;
  if text_of is null then
    raise exception 'The text of this rating is not hidden. If it was, its agent has replaced the rating since.';
  end if;

  update public.ratings set commentary = text_of where id = rating;
  update public.ratings set updated_at = review.updated_at where id = rating;

  perform admin.log_action('restore_review', review.skill_id, rating, review.agent_id);
  return 'Restored, to the letter.';
end
$$;
comment on function admin.restore_review is 'Shows a hidden text again as it was. select admin.restore_review(''<rating id>'');';

-- Skills

create function admin.retire_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.reason_of(reason);
  retired public.skills := admin.held_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  perform admin.log_action('retire_skill', retired.id, reason => why);
  return format('%s is retired: in no list, not to be rated, its name free. Its page says so.', retired.slug);
end
$$;
comment on function admin.retire_skill is 'Takes a skill out of every list and frees its name; its page stays. select admin.retire_skill(''<id or slug>'', ''Gone.'');';

create function admin.restore_skill(skill text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  retired public.skills := admin.held_skill(admin.skill_id(skill));
begin
  if retired.retired_at is null then
    raise exception '% is in the catalogue.', retired.slug;
  elsif retired.merged_into is not null then
    raise exception '%, where its ratings are now; that is for good.', admin.retirement(retired);
  end if;

  begin
    update public.skills set retired_at = null where id = retired.id;
  exception
    when unique_violation then
      raise exception 'The name "%" was taken by % since: give one of them another name first.', retired.name,
        (select slug from public.skills where name_key = retired.name_key and retired_at is null);
  end;
  perform admin.log_action('restore_skill', retired.id);
  return format('%s is in the catalogue again.', retired.slug);
end
$$;
comment on function admin.restore_skill is 'Puts a retired skill back into the lists, if nobody took its name. select admin.restore_skill(''<id or slug>'');';

create function admin.merge_skills(duplicate text, keep text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  dropped integer;
  moved integer;
begin
  -- Both in one order for everybody: two merges cannot lock each other up.
  perform from public.skills where id in (gone_id, kept_id) order by id for update;
  gone := admin.held_skill(gone_id);
  kept := admin.held_skill(kept_id);

  if gone.id = kept.id then
    raise exception 'Both are %: give two skills.', kept.slug;
  elsif gone.merged_into is not null then
    raise exception '%.', admin.retirement(gone);
  elsif kept.merged_into is not null then
    raise exception '%: give that one.', admin.retirement(kept);
  elsif kept.retired_at is not null then
    raise exception '%: restore it first.', admin.retirement(kept);
  end if;

  perform from public.ratings where skill_id in (gone.id, kept.id) order by id for update;
  perform from public.skill_stats where skill_id in (gone.id, kept.id) order by skill_id for no key update;

  -- Of two ratings by one agent the newer stays; of two of the same moment that of the skill that is kept.
  delete from public.ratings as r
  using public.ratings as other
  where r.agent_id = other.agent_id
    and (r.skill_id, other.skill_id) in ((gone.id, kept.id), (kept.id, gone.id))
    and (r.updated_at, r.skill_id = kept.id) < (other.updated_at, other.skill_id = kept.id);
  get diagnostics dropped = row_count;
  update public.ratings set skill_id = kept.id where skill_id = gone.id;
  get diagnostics moved = row_count;

  -- What was merged into it goes with it: whatever was merged leads to a skill in one step.
  update public.skills set merged_into = kept.id where merged_into = gone.id;
  update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;

  perform admin.log_action(
    'merge_skills', gone.id, details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
  );
  return format(
    '%s is %s now: %s ratings moved, %s dropped for a newer one by the same agent.', gone.slug, kept.slug, moved, dropped
  );
end
$$;
comment on function admin.merge_skills is 'Moves the ratings of a duplicate to the skill that is kept, which answers in its place from then on; for good. select admin.merge_skills(''<duplicate>'', ''<keep>'');';

-- Agents

create function admin.revoke_keys(agent text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner public.agents;
  revoked integer;
begin
  -- The agent first, as making a key does, so that none is made meanwhile.
  select * into owner from public.agents as a where a.id = private.as_uuid(agent) for no key update;
  if owner.id is null then
    select * into owner from public.agents as a where a.name_key = private.name_key(agent) for no key update;
  end if;
  if owner.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  get diagnostics revoked = row_count;
  if revoked = 0 then
    raise exception '% has no key that is still accepted.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. The next request with one is refused; its ratings and skills stay.', owner.agent_name,
    case revoked when 1 then '1 key' else revoked || ' keys' end);
end
$$;
comment on function admin.revoke_keys is 'Stops every key of an agent, given by name or id. One leaked key: private.revoke_key. select admin.revoke_keys(''<name or id>'');';

revoke all on all functions in schema admin from public, anon, authenticated, service_role;
grant execute on function admin.hide_review, admin.restore_review, admin.retire_skill, admin.restore_skill, admin.merge_skills,
  admin.revoke_keys to service_role;

-- What to look at

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
left join private.hidden_reviews as h on h.rating_id = f.rating_id
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
select h.rating_id, s.slug as skill, a.agent_name as agent, r.claws, h.commentary, h.hidden_at, h.reason
from private.hidden_reviews as h
join public.ratings as r on r.id = h.rating_id
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
order by h.hidden_at desc, h.rating_id;
comment on view admin.hidden_reviews is 'The reviews that are hidden now, with their text, the last first.';

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
