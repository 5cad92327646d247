-- The imported servers as their registry describes them, for the edge function `registry` and for how a skill is installed.

create table private.registry_servers (
  name text collate "C" primary key,
  source text not null,
  skill_id uuid not null references public.skills on delete cascade,
  server jsonb not null,
  version text collate "C" not null generated always as (server ->> 'version') stored,
  status text not null default 'active',
  published_at timestamptz,
  source_updated_at timestamptz,
  status_changed_at timestamptz,
  updated_at timestamptz not null default now(),
  foreign key (source, name) references private.imported_skills (source, external_name) on delete cascade,
  constraint registry_servers_status_known check (status in ('active', 'deprecated', 'deleted')),
  constraint registry_servers_name_shape check (name ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' and length(name) between 3 and 200),
  constraint registry_servers_name_equal check (server ->> 'name' = name),
  -- 64 KiB.
  constraint registry_servers_server_size check (octet_length(server::text) <= 65536),
  constraint registry_servers_server_depth check (not jsonb_path_exists(server, '$.**{33}'))
);
comment on table private.registry_servers is 'The newest active version of each imported server whose server.json is valid by the schema of the MCP Registry; of one name in two sources, the first that was imported.';
comment on column private.registry_servers.name is 'The name in the registry, as server has it.';
comment on column private.registry_servers.source is 'The registry that it was imported from first.';
comment on column private.registry_servers.server is 'The server.json, at most 64 KiB as jsonb writes it, and 32 levels deep.';
comment on column private.registry_servers.status is 'The status at the source. A server whose skill is retired is served as deleted.';
comment on column private.registry_servers.published_at is 'publishedAt of the source; null if it does not say so. So are source_updated_at and status_changed_at.';
comment on column private.registry_servers.updated_at is 'The last change here: import, retirement or restoration of the skill, or a merge; not ratings.';

revoke all on private.registry_servers from anon, authenticated, service_role;
grant select on private.registry_servers to anon, authenticated;
grant select, insert, update, delete on private.registry_servers to service_role;

create unique index registry_servers_skill_id on private.registry_servers (skill_id);
create index registry_servers_updated_at on private.registry_servers (updated_at);

create function private.touch_registry_server() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.registry_servers set updated_at = greatest(clock_timestamp(), updated_at) where skill_id = new.id;
  return null;
end
$$;
comment on function private.touch_registry_server is 'Sets updated_at of the server of a skill that was retired, restored or merged. As its owner: admins who edit a skill in the dashboard need no rights on servers.';

create trigger touch_registry_server after update of retired_at, merged_into on public.skills
  for each row when (old.retired_at is distinct from new.retired_at or old.merged_into is distinct from new.merged_into)
  execute function private.touch_registry_server();
