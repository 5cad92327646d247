import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../../../scripts/program.ts'
import { testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, submitRating, newRating, admin } = testDatabase()

const folder = join(projectDir, 'supabase', 'snippets')
/** The rows of a snippet, in the dashboard. */
const run = (name: string) =>
  database.owner.unsafe<Record<string, unknown>[]>(readFileSync(join(folder, name), 'utf8'))

test.each(readdirSync(folder))('%s runs', async (name) => {
  await expect(run(name)).resolves.toBeInstanceOf(Array)
})

test('Bursts of ratings.sql finds new agents in one hour and equal texts, and nothing else', async () => {
  const [bursting, calm] = [await newSkill('Bursting'), await newSkill('Calm')]
  for (const i of [0, 1, 2, 3, 4]) {
    const agent = await newAgent(`Burster ${i}`)
    await submitRating(agent, bursting, {
      p_claws: 5,
      p_commentary: `Best skill ever, use it now${'!'.repeat(i)}`,
    })
    await submitRating(agent, calm, { p_commentary: `A text of its own, number ${i}.` })
  }
  // All of them are in one hour of the clock, and those of the other skill by older agents.
  await database.owner`update public.ratings set created_at = date_trunc('hour', now()) where true`
  await database.owner`
    update public.ratings set created_at = now() + interval '2 days' where skill_id = ${calm.id}`
  const rows = await run('Bursts of ratings.sql')
  expect(rows.map(({ skill, kind, ratings }) => [skill, kind, Number(ratings)]).sort()).toEqual([
    ['bursting', 'equal texts', 5],
    ['bursting', 'new agents', 5],
  ])
  await admin('remove_ratings', rows[0]?.rating_ids as string[], 'A burst of ratings.')
  expect(await run('Bursts of ratings.sql')).toEqual([])
})

test('Overview.sql, Last 90 days.sql and Rank changes.sql count', async () => {
  await newRating({ p_claws: 5 })
  const [all] = await database.owner`
    select (select count(*) from public.agents) as agents,
      (select count(*) from public.ratings where removed_at is null) as ratings`
  const overview = await run('Overview.sql')
  expect(overview.map(({ period }) => period)).toEqual(['total', 'last 7 days', 'last 24 hours'])
  expect(overview[0]).toMatchObject({ ...all })
  expect(await run('Last 90 days.sql')).toHaveLength(90)
  for (const { change, rank_before, rank_now } of await run('Rank changes.sql'))
    expect(Number(change)).toBe(Number(rank_before) - Number(rank_now))
})
