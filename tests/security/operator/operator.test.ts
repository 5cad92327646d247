// Everyone on this machine knows the password of the role `postgres`. It may use the data, but never run code as the superuser of
// Postgres, who can run programs as the account that started the stack.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserError } from '../../../local/cli/user-error.ts'
import { DatabaseServer } from './server.ts'

const server = new DatabaseServer()

beforeAll(() => server.restart())
afterAll(() => server.stop())

/** What postgres plants. `trap()` counts its calls by the superuser, also in transactions that are rolled back. */
const TRAP = `
  create schema planted;
  create sequence public.trapped;
  create function public.trap() returns void language plpgsql as $$
  begin
    if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
      perform pg_catalog.nextval('public.trapped');
    end if;
  end
  $$;`

const SHADOWS = `
  create function planted.to_regrole(text) returns regrole language plpgsql as
    $$ begin perform public.trap(); return pg_catalog.to_regrole($1); end $$;
  create function planted.to_regnamespace(text) returns regnamespace language plpgsql as
    $$ begin perform public.trap(); return pg_catalog.to_regnamespace($1); end $$;
  create function planted.format(text, anyelement) returns text language plpgsql as
    $$ begin perform public.trap(); return pg_catalog.format($1, $2); end $$;
  create function planted.same(name, name) returns boolean language plpgsql as
    $$ begin perform public.trap(); return $1 operator(pg_catalog.=) $2; end $$;
  create operator planted.= (leftarg = name, rightarg = name, function = planted.same);
  create function planted.same(oid, oid) returns boolean language plpgsql as
    $$ begin perform public.trap(); return $1 operator(pg_catalog.=) $2; end $$;
  create operator planted.= (leftarg = oid, rightarg = oid, function = planted.same);
  alter database postgres set search_path = planted, pg_catalog, public;
  alter role all in database postgres set search_path = planted, pg_catalog, public;`

const EVENT_FUNCTION = 'returns event_trigger language plpgsql as $$ begin perform public.trap(); end $$'

/** Until 2.0.0, `postgres` owned what a start gives to the superuser. */
const EARLIER_OWNER = 'alter database postgres owner to postgres; alter schema extensions owner to postgres;'

/** What version 1.0.0 created. */
const EARLIER_VERSION = `${EARLIER_OWNER}
  drop schema if exists schema_watch cascade;
  drop event trigger if exists pgrst_ddl_watch;
  drop event trigger if exists pgrst_drop_watch;
  create or replace function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$ begin end $$;
  create or replace function extensions.pgrst_drop_watch() returns event_trigger language plpgsql as $$ begin end $$;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();`

const EVENT_TRIGGERS = `
  drop schema extensions cascade;
  create schema extensions;
  create function extensions.pgrst_ddl_watch() ${EVENT_FUNCTION};
  create function extensions.pgrst_drop_watch() ${EVENT_FUNCTION};
  create schema schema_watch;
  create function schema_watch.pgrst_ddl_watch() ${EVENT_FUNCTION};
  create function schema_watch.pgrst_drop_watch() ${EVENT_FUNCTION};
  create function extensions.digest(planted text) returns bytea language plpgsql as
    $$ begin perform public.trap(); return null; end $$;`

/** What version 1.0.0 did with these functions at its next start. */
const EARLIER_START = `
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();`

const SETTINGS = `
  create role planted_role;
  alter database postgres set role = planted_role;
  alter database postgres set default_transaction_read_only = on;
  alter database postgres set statement_timeout = '1ms';
  alter database postgres set lock_timeout = '1ms';
  alter database postgres set transaction_timeout = '1ms';
  alter database postgres set idle_session_timeout = '1ms';
  alter database postgres set idle_in_transaction_session_timeout = '1ms';
  alter database postgres set scram_iterations = 2147483647;
  alter database postgres connection limit 0;
  alter role authenticator connection limit 0 valid until '2000-01-01';
  alter database postgres set password_encryption = md5;
  alter database postgres set check_function_bodies = on;
  alter database postgres set standard_conforming_strings = off;`

test('a start runs nothing that postgres has planted as the superuser', async () => {
  await server.asSuperuser((sql) => sql.unsafe(EARLIER_VERSION))
  await server.asPostgres((sql) => sql.unsafe(TRAP + EVENT_TRIGGERS + SHADOWS))
  await server.asSuperuser((sql) => sql.unsafe(EARLIER_START))
  for (const _ of ['first', 'second']) await server.restart()
  await server.asSuperuser(async (sql) => {
    await sql.unsafe('create table public.of_superuser (); drop table public.of_superuser')
    expect(await sql`select is_called from public.trapped`).toEqual([{ is_called: false }])
    const triggers = await sql.unsafe(`
      select t.evtname, n.nspname, n.nspowner::regrole::text as schema_owner, p.proowner::regrole::text as owner
      from pg_catalog.pg_event_trigger as t
      join pg_catalog.pg_proc as p on p.oid operator(pg_catalog.=) t.evtfoid
      join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) p.pronamespace
      order by t.evtname collate "C"`)
    const own = { nspname: 'schema_watch', schema_owner: 'supabase_admin', owner: 'supabase_admin' }
    expect([...triggers]).toEqual([
      { evtname: 'pgrst_ddl_watch', ...own },
      { evtname: 'pgrst_drop_watch', ...own },
    ])
  })
})

test('the trap counts what the superuser runs', async () => {
  await server.asSuperuser((sql) => sql`select public.trap()`)
  expect(await server.asPostgres((sql) => sql`select is_called from public.trapped`)).toEqual([
    { is_called: true },
  ])
})

test('settings of the database do not stop a start', async () => {
  await server.asSuperuser((sql) => sql.unsafe(EARLIER_OWNER))
  await server.asPostgres((sql) => sql.unsafe(SETTINGS))
  await server.restart()
  await server.migrate()
  await server.resetSettings()
  await server.asAuthenticator((sql) => sql`select`)
})

test('local_preload_libraries of a database or role do not stop a start', async () => {
  const settings = [
    'database postgres',
    'role all in database postgres',
    'role authenticator',
    'role authenticator in database postgres',
    'role postgres',
    'role postgres in database postgres',
  ].map((what) => `alter ${what} set local_preload_libraries = 'nope';`)
  await server.asSuperuser((sql) => sql.unsafe(EARLIER_OWNER))
  await server.asPostgres((sql) => sql.unsafe(settings.join('\n')))
  const connect = () =>
    Promise.allSettled([
      server.asPostgres((sql) => sql`select`),
      server.asAuthenticator((sql) => sql`select`),
    ])
  expect((await connect()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await server.restart()
  expect((await connect()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('a change of the schema by postgres still notifies the Data API', async () => {
  await server.asPostgres(async (sql) => {
    let notify: (payload: string) => void = () => {}
    const notified = new Promise<string>((settle) => {
      notify = settle
    })
    const { unlisten } = await sql.listen('pgrst', (payload) => notify(payload))
    await sql`create table public.changed ()`
    expect(await notified).toBe('reload schema')
    await unlisten()
  })
})

describe('postgres cannot', () => {
  test.each<[what: string, statement: string]>([
    ['become the superuser', 'set session authorization supabase_admin'],
    ['take the role of the superuser', 'set role supabase_admin'],
    ['make a role a superuser', 'create role planted_superuser superuser'],
    ['make itself a superuser', 'alter role postgres superuser'],
    ['change the superuser', "alter role supabase_admin password 'known'"],
    ['set the superuser’s search path', 'alter role supabase_admin in database postgres set search_path = p'],
    ['get the right to run programs', 'grant pg_execute_server_program to postgres'],
    ['get the right to read files', 'grant pg_read_server_files to postgres'],
    ['get the right to write files', 'grant pg_write_server_files to postgres'],
    ['get the right to subscribe', 'grant pg_create_subscription to postgres'],
    ['run a program', "copy (select 1) to program 'id'"],
    ['write a file', "copy (select 1) to '/tmp/planted'"],
    ['read a file', "select pg_read_file('/etc/hostname')"],
    ['import a file', "select lo_import('/etc/hostname')"],
    ['export a file', "select lo_export(1, '/tmp/planted')"],
    ['load a library', "load '/tmp/planted.so'"],
    ['call a library', "create function f() returns int language c as '/tmp/planted.so', 'f'"],
    ['call a function of the server', "create function f() returns int language internal as 'pg_read_file'"],
    ['change a setting of the database', "alter database postgres set search_path = ''"],
    ['preload a library', "alter database postgres set session_preload_libraries = '/tmp/planted.so'"],
    ['move the path of libraries', "alter database postgres set dynamic_library_path = '/tmp'"],
    ['load an output plugin', "select pg_create_logical_replication_slot('s', '/tmp/planted.so')"],
    ['change a setting of the server', "alter system set archive_command = 'id'"],
    ['create an event trigger', 'create event trigger t on ddl_command_end execute function f()'],
    ['drop the event triggers', 'drop event trigger pgrst_ddl_watch'],
    ['drop their functions', 'drop function schema_watch.pgrst_ddl_watch() cascade'],
    [
      'replace their functions',
      `create or replace function schema_watch.pgrst_ddl_watch() ${EVENT_FUNCTION}`,
    ],
    ['create in their schema', `create function schema_watch.f() ${EVENT_FUNCTION}`],
    ['drop their schema', 'drop schema schema_watch cascade'],
    ['rename their schema', 'alter schema schema_watch rename to planted_watch'],
    ['take over what the superuser owns', 'reassign owned by supabase_admin to postgres'],
    ['use an untrusted language', 'create extension plperlu'],
    ['connect to other servers as the server', 'create extension dblink'],
    ['read files as tables', 'create extension file_fdw'],
    ['create a tablespace', "create tablespace planted location '/tmp'"],
    ['subscribe', "create subscription s connection 'host=127.0.0.1' publication p"],
  ])('%s', async (_, statement) => {
    await expect(server.asPostgres((sql) => sql.unsafe(statement))).rejects.toMatchObject({
      // Insufficient privilege. Output plugins also need wal_level = logical.
      code: statement.includes('replication_slot') ? '55000' : '42501',
    })
  })

  test('learn the superuser’s password with a server on the port of Postgres', async () => {
    const received: Buffer[] = []
    // Asks every client for its password as plain text.
    const fake = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => received.push(data))
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
    await once(fake.listen(0, '127.0.0.1'), 'listening')
    const { port } = fake.address() as AddressInfo
    const other = await DatabaseServer.copyOf(server)
    try {
      await expect(other.startOn(port)).rejects.toThrow(`Port ${port} is in use`)
      expect(Buffer.concat(received).toString('latin1')).toBe('')
    } finally {
      await other.stop()
      fake.close()
    }
  })
})

test.each([
  ['accepts no connections', 'alter database postgres allow_connections false'],
  ['does not exist', 'drop database postgres with (force)'],
])('a start ends with one sentence when the database %s', async (_, statement) => {
  const other = await DatabaseServer.copyOf(server)
  try {
    await other.restart()
    await other.asSuperuser((sql) => sql.unsafe(EARLIER_OWNER))
    await other.asPostgres((sql) => sql.unsafe(statement), 'template1')
    const error = await other.restart().catch((error) => error)
    expect(error).toBeInstanceOf(UserError)
    expect(error.message).toMatch(/^Postgres accepts no connection to the data in \S+ \(.+\): .+\.$/)
  } finally {
    await other.stop()
  }
})
