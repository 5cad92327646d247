// Several phrasings of one need: search_skills.
import { expect, test } from 'vitest'
import { become, rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'
import { namesOf, type Page, plant, search } from './search-fixtures.ts'

const database = databaseForTests()

type Fused = Pick<Page, 'suggestions'> & {
  skills: { name: string; matched?: object }[]
  count: number
  did_you_mean: (string | null)[]
}
type More = { type?: string; limit?: number | undefined; explain?: boolean }

async function fuse(
  tx: Transaction,
  queries: unknown,
  { type, limit, explain = false }: More = {},
): Promise<Fused> {
  const [row] = await tx`
    select public.search_skills(${JSON.stringify(queries)}, ${type ?? null}, ${limit ?? null}, ${explain}) as page`
  return row?.page
}

const PLANTED = [
  ['Okapi zebra', 'x'],
  ['Okapi', 'x'],
  ['Zebra', 'x'],
  ['Gnu', 'zebra'],
] as const

const inCatalogue = <Result>(use: (tx: Transaction) => Promise<Result>) =>
  rolledBack(database.owner, async (tx) => {
    for (const [name, description] of PLANTED) await plant(tx, name, description)
    await become(tx, {})
    return use(tx)
  })
const fused = (queries: unknown, more?: More) => inCatalogue((tx) => fuse(tx, queries, more))

test('a skill that several queries find is above those that one finds', async () => {
  const { skills, count } = await fused(['gnu', 'zebra'])
  expect([skills[0]?.name, count]).toEqual(['Gnu', 3])
  // Third in one query and second in the other, before the first of each.
  expect(namesOf(await fused(['okapi', 'zebra']))[0]).toBe('Okapi zebra')
})

test('of skills at the same place, the order does not depend on that of the queries', async () => {
  const orders = await inCatalogue(async (tx) => [
    namesOf(await fuse(tx, ['okapi', 'gnu'])),
    namesOf(await fuse(tx, ['gnu', 'okapi'])),
  ])
  expect(orders[0]).toEqual(orders[1])
})

test.each([['zebra okapi'], ['zebrra'], ['gnu zebra x'], ['nothing']])(
  'one query, also given twice, has the results of search_catalogue: %s',
  async (text) => {
    const { list, one, twice } = await inCatalogue(async (tx) => ({
      list: await search(tx, text),
      one: await fuse(tx, [text]),
      twice: await fuse(tx, [text, ` ${text}`, text]),
    }))
    const { skills, suggestions, did_you_mean } = list
    const page = { skills, count: skills.length, suggestions }
    expect(one).toEqual({ ...page, did_you_mean: [did_you_mean] })
    expect(twice).toEqual({ ...page, did_you_mean: Array(3).fill(did_you_mean) })
  },
)

test('each query is corrected by itself', async () => {
  expect((await fused(['okapi', 'zebrra', 'okappi'])).did_you_mean).toEqual([null, 'zebra', 'okapi'])
})

test('only skills of a type, and no more than the limit', async () => {
  await inCatalogue(async (tx) => {
    const queries = ['zebra', 'okapi']
    const all = await fuse(tx, queries)
    const two = await fuse(tx, queries, { type: 'other', limit: 2 })
    expect([all.count, two.count, namesOf(two)]).toEqual([4, 2, namesOf(all).slice(0, 2)])
    expect((await fuse(tx, queries, { type: 'mcp' })).count).toBe(0)
  })
})

test('has 20 results by default and at most 50', async () => {
  const counts = await rolledBack(database.owner, async (tx) => {
    await plant(tx, 'Okapi', 'x', 51)
    return Promise.all(
      [undefined, 0, 30, 1000].map(async (limit) => (await fuse(tx, ['okapi'], { limit })).count),
    )
  })
  expect(counts).toEqual([20, 1, 30, 50])
})

test('without a result, the first query has suggestions', async () => {
  const names = await rolledBack(database.owner, async (tx) => {
    await plant(tx, 'Quaggawright')
    const { skills, suggestions } = await fuse(tx, ['quaggawrite', 'xyzzy'])
    return [skills.length, ...suggestions.map(({ name }) => name)]
  })
  expect(names).toEqual([0, 'Quaggawright'])
})

test('says how a skill matches the query in which it is best', async () => {
  expect(await fused(['quagga', 'xyzzy'], { explain: true })).toMatchObject({ skills: [], count: 0 })
  const { skills } = await fused(['gnu quagga', 'okapi'], { explain: true })
  const matches = Object.fromEntries(skills.map(({ name, matched }) => [name, matched]))
  expect(matches).toEqual({
    Gnu: { found: ['gnu'], missing: ['quagga'] },
    Okapi: { found: ['okapi'] },
    'Okapi zebra': { found: ['okapi'] },
  })
})

const long = 'a'.repeat(201)
test.each([
  [null, 'queries must be a list of strings'],
  ['zebra', 'queries must be a list of strings'],
  [[1], 'queries must be a list of strings'],
  [[], 'queries must have 1 to 3 items'],
  [['a', 'b', 'c', 'd'], 'queries must have 1 to 3 items'],
  [['zebra', ' ', long], 'queries.1 must have 1 to 200 characters; queries.2 must have 1 to 200 characters'],
  [['a\0'], 'queries.0 must not hold NUL or lone surrogates'],
])('rejects %j: %s', async (queries, message) => {
  const problem = await fused(queries).catch((error) => error)
  const errors = JSON.parse(problem.detail) as { path: string; message: string }[]
  expect(errors.map(({ path, message }) => `${path} ${message}`).join('; ')).toBe(message)
})

test('rejects an unknown type together with invalid queries', async () => {
  const problem = await fused([''], { type: 'x' }).catch((error) => error)
  expect(JSON.parse(problem.detail).map(({ path }: { path: string }) => path)).toEqual(['type', 'queries.0'])
})
