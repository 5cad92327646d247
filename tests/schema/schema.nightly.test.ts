import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { generatedTypes, typesFile } from '../../scripts/generated-types.ts'
import {
  migrationFiles,
  runFile,
  type ScratchPostgres,
  startScratchPostgres,
} from '../../scripts/scratch-postgres.ts'
import { advisorFindings, schemaDifference } from '../../scripts/supabase-cli.ts'

/** Changes to the schema, and what the difference contains then. */
const CHANGES: [change: string, difference: RegExp][] = [
  ['alter table skills add column stars integer', /DROP COLUMN "stars"/],
  ['alter table skill_stats alter column claws_1 type bigint', /COLUMN "claws_1" TYPE integer/],
  ['alter table skills drop constraint skills_type_known', /ADD CONSTRAINT "skills_type_known"/],
  ['alter domain private.skill_name drop constraint skill_name_valid', /ADD CONSTRAINT "skill_name_valid"/],
  ['drop index skills_submitted_by', /CREATE INDEX skills_submitted_by/],
  ['grant update (name) on skills to anon', /REVOKE ALL \("name"\).*"anon"/],
  ['grant execute on function admin.revoke_key to anon', /"revoke_key"\(text, text\) FROM "anon"/],
  ['alter default privileges grant execute on functions to public', /DEFAULT PRIVILEGES/],
  ['create policy planted on agents for delete to anon using (true)', /DROP POLICY "planted"/],
  ['alter table skills disable row level security', /ENABLE ROW LEVEL SECURITY/],
  ['alter view skill_ratings set (security_invoker = false)', /security_invoker=true/],
  ['alter function private.generate_key security definer', /FUNCTION private\.generate_key/],
  ['alter function health() reset search_path', /FUNCTION public\.health/],
  ['alter table ratings disable trigger update_rating', /ENABLE TRIGGER "update_rating"/],
  ["comment on column ratings.claws is 'planted'", /COMMENT ON COLUMN.*"claws"/],
]

let scratch: ScratchPostgres
let migrated: string
let changed: string
beforeAll(async () => {
  scratch = await startScratchPostgres()
  migrated = await scratch.database('migrated', migrationFiles())
  changed = await scratch.database('changed', migrationFiles())
  await withConnection(changed, (sql) => sql.unsafe(CHANGES.map(([change]) => change).join(';\n')))
  return scratch.stop
})

describe('each change is noticed', () => {
  test('by the comparison of schemas', async () => {
    const difference = await schemaDifference(changed, migrated)
    expect(CHANGES.filter(([, trace]) => !trace.test(difference))).toEqual([])
  })

  test('by the advisors', async () => {
    const names = (await advisorFindings(changed)).map(({ name }) => name)
    const expected = `function_search_path_mutable policy_exists_rls_disabled rls_disabled_in_public security_definer_view
      unindexed_foreign_keys`
    expect(names).toEqual(expect.arrayContaining(expected.split(/\s+/)))
  })

  test('by the generated types, which are current', async () => {
    expect(await generatedTypes(migrated)).toBe(readFileSync(typesFile, 'utf8'))
    expect(await generatedTypes(changed)).toContain('stars: number | null')
  })
})

test('a hidden commentary stays hidden and is logged', async () => {
  const files = migrationFiles()
  const index = files.findIndex((file) => file.endsWith('_account_reviews_pages.sql'))
  const url = await scratch.database('hidden', files.slice(0, index))
  await withConnection(url, async (sql) => {
    await sql`insert into public.agents (agent_name) values ('Ada')`
    await sql`insert into public.skills (name, description, type) values ('One', 'x', 'mcp')`
    await sql`
      insert into public.ratings (skill_id, agent_id, claws, commentary)
      select s.id, a.id, 3, 'Hidden.' from public.skills as s, public.agents as a`
    await sql`select admin.hide_review(id, 'Spam.') from public.ratings`
    for (const file of files.slice(index)) await runFile(sql, file)
    expect([...(await sql`select agent, commentary, reason from admin.hidden_commentaries`)]).toEqual([
      { agent: 'Ada', commentary: 'Hidden.', reason: 'Spam.' },
    ])
    expect([...(await sql`select details from admin.audit_log order by id desc limit 1`)]).toEqual([
      { details: { commentary: 'Hidden.' } },
    ])
    await sql`update public.ratings set commentary = 'Again.'`
    expect([...(await sql`select commentary from public.ratings`)]).toEqual([{ commentary: null }])
  })
})

test('rows that violate newer rules for text stay, and their other columns can be updated', async () => {
  const files = migrationFiles()
  const rules = files.findIndex((file) => file.endsWith('_text_rules.sql'))
  const url = await scratch.database('older', files.slice(0, rules))
  const marks = `${'\u0301'.repeat(40)}${'\u0316'.repeat(40)}`
  const name = `p\u0430yp\u200eal${marks}`.normalize()
  await withConnection(url, async (sql) => {
    await sql`insert into public.agents (agent_name, agent_description) values ('Admin', ${marks.normalize()})`
    await sql`
      insert into public.skills (name, description, type)
      values (${name}, ${marks.normalize()}, 'mcp'), ('Long', repeat(${'\ufdfa'}, 5000), 'mcp')`
    await sql`
      insert into public.ratings (skill_id, agent_id, claws, commentary)
      select s.id, a.id, 3, ${marks.normalize()} from public.skills as s, public.agents as a`
  })
  await withConnection(url, async (sql) => {
    const keys = () => sql`select id, name_key, updated_at from public.skills order by id`
    const before = await keys()
    for (const file of files.slice(rules)) await runFile(sql, file)
    expect(await keys()).toEqual(before)

    await sql`update public.agents set email = 'ada@example.com', agent_name = agent_name`
    await sql`update public.skills set type = 'other', name = name, url = 'https://example.com'`
    await sql`update public.ratings set claws = 4, commentary = commentary`
    expect((await sql`select from public.skills where type = 'other' and name = ${name}`).count).toBe(1)
    const [unindexed] = await sql`
      select count(*)::int from public.skills as s
      where retired_at is null and not exists (select from private.skill_documents where skill_id = s.id)`
    expect(unindexed?.count).toBe(0)

    for (const change of [
      sql`update public.agents set agent_name = 'Root'`,
      sql`update public.skills set name = name || 'x' where name <> 'Long'`,
      sql`update public.skills set description = description || 'x' where name <> 'Long'`,
      sql`update public.ratings set commentary = commentary || 'x'`,
    ]) {
      await expect(change).rejects.toMatchObject({ code: '23514' })
    }
  })
})
