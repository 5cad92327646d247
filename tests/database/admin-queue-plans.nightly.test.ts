import type postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { type Node, pages } from './explain.ts'
import { databaseForTests } from './own-database.ts'

/** What admin.queue reads with many flags: no more with 20,000 than with 2,000 agents that flag, nor of a skill that all of them flagged. */

const database = databaseForTests()
let fewer: Node
let more: Node
beforeAll(async () => {
  fewer = await planWith(database.admin, 2_000)
  more = await planWith(database.admin, 20_000)
})

/** Until there are so many agents: each submits and flags a skill, rates one, flags a rating, and flags the first skill. */
async function planWith(admin: postgres.Sql, agents: number): Promise<Node> {
  await admin.begin(async (tx) => {
    // Without triggers and foreign keys.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.agents (agent_name)
      select 'Flagger ' || i from generate_series((select count(*) from public.agents) + 1, ${agents}::integer) as i`
    await tx`
      insert into public.skills (name, slug, description, type, submitted_by)
      select agent_name, replace(lower(agent_name), ' ', '-'), 'Text.', 'other', id from public.agents
      on conflict do nothing`
    await tx`
      insert into public.ratings (skill_id, agent_id, claws, commentary)
      select id, submitted_by, 1, 'Text.' from public.skills on conflict do nothing`
    await tx`
      insert into private.unreviewed_skills (skill_id, submitted_at) select id, created_at from public.skills on conflict do nothing`
    await tx`
      insert into private.skill_flags (skill_id, agent_id, reason, weight)
      select id, submitted_by, 'Spam.', 1 + hashtext(slug) & 1 from public.skills on conflict do nothing`
    await tx`
      insert into private.skill_flags (skill_id, agent_id, reason)
      select s.id, a.id, 'All.' from public.skills as s, public.agents as a where s.name = 'Flagger 1' on conflict do nothing`
    await tx`
      insert into private.rating_flags (rating_id, agent_id, reason, weight)
      select id, agent_id, 'Spam.', 1 + hashtext(id::text) & 1 from public.ratings on conflict do nothing`
  })
  for (const table of [
    'public.ratings',
    'public.agents',
    'public.skills',
    'private.skill_flags',
    'private.rating_flags',
  ])
    await admin.unsafe(`vacuum analyze ${table}`)
  await admin.unsafe('vacuum analyze private.unreviewed_skills')
  const [row] = await admin.unsafe('explain (analyze, buffers, format json) select * from admin.queue')
  return row?.['QUERY PLAN'][0].Plan
}

test('reads flags and new skills by their indexes only', async () => {
  const scanned = await database.admin.begin(async (tx) => {
    await tx`select * from admin.queue`
    return tx`
      select relname from pg_stat_xact_user_tables
      where relname in ('skill_flags', 'rating_flags', 'unreviewed_skills') and seq_scan > 0`
  })
  expect([...scanned]).toEqual([])
})

test('reads about as many pages of ten times as many flags', () => {
  expect(more['Actual Rows']).toBeLessThanOrEqual(1_500)
  expect(pages(more)).toBeLessThanOrEqual(1.5 * pages(fewer))
})
