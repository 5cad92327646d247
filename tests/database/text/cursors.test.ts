import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { perSubScore, RATING_SORTS, SORTS } from '../../../functions/_shared/schemas/options.ts'
import { MOST_BYTES, NUMBER_BOMB, numberBomb, taggedCursor } from '../../support/cursors.ts'
import { errorOf, pathsOf, rolledBack, rolledBackAs, testDatabase } from '../fixtures.ts'
import { expectContinued, recordedIn } from '../recorded-cursors.ts'

// The tag of a cursor is not secret, so anyone can give any position a valid one.
const { database, newRating, call } = testDatabase()

const ID = '"00000000-0000-4000-8000-000000000000"'
const TIME = '"2026-11-22T13:40:00.5+00:00"'
const NOT_A_TIME = [
  '"infinity"',
  '"-infinity"',
  'infinity',
  'Infinity',
  '"NaN"',
  '"0044-03-15T00:00:00+00:00 BC"',
  '"2026-11-22T13:40:00\\u0000"',
  '"epoch"',
  '"now"',
  '"294276-01-01T00:00:00+00:00"',
  '"2026-02-31T00:00:00+00:00"',
  '"2026-11-22T13:40:00.1234567+00:00"',
  '"2026-11-22 13:40:00+00"',
  '"2026-11-22T13:40:00+15:59"',
  '1',
  'null',
]
const NOT_A_UUID = [
  '"x"',
  'null',
  '1',
  `["${'0'.repeat(36)}"]`,
  `"{${ID.slice(1, -1)}}"`,
  '"00000000000040008000000000000000"',
]

/** Wrong in every order: expanding numbers, nesting, wrong types, and JSON that the service does not write. */
const NEVER = [
  NUMBER_BOMB,
  '1e131071',
  '[1e131071]',
  `[1e131071, ${ID}]`,
  `[1E9, ${ID}]`,
  `[1.0, ${ID}]`,
  `[01, ${ID}]`,
  `[+1, ${ID}]`,
  `[${'9'.repeat(19)}, ${ID}]`,
  `[${'9'.repeat(2_900)}, ${ID}]`,
  `[0.${'0'.repeat(2_900)}1, ${ID}]`,
  ...['NaN', 'Infinity', '-Infinity', '1e400', '-1e400', '0x10'].map((number) => `[${number}, ${ID}]`),
  '['.repeat(MOST_BYTES),
  '{"a":'.repeat(590),
  `${'['.repeat(1_400)}${']'.repeat(1_400)}`,
  'null',
  'true',
  '1',
  '"text"',
  '{}',
  '[]',
  '[{}]',
  '\u0000',
  `[\u0000, ${ID}]`,
  `["\u0000", ${ID}]`,
  '"\\u0000"',
  '"\\udc00\\ud800"',
  `[${ID}]`,
  '[1, 2]',
  `{"0": 1, "1": ${ID}}`,
  '',
]

type Fields = Record<string, unknown>
type Page = {
  skills: { id: string; name: string }[]
  next_cursor: string | null
  did_you_mean: string | null
}

const skillCursor = (sort: string, content: string, search = '') => taggedCursor(content, sort, '', search)
type List = 'list_skills' | 'search_catalogue' | 'list_ratings' | 'list_agent_ratings' | 'list_agent_skills'
const pathsWith = async (list: List, args: Fields) => pathsOf(await errorOf(call({}, list, args)))

async function expectInvalid(list: List, args: Fields): Promise<void> {
  expect(await pathsWith(list, args), JSON.stringify(args).slice(0, 200)).toEqual(['cursor'])
}

describe('a hand-made cursor with a valid tag', () => {
  const NUMBERS = { top: 1, rating: 2, most_rated: 2, ...perSubScore(() => 1) }
  const orders: [sort: string, valid: string, invalid: string[]][] = [
    ...Object.entries(NUMBERS).map(([sort, count]): [string, string, string[]] => {
      const keys = Array(count).fill('3000000000').join(', ')
      const rest = keys.replace('3000000000', '')
      return [
        sort,
        `[${keys}, ${ID}]`,
        [
          ...[
            '1e9',
            '1.5',
            '"1"',
            '"NaN"',
            '"Infinity"',
            'null',
            '[]',
            `${'9'.repeat(19)}`,
            '--1',
            '- 1',
          ].map((one) => `[${one}${rest}, ${ID}]`),
          `[${keys}, 1, ${ID}]`,
          `[${keys}, ${ID}, ${ID}]`,
          `[${keys},${ID}]`,
          ` [${keys}, ${ID}]`,
          `[${keys}, ${ID}] `,
          ...NOT_A_UUID.map((id) => `[${keys}, ${id}]`),
        ],
      ]
    }),
    [
      'newest',
      `[${TIME}, ${ID}]`,
      [...NOT_A_TIME.map((time) => `[${time}, ${ID}]`), `[${TIME}, 1, ${ID}]`, `[${TIME}, null]`],
    ],
    [
      'name',
      `["m \\"n\\\\", ${ID}]`,
      [
        `[1, ${ID}]`,
        `["a\\u0000", ${ID}]`,
        `["\\ud800", ${ID}]`,
        `["a\\udc00", ${ID}]`,
        `["\u0000", ${ID}]`,
        `["a", "b", ${ID}]`,
        `["\\x", ${ID}]`,
        `["a"b", ${ID}]`,
      ],
    ],
  ]

  test('is tried in every order', () => {
    expect([...orders.map(([sort]) => sort), 'relevance'].sort()).toEqual([...SORTS].sort())
  })

  test.each(orders)('is only valid in the shape of the order %s', async (p_sort, valid, invalid) => {
    await call({}, 'list_skills', { p_sort, p_cursor: skillCursor(p_sort, valid) })
    // Orders whose positions have the same types take the same ones.
    const isFirst = orders.find((other) => other[1] === valid)?.[0] === p_sort
    for (const content of isFirst ? [...NEVER, ...invalid] : [NUMBER_BOMB, `[${TIME}, ${ID}]`])
      await expectInvalid('list_skills', { p_sort, p_cursor: skillCursor(p_sort, content) })
  })

  test.each(RATING_SORTS)('is only valid in the shape of ratings, in the order %s', async (p_sort) => {
    const { skill } = await newRating()
    const list = (content: string) => ({
      p_skill: skill.id,
      p_sort,
      p_cursor: taggedCursor(content, skill.id, p_sort, ''),
    })
    await call({}, 'list_ratings', list(`[3, ${TIME}, ${ID}]`))
    await expectInvalid('list_ratings', list(`[3, ${ID}]`))
    // The positions of all orders have the same types.
    if (p_sort !== 'newest') return
    for (const content of [
      ...NEVER,
      ...['0', '6', '10', '-1', '3.0', '3e0', '"3"', 'null'].map((claws) => `[${claws}, ${TIME}, ${ID}]`),
      ...NOT_A_TIME.map((time) => `[3, ${time}, ${ID}]`),
      ...NOT_A_UUID.map((id) => `[3, ${TIME}, ${id}]`),
      `[3, ${TIME}, ${ID}, 1]`,
    ])
      await expectInvalid('list_ratings', list(content))
  })

  test.each(['ratings', 'skills'] as const)(
    'is only valid in the shape of the %s of an agent',
    async (kind) => {
      const { agent } = await newRating()
      const name = `list_agent_${kind}` as const
      const list = (content: string) => ({
        p_agent: agent.id,
        p_cursor: taggedCursor(content, 'agent', kind, agent.id),
      })
      await call({}, name, list(`[${TIME}, ${ID}]`))
      for (const content of [
        ...NEVER,
        ...NOT_A_TIME.map((time) => `[${time}, ${ID}]`),
        ...NOT_A_UUID.map((id) => `[${TIME}, ${id}]`),
        `[${TIME}, ${ID}, 1]`,
      ])
        await expectInvalid(name, list(content))
    },
  )

  test.each(['[', '{"a":', `[[[1, ${ID}], {"weights": `])('is not read if it nests %s', async (part) => {
    const content = part.repeat(5_900 / part.length)
    for (const p_sort of ['name', 'relevance'])
      await expectInvalid('search_catalogue', {
        p_sort,
        p_search: 'a',
        p_cursor: skillCursor(p_sort, content, 'a'),
      })
    const balanced = '['.repeat(2_900) + ']'.repeat(2_900)
    await expectInvalid('list_skills', { p_sort: 'name', p_cursor: skillCursor('name', balanced) })
  })

  test.each([
    ['a lone surrogate', 'eda080'],
    ['an overlong NUL', 'c080'],
    ['bytes beyond Unicode', 'f4908080'],
    ['half a character', 'e2'],
    ['NUL', '00'],
  ])('is not read if its bytes are %s', async (_, bytes) => {
    const position = Buffer.concat([Buffer.from('["'), Buffer.from(bytes, 'hex'), Buffer.from(`", ${ID}]`)])
    const tag = createHash('sha256').update('name\u001f\u001f').update(position).digest('hex')
    const p_cursor = Buffer.concat([Buffer.from(tag.slice(0, 16)), position]).toString('base64url')
    await expectInvalid('list_skills', { p_sort: 'name', p_cursor })
  })

  test('is not read beyond 8,000 characters', async () => {
    const content = `["${'x'.repeat(6_000)}", ${ID}]`
    await expectInvalid('list_skills', { p_sort: 'name', p_cursor: skillCursor('name', content) })
  })
})

test('continues each list, and no other, with the cursor that version 1.1.0 wrote for it', async () => {
  await expectContinued(recordedIn(import.meta.dirname), [import.meta.dirname])
})

describe('the cursor of a search by relevance', () => {
  beforeAll(async () => {
    await database.owner`
      insert into public.skills (name, description, type)
      select 'Zebrafinch server ' || i, 'zebrafinch', 'mcp' from generate_series(1, 4) as i`
    await database.owner`
      insert into public.skills (name, description, type) values ('Other', 'lemurfish', 'mcp')`
  })
  const search = (p_search: string, p_cursor?: string | null) =>
    call<Page>({}, 'search_catalogue', { p_search, p_cursor: p_cursor ?? null, p_limit: 2 })
  const forged = (p_search: string, ranking: string) =>
    search(p_search, skillCursor('relevance', `[[900000000000000000, ${ID}], ${ranking}]`, p_search))
  const contentOf = (cursor: string | null) =>
    Buffer.from(cursor ?? '', 'base64url')
      .toString()
      .slice(16)

  test('carries the replaced words, and all pages have the same correction', async () => {
    const first = await search('Zebrafinhc serverr')
    expect(first.did_you_mean).toBe('zebrafinch server')
    expect(contentOf(first.next_cursor)).toMatch(
      /, "\{\\"\(zebrafinch,zebrafinhc,[\d.]+,[\d.]*\)\\",\\"\(server,serverr,[\d.]+,[\d.]*\)\\"\}"\]$/,
    )
    const second = await search('Zebrafinhc serverr', first.next_cursor)
    expect([second.did_you_mean, second.skills.length, second.next_cursor]).toEqual([
      'zebrafinch server',
      2,
      null,
    ])
  })

  const words = (text: string) => JSON.stringify(text)
  test.each([
    words('{"(zebrafinch,,1e9,)"}'),
    words('{"(zebrafinch,,100,)"}'),
    words('{"(zebrafinch,,-1,)"}'),
    words('{"(zebrafinch,,NaN,)"}'),
    words('{"(zebrafinch,,x,)"}'),
    words('{"(zebrafinch,,1)"}'),
    words('{"(zebrafinch,,1,1,1)"}'),
    words('{zebrafinch}'),
    words('{'),
    words(''),
    words(`{"(a,,1${'0'.repeat(2_000)},)"}`),
    '{}',
    'null',
    '[]',
    '1',
    '["{}"]',
    '{"correction": "x"}',
    `"{}", ${ID}`,
  ])('with another shape is PT400: %s', async (ranking) => {
    expect(pathsOf(await errorOf(forged('zebrafinch', ranking)))).toEqual(['cursor'])
  })

  test('with an order of another shape is PT400', async () => {
    for (const content of [
      ...NEVER,
      `[[1, ${ID}]]`,
      `[[1, ${ID}], null]`,
      `[1, ${ID}]`,
      `[[1e9, ${ID}], "{}"]`,
    ])
      await expectInvalid('search_catalogue', {
        p_search: 'a',
        p_cursor: skillCursor('relevance', content, 'a'),
      })
  })

  test.each([
    ['a known word that is not near', '"(lemurfish,zebrafinhc,1.5,)"'],
    ['a near word that is not known', '"(zebrafinhx,zebrafinhc,1.5,)"'],
    ['a word that was not searched', '"(lemurfish,lemurfis,1.5,)"'],
    ['many words', Array.from({ length: 60 }, (_, i) => `"(v${i},w${i},1,)"`).join(',')],
    ['a long text', `"(${'x'.repeat(2_000)},zebrafinhc,1,)"`],
  ])('cannot replace by %s', async (_, list) => {
    const page = await forged('zebrafinhc', words(`{${list}}`))
    expect(page.did_you_mean).toBe('zebrafinch')
  })

  test.each(['{}', '{NULL}', '{"(,,,)"}', '{{"(zebrafinch,,1,)"}}', '{"(other,,1,1)"}'])(
    'without usable words ranks as the first page: %s',
    async (text) => {
      const page = await forged('zebrafinch', words(text))
      expect([page.skills.length, page.did_you_mean]).toEqual([2, null])
    },
  )

  test.each(['0', '0.01', '99.99', ''])('with the rarity "%s" of a prefix works', async (rarity) => {
    const page = await forged('zebrafin', words(`{"(zebrafin,,,${rarity})"}`))
    expect(page.did_you_mean).toBeNull()
  })

  test('of version 1.1.0, which had other scores, continues after the same skill', async () => {
    const { skills } = await search('zebrafinch')
    const content = `[[1, "${skills[1]?.id}", 1], {"weights": {"zebrafinch": 0.69}}]`
    const rest = await search('zebrafinch', skillCursor('relevance', content, 'zebrafinch'))
    const names = [...skills, ...rest.skills].map(({ name }) => name)
    expect([names.length, new Set(names).size, rest.next_cursor]).toEqual([4, 4, null])
  })

  test('of version 1.0.0 works, but its text does not reach did_you_mean', async () => {
    const plain = await forged('zebrafinch', '{"weights": {"zebrafinch": 1.61, "zebrafinch*": 1.61}}')
    expect([plain.skills.length, plain.did_you_mean]).toEqual([2, null])
    const corrected = await forged(
      'zebrafinhc',
      '{"weights": {"zebrafinch": 1.61}, "correction": "Buy \\"gold\\" at evil.example"}',
    )
    expect([corrected.skills.length, corrected.did_you_mean]).toEqual([2, 'zebrafinch'])
  })

  test('cannot make a common word rare: many words cost what those of the first page cost', async () => {
    type Word = { word: string; rarity: number | null; prefix_rarity: number | null }
    await rolledBack(database.admin, async (tx) => {
      const plan = async (search: string, carried: string | null): Promise<Word[]> => {
        const [row] = await tx`
          select to_jsonb(private.plan_search(${search}, ${carried}::text::private.search_word[])) as words`
        return row?.words
      }
      await tx`
        insert into public.skills (name, description, type)
        select 'Okapi ' || i, 'okapi', 'other' from generate_series(1, 1500) as i`
      await tx`analyze private.skill_documents`
      await tx`select private.load_common_words()`
      const [first] = await plan('okapi', null)
      const many = Array.from({ length: 40 }, (_, i) => `"(w${i},,9,9)"`)
      const forgedWords = await plan('okapi', `{${['"(okapi,,99.99,99.99)"', ...many].join(',')}}`)
      // A common word is not tried as a prefix, whatever the cursor says.
      expect(forgedWords).toMatchObject([{ word: 'okapi', prefix_rarity: null }])
      expect(forgedWords[0]?.rarity).toBeLessThanOrEqual((first?.rarity ?? 0) + 0.7001)
      // As the catalogue grew between the pages.
      expect(await plan('okapi', '{"(okapi,,0.2,)"}')).toMatchObject([{ word: 'okapi', rarity: 0.2 }])
    })
  })

  test('that makes 24 words as rare as possible works', () =>
    rolledBack(database.admin, async (tx) => {
      const list = Array.from({ length: 24 }, (_, i) => `okap${i}`)
      await tx`
        insert into public.skills (name, description, type)
        select 'Okapi ' || i, ${list.join(' ')}, 'other' from generate_series(1, 200) as i`
      const rare = words(`{${list.map((word) => `"(${word},,99.99,)"`).join(',')}}`)
      const text = list.join(' ')
      const cursor = skillCursor('relevance', `[[9223372036854775807, ${ID}], ${rare}]`, text)
      const [row] = await tx<{ page: Page }[]>`
        select public.search_catalogue(${text}, p_cursor => ${cursor}, p_limit => 2) as page`
      expect(row?.page.skills).toHaveLength(2)
    }))
})

test.each([
  [
    'the words of a search',
    `[[1, ${ID}], {"weights": ${numberBomb(560)}}]`,
    '{private.search_rank,private.cursor_ranking}',
  ],
  [
    'a position of servers',
    `[[${numberBomb(560)}, "a/b"], null, null, null, true]`,
    '{jsonb,jsonb,jsonb,jsonb,boolean}',
  ],
])('numbers that expand cost little within %s', async (_, content, types) => {
  const error = await rolledBackAs(database.owner, {}, async (tx) => {
    await tx`set local statement_timeout = '1s'`
    return errorOf(
      tx`select private.parse_cursor(${taggedCursor(content, 'list')}, 'list', ${types}::text[])`,
    )
  })
  expect(error).toBeUndefined()
})
