import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { committedPrivileges, difference, privilegesOf } from '../../scripts/privileges.ts'
import { migrationFiles } from '../../scripts/scratch-postgres.ts'
import { rolledBack } from './fixtures.ts'
import { databaseForTests, ownDatabase } from './own-database.ts'

const database = databaseForTests()
const changesIn = async (sql: postgres.ISql) => difference(await privilegesOf(sql), committedPrivileges())

test('the migrations give every role exactly the privileges of the committed table', async () => {
  expect(
    await changesIn(database.owner),
    `Privileges changed (+ is new, - is gone). If that is intended, run \`npm run generate -- privileges\` and review the difference.`,
  ).toEqual([])
})

/** The difference after a statement, which is rolled back. */
const changesAfter = (statement: string) =>
  rolledBack(database.owner, async (tx) => {
    await tx.unsafe(statement)
    return changesIn(tx)
  })

// Each changes privileges in another way, and must change the table.
test.each([
  'grant select (email) on public.agents to anon',
  'grant select on private.agent_keys to authenticator',
  'grant select on public.skills to anon with grant option',
  'grant execute on function private.generate_key to public',
  'grant usage on schema private to public',
  'alter function public.submit_rating security definer',
  'alter table public.ratings disable row level security',
  'alter view public.skill_ratings reset (security_invoker)',
  'alter policy "an agent rates in its own name" on public.ratings with check (true)',
  'grant insert on public.ratings to anon',
  'alter function private.write_rating owner to postgres',
  'grant create on schema private to skill_rating_writer',
  'grant skill_rating_writer to authenticator',
  'drop policy "an agent rates in its own name" on public.ratings',
  'alter policy "anyone reads skills" on public.skills to public',
  'grant service_role to anon',
  'grant service_role to authenticator with inherit true',
  'alter role anon bypassrls',
  'alter default privileges in schema public grant select on tables to anon',
  'alter default privileges grant execute on functions to public',
  'create sequence public.numbers; grant usage on sequence public.numbers to anon',
  // Without a grant: the platform may have default privileges.
  'create table public.notes (id integer)',
  'alter table public.agents add column phone text',
  // By default, everybody may execute a new function, and the API would serve this one.
  'create function public.peek() returns text language sql security definer as $$ select email from public.agents limit 1 $$',
])('a change of privileges is noticed: %s', async (statement) => {
  expect(await changesAfter(statement)).not.toEqual([])
})

test('a change of a comment is not a change of privileges', async () => {
  expect(await changesAfter("comment on table public.agents is 'The agents.'")).toEqual([])
})

test('the API roles have no privilege on new objects', async () => {
  const changes = await changesAfter(`
    create table public.planted (id bigint generated always as identity primary key, secret text);
    create view public.planted_view as select * from public.planted;
    create sequence public.planted_sequence;
    create table private.planted (id integer);
    create function public.planted_function() returns integer language sql security definer return 1;
    create function private.planted_function() returns integer language sql security definer return 1`)
  // Five relations, the columns of three of them, and two functions.
  expect(changes).toHaveLength(10)
  expect(changes.filter((line) => !line.endsWith(' nobody'))).toEqual([])
})

test('the migrations leave the same privileges on a project whose defaults grant everything, as older ones do', async () => {
  const before = `
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges grant usage on schemas to public;
    alter default privileges grant all on tables to public, anon, authenticated, service_role;`
  const other = await ownDatabase({ before, files: migrationFiles() })
  try {
    // The Data API cannot reach functions in private, so the migrations do not revoke them by name. The defaults differ.
    const isRelevant = (line: string) =>
      !/^. (private[.]\S*[(]|(functions|tables|sequences|schemas|types) |[(]none[)])/.test(line)
    expect((await changesIn(other.owner)).filter(isRelevant)).toEqual([])
  } finally {
    await other.close()
  }
})
