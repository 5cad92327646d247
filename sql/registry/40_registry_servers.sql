-- The imported servers as their registry describes them, for the edge function `registry` and for how a skill is installed.

create function private.is_server_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return octet_length(value) between 3 and 200 and value ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$';
end
$$;
comment on function private.is_server_name is 'Whether a text can be the name of a server in a registry: 3 to 200 characters, namespace/server.';

create function private.parse_time(value text) returns timestamptz
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- Postgres also reads words such as now, other formats, and 24:00.
  return case
    when octet_length(value) <= 50
      and value ~ '^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$'
      and pg_input_is_valid(value, 'timestamptz') then value::timestamptz
  end;
end
$$;
comment on function private.parse_time is 'A time as RFC 3339 writes it; null for anything else.';
-- For the registry and the import.
grant execute on function private.is_server_name, private.parse_time to anon, authenticated, service_role;

create function private.server_error(server jsonb, external_name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- The importer validates the rest of the schema. Here is what those who read the table rely on.
  return case
    when server is null then null
    when jsonb_typeof(server) <> 'object' then 'must be an object'
    when octet_length(server::text) > 65536 then 'must have at most 65536 bytes'
    when jsonb_path_exists(server, '$.**{33}') then 'must have at most 32 levels'
    when server ->> 'name' is distinct from external_name then 'must have the name of the entry'
    when not private.is_server_name(external_name) then 'must have a name of the form namespace/server'
    when jsonb_typeof(server -> 'version') is distinct from 'string' then 'must have a version'
    -- The published schema allows an empty one, which has no address.
    when length(server ->> 'version') not between 1 and 255 then 'must have a version of 1 to 255 characters'
    when private.contains_api_key(server::text) then 'must not contain an API key'
  end;
end
$$;
comment on function private.server_error is 'Why a server.json with this name is not stored; null if it is.';
grant execute on function private.server_error to service_role;

create table private.registry_servers (
  name text collate "C" not null,
  source text not null,
  skill_id uuid not null references public.skills on delete cascade,
  server jsonb not null,
  version text collate "C" not null generated always as (server ->> 'version') stored,
  bytes integer not null generated always as (octet_length(server::text)) stored,
  status text not null default 'active',
  is_listed boolean not null default true,
  published_at timestamptz,
  source_updated_at timestamptz,
  status_changed_at timestamptz,
  updated_at timestamptz not null default now(),
  install jsonb,
  primary key (name),
  foreign key (source, name) references private.imported_skills (source, external_name) on delete cascade,
  constraint registry_servers_status_known check (status in ('active', 'deprecated', 'deleted')),
  constraint registry_servers_server_valid check (private.server_error(server, name) is null),
  constraint registry_servers_install_shape check (private.is_install(install))
);
comment on table private.registry_servers is 'The newest active version of each imported server whose server.json is valid by the schema of the MCP Registry; of one name in two sources, the first that was imported.';
comment on column private.registry_servers.name is 'The name in the registry, as server has it.';
comment on column private.registry_servers.source is 'The registry that it was imported from first.';
comment on column private.registry_servers.server is 'The server.json, at most 64 KiB as jsonb writes it, and 32 levels deep.';
comment on column private.registry_servers.bytes is 'The size of server as text; generated, so that a page ends before it reads what does not fit.';
comment on column private.registry_servers.status is 'The status at the source.';
comment on column private.registry_servers.is_listed is 'Whether the server is listed: the source did not delete it, and its skill, or the one into which that was merged, is not retired. A server that is not listed is served as deleted. Kept by triggers.';
comment on column private.registry_servers.published_at is 'publishedAt of the source; null if it does not say so. So are source_updated_at and status_changed_at.';
comment on column private.registry_servers.updated_at is 'The last change here: import, retirement or restoration of the skill, or a merge; not ratings.';
comment on column private.registry_servers.install is 'How the server is installed, as the importer built it from server; null if no entry of it fits.';

revoke all on private.registry_servers from anon, authenticated, service_role;
grant select on private.registry_servers to anon, authenticated;
grant select, insert, update, delete on private.registry_servers to service_role;

create unique index registry_servers_skill_id on private.registry_servers (skill_id);
create index registry_servers_source on private.registry_servers (source, name);
-- The lists of private.scan_servers, and, with updated_at, those of private.scan_changed_servers.
create index registry_servers_listed on private.registry_servers (name) where is_listed;
-- For private.servers_named.
create index registry_servers_lower_name on private.registry_servers (lower(name));
create index registry_servers_version on private.registry_servers (version, is_listed, name);
create index registry_servers_updated_at on private.registry_servers (updated_at, name);
create index registry_servers_version_updated_at on private.registry_servers (version, updated_at, name);

create function private.set_server_listed() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a skill needs the right to change it, which imports need not have.
as $$
begin
  -- The lock waits for a retirement that does not see this server yet. An update waits for it on the row of the server.
  if tg_op = 'INSERT' then
    perform from public.skills as s where s.id = new.skill_id for share;
  end if;
  new.is_listed := new.status <> 'deleted' and exists (
    select from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
    where own.id = new.skill_id and s.retired_at is null
  );
  return new;
end
$$;
comment on function private.set_server_listed is 'Sets is_listed of a server that is imported, or deleted or restored at its source.';

create trigger set_server_listed before insert or update of status, skill_id, is_listed on private.registry_servers
  for each row execute function private.set_server_listed();

create function private.touch_registry_server() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The trigger of the servers sets is_listed.
  update private.registry_servers
  set updated_at = greatest(clock_timestamp(), updated_at), is_listed = is_listed
  where skill_id = new.id or skill_id in (select id from public.skills where merged_into = new.id);
  return null;
end
$$;
comment on function private.touch_registry_server is 'Sets updated_at and is_listed of the servers of a skill that was retired, restored or merged, and of the skills that were merged into it. As its owner: admins who edit a skill in the dashboard need no rights on servers.';

create trigger touch_registry_server after update of retired_at, merged_into on public.skills
  for each row when (old.retired_at is distinct from new.retired_at or old.merged_into is distinct from new.merged_into)
  execute function private.touch_registry_server();

create function private.server_mark() returns tsquery
language sql immutable parallel safe set search_path = ''
return private.mark('server')::tsquery;
comment on function private.server_mark is 'The query for the documents of all skills that have a server, or into which one with a server was merged, and of few others.';

create function private.listed_mark() returns tsquery
language sql immutable parallel safe set search_path = ''
return private.mark('listed')::tsquery;
comment on function private.listed_mark is 'The query for the documents of the skills that have a server that is listed.';
grant execute on function private.server_mark, private.listed_mark to anon, authenticated;

create function private.path_mark(owner text) returns text
language sql immutable strict parallel safe set search_path = ''
return private.mark('path/' || owner);
comment on function private.path_mark is 'The mark of the documents of agent skills whose url is a path in a repository of an owner on github.com; of any, if the owner is empty.';
grant execute on function private.path_mark to anon, authenticated;

create or replace function private.document_marks(skill uuid) returns tsvector
language plpgsql stable set search_path = ''
as $$
declare
  is_imported constant boolean := exists (
    select from private.imported_skills as i join public.skills as s on s.id = i.skill_id where i.skill_id = skill and s.type = 'mcp'
  );
  is_listed boolean := (select r.is_listed from private.registry_servers as r where r.skill_id = skill);
  has_server boolean := is_imported or is_listed is not null or exists (
    select from public.skills as m join private.registry_servers as r on r.skill_id = m.id where m.merged_into = skill
  );
  owner constant text := (
    select private.path_owner(private.normalize_identifier(s.url)) from public.skills as s where s.id = skill and s.type = 'clawdbot'
  );
begin
  -- An import stores the server after its skill, whose document need not be written twice.
  if is_imported and is_listed is null then
    is_listed := not exists (select from private.skill_documents as d where d.skill_id = skill)
      and exists (select from public.skills as s where s.id = skill and s.created_at = now());
  end if;
  return concat_ws(' ',
    case when exists (select from private.imported_skills as i where i.skill_id = skill) then private.mark('imported') end,
    case when has_server then private.mark('server') end, case when is_listed then private.mark('listed') end,
    private.path_mark(owner), case when owner <> '' then private.path_mark('') end
  )::tsvector;
end
$$;

create function private.mark_again(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: imports and admins need no right to write documents.
as $$
declare
  -- Those of new servers are right already.
  changed constant uuid[] := array(
    select d.skill_id
    from private.skill_documents as d left join private.registry_servers as r on r.skill_id = d.skill_id
    where d.skill_id = any (skills)
      and (not d.words @@ private.server_mark() or (d.words @@ private.listed_mark()) <> coalesce(r.is_listed, false))
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_documents as d
    set words = ts_delete(d.words, '~listed') || private.document_marks(d.skill_id)
    where d.skill_id = any (changed);
  end if;
end
$$;
comment on function private.mark_again is 'Brings the marks of servers in the documents of skills up to date.';
grant execute on function private.mark_again to service_role;

create function private.mark_documents() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: those who edit servers need not be able to call this.
as $$
begin
  perform private.mark_again(array(
    select own.id from changed as r join public.skills as own on own.id = r.skill_id
    union
    select own.merged_into from changed as r join public.skills as own on own.id = r.skill_id where own.merged_into is not null
  ));
  return null;
end
$$;
comment on function private.mark_documents is 'Marks the documents of skills that get or lose a server, whose server is listed or not any more, or that are merged with one that has it: private.touch_registry_server updates the servers of these.';

create trigger mark_documents_of_new after insert on private.registry_servers
  referencing new table as changed
  for each statement execute function private.mark_documents();
create trigger mark_documents after update on private.registry_servers
  referencing new table as changed
  for each statement execute function private.mark_documents();
create trigger mark_documents_of_deleted after delete on private.registry_servers
  referencing old table as changed
  for each statement execute function private.mark_documents();

create or replace function private.source_of(skill uuid, out status text, out version text, out install json)
language plpgsql stable set search_path = ''
as $$
begin
  select i.status into status from private.imported_skills as i where i.skill_id = skill;
  select
    server.version,
    case when server.install is not null and source_of.status is distinct from 'deleted' and s.retired_at is null
      then json_build_object('publisher', server.name, 'entries', server.install)
    end
  into version, install
  from private.registry_servers as server join public.skills as s on s.id = server.skill_id
  where server.skill_id = skill and server.status <> 'deleted';
end
$$;
