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

create function private.source_of(skill uuid, out status text, out version text, out install json)
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
comment on function private.source_of is 'Of the catalogue that a skill was imported from: status, deprecated or deleted if it says so; version, the newest one; install, publisher and entries, if the skill is in our catalogue. Null if no import says so.';
grant execute on function private.source_of to anon, authenticated;
