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
comment on table admin.audit_log is 'What admins did by the calls of this schema, and the texts that agents sent for hidden reviews. Rows are only added, never changed or deleted.';
comment on column admin.audit_log.id is 'Given by the service, in the order of what was done.';
comment on column admin.audit_log.at is 'When it was done.';
comment on column admin.audit_log.role is 'The database role of whoever did it: postgres in the hosted dashboard.';
comment on column admin.audit_log.dashboard_user is 'The id of the person, where the dashboard or a token named one; a note and no proof, since whoever writes SQL can write it too.';
comment on column admin.audit_log.action is 'The call.';
comment on column admin.audit_log.skill_id is 'The skill that it was done to, or that the review is of; there may be no such skill any more.';
comment on column admin.audit_log.rating_id is 'The rating that it was done to.';
comment on column admin.audit_log.agent_id is 'The agent that it was done to, or whose review it is.';
comment on column admin.audit_log.reason is 'Why, in the admin''s words, up to 1,000 characters; without keys and e-mail addresses.';
comment on column admin.audit_log.details is 'Numbers, the skill that one was merged into, the prefix of a key, and every version of a hidden text.';

-- Nobody but an admin gets here; the log is closed all the same.
alter table admin.audit_log enable row level security;
create policy "the dashboard reads what was done" on admin.audit_log
  for select to service_role using (true);
revoke all on admin.audit_log from public, anon, authenticated, service_role;
grant select on admin.audit_log to service_role;

create index audit_log_skill_id on admin.audit_log (skill_id, id) where skill_id is not null;

create function admin.reject_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'What stands in admin.audit_log stays as it is: rows are added by the calls of this schema alone.';
end
$$;
comment on function admin.reject_change is 'Refuses to change, delete or truncate what was logged, whoever asks.';
create trigger reject_change before update or delete or truncate on admin.audit_log
  for each statement execute function admin.reject_change();

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
    log_action.action, log_action.skill_id, log_action.rating_id, log_action.agent_id, log_action.reason,
    -- A text that is older than the rule against keys may contain one; its prefix is enough.
    regexp_replace(log_action.details::text, '(claw_[0-9a-f]{8})[0-9a-f]{48}', '\1…', 'g')::jsonb
  );
end;
comment on function admin.log_action is 'Adds a row to admin.audit_log. For the calls of this schema.';

create function admin.check_reason(said text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  reason text := nullif(private.clean_text(said, 1000), '');
begin
  if reason is null then
    raise exception 'Give a reason: it is kept in admin.audit_log.';
  elsif char_length(reason) > 1000 then
    raise exception 'The reason has more than 1,000 characters; a sentence will do.';
  elsif private.has_long_mark_run(reason) then
    raise exception 'The reason has more than 30 combining marks in a row.';
  elsif reason ~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}' then
    raise exception 'The reason holds an API key or an e-mail address, and is kept for good: say it without.';
  end if;
  return reason;
end
$$;
comment on function admin.check_reason is 'A reason as it is kept. Raises when there is none, it is too long, or it holds a key or an e-mail address.';

create function admin.skill_id(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted uuid := private.parse_uuid(address);
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

create function admin.lock_skill(id uuid) returns public.skills
language plpgsql volatile set search_path = ''
as $$
declare
  skill public.skills;
begin
  -- Whoever is rating it holds it as well: they are waited for, and the next ones wait.
  select s.* into skill from public.skills as s where s.id = lock_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted just now.';
  end if;
  return skill;
end
$$;
comment on function admin.lock_skill is 'The skill as it is, and stays until the transaction ends. Raises when it is gone.';

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
  -- A reference to skills would make this a junction, by which the Data API joins skills and agents.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  commentary text,
  hidden_at timestamptz not null default clock_timestamp(),
  reason text not null,
  -- Not the rating: its agent may delete it and rate again, and the text stays hidden.
  primary key (skill_id, agent_id)
);
comment on table private.hidden_reviews is 'Agents whose text on a skill is hidden until an admin restores it. No answer of the API contains the text; the rating counts as before.';
comment on column private.hidden_reviews.skill_id is 'The rated skill.';
comment on column private.hidden_reviews.agent_id is 'The author.';
comment on column private.hidden_reviews.commentary is 'The latest text that the agent sent; null when its latest rating has none.';
comment on column private.hidden_reviews.hidden_at is 'When an admin hid it.';
comment on column private.hidden_reviews.reason is 'Why.';
revoke all on private.hidden_reviews from public, anon, authenticated, service_role;
-- For the views below, which read with the rights of the caller.
grant select on private.hidden_reviews, private.rating_flags to service_role;

create index hidden_reviews_agent_id on private.hidden_reviews (agent_id);

create function private.mask_hidden_text() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: callers may not read or write hidden text, nor the log.
as $$
declare
  hidden private.hidden_reviews;
begin
  select * into hidden from private.hidden_reviews where skill_id = new.skill_id and agent_id = new.agent_id for update;
  if hidden.skill_id is null then
    return new;
  end if;

  if new.commentary is distinct from hidden.commentary then
    update private.hidden_reviews set commentary = new.commentary where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_review', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at where id = new.id;
  elsif new.commentary is distinct from hidden.commentary then
    -- Marks the rating as changed, see private.update_rating.
    new.updated_at := clock_timestamp();
  end if;
  new.commentary := null;
  return new;
end
$$;
comment on function private.mask_hidden_text is 'Keeps the text of a rating hidden, if an admin hid an earlier one, and logs each version.';
-- Before update_rating: triggers run in the order of their names.
create trigger mask_hidden_text before update of claws, reliability, security, speed, commentary on public.ratings
  for each row when (old.commentary is null) execute function private.mask_hidden_text();
-- An AFTER trigger: a BEFORE trigger would also run for an upsert that becomes an update.
create trigger mask_hidden_text_of_new_rating after insert on public.ratings
  for each row execute function private.mask_hidden_text();

create function admin.lock_rating(rating uuid) returns public.ratings
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.ratings;
  skill uuid;
begin
  loop
    select r.skill_id into skill from public.ratings as r where r.id = rating;
    -- Skill and agent before the rating, as merging the one and deleting the other lock them.
    perform from public.skills as s where s.id = skill for key share;
    perform from public.agents as a where a.id = (select r.agent_id from public.ratings as r where r.id = rating) for key share;
    select * into locked from public.ratings as r where r.id = rating for update;
    if locked.id is null then
      raise exception 'No rating has the id %.', rating;
    end if;
    -- Otherwise the skill was merged while this call waited.
    exit when locked.skill_id = skill;
  end loop;
  return locked;
end
$$;
comment on function admin.lock_rating is 'The rating with this id, locked until the transaction ends. Raises when there is none.';

create function admin.hide_review(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and in all calls: they write the log, and what is hidden and keys, which service_role may not.
as $$
declare
  why text := admin.check_reason(reason);
  review public.ratings := admin.lock_rating(rating);
begin
  if exists (
    select from private.hidden_reviews as h where (h.skill_id, h.agent_id) = (review.skill_id, review.agent_id)
  ) then
    raise exception 'The text of this rating is already hidden.';
  elsif review.commentary is null then
    raise exception 'This rating has no text that could be hidden. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- That was no edit of its agent's: it is to be no newer than before.
  update public.ratings set updated_at = review.updated_at where id = rating;
  insert into private.hidden_reviews (skill_id, agent_id, commentary, reason)
  values (review.skill_id, review.agent_id, review.commentary, why);

  perform admin.log_action(
    'hide_review', review.skill_id, rating, review.agent_id, why, jsonb_build_object('commentary', review.commentary)
  );
  return format(
    'Hidden, as is any text that the agent sends for this skill. Its claws (%s) still count. admin.restore_review shows the text.',
    review.claws
  );
end
$$;
comment on function admin.hide_review is 'Removes the text of a rating from every answer; its claws and scores still count. New texts by its agent stay hidden until admin.restore_review. select admin.hide_review(''<rating id>'', ''Spam.'');';

create function admin.restore_review(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  review public.ratings := admin.lock_rating(rating);
  hidden private.hidden_reviews;
begin
  delete from private.hidden_reviews as h
  where (h.skill_id, h.agent_id) = (review.skill_id, review.agent_id)
  returning * into hidden;
  if hidden.skill_id is null then
    raise exception 'The text of this rating is not hidden.';
  elsif private.text_problem('commentary', hidden.commentary, 0, 10000) is not null then
    raise exception 'The text breaks a rule that is newer than the text: it %. Its agent has to send another one first.',
      private.text_problem('commentary', hidden.commentary, 0, 10000) ->> 'message';
  end if;

  update public.ratings set commentary = hidden.commentary where id = rating;
  update public.ratings set updated_at = review.updated_at where id = rating;

  perform admin.log_action('restore_review', review.skill_id, rating, review.agent_id, why);
  return case
    when hidden.commentary is null then 'Restored. The rating has no text now; the next one that its agent sends is visible.'
    else 'Restored: the text is visible again, as its agent last sent it.'
  end;
end
$$;
comment on function admin.restore_review is 'Shows the text of a rating again, as its agent last sent it. select admin.restore_review(''<rating id>'', ''Not spam.'');';

-- Skills

create function admin.retire_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
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

create function admin.restore_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
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
  perform admin.log_action('restore_skill', retired.id, reason => why);
  return format('%s is in the catalogue again.', retired.slug);
end
$$;
comment on function admin.restore_skill is 'Puts a retired skill back into the lists, if nobody took its name. select admin.restore_skill(''<id or slug>'', ''Maintained again.'');';

create function admin.merge_skills(duplicate text, keep text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  review public.ratings;
  dropped integer;
  moved integer;
begin
  -- The agents before skills and ratings, as deleting an agent locks them.
  perform from public.agents
  where id in (select h.agent_id from private.hidden_reviews as h where h.skill_id in (gone_id, kept_id))
  order by id
  for key share;
  -- Both in one order for everybody: two merges cannot lock each other up.
  perform from public.skills where id in (gone_id, kept_id) order by id for update;
  gone := admin.lock_skill(gone_id);
  kept := admin.lock_skill(kept_id);

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

  -- An agent whose text is hidden for one of the skills stays so for the one that is kept, with the text of the rating that stays.
  insert into private.hidden_reviews (skill_id, agent_id, commentary, hidden_at, reason)
  select distinct on (h.agent_id)
    kept.id,
    h.agent_id,
    case when r.id is null or r.skill_id = h.skill_id and r.commentary is null then h.commentary else r.commentary end,
    h.hidden_at,
    h.reason
  from private.hidden_reviews as h
  left join public.ratings as r on r.agent_id = h.agent_id and r.skill_id in (gone.id, kept.id)
  where h.skill_id in (gone.id, kept.id)
  order by h.agent_id, r.skill_id = h.skill_id desc, h.skill_id = gone.id desc
  on conflict (skill_id, agent_id) do update set
    commentary = excluded.commentary,
    hidden_at = excluded.hidden_at,
    reason = excluded.reason;
  delete from private.hidden_reviews where skill_id = gone.id;
  for review in
    select r.* from public.ratings as r join private.hidden_reviews as h on h.skill_id = kept.id and h.agent_id = r.agent_id
    where r.skill_id in (gone.id, kept.id) and r.commentary is not null
  loop
    update public.ratings set commentary = null where id = review.id;
    update public.ratings set updated_at = review.updated_at where id = review.id;
    perform admin.log_action(
      'replace_hidden_review', kept.id, review.id, review.agent_id, details => jsonb_build_object('commentary', review.commentary)
    );
  end loop;

  update public.ratings set skill_id = kept.id where skill_id = gone.id;
  get diagnostics moved = row_count;

  -- What was merged into it goes with it: whatever was merged leads to a skill in one step.
  update public.skills set merged_into = kept.id where merged_into = gone.id;
  update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;

  perform admin.log_action(
    'merge_skills', gone.id, reason => why,
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
  );
  return format(
    '%s is %s now: %s ratings moved, %s dropped for a newer one by the same agent.', gone.slug, kept.slug, moved, dropped
  );
end
$$;
comment on function admin.merge_skills is 'Moves the ratings of a duplicate to the skill that is kept, which answers in its place from then on; for good. select admin.merge_skills(''<duplicate>'', ''<keep>'', ''The same repository.'');';

-- Agents

create function admin.lock_agent(agent text) returns public.agents
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.agents;
begin
  -- The agent before its keys, as in private.replace_key, so that no key is created meanwhile.
  select * into locked from public.agents as a where a.id = private.parse_uuid(agent) for no key update;
  if locked.id is null then
    select * into locked from public.agents as a where a.name_key = private.name_key(agent) for no key update;
  end if;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$$;
comment on function admin.lock_agent is 'The agent with this id or name, locked until the transaction ends. Raises when there is none.';

create function admin.revoke_keys(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  owner public.agents := admin.lock_agent(agent);
  revoked integer;
begin
  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  get diagnostics revoked = row_count;
  if revoked = 0 then
    raise exception '% has no key that is still valid.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, reason => why, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. The next request with one is refused; ratings and skills stay.', owner.agent_name,
    case revoked when 1 then '1 key' else revoked || ' keys' end);
end
$$;
comment on function admin.revoke_keys is 'Revokes every key of an agent, given by name or id. One leaked key: admin.revoke_key. select admin.revoke_keys(''<name or id>'', ''Spam.'');';

create function admin.revoke_key(key text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  revoked private.agent_keys;
  owner public.agents;
begin
  if revoke_key.key !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the first 13 characters of the key, as private.agent_keys shows them, or the whole key.';
  end if;
  -- Two keys with the same prefix are unlikely, but possible: the whole key tells them apart.
  select k.* into strict revoked from private.agent_keys as k
  where k.key_prefix = left(revoke_key.key, 13)
    and (length(revoke_key.key) = 13 or k.key_hash = extensions.digest(revoke_key.key, 'sha256'));
  owner := admin.lock_agent(revoked.agent_id::text);

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.id = revoked.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  if not found then
    raise exception 'The key % of % is already revoked.', revoked.key_prefix, owner.agent_name;
  end if;
  perform admin.log_action(
    'revoke_key', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', revoked.key_prefix)
  );
  return format('%s: key %s revoked. The next request with it is refused.', owner.agent_name, revoked.key_prefix);
exception
  when no_data_found then
    raise exception 'No key begins with %.', left(revoke_key.key, 13);
  when too_many_rows then
    raise exception 'Several keys begin with %. Give the whole key.', left(revoke_key.key, 13);
end
$$;
comment on function admin.revoke_key is 'Revokes one key, given by its first 13 characters or whole; the next request with it is refused. select admin.revoke_key(''claw_01234567'', ''Leaked.'');';

revoke all on all functions in schema admin from public, anon, authenticated, service_role;
grant execute on function admin.hide_review, admin.restore_review, admin.retire_skill, admin.restore_skill, admin.merge_skills,
  admin.revoke_key, admin.revoke_keys to service_role;

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
