import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Explain, explainer, reading } from '../explain.ts'
import { databaseForTests } from '../own-database.ts'

/** The plans of list_ratings for a skill with 4,000 and one with 20,000 ratings: an index scan, the same and as cheap for both. */

const SKILLS = [
  { slug: 'known', ratings: 4_000 },
  { slug: 'famous', ratings: 20_000 },
]

let listed: Explain
let shown: Explain
const database = databaseForTests()
beforeAll(async () => {
  await fill(database.admin)
  listed = (await explainer(database.name, 'public.list_ratings')).explain
  shown = (await explainer(database.name, 'public.get_skill')).explain
})

async function fill(admin: postgres.Sql): Promise<void> {
  await admin.begin(async (tx) => {
    // Without triggers and foreign keys: the aggregates are not used.
    await tx`set local session_replication_role = replica`
    await tx`insert into public.agents (agent_name) select 'Agent ' || i from generate_series(1, 20000) as i`
    await tx`insert into private.standing (agent_id, established_at) select id, now() from public.agents where hashtext(agent_name) % 2 = 0`
    for (const { slug, ratings } of [...SKILLS, { slug: 'flooded', ratings: 20_000 }]) {
      await tx`insert into public.skills (name, slug, description, type) values (${slug}, ${slug}, 'Rated.', 'mcp')`
      await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills where slug = ${slug}`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, updated_at, version, established)
        select s.id, a.id, 1 + abs(hashtext(a.agent_name)) % 5, '2026-01-01'::timestamptz + hashtext(a.agent_name || '!') * interval '1 second',
          case when hashtext(a.agent_name || '?') % 2 = 0 then '1.0' else '2.' || a.agent_name end,
          case when s.slug = 'flooded' then a.agent_name = 'Agent 2' else hashtext(a.agent_name) % 2 = 0 end
        from public.skills as s, (select * from public.agents limit ${ratings}::integer) as a
        where s.slug = ${slug}`
    }
  })
  await admin`
    update public.ratings set updated_at = '2000-01-01', version = '1.0'
    where established and skill_id = (select id from public.skills where slug = 'flooded')`
  for (const table of ['public.ratings', 'public.agents', 'public.skills', 'private.standing'])
    await admin.unsafe(`vacuum analyze ${table}`)
}

const RATINGS = /^(ratings|agents)$/

/** Nodes that read more than is shown. A sort merges a page of each scan. */
const SLOW = ['Seq Scan', 'Bitmap Heap Scan', 'Hash Join', 'Merge Join']
const fromIndex = (...ratings: string[]) => new Set([...ratings, 'agents_pkey', 'standing_suspended'])

/**
 * The most pages of a list of 100: for each rating, 2 in each scan, 4 to read it by its id, its agent 3 and suspended agents 2, with a version
 * 3 to find it before; and the descent of the scans.
 */
const pagesOf = (scans: number, version: string | null) =>
  100 * (2 * scans + 9 + (version ? 3 : 0)) + 10 * scans

const CASES = ['newest', 'oldest', 'highest', 'lowest'].flatMap((sort) => [
  { sort, claws: null, version: null, established: null },
  { sort, claws: 3, version: null, established: null },
  { sort, claws: null, version: '1.0', established: null },
  { sort, claws: null, version: null, established: true },
  { sort, claws: null, version: '1.0', established: false },
])

describe.each(CASES)(
  'list_ratings with sort=$sort, claws=$claws, version=$version and established=$established',
  ({ sort, claws, version, established }) => {
    const byClaws = claws !== null || sort === 'highest' || sort === 'lowest'
    const index = byClaws ? 'ratings_of_claws' : 'ratings_of_skill'
    const scans = (established === null ? 2 : 1) * (version && !byClaws ? 5 : 1)
    const more = `p_sort => '${sort}', p_claws => ${claws}, p_version => ${version && `'${version}'`}, p_established => ${established}`

    test('scans one index, with the same plan for any number of ratings', async () => {
      const seen: unknown[] = []
      for (const { slug } of SKILLS) {
        const { rows, shapes, types, indexes, pages } = await reading(listed, RATINGS, `'${slug}', ${more}`)
        expect(rows).toBe(100)
        // Its ratings in order, and each of them with its agent.
        expect(shapes).toHaveLength(2)
        expect(types.filter((type) => SLOW.includes(type))).toEqual([])
        expect(indexes).toEqual(fromIndex(version ? 'ratings_of_version' : index, 'ratings_pkey'))
        expect(pages).toBeLessThanOrEqual(pagesOf(scans, version))
        seen.push(shapes)
      }
      expect(seen[1]).toEqual(seen[0])
    })

    test('reads as many pages at the end as at the start', async () => {
      const [famous] = await database.owner`select id from public.skills where slug = 'famous'`
      for (const share of [0.5, 0.98]) {
        const direction = sort === 'oldest' ? '' : 'desc'
        const claw = { newest: '', oldest: '', highest: 'claws desc,', lowest: 'claws,' }[sort]
        const [row] = await database.owner.unsafe(
          `with own as (select * from public.ratings where skill_id = $1 and ($2::integer is null or claws = $2) and ($5::text is null or version = $5)
           and ($6::boolean is null or established = $6))
         select private.encode_cursor(
           jsonb_build_array(claws, updated_at, id), concat_ws(chr(31), skill_id, $3::text, coalesce($2::text, ''), $5::text, chr(31) || $6::boolean::text)
         ) as cursor
         from own order by ${claw} updated_at ${direction}, id ${direction}
         offset (select floor(count(*) * $4::float8) from own) limit 1`,
          [famous?.id, claws, sort, share, version, established],
        )
        const { rows, shapes, pages } = await reading(
          listed,
          RATINGS,
          `'famous', ${more}, p_cursor => '${row?.cursor}'`,
        )
        expect(rows).toBeGreaterThan(70)
        expect(shapes.length).toBeLessThanOrEqual(3)
        expect(pages).toBeLessThanOrEqual(2 * pagesOf(scans, version))
      }
    })
  },
)

test('one established rating is found at once among 20,000 newer ones by others', async () => {
  for (const version of ['null', `'1.0'`]) {
    const { rows, types, pages } = await reading(
      listed,
      RATINGS,
      `'flooded', p_version => ${version}, p_established => true`,
    )
    expect(rows).toBe(1)
    expect(types.filter((type) => SLOW.includes(type))).toEqual([])
    expect(pages).toBeLessThanOrEqual(50)
  }
})

test('get_skill scans indexes for its ten ratings, a hundred established ones, and the last version', async () => {
  for (const { slug } of SKILLS) {
    const { shapes, types, indexes, pages } = await reading(shown, /^ratings$/, `'${slug}'`)
    expect(shapes).toHaveLength(4)
    expect(types.filter((type) => SLOW.includes(type))).toEqual([])
    expect(indexes).toEqual(fromIndex('ratings_of_skill', 'ratings_pkey', 'ratings_with_version'))
    expect(pages).toBeLessThanOrEqual(300)
  }
})
