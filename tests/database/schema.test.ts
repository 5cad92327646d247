import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { type Connection, rolledBack } from './fixtures.ts'
import { databaseForTests } from './own-database.ts'

const OURS = "'public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace"

const database = databaseForTests()

/** Rules beside those of privileges.test.ts. Each with a query for what violates it, a violation, and what the query finds. */
const RULES: [rule: string, query: string, violation: string, found: string][] = [
  [
    'every function sets its search path',
    `select oid::regprocedure::text as found from pg_proc
     where pronamespace in (${OURS}) and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')`,
    'create function private.planted() returns integer language sql return 1',
    'private.planted()',
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

test('the triggers of ratings run in the order of sql/ratings/50_rating_triggers.sql', async () => {
  const rows = await database.admin<{ names: string[] }[]>`
    select array_agg(tgname::text order by is_row = (timing = 'before '), tgname) as names
    from pg_trigger
    cross join lateral (select tgtype & 1 = 1 as is_row, case when tgtype & 2 = 2 then 'before ' else 'after ' end as timing) as t
    cross join lateral (values (4, 'insert'), (8, 'delete'), (16, 'update'), (32, 'truncate')) as e (bit, name)
    cross join lateral (select timing || name as event) as n
    where tgrelid = 'public.ratings'::regclass and not tgisinternal and tgtype & bit = bit
    group by event`
  const file = readFileSync(join(projectDir, 'sql', 'ratings', '50_rating_triggers.sql'), 'utf8')
  const written = [...file.matchAll(/^create trigger (\w+)/gm)].map(([, name = '']) => name)
  const run = rows.map(({ names }) => names)
  expect(run).toEqual(run.map((names) => written.filter((name) => names.includes(name))))
  expect(new Set(run.flat())).toEqual(new Set(written))
})
