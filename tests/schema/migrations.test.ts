import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres.ts'
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

test('each migration keeps what was there before it: agents, skills, ratings and exact aggregates', async () => {
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
        select s.id, name, slug, description, s.type, search_text, total_ratings, claws_sum, speed_sum, avg_tenths, score
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

test('a hidden text stays hidden, and the log gets it', async () => {
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
    expect([...(await sql`select agent, commentary, reason from admin.hidden_reviews`)]).toEqual([
      { agent: 'Ada', commentary: 'Hidden.', reason: 'Spam.' },
    ])
    expect([...(await sql`select details from admin.audit_log order by id desc limit 1`)]).toEqual([
      { details: { commentary: 'Hidden.' } },
    ])
    await sql`update public.ratings set commentary = 'Again.'`
    expect([...(await sql`select commentary from public.ratings`)]).toEqual([{ commentary: null }])
  })
})
