import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { attempt, become, rolledBack, type Transaction } from './callers.ts'
import { connect, type OwnDatabase, ownDatabase } from './own-database.ts'

/** The schemas of this project. */
const OURS = "'public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace"

let database: OwnDatabase

beforeAll(async () => {
  database = await ownDatabase()
  return database.drop
})

/**
 * What must not be there: each query gives what breaks its promise. Each is given a violation, to see that it would
 * notice.
 */
const PROMISES: { promise: string; query: string; burglar: string; caught: string }[] = [
  {
    promise: 'no function in an exposed schema is SECURITY DEFINER',
    query: `select oid::regprocedure::text as found from pg_proc
      where prosecdef and pronamespace in ('public'::regnamespace)`,
    burglar: `create function public.planted() returns void language sql security definer set search_path = '' return null`,
    caught: 'planted()',
  },
  {
    promise: 'no view reads with the rights of its owner',
    query: `select oid::regclass::text as found from pg_class
      where relkind = 'v' and relnamespace in (${OURS})
        and not coalesce(reloptions @> '{security_invoker=true}', false)`,
    burglar: 'create view public.planted as select email from public.agents',
    caught: 'planted',
  },
  {
    promise: 'no function leaves its search path to the caller',
    query: `select oid::regprocedure::text as found from pg_proc
      where pronamespace in (${OURS})
        and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')`,
    burglar: 'create function private.planted() returns integer language sql return 1',
    caught: 'private.planted()',
  },
  {
    promise: 'no table in public is without row-level security',
    query: `select oid::regclass::text as found from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relrowsecurity`,
    burglar: 'create table public.planted (id integer)',
    caught: 'planted',
  },
  {
    promise: 'no policy asks who is calling once a row',
    query: `select tablename || ': ' || policyname as found from pg_policies
      where schemaname = 'public'
        and regexp_replace(concat(qual, with_check), '\\( SELECT private.current_agent_id\\(\\) AS current_agent_id\\)', '', 'g') like '%current_agent_id%'`,
    burglar:
      'create policy planted on public.ratings for delete to anon using (agent_id = private.current_agent_id())',
    caught: 'ratings: planted',
  },
  {
    promise: 'no table, view, function or type is without a comment',
    query: `select oid::regclass::text as found from pg_class
      where relkind in ('r', 'p', 'v', 'm') and relnamespace in (${OURS})
        and coalesce(obj_description(oid, 'pg_class'), '') = ''
      union all
      select oid::regprocedure::text from pg_proc
      where pronamespace in (${OURS})
        and coalesce(obj_description(oid, 'pg_proc'), '') = ''
      union all
      select t.oid::regtype::text from pg_type as t left join pg_class as c on c.oid = t.typrelid
      where t.typnamespace in (${OURS})
        and (t.typtype in ('e', 'd') or c.relkind = 'c') and coalesce(obj_description(t.oid, 'pg_type'), '') = ''`,
    burglar: `create function private.planted() returns integer language sql return 1`,
    caught: 'private.planted()',
  },
  {
    promise: 'no column of a table is without a comment',
    query: `select c.oid::regclass || '.' || a.attname as found
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace in (${OURS})
        and coalesce(col_description(c.oid, a.attnum), '') = ''`,
    burglar: 'alter table private.agent_keys add column planted integer',
    caught: 'private.agent_keys.planted',
  },
  {
    promise: 'no foreign key is without an index that begins with it',
    query: `select conrelid::regclass || ': ' || conname as found from pg_constraint as f
      where contype = 'f' and connamespace in (${OURS})
        and not exists (
          select from pg_index as i
          where i.indrelid = f.conrelid
            -- One that leaves out empty references serves all others.
            and pg_get_expr(i.indpred, i.indrelid) is not distinct from case when i.indpred is not null then (
              select format('(%I IS NOT NULL)', a.attname) from pg_attribute as a
              where a.attrelid = f.conrelid and a.attnum = f.conkey[1]
            ) end
            and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
        )`,
    burglar: 'drop index public.ratings_agent_id',
    caught: 'ratings: ratings_agent_id_fkey',
  },
  {
    promise: 'PUBLIC may execute none of our functions',
    query: `select p.oid::regprocedure::text as found
      from pg_proc as p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
      where p.pronamespace in (${OURS}) and acl.grantee = 0`,
    burglar: 'grant execute on function private.generate_key() to public',
    caught: 'private.generate_key()',
  },
  {
    promise: 'PUBLIC has no privilege on our tables and in our schemas',
    query: `select c.oid::regclass::text as found
      from pg_class as c, aclexplode(c.relacl) as acl
      where c.relnamespace in (${OURS}) and acl.grantee = 0
      union all
      select n.nspname from pg_namespace as n, aclexplode(n.nspacl) as acl
      where n.nspname in ('private', 'admin') and acl.grantee = 0`,
    burglar: 'grant select on public.skills to public',
    caught: 'skills',
  },
  {
    promise: 'nothing of ours belongs to a superuser',
    query: `select oid::regclass::text as found from pg_class
      where relnamespace in (${OURS}) and pg_get_userbyid(relowner) <> 'postgres'
      union all
      select oid::regprocedure::text from pg_proc
      where pronamespace in (${OURS}) and pg_get_userbyid(proowner) <> 'postgres'`,
    burglar: 'reset role; create function private.planted() returns integer language sql return 1',
    caught: 'private.planted()',
  },
  {
    promise: 'no constraint is unproven',
    query: `select conrelid::regclass || ': ' || conname as found from pg_constraint
      where connamespace in (${OURS}) and not convalidated`,
    burglar: 'alter table public.ratings add constraint planted check (claws > 1) not valid',
    caught: 'ratings: planted',
  },
]

describe.each(PROMISES)('$promise', ({ query, burglar, caught }) => {
  test('none is there', async () => {
    expect((await database.admin.unsafe(query)).map((row) => row.found)).toEqual([])
  })

  test('a violation is noticed', async () => {
    await rolledBack(database.admin, async (tx) => {
      await tx`set local role postgres`
      await tx.unsafe(burglar)
      expect((await tx.unsafe(query)).map((row) => row.found)).toContain(caught)
    })
  })
})

/** Makes one of everything as the owner of the schema, and gives what the API roles may do with it. */
async function rightsOnFutureObjects(tx: Transaction): Promise<Iterable<object>> {
  await tx`create table public.planted (id bigint generated always as identity primary key, secret text)`
  await tx`create sequence public.planted_sequence`
  await tx`create view public.planted_view as select * from public.planted`
  await tx`create function public.planted_function() returns integer language sql return 1`
  await tx`create function private.planted_function() returns integer language sql return 1`
  await tx`create schema planted_schema`
  await tx`create table private.planted (id integer)`
  return tx`
    select r.role, t.name, p.privilege
    from unnest(array['anon', 'authenticated', 'service_role', 'public']) as r (role),
      unnest(array['public.planted', 'public.planted_view', 'private.planted']) as t (name),
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) as p (privilege)
    where has_table_privilege(r.role, t.name, p.privilege)
    union all
    select r.role, s.name, p.privilege
    from unnest(array['anon', 'authenticated', 'service_role', 'public']) as r (role),
      unnest(array['public.planted_sequence', 'public.planted_id_seq']) as s (name),
      unnest(array['usage', 'select', 'update']) as p (privilege)
    where has_sequence_privilege(r.role, s.name, p.privilege)
    union all
    select r.role, f.name, 'execute'
    from unnest(array['anon', 'authenticated', 'service_role', 'public']) as r (role),
      unnest(array['public.planted_function()', 'private.planted_function()']) as f (name)
    where has_function_privilege(r.role, f.name, 'execute')
    union all
    select r.role, 'planted_schema', 'usage'
    from unnest(array['anon', 'authenticated', 'service_role', 'public']) as r (role)
    where has_schema_privilege(r.role, 'planted_schema', 'usage')`
}

test('on what is made in the future the API roles have nothing', async () => {
  await rolledBack(database.owner, async (tx) => {
    expect(await rightsOnFutureObjects(tx)).toEqual([])
    await become(tx, {})
    const error = await attempt(tx, (inner) => inner`select * from public.planted`)
    expect(error?.code).toBe('42501')
  })
})

/** Every privilege on everything of ours, as text. */
async function privileges(sql: postgres.Sql) {
  return sql`
    select c.oid::regclass::text as name, c.relacl::text as acl from pg_class as c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)
      and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')
    union all
    select a.attrelid::regclass || '.' || a.attname, a.attacl::text
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace) and a.attacl is not null
    union all
    select p.oid::regprocedure::text, p.proacl::text from pg_proc as p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)
    union all
    select n.nspname, n.nspacl::text from pg_namespace as n where n.nspname in ('public', 'private', 'admin', 'extensions')
    union all
    select policyname, concat_ws(' ', tablename, cmd, roles, qual, with_check) from pg_policies
    order by name, acl`
}

test('the database that the Data API and Studio serve has the privileges of the migrations, neither more nor fewer', async () => {
  const served = connect('admin', 'postgres', 1)
  expect(await privileges(served)).toEqual(await privileges(database.admin))
  expect(await privileges(database.admin)).not.toHaveLength(0)
  await served.end()
})

describe('on a project whose defaults still grant everything to the API roles, as older ones do', () => {
  let older: OwnDatabase

  beforeAll(async () => {
    older = await ownDatabase({
      before: `
        alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
        alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
        alter default privileges in schema public grant all on functions to anon, authenticated, service_role;`,
    })
    return older.drop
  })

  test('the migrations leave the same privileges', async () => {
    expect(await privileges(older.admin)).toEqual(await privileges(database.admin))
  })

  test('and nothing on what is made in the future', async () => {
    await rolledBack(older.owner, async (tx) => {
      expect(await rightsOnFutureObjects(tx)).toEqual([])
    })
  })
})

test('deleting a skill cascades to its ratings before its aggregates: rating it takes the locks in that order', async () => {
  const cascades = await database.admin<{ table: string }[]>`
    select c.conrelid::regclass::text as table
    from pg_trigger as t join pg_constraint as c on c.oid = t.tgconstraint
    where t.tgrelid = 'public.skills'::regclass and t.tgfoid = 'pg_catalog."RI_FKey_cascade_del"'::regproc
    -- Triggers of one event fire in the order of their names; those of foreign keys end in their oid.
    order by t.tgname`
  expect(cascades.map((cascade) => cascade.table)).toEqual(['ratings', 'skill_stats', 'skills'])
  const [oids] = await database.admin`
    select (select oid from pg_constraint where conname = 'ratings_skill_id_fkey')
      < (select oid from pg_constraint where conname = 'skill_stats_skill_id_fkey') as older`
  expect(oids?.older).toBe(true)
})
