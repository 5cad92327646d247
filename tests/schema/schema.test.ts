import { beforeAll, expect, test } from 'vitest'
import { runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import {
  migrationFiles,
  type ScratchPostgres,
  schemaFiles,
  startScratchPostgres,
} from '../../scripts/scratch-postgres.ts'
import { advisorFindings, schemaDifference } from '../../scripts/supabase-cli.ts'

let scratch: ScratchPostgres
let migrated: string
beforeAll(async () => {
  scratch = await startScratchPostgres()
  migrated = await scratch.database('migrated', migrationFiles())
  return scratch.stop
})

test('sql/ and supabase/migrations/ create the same database', async () => {
  expect(await schemaDifference(migrated, await scratch.database('schema', schemaFiles()))).toBe('')
})

test('the advisors only find unused indexes', async () => {
  const findings = await advisorFindings(migrated)
  expect(findings.filter(({ name }) => name !== 'unused_index')).toEqual([])
})

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
      ratings: await sql`
        select id, skill_id, agent_id, claws, speed, commentary, created_at, updated_at from public.ratings order by id`,
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
