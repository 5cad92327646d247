import { expect, test } from 'vitest'
import { become, rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'
import { plant } from './search-fixtures.ts'

const database = databaseForTests()

type Planted = [name: string, description?: string]
type Matched = Partial<Record<'found' | 'expanded' | 'missing', string[]>> & {
  corrected?: { word: string; correction: string }[]
}
type Page = { skills: { name: string; matched?: Matched }[]; next_cursor: string | null }
type Args = { sort?: string; limit?: number; cursor?: string | null; explain?: boolean | null }

async function list(
  tx: Transaction,
  search: string | null,
  { sort, limit = 10, cursor, explain = true }: Args = {},
): Promise<Page> {
  const [row] = await tx`
    select public.search_catalogue(
      p_search => ${search}, p_sort => ${sort ?? null}, p_limit => ${limit}, p_cursor => ${cursor ?? null}, p_explain => ${explain}
    ) as page`
  return row?.page
}

/** How a search matches each of these skills, as a caller without a key sees it. */
const matches = (search: string, skills: Planted[], args: Args = {}) =>
  rolledBack(database.owner, async (tx) => {
    for (const [name, description] of skills) await plant(tx, name, description)
    await become(tx, {})
    const { skills: found } = await list(tx, search, args)
    return Object.fromEntries(found.map(({ name, matched }) => [name, matched]))
  })

test.each<[string, string, Planted, Matched]>([
  ['words as written', 'zebra Okapi', ['Zebra', 'An okapi.'], { found: ['zebra', 'okapi'] }],
  [
    'inflections',
    'zebras watching gnu',
    ['Zebra', 'watches'],
    { found: ['zebras', 'watching'], missing: ['gnu'] },
  ],
  ['the beginning of a word, for the last word', 'gnu zeb', ['Zebra gnu'], { found: ['gnu', 'zeb'] }],
  ['no beginning for other words', 'zeb gnu', ['Zebra gnu'], { found: ['gnu'], missing: ['zeb'] }],
  [
    'no stop words and filler',
    'I need a tool for the zebra',
    ['Zebra tool', 'As needed.'],
    { found: ['zebra'] },
  ],
  ['filler, if there are no other words', 'need tool', ['Tool'], { found: ['tool'], missing: ['need'] }],
  ['parts of a name', 'use gnu', ['gnuUse-zebra'], { found: ['use', 'gnu'] }],
  ['pairs of Chinese characters', '天气', ['北京天气'], { found: ['天气'] }],
  [
    'corrections',
    'zebrra okapi',
    ['Zebra', 'An okapi.'],
    { found: ['okapi'], corrected: [{ word: 'zebrra', correction: 'zebra' }] },
  ],
  [
    'a correction of the last word',
    'okapi zebrra',
    ['Okapi zebras', 'zebra'],
    {
      found: ['okapi'],
      corrected: [{ word: 'zebrra', correction: 'zebra' }],
    },
  ],
])('explains %s', async (_, search, skill, matched) => {
  expect(await matches(search, [skill])).toEqual({ [skill[0]]: matched })
})

test('explains each result of a page, in its order', async () => {
  const skills: Planted[] = [['Zebra okapi'], ['Zebra'], ['Gnu', 'okapi']]
  expect(await matches('zebra okapi', skills)).toEqual({
    'Zebra okapi': { found: ['zebra', 'okapi'] },
    Zebra: { found: ['zebra'], missing: ['okapi'] },
    Gnu: { found: ['okapi'], missing: ['zebra'] },
  })
  await rolledBack(database.owner, async (tx) => {
    for (const [name, description] of skills) await plant(tx, name, description)
    await become(tx, {})
    const { skills: all } = await list(tx, 'zebra okapi')
    const first = await list(tx, 'zebra okapi', { limit: 2 })
    const second = await list(tx, 'zebra okapi', { limit: 2, cursor: first.next_cursor })
    expect([...first.skills, ...second.skills]).toEqual(all)
  })
})

test('a word that was corrected is found as typed where it occurs', async () => {
  await rolledBack(database.owner, async (tx) => {
    for (const name of ['Zebra', 'Zebrra']) await plant(tx, name)
    await become(tx, {})
    const [row] = await tx`
      select private.explain_matches('{"(zebra,zebrra,1,)"}', array(select id from public.skills order by name)) as matched`
    expect(row?.matched).toEqual([
      { corrected: [{ word: 'zebrra', correction: 'zebra' }] },
      { found: ['zebrra'] },
    ])
  })
})

test('explains the 24 rarest words', async () => {
  const words = Array.from({ length: 30 }, (_, i) => `w${i}`)
  const { Rare } = (await matches(words.join(' '), [
    ['Rare', words.slice(20).join(' ')],
    ['Common', words.slice(0, 20).join(' ')],
    ['Common 2', words.slice(0, 20).join(' ')],
  ])) as { Rare: Matched }
  expect(Rare.found).toEqual(words.slice(20))
  expect(Rare.missing).toHaveLength(14)
})

test('explains at most 100 skills in one page', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`
      insert into public.skills (name, description, type)
      select 'Zebra ' || i, 'x', 'other' from generate_series(1, 110) as i`
    await become(tx, {})
    const { skills, next_cursor } = await list(tx, 'zebra', { limit: 500 })
    expect(skills.map(({ matched }) => matched)).toEqual(Array(100).fill({ found: ['zebra'] }))
    expect((await list(tx, 'zebra', { limit: 500, cursor: next_cursor })).skills).toHaveLength(10)
    expect((await list(tx, 'zebra', { limit: 500, explain: false })).skills).toHaveLength(110)
  })
})

test('explains only if asked, and only searches by relevance', async () => {
  const skill: Planted = ['Zebra']
  for (const args of [{ explain: false }, { explain: null }, { sort: 'name' }])
    expect(await matches('zebra', [skill], args)).toEqual({ Zebra: undefined })
  // Without a word, only the beginning of a name matches.
  expect(await matches('!', [['! zebra']])).toEqual({ '! zebra': undefined })
})
