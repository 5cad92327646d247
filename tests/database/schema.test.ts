import { expect, test } from 'vitest'
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
    'everything is owned by postgres, except the SECURITY DEFINER functions in private by which agents write',
    `select oid::regclass::text as found from pg_class
     where relnamespace in (${OURS}) and pg_get_userbyid(relowner) <> 'postgres'
     union all
     select oid::regprocedure::text from pg_proc
     where pronamespace in (${OURS}) and pg_get_userbyid(proowner) <> 'postgres'
       and not (pg_get_userbyid(proowner) = 'skill_rating_writer' and prosecdef and pronamespace = 'private'::regnamespace)`,
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

test('ratings has only triggers that count, and one for what admins write', async () => {
  const rows = await database.admin<{ name: string }[]>`
    select tgname::text as name from pg_trigger
    where tgrelid = 'public.ratings'::regclass and not tgisinternal order by tgname`
  expect(rows.map(({ name }) => name)).toEqual([
    'count_changed_ratings',
    'count_deleted_ratings',
    'count_new_ratings',
    'delete_ratings',
    'mark_established',
  ])
})
