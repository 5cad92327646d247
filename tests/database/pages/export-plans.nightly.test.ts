import { beforeAll, expect, test } from 'vitest'
import { taggedCursor } from '../../support/cursors.ts'
import { explainer, nodes, reading } from '../explain.ts'
import { type Agent, testDatabase } from '../fixtures.ts'

/** The plans of an export, for agents with 2,000 and with 20,000 entries of each kind: down one index, as cheap for both. */

const COUNTS = [2_000, 20_000]
const { database, newAgent } = testDatabase()
const agents: Agent[] = []

beforeAll(async () => {
  for (const _ of COUNTS) agents.push(await newAgent())
  await database.admin.begin(async (tx) => {
    // Without triggers and foreign keys: the aggregates are not used.
    await tx`set local session_replication_role = replica`
    await tx`insert into public.agents (agent_name) select 'Other ' || i from generate_series(1, 20000) as i`
    for (const [i, { id }] of agents.entries()) {
      await tx`
        insert into public.skills (name, slug, description, type, submitted_by, created_at)
        select ${id} || ' ' || i, ${id} || '-' || i, 'Submitted.', 'mcp', ${id}::uuid, '2026-01-01'::timestamptz + i * interval '1 minute'
        from generate_series(1, ${COUNTS[i] ?? 0}) as i`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, updated_at)
        select id, ${id}, 3, created_at from public.skills where submitted_by = ${id}`
      await tx`
        insert into private.flags (agent_id, rating_id, reason, created_at)
        select ${id}, id, 'Odd.', updated_at from public.ratings where agent_id = ${id}`
    }
    await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills`
    // Of other agents: one of each kind.
    await tx`
      insert into public.ratings (skill_id, agent_id, claws)
      select s.id, a.id, 4
      from (select id, row_number() over () as n from public.skills) as s
      join (select id, row_number() over () as n from public.agents where agent_name like 'Other %') as a using (n)`
    await tx`insert into private.flags (agent_id, rating_id, reason) select agent_id, id, 'Odd.' from public.ratings where claws = 4`
  })
  for (const table of [
    'public.ratings',
    'public.agents',
    'public.skills',
    'public.skill_stats',
    'private.flags',
  ])
    await database.admin.unsafe(`vacuum analyze ${table}`)
})

test.each([
  [2, 'skills', ['skills_submitted_by']],
  [3, 'ratings', ['ratings_agent_id', 'hidden_commentaries_pkey']],
  [5, 'flags', ['flags_agent_id']],
])('part %i, the %s, is read down its index, as cheap for any number of them', async (part, _, indexes) => {
  const read: number[] = []
  for (const agent of agents) {
    const { explain } = await explainer(database.name, 'public.export_me', agent.key)
    const cursor = taggedCursor(
      `[${part}, "2026-01-01T12:00:00+00:00", "00000000-0000-0000-0000-000000000000"]`,
      'export',
      agent.id,
    )
    const found = await reading(explain, /^(skills|ratings|flags)$/, `'${cursor}'`)
    // What finds the entries; the rest shows each of them.
    const merged = found.nodes.filter((node) => node['Node Type'] === 'Merge Append')
    expect(merged).toHaveLength(1)
    const run = merged.flatMap(nodes).filter((node) => node['Actual Loops'] > 0)
    expect(run.flatMap((node) => node['Index Name'] ?? [])).toEqual(indexes)
    const types = new Set(run.map((node) => node['Node Type']))
    for (const slow of ['Sort', 'Seq Scan', 'Bitmap Heap Scan']) expect([...types]).not.toContain(slow)
    read.push(found.pages)
  }
  // 500 entries, and for each what it shows.
  expect(Math.max(...read)).toBeLessThan(20_000)
  expect(Math.max(...read)).toBeLessThan(1.2 * Math.min(...read))
})
