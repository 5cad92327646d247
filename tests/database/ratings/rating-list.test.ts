import { beforeAll, expect, test } from 'vitest'
import { rolledBack } from '../../../scripts/support/rolled-back.ts'
import { errorOf, pagesOf, pathsOf, type Rating, type Skill, testDatabase } from '../fixtures.ts'

type Page = { ratings: Rating[]; count: number; next_cursor: string | null }

const ORDERS = {
  newest: 'updated_at desc, id desc',
  oldest: 'updated_at, id',
  highest: 'claws desc, updated_at desc, id desc',
  lowest: 'claws, updated_at desc, id desc',
}
type Sort = keyof typeof ORDERS
const SORTS = Object.keys(ORDERS) as Sort[]
const RATINGS = 61

let skill: Skill
const { database, newSkill, call, newRating } = testDatabase()

beforeAll(async () => {
  skill = await newSkill()
  const other = await newSkill()
  await database.admin.begin(async (tx) => {
    await tx`insert into public.agents (agent_name) select 'Rater ' || i from generate_series(1, ${RATINGS}::integer) as i`
    await tx`
      insert into private.standing (agent_id, established_at)
      select id, now() from public.agents where agent_name like 'Rater %' and abs(hashtext(agent_name || '.')) % 4 = 0`
    // Many have the same updated_at.
    await tx`
      insert into public.ratings (skill_id, agent_id, claws, updated_at, version)
      select rated.id, a.id, 1 + abs(hashtext(a.agent_name)) % 5,
        '2026-01-01'::timestamptz + (abs(hashtext(a.agent_name || '!')) % 7) * interval '1 microsecond',
        (array['1.0', '1.0.0', null])[1 + abs(hashtext(a.agent_name || '?')) % 3]
      from public.agents as a, unnest(array[${skill.id}, ${other.id}]::uuid[]) as rated (id)
      where a.agent_name like 'Rater %'`
  })
})

const list = (fields: Record<string, unknown>) =>
  call<Page>({}, 'list_ratings', { p_skill: skill.id, ...fields })
const idsOf = ({ ratings }: { ratings: Rating[] }) => ratings.map(({ id }) => id)

async function idsInOrder(
  sort: Sort,
  claws: number | null,
  version: string | null = null,
  established: boolean | null = null,
): Promise<string[]> {
  const rows = await database.owner.unsafe<{ id: string }[]>(
    `select id from public.ratings
    where skill_id = $1 and ($2::integer is null or claws = $2) and ($3::text is null or version = $3)
      and ($4::boolean is null or established = $4)
    order by ${ORDERS[sort]}`,
    [skill.id, claws, version, established],
  )
  return rows.map(({ id }) => id)
}

test.each(SORTS.flatMap((sort) => [null, 1, 5].map((claws) => ({ sort, claws }))))(
  'sort=$sort with claws=$claws returns each rating once, in order, on pages of any size',
  async ({ sort, claws }) => {
    const wanted = await idsInOrder(sort, claws)
    expect(wanted.length).toBeGreaterThan(5)
    for (const limit of [3, wanted.length - 1, wanted.length, 500]) {
      const seen: string[] = []
      const fields = { p_sort: sort, p_claws: claws, p_limit: limit }
      for await (const page of pagesOf((p_cursor) => list({ ...fields, p_cursor }))) {
        expect(page.count).toBe(page.ratings.length)
        seen.push(...idsOf(page))
        if (page.next_cursor !== null) expect(page.count).toBe(limit)
        expect(seen.length).toBeLessThanOrEqual(wanted.length)
      }
      expect(seen).toEqual(wanted)
    }
  },
)

test.each(SORTS)(
  'sort=%s with other filters lists only their ratings, in order and page by page',
  async (sort) => {
    for (const [claws, version, established] of [
      [null, '1.0', null],
      [2, '1.0', null],
      ...[true, false].flatMap((is) => [
        [null, null, is] as const,
        [2, null, is] as const,
        [null, '1.0', is] as const,
      ]),
    ] as const) {
      const wanted = await idsInOrder(sort, claws, version, established)
      expect(wanted.length).toBeGreaterThan(0)
      const fields = {
        p_sort: sort,
        p_claws: claws,
        p_version: version && `${version}\u3000`,
        p_established: established,
      }
      const first = await list({ ...fields, p_limit: 1 })
      const rest = first.next_cursor ? [await list({ ...fields, p_cursor: first.next_cursor })] : []
      expect([first, ...rest].flatMap(idsOf)).toEqual(wanted)
    }
  },
)

test('the order is the same with a few agents, whose table Postgres could read first', async () => {
  await rolledBack(database.admin, async (tx) => {
    for (const agents of [13, 8, 5, 3]) {
      await tx`
        delete from public.agents
        where id not in (select agent_id from public.ratings where skill_id = ${skill.id} order by agent_id limit ${agents})`
      await tx`analyze public.agents, public.ratings`
      for (const sort of SORTS) {
        const wanted = await tx.unsafe(
          `select id from public.ratings where skill_id = $1 order by ${ORDERS[sort]}`,
          [skill.id],
        )
        const [row] = await tx`select public.list_ratings(${skill.slug}, ${sort}) as page`
        expect([agents, sort, idsOf(row?.page)]).toEqual([agents, sort, wanted.map(({ id }) => id)])
      }
    }
  })
})

test('the default is the newest hundred, of which get_skill shows ten in the same shape', async () => {
  const wanted = await idsInOrder('newest', null)
  expect(idsOf(await list({}))).toEqual(wanted)
  const page = await call<{ ratings: Rating[] }>({}, 'get_skill', { p_skill: skill.id })
  expect(idsOf(page)).toEqual(wanted.slice(0, 10))
  expect((await list({ p_limit: 10 })).ratings).toEqual(page.ratings)
  const [view] = await database.owner`
    select row_to_json(r) as rating from public.skill_ratings as r where r.id = ${page.ratings[0]?.id ?? ''}`
  expect(Object.keys(view?.rating)).toEqual(Object.keys(page.ratings[0] ?? {}))
})

test.each([
  [{ p_sort: 'top' }, ['sort']],
  [{ p_sort: '' }, ['sort']],
  [{ p_claws: 0 }, ['claws']],
  [{ p_claws: 6, p_sort: 'claws; drop table ratings' }, ['sort', 'claws']],
  [{ p_cursor: '' }, ['cursor']],
  [{ p_version: ' ' }, ['version']],
  [{ p_version: 'x'.repeat(101) }, ['version']],
  [{ p_version: '1\u00012' }, ['version']],
  [{ p_cursor: 'x'.repeat(50) }, ['cursor']],
])('%j is PT400', async (fields, paths) => {
  expect(pathsOf(await errorOf(list(fields)))).toEqual(paths)
})

test('the limit is at least 1, and may be too large', async () => {
  expect((await list({ p_limit: -5 })).count).toBe(1)
  expect((await list({ p_limit: 1_000_000 })).count).toBe(RATINGS)
})

test('a cursor is only valid for the same skill, order, claws, version and standing', async () => {
  const { next_cursor } = await list({ p_limit: 5, p_sort: 'highest' })
  const { skill: other } = await newRating()
  const others = [
    { p_skill: other.id, p_sort: 'highest' },
    { p_sort: 'lowest' },
    {},
    { p_sort: 'highest', p_claws: 5 },
    { p_sort: 'highest', p_version: '1.0' },
    { p_sort: 'highest', p_established: false },
  ]
  for (const fields of others)
    expect(pathsOf(await errorOf(list({ ...fields, p_cursor: next_cursor })))).toEqual(['cursor'])
  expect((await list({ p_skill: skill.slug, p_sort: 'highest', p_cursor: next_cursor })).count).toBe(56)
})
