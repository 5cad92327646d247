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
  const forged = (p_search: string, content: string) =>
    search(p_search, skillCursor('relevance', content, p_search))
  const contentOf = (cursor: string | null) =>
    Buffer.from(cursor ?? '', 'base64url')
      .toString()
      .slice(16)

  test('carries the corrected search and a place, and all pages have the same correction', async () => {
    const first = await search('Zebrafinhc serverr')
    expect(first.did_you_mean).toBe('zebrafinch server')
    expect(contentOf(first.next_cursor)).toBe('["zebrafinch server", 2]')
    const second = await search('Zebrafinhc serverr', first.next_cursor)
    expect([second.did_you_mean, second.skills.length, second.next_cursor]).toEqual([
      'zebrafinch server',
      2,
      null,
    ])
    expect(new Set([...first.skills, ...second.skills].map(({ id }) => id)).size).toBe(4)
  })

  test.each(['Zebrafinhc zebrafinch', 'serverr servre', 'Zebrafinhc, Zebrafinhc!'])(
    'has one did_you_mean on all pages, also of words that become one: %s',
    async (text) => {
      const first = await search(text)
      const second = await search(text, first.next_cursor)
      expect(first.did_you_mean).not.toBeNull()
      expect(second.did_you_mean).toBe(first.did_you_mean)
    },
  )

  test('ranks other words, as another search would', async () => {
    const { skills, did_you_mean } = await forged('zebrafinhc', '["lemurfish", 1]')
    const other = await search('lemurfish', skillCursor('relevance', '["lemurfish", 1]', 'lemurfish'))
    expect(skills).toEqual(other.skills)
    // Words that are not its own reach nobody but the sender of the cursor.
    expect(did_you_mean).toBe('lemurfish')
  })

  test.each([
    ['', ' ', 'x'.repeat(201), `a${'\u0301'.repeat(31)}`].map((text) => JSON.stringify([text, 1])),
    ['0', '-1', '1000', '1.5', '"1"', 'null', '1e2', '9'.repeat(19)].map(
      (place) => `["zebrafinch", ${place}]`,
    ),
    ['"zebrafinch"', '["zebrafinch"]', '["zebrafinch", 1, 1]', '[1, 1]', '[null, 1]', '[["zebrafinch"], 1]'],
    // Those of 2.0.0, 1.1.0 and 1.0.0.
    [
      `[[900000000000000000, ${ID}, 1], "{\\"(zebrafinch,,1.5,)\\"}"]`,
      `[[900000000000000000, ${ID}], {"weights": {"zebrafinch": 0.69}}]`,
    ],
    NEVER,
  ])('with other words or another place than a search can have is PT400 (%#)', async (...contents) => {
    for (const content of contents.map((one) => one.replaceAll(',', ', ').replaceAll(',  ', ', ')))
      await expectInvalid('search_catalogue', {
        p_search: 'zebrafinch',
        p_cursor: skillCursor('relevance', content, 'zebrafinch'),
      })
  })

  test('ends after the 1,000th skill', () =>
    rolledBack(database.admin, async (tx) => {
      await tx`
        insert into public.skills (name, description, type)
        select 'Okapi ' || i, 'okapi', 'other' from generate_series(1, 1003) as i`
      const page = async (place: number) => {
        const cursor = skillCursor('relevance', `["okapi", ${place}]`, 'okapi')
        const [row] = await tx<{ page: Page }[]>`
          select public.search_catalogue('okapi', p_cursor => ${cursor}, p_limit => 10) as page`
        return row?.page
      }
      expect((await page(989))?.next_cursor).not.toBeNull()
      const last = await page(990)
      expect([last?.skills.length, last?.next_cursor]).toEqual([10, null])
      expect((await page(999))?.skills).toHaveLength(1)
    }))
})

test.each([
  ['the words of a search', `[${numberBomb(560)}, 1]`, '{private.cursor_text,private.cursor_place}'],
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
