import type postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { type Node, nodes, pages } from '../explain.ts'
import { databaseForTests } from '../own-database.ts'

/** What a page of admin.queue reads with 2,000 and 20,000 agents that flag, also a skill that all of them flagged. */

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
      insert into private.skill_submitters (skill_id, agent_id) select id, submitted_by from public.skills on conflict do nothing`
    await tx`
      insert into private.standing (agent_id, established_at)
      select id, case when hashtext(agent_name) & 1 = 1 then now() end from public.agents on conflict do nothing`
    await tx`
      insert into private.flags (skill_id, agent_id, reason)
      select id, submitted_by, repeat('Spam.', 150) from public.skills on conflict do nothing`
    await tx`
      insert into private.flags (skill_id, agent_id, reason)
      select s.id, a.id, 'All.' from public.skills as s, public.agents as a where s.name = 'Flagger 1' on conflict do nothing`
    await tx`
      insert into private.flags (rating_id, agent_id, reason)
      select id, agent_id, repeat('Spam.', 150) from public.ratings on conflict do nothing`
  })
  for (const table of [
    'public.ratings',
    'public.agents',
    'public.skills',
    'private.flags',
    'private.skill_submitters',
    'private.standing',
  ])
    await admin.unsafe(`vacuum analyze ${table}`)
  const [row] = await admin.unsafe(
    'explain (analyze, buffers, format json) select * from admin.queue limit 100',
  )
  return row?.['QUERY PLAN'][0].Plan
}

test('reads skills, ratings and agents of the page only', () => {
  const details = /^(skills|ratings|agents|hidden_commentaries)$/
  const read = nodes(more)
    .filter((node) => details.test(node['Relation Name'] ?? ''))
    .map((node) => node['Actual Rows'] * node['Actual Loops'])
  expect(read.length).toBeGreaterThanOrEqual(5)
  // Ten reporters of each of 100 entries.
  expect(Math.max(...read)).toBeLessThanOrEqual(1_000)
})

test('reads the keys of all flags from their index, not their rows', () => {
  const flags = nodes(more).filter((node) => node['Relation Name'] === 'flags')
  const many = flags.filter((node) => node['Actual Rows'] * node['Actual Loops'] > 1_000)
  expect(many.length).toBeGreaterThanOrEqual(1)
  expect(new Set(many.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']))
  expect(pages(more)).toBeLessThanOrEqual(12 * pages(fewer))
})
