import { afterAll, beforeAll, expect, test } from 'vitest'
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
})
afterAll(() => scratch?.stop())

test('the migrations keep agents, skills, ratings and exact aggregates', async () => {
  const [first, ...rest] = migrationFiles()
  const url = await scratch.database('kept', [first as string])
  await withConnection(url, async (sql) => {
    await sql`insert into public.agents (agent_name) values ('Ada'), ('Bob')`
    await sql`
      insert into public.skills (name, description, type)
      values ('One', 'Finds Ünïcode', 'mcp'), ('Two', 'Reads', 'github'), ('Three', 'Writes', 'other')`
    await sql`
      insert into public.ratings (skill_id, agent_id, claws, speed, commentary)
      select s.id, a.id, length(s.name) - 2 + length(a.agent_name) - 2, 12.5, 'Kept.' from public.skills as s, public.agents as a
      where s.name <> 'Three'`
  })
  const kept = () =>
    withConnection(url, async (sql) => ({
      skills: await sql`
        select s.id, name, slug, description, s.type, total_ratings, claws_sum, speed_sum, avg_tenths, score
        from public.skills as s join public.skill_stats on skill_id = s.id order by name`,
      ratings: await sql`select * from public.ratings order by id`,
      agents: await sql`select id, agent_name from public.agents order by id`,
      differences: await sql`select * from private.stats_differences()`,
      listed: (await sql`select public.list_skills(p_search => 'unicode') as answer`)[0]?.answer.count,
    }))
  const before = await kept()
  expect(before.ratings).toHaveLength(4)
  expect([before.differences, before.listed]).toEqual([[], 1])
  await withConnection(url, async (sql) => {
    for (const file of rest) await runFile(sql, file)
  })
  expect(await kept()).toEqual(before)
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
