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
