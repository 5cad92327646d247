-- What a fresh Supabase project has before its first migration, as far as this project touches it. Run as supabase_admin,
-- in one transaction, at every start: each statement leaves what is already so as it is.
--
-- The password of `postgres`, who owns the schema, is known to everyone. Nothing that this role can create or set may run here with
-- the rights of the superuser: the connection has search_path = pg_catalog and no event triggers (see withAdmin in postgres.ts).

-- Without superuser rights, as on Supabase: what is refused there is refused here.
do $$
begin
  if to_regrole('postgres') is null then create role postgres; end if;
  if to_regrole('anon') is null then create role anon; end if;
  if to_regrole('authenticated') is null then create role authenticated; end if;
  if to_regrole('service_role') is null then create role service_role; end if;
  if to_regrole('authenticator') is null then create role authenticator; end if;
end
$$;

alter role postgres login nosuperuser createdb createrole replication bypassrls inherit;
alter role anon nologin inherit;
alter role authenticated nologin inherit;
alter role service_role nologin inherit bypassrls;
alter role authenticator login noinherit connection limit -1 valid until 'infinity';

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;

-- As on Supabase: with it, triggers can be off while a backup is loaded (see docs/operations.md).
grant set on parameter session_replication_role to postgres;

-- Of this stack alone: its Data API looks the schema up as authenticator, before it becomes anon for a request. As a superuser,
-- which would see the schema too, it grants every table to the API roles (see docs/decisions/0021-embedded-stack.md).
grant pg_read_all_data to authenticator with inherit true;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

-- With a library that does not exist, every connection of the role fails.
do $$
declare
  place record;
begin
  for place in
    select coalesce(quote_ident(r.rolname), 'all') as role, case when s.setdatabase <> 0 then 'in database postgres' end as database
    from pg_db_role_setting as s
    left join pg_roles as r on r.oid = s.setrole
    where s.setdatabase in (0, (select oid from pg_database where datname = 'postgres'))
      and exists (select from unnest(s.setconfig) as setting where starts_with(setting, 'local_preload_libraries='))
  loop
    execute format('alter role %s %s reset local_preload_libraries', place.role, place.database);
  end loop;
end
$$;

alter database postgres owner to supabase_admin;
grant all on database postgres to postgres;
alter database postgres connection limit -1;
alter database postgres set search_path = "$user", public, extensions;

create schema if not exists extensions;
alter schema extensions owner to supabase_admin;
grant all on schema extensions to postgres with grant option;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant all on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
-- Before the first migration, which revokes these defaults.
do $$
begin
  if to_regnamespace('supabase_migrations') is null then
    alter default privileges for role postgres in schema public
      grant all on tables to postgres, anon, authenticated, service_role;
    alter default privileges for role postgres in schema public
      grant all on functions to postgres, anon, authenticated, service_role;
    alter default privileges for role postgres in schema public
      grant all on sequences to postgres, anon, authenticated, service_role;
  end if;
end
$$;

-- As on Supabase, a change of the schema tells the Data API to read it again. The functions run with the rights of the role that changes
-- the schema, so `postgres` must not be able to replace them: they have a schema of their own, and are created again at every start.
drop event trigger if exists pgrst_ddl_watch;
drop event trigger if exists pgrst_drop_watch;
-- pgls-ignore lint/safety/banDropSchema: postgres may have created it first
drop schema if exists schema_watch cascade;
create schema schema_watch;

create function schema_watch.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
create function schema_watch.pgrst_drop_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from pg_catalog.pg_event_trigger_dropped_objects() as dropped where not dropped.is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
create event trigger pgrst_ddl_watch on ddl_command_end execute function schema_watch.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function schema_watch.pgrst_drop_watch();
