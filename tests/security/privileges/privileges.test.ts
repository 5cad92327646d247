import type { TransactionSql } from 'postgres'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  migrationFiles,
  type ScratchPostgres,
  startScratchPostgres,
} from '../../../scripts/scratch-postgres.ts'
import { committedPrivileges, difference, privilegesOf } from './privileges.ts'

let scratch: ScratchPostgres
let owner: postgres.Sql

beforeAll(async () => {
  scratch = await startScratchPostgres()
  owner = postgres(await scratch.database('migrated', migrationFiles()), { max: 1, onnotice: () => {} })
})

afterAll(async () => {
  await owner?.end()
  await scratch?.stop()
})

test('the schema gives every role exactly the privileges of the committed table', async () => {
  const changes = difference(await privilegesOf(owner), committedPrivileges())
  expect(
    changes,
    `Privileges changed (+ is new, - is gone). If that is intended, run \`npm run privileges\` and review the difference.`,
  ).toEqual([])
})

// Each changes privileges in another way, and must change the table.
test.each([
  'grant select (email) on public.agents to anon',
  'grant select (key_hash) on private.agent_keys to service_role',
  'grant select on public.agents to public',
  'grant update (skill_id) on public.ratings to authenticated',
  'grant truncate on public.ratings to anon',
  'grant maintain on public.skills to service_role',
  'grant select on private.agent_keys to authenticator',
  'grant select on public.skills to anon with grant option',
  'grant execute on function admin.revoke_key to anon',
  'grant execute on function private.generate_key to public',
  'grant create on schema public to anon',
  'grant usage on schema private to public',
  'grant usage on schema admin to anon',
  'grant select on admin.flagged_ratings to authenticated',
  'grant update on admin.audit_log to service_role',
  'grant execute on function admin.hide_commentary to anon',
  'grant update (retired_at) on public.skills to authenticated',
  'alter function public.submit_rating security definer',
  'alter table public.ratings disable row level security',
  'alter view public.skill_ratings reset (security_invoker)',
  'alter policy "an agent replaces its own rating" on public.ratings using (true)',
  'create policy "all is well" on public.agents for update to anon using (true)',
  'drop policy "an agent rates in its own name" on public.ratings',
  'alter policy "anyone reads skills" on public.skills to public',
  'grant service_role to anon',
  'grant service_role to authenticator with inherit true',
  'alter role anon bypassrls',
  'alter default privileges in schema public grant select on tables to anon',
  'alter default privileges grant execute on functions to public',
  'create sequence public.numbers; grant usage on sequence public.numbers to anon',
  'create table public.notes (id integer); grant insert on public.notes to anon',
  // Without a grant: the platform may have default privileges.
  'create table public.notes (id integer)',
  'alter table public.agents add column phone text',
  // By default, everybody may execute a new function, and the API would serve this one.
  'create function public.peek() returns text language sql security definer as $$ select email from public.agents limit 1 $$',
])('a change of privileges is noticed: %s', async (statement) => {
  expect(await differenceAfter(statement)).not.toEqual([])
})

test('a change of a comment is not a change of privileges', async () => {
  expect(await differenceAfter("comment on table public.agents is 'The agents.'")).toEqual([])
})

/** How the table differs from the committed one after the statement, which is rolled back. */
async function differenceAfter(statement: string): Promise<string[]> {
  let changes: string[] = []
  const enough = new Error('rolled back')
  await owner
    .begin(async (tx: TransactionSql) => {
      await tx.unsafe(statement)
      changes = difference(await privilegesOf(tx), committedPrivileges())
      throw enough
    })
    .catch((error) => {
      if (error !== enough) throw error
    })
  return changes
}
