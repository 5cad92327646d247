import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { attempt, become, type Connection, rolledBack, type Transaction } from './fixtures.ts'
import { connect, type OwnDatabase, ownDatabase } from './own-database.ts'

const OURS = "'public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace"

let database: OwnDatabase

beforeAll(async () => {
  database = await ownDatabase()
  return database.drop
})

/** Rules, each with a query for what violates it, a violation, and what the query then finds. */
const RULES: [rule: string, query: string, violation: string, found: string][] = [
  [
    'no function in an exposed schema is SECURITY DEFINER',
    `select oid::regprocedure::text as found from pg_proc where prosecdef and pronamespace in ('public'::regnamespace)`,
    `create function public.planted() returns void language sql security definer set search_path = '' return null`,
    'planted()',
  ],
  [
    'every view is SECURITY INVOKER',
    `select oid::regclass::text as found from pg_class
     where relkind = 'v' and relnamespace in (${OURS}) and not coalesce(reloptions @> '{security_invoker=true}', false)`,
    'create view public.planted as select email from public.agents',
    'planted',
  ],
  [
    'every function sets its search path',
    `select oid::regprocedure::text as found from pg_proc
     where pronamespace in (${OURS}) and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')`,
    'create function private.planted() returns integer language sql return 1',
    'private.planted()',
  ],
  [
    'every table in public has row-level security',
    `select oid::regclass::text as found from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relrowsecurity`,
    'create table public.planted (id integer)',
    'planted',
  ],
  [
    'no policy looks up the caller for each row',
    `select tablename || ': ' || policyname as found from pg_policies
     where schemaname = 'public'
       and regexp_replace(concat(qual, with_check), '\\( SELECT private.current_agent_id\\(\\) AS current_agent_id\\)', '', 'g') like '%current_agent_id%'`,
    'create policy planted on public.ratings for delete to anon using (agent_id = private.current_agent_id())',
    'ratings: planted',
  ],
  [
    'every table, view, function and type has a comment',
    `select oid::regclass::text as found from pg_class
     where relkind in ('r', 'p', 'v', 'm') and relnamespace in (${OURS}) and coalesce(obj_description(oid, 'pg_class'), '') = ''
     union all
     select oid::regprocedure::text from pg_proc
     where pronamespace in (${OURS}) and coalesce(obj_description(oid, 'pg_proc'), '') = ''
     union all
     select t.oid::regtype::text from pg_type as t left join pg_class as c on c.oid = t.typrelid
     where t.typnamespace in (${OURS})
       and (t.typtype in ('e', 'd') or c.relkind = 'c') and coalesce(obj_description(t.oid, 'pg_type'), '') = ''`,
    'create function private.planted() returns integer language sql return 1',
    'private.planted()',
  ],
  [
    'every column of a table has a comment',
    `select c.oid::regclass || '.' || a.attname as found
     from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace in (${OURS}) and coalesce(col_description(c.oid, a.attnum), '') = ''`,
    'alter table private.agent_keys add column planted integer',
    'private.agent_keys.planted',
  ],
  [
    'every foreign key has an index that starts with it',
    `select conrelid::regclass || ': ' || conname as found from pg_constraint as f
     where contype = 'f' and connamespace in (${OURS})
       and not exists (
         select from pg_index as i
         where i.indrelid = f.conrelid
           -- An index without null references is enough.
           and pg_get_expr(i.indpred, i.indrelid) is not distinct from case when i.indpred is not null then (
             select format('(%I IS NOT NULL)', a.attname) from pg_attribute as a
             where a.attrelid = f.conrelid and a.attnum = f.conkey[1]
           ) end
           and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
       )`,
    'drop index public.ratings_agent_id',
    'ratings: ratings_agent_id_fkey',
  ],
  [
    'everything is owned by postgres',
    `select oid::regclass::text as found from pg_class
     where relnamespace in (${OURS}) and pg_get_userbyid(relowner) <> 'postgres'
     union all
     select oid::regprocedure::text from pg_proc
     where pronamespace in (${OURS}) and pg_get_userbyid(proowner) <> 'postgres'`,
    'reset role; create function private.planted() returns integer language sql return 1',
    'private.planted()',
  ],
  [
    'every constraint of a table is valid',
    `select conrelid::regclass || ': ' || conname as found from pg_constraint
     where connamespace in (${OURS}) and not convalidated and contypid = 0`,
    'alter table public.ratings add constraint planted check (claws > 1) not valid',
    'ratings: planted',
  ],
  [
    // A valid one would stop a restore when a row is older than the rule.
    'every constraint of a domain is NOT VALID',
    `select contypid::regtype || ': ' || conname as found from pg_constraint where connamespace in (${OURS}) and convalidated and contypid <> 0`,
    'alter domain private.url add constraint planted check (true)',
    'private.url: planted',
  ],
]

test.each(RULES)('%s, and a violation is noticed', async (_, query, violation, found) => {
  const findings = async (sql: Connection) => (await sql.unsafe(query)).map((row) => row.found)
  expect(await findings(database.admin)).toEqual([])
  await rolledBack(database.admin, async (tx) => {
    await tx`set local role postgres`
    await tx.unsafe(violation)
    expect(await findings(tx)).toContain(found)
  })
})

/** Creates one of everything as the owner of the schema, and returns what the API roles may do with it. */
async function rightsOnNewObjects(tx: Transaction): Promise<postgres.RowList<postgres.Row[]>> {
  await tx`create table public.planted (id bigint generated always as identity primary key, secret text)`
  await tx`create sequence public.planted_sequence`
  await tx`create view public.planted_view as select * from public.planted`
  await tx`create function public.planted_function() returns integer language sql return 1`
  await tx`create function private.planted_function() returns integer language sql return 1`
  await tx`create schema planted_schema`
  await tx`create table private.planted (id integer)`
  return tx`
    select r.role, o.name, p.privilege
    from unnest(array['anon', 'authenticated', 'service_role', 'public']) as r (role),
      (
        values
          ('public.planted', 'r'), ('public.planted_view', 'r'), ('private.planted', 'r'),
          ('public.planted_sequence', 's'), ('public.planted_id_seq', 's'),
          ('public.planted_function()', 'f'), ('private.planted_function()', 'f'), ('planted_schema', 'n')
      ) as o (name, kind),
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain', 'usage', 'execute']) as p (privilege)
    where case o.kind
      when 'r' then p.privilege not in ('usage', 'execute') and has_table_privilege(r.role, o.name, p.privilege)
      when 's' then p.privilege in ('usage', 'select', 'update') and has_sequence_privilege(r.role, o.name, p.privilege)
      when 'f' then p.privilege = 'execute' and has_function_privilege(r.role, o.name, p.privilege)
      else p.privilege = 'usage' and has_schema_privilege(r.role, o.name, p.privilege)
    end`
}

/** All privileges and policies, as text. */
const privileges = (sql: Connection) =>
  sql.unsafe(`
    select c.oid::regclass::text as name, c.relacl::text as acl from pg_class as c
    where c.relnamespace in (${OURS}) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')
    union all
    select a.attrelid::regclass || '.' || a.attname, a.attacl::text
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace in (${OURS}) and a.attacl is not null
    union all
    select p.oid::regprocedure::text, p.proacl::text from pg_proc as p where p.pronamespace in (${OURS})
    union all
    select n.nspname, n.nspacl::text from pg_namespace as n where n.nspname in ('public', 'private', 'admin', 'extensions')
    union all
    select policyname, concat_ws(' ', tablename, cmd, roles, qual, with_check) from pg_policies
    order by name, acl`)

test('the API roles have no privilege on new objects', async () => {
  await rolledBack(database.owner, async (tx) => {
    expect([...(await rightsOnNewObjects(tx))]).toEqual([])
    await become(tx, {})
    expect((await attempt(tx, (inner) => inner`select * from public.planted`))?.code).toBe('42501')
  })
})

test('the database of the Data API and Studio has exactly the privileges of the migrations', async () => {
  const served = connect('admin', 'postgres', 1)
  const expected = await privileges(database.admin)
  expect(expected.length).toBeGreaterThan(100)
  expect(await privileges(served)).toEqual(expected)
  await served.end()
})

describe.each([
  [
    'that grants everything in public to the API roles, as older ones do',
    ['tables', 'sequences', 'functions']
      .map(
        (kind) =>
          `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
      )
      .join(';'),
  ],
  [
    'that grants everything to everybody',
    `alter default privileges grant usage on schemas to public;
     alter default privileges grant all on tables to public, anon, authenticated, service_role;`,
  ],
])('on a project %s', (_, before) => {
  test('the migrations leave the same privileges on tables and schemas', async () => {
    const other = await ownDatabase({ before })
    try {
      // What is only in private is out of reach of the Data API, so its functions are not revoked by name.
      const relevant = async (sql: Connection) =>
        (await privileges(sql)).filter(({ name }) => !/^private\..*\(/.test(name))
      expect(await relevant(other.admin)).toEqual(await relevant(database.admin))
    } finally {
      await other.drop()
    }
  })
})
