import { beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import {
  migrationFiles,
  runFile,
  type ScratchPostgres,
  startScratchPostgres,
} from '../../scripts/scratch-postgres.ts'

let scratch: ScratchPostgres
beforeAll(async () => {
  scratch = await startScratchPostgres()
  return scratch.stop
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
