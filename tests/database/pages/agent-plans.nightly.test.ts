import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Explain, explainer, reading } from '../explain.ts'
import { databaseForTests } from '../own-database.ts'

/** The plans of the lists of an agent with 1,000 ratings and skills, and of one with 100,000: the same index scan, as cheap for both. */

const AGENTS = [
  { name: 'Known', items: 1_000 },
  { name: 'Famous', items: 100_000 },
]
/** Nodes that read more than is shown. */
const SLOW = ['Seq Scan', 'Bitmap Heap Scan', 'Hash Join', 'Merge Join', 'Sort', 'Incremental Sort']

const database = databaseForTests()
beforeAll(() => fill(database.admin))

async function fill(admin: postgres.Sql): Promise<void> {
  await admin.begin(async (tx) => {
    // Without triggers and foreign keys.
    await tx`set local session_replication_role = replica`
    for (const { name, items } of AGENTS) {
      await tx`insert into public.agents (agent_name) values (${name})`
      await tx`
        insert into public.skills (name, slug, description, type, submitted_by, updated_at)
        select ${name} || ' ' || i, lower(${name}) || '-' || i, 'Does one thing.', 'mcp', a.id,
          '2026-01-01'::timestamptz + hashtext(i::text) * interval '1 second'
        from generate_series(1, ${items}::integer) as i, public.agents as a where a.agent_name = ${name}`
      await tx`
        insert into public.skill_stats (skill_id, type)
        select s.id, s.type from public.skills as s join public.agents as a on a.id = s.submitted_by where a.agent_name = ${name}`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, commentary, updated_at)
        select s.id, a.id, 3, 'Does what it says.', s.updated_at
        from public.skills as s join public.agents as a on a.id = s.submitted_by where a.agent_name = ${name}`
    }
  })
  for (const table of ['ratings', 'agents', 'skills', 'skill_stats'])
    await admin.unsafe(`vacuum analyze public.${table}`)
}

describe.each([
  // For each item: 1 page of the scan, those that find it by its id, its agent or aggregates.
  { kind: 'ratings', table: /^ratings$/, index: 'ratings_agent_id', most: 2_000 },
  { kind: 'skills', table: /^skills$/, index: 'skills_of_agent', most: 1_300 },
])('list_agent_$kind', ({ kind, table, index, most }) => {
  let explain: Explain
  beforeAll(async () => {
    explain = (await explainer(database.name, `public.list_agent_${kind}`)).explain
  })

  test('scans one index, with the same plan for any number of items, at the start and far behind', async () => {
    const seen: unknown[] = []
    for (const { name, items } of AGENTS) {
      for (const share of [null, 0.5, 0.8]) {
        const [row] = await database.owner.unsafe(
          `select private.encode_cursor(jsonb_build_array(own.updated_at, own.id), concat_ws(chr(31), 'agent', '${kind}', a.id)) as cursor
           from public.agents as a join public.${kind} as own on own.${kind === 'ratings' ? 'agent_id' : 'submitted_by'} = a.id
           where a.agent_name = $1 order by own.updated_at desc, own.id desc offset $2 limit 1`,
          [name, Math.floor(items * (share ?? 0))],
        )
        const cursor = share === null ? 'null' : `'${row?.cursor}'`
        const { rows, shapes, types, indexes, pages } = await reading(
          explain,
          table,
          `'${name}', p_cursor => ${cursor}`,
        )
        expect(rows).toBe(100)
        expect(types.filter((type) => SLOW.includes(type))).toEqual([])
        expect(indexes).toContain(index)
        expect(pages).toBeLessThanOrEqual(most)
        seen.push(shapes)
      }
    }
    for (const shapes of seen) expect(shapes).toEqual(seen[0])
  })
})
