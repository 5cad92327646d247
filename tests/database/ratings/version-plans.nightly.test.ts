import { beforeAll, expect, test } from 'vitest'
import { type Explain, explainer, reading, slowNodes } from '../explain.ts'
import { testDatabase } from '../fixtures.ts'

/** What list_skill_versions and the evidence for one version read of a skill with 60,000 ratings. */

const { database } = testDatabase()

const SKILLS = [
  { slug: 'popular', established: 30_000 },
  { slug: 'flooded', established: 5 },
]
let listed: Explain
let found: Explain
beforeAll(async () => {
  await database.admin.begin(async (tx) => {
    // Without triggers and foreign keys: the aggregates are not used.
    await tx`set local session_replication_role = replica`
    await tx`insert into public.agents (agent_name) select 'Agent ' || i from generate_series(1, 60000) as i`
    for (const { slug, established } of SKILLS) {
      await tx`insert into public.skills (name, slug, description, type) values (${slug}, ${slug}, 'Rated.', 'mcp')`
      await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills where slug = ${slug}`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, updated_at, version, established, commentary)
        select s.id, a.id, 1 + number % 5, now() - number % 9973 * interval '1 hour',
          case when number % 2 = 0 or number <= 5 then '1.0.0' else '2.' || number || '.0' end, number <= ${established}::integer,
          repeat('x', 300)
        from public.skills as s, (select id, row_number() over (order by agent_name) as number from public.agents) as a
        where s.slug = ${slug}`
    }
  })
  await database.admin`
    select private.set_imported_identifiers(id, array['pkg:npm/' || slug]) from public.skills`
  for (const table of ['public.ratings', 'public.agents', 'public.skills'])
    await database.admin.unsafe(`vacuum analyze ${table}`)
  listed = (await explainer(database.name, 'public.list_skill_versions')).explain
  found = (await explainer(database.name, 'public.lookup_skills')).explain
})

/** The scans of ratings, and how many rows these read. */
async function scansOf(explain: Explain, parameters: string) {
  const { statements, nodes, pages } = await reading(explain, /^ratings$/, parameters)
  const scans = nodes.filter((node) => node['Relation Name'] === 'ratings')
  return {
    types: [...new Set(scans.map((node) => node['Node Type']))],
    rows: scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
    pages,
    slow: slowNodes(statements),
  }
}

test.each(SKILLS)('the versions of $slug are read from 10,000 entries of an index', async ({ slug }) => {
  const { types, rows, pages, slow } = await scansOf(listed, `'${slug}'`)
  expect([types, rows, slow]).toEqual([['Index Only Scan'], 10_000, []])
  expect(pages).toBeLessThan(250)
})

test.each(SKILLS)('100 spellings of a version of $slug read its evidence once', async ({ slug }) => {
  const spelled = (i: number) => `pkg:npm/${slug}@1.0.0?x=${i}`
  const identifiers = JSON.stringify(Array.from({ length: 100 }, (_, i) => spelled(i)))
  const { types, rows, slow } = await scansOf(found, `'${identifiers}'`)
  expect([types, slow]).toEqual([['Index Only Scan'], []])
  // 1,000 of each number of claws, the newest of each by others, and 100 for the last version.
  expect(rows).toBeLessThanOrEqual(5_105)
})
