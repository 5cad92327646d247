-- The schema for admins and its audit log. The functions and views of admins are in the room `moderation`.

create schema admin;
comment on schema admin is 'Views and functions for admins. The Data API does not expose it.';
-- The embedded Studio acts as service_role, the hosted dashboard as postgres, which owns the schema.
grant usage on schema admin to service_role;
-- To log what agents write to a hidden commentary.
grant usage on schema admin to skill_rating_writer;

create table admin.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  role text not null,
  dashboard_user uuid,
  action text not null,
  skill_id uuid,
  rating_id uuid,
  agent_id uuid,
  reason private.reason,
  details jsonb not null default '{}',
  constraint audit_log_reason_discreet check (reason !~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}')
);
comment on table admin.audit_log is 'The actions of admins, and the texts that agents sent for hidden commentaries. Rows cannot be changed or deleted, except that the texts of a deleted agent are removed.';
comment on column admin.audit_log.role is 'The database role that performed it: postgres in the hosted dashboard.';
comment on column admin.audit_log.dashboard_user is 'The id of the user, if the dashboard or a token named one. Not proof: anyone who can write SQL can set it.';
comment on column admin.audit_log.action is 'The name of the function.';
comment on column admin.audit_log.skill_id is 'The skill, which may have been deleted since.';
comment on column admin.audit_log.rating_id is 'The rating, which may have been deleted since.';
comment on column admin.audit_log.agent_id is 'The agent, or the author of the rating; may have been deleted since.';
comment on column admin.audit_log.reason is 'The reason that the admin gave, up to 1,000 characters, without keys and e-mail addresses.';
comment on column admin.audit_log.details is 'Depends on the action: numbers, the target of a merge, the prefix of a key, each version of a hidden commentary while its agent exists.';

-- Only admins have access to the schema; row-level security is a second barrier.
alter table admin.audit_log enable row level security;
create policy "the dashboard reads the audit log" on admin.audit_log
  for select to service_role using (true);
grant select on admin.audit_log to service_role;
create policy "what an agent writes to a hidden or removed rating is logged" on admin.audit_log
  for insert to skill_rating_writer
  with check (agent_id = (select private.current_agent_id()) and action in ('replace_hidden_commentary', 'replace_removed_rating'));
grant insert on admin.audit_log to skill_rating_writer;

create index audit_log_skill_id on admin.audit_log (skill_id, id) where skill_id is not null;
-- For private.forget_agents.
create index audit_log_texts on admin.audit_log (agent_id) where details ? 'commentary';

create function admin.reject_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Rows of admin.audit_log cannot be changed or deleted.';
end
$$;
comment on function admin.reject_change is 'Rejects each delete and truncate of the audit log, and updates: see admin.only_forgets.';
create trigger reject_change before delete or truncate on admin.audit_log
  for each statement execute function admin.reject_change();

create function admin.dashboard_user() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  claims text := current_setting('request.jwt.claims', true);
begin
  return coalesce(
    -- Not by a pattern: user_metadata, which users write, can contain "sub", too.
    case when pg_input_is_valid(claims, 'jsonb') then private.parse_uuid(claims::jsonb ->> 'sub') end,
    -- The SQL editor of the hosted dashboard ends each query with lines of comment, one of which names the user. Only the last such
    -- line counts, and only at the end: the query can contain names and texts of agents.
    substring(
      right(current_query(), 1000),
      '^(?:.*\n)?-- user: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[ \t\r]*(?:\n[ \t\r]*(?:--[^\n]*)?)*$'
    )::uuid
  );
end
$$;
comment on function admin.dashboard_user is 'The id of the user that a token or the hosted dashboard names; null if neither does.';

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
    -- The role of the caller: the function itself runs as its owner.
    coalesce(nullif(current_setting('role', true), 'none'), session_user),
    admin.dashboard_user(),
    log_action.action, log_action.skill_id, log_action.rating_id, log_action.agent_id, log_action.reason,
    -- A text that is older than the rule against keys may contain one: only its prefix is logged.
    regexp_replace(log_action.details::text, '(claw_[0-9a-f]{8})[0-9a-f]{48}', '\1…', 'g')::jsonb
  );
end;
comment on function admin.log_action is 'Adds a row to admin.audit_log.';
grant execute on function admin.dashboard_user, admin.log_action to skill_rating_writer;

create function admin.check_reason(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  reason text := nullif(private.clean_text(value, 1000), '');
begin
  if reason is null then
    raise exception 'Give a reason. It is stored in admin.audit_log.';
  elsif private.text_error(reason, 1, 1000) is not null then
    raise exception 'The reason %.', private.text_error(reason, 1, 1000);
  elsif reason ~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}' then
    raise exception 'The reason contains an API key or an e-mail address. It is stored permanently, so leave these out.';
  end if;
  return reason;
end
$$;
comment on function admin.check_reason is 'Normalizes and checks a reason. Raises if there is none or it is invalid.';
