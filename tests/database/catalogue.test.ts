import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Skill as Listed } from '../support/api.ts'
import { randomNumbers } from '../support/random.ts'
import {
  as,
  attempt,
  become,
  errorOf,
  fixturesOf,
  request,
  rolledBack,
  rpc,
  type Transaction,
} from './fixtures.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

type Page = { skills: Listed[]; count: number; next_cursor: string | null }
type Args = {
  p_type?: string | null
  p_search?: string | null
  p_sort?: string | null
  p_limit?: number | null
  p_cursor?: string | null
}

/** A skill with all that the orders depend on, read straight from the tables. */
type Known = {
  id: string
  name: string
  type: string
  key: string
  createdAt: string
  claws: number
  total: number
  /** Of each sub-score: the sum in tenths, and how many gave one. */
  scores: Record<(typeof SCORES)[number], [sum: number, count: number]>
}

const TYPES = ['mcp', 'clawdbot', 'github', 'other'] as const
const SCORES = ['reliability', 'security', 'speed'] as const
const SORTS = ['top', 'rating', 'most_rated', ...SCORES, 'newest', 'name'] as const
const SKILLS = 300

let database: OwnDatabase
let known: Known[]
const { newAgent, newSkill } = fixturesOf(() => database)

beforeAll(async () => {
  database = await ownDatabase()
  await plant()
  known = await readKnown()
  return database.drop
})

const WORDS = [
  ...[
    'browser',
    'Browser',
    'MCP',
    'files',
    'ﬁles',
    'Café',
    'cafe\u0301',
    'CAFE',
    'Straße',
    'STRASSE',
    'ΟΔΟΣ',
    'οδος',
    'ＰＤＦ',
    'pdf',
  ],
  ...[
    '100%',
    'a_b',
    'axb',
    'c:\\x',
    "it's",
    '"quoted"',
    'one,two',
    '*',
    '技能',
    '😀',
    'x²',
    'İzmir',
    'izmir',
  ],
]

/** Many skills with few words, few times and few ratings, so that every order has ties. The same in every run. */
async function plant(): Promise<void> {
  const random = randomNumbers(13)
  const pick = (n: number) => Math.floor(random() * n)
  const words = (n: number) => Array.from({ length: n }, () => WORDS[pick(WORDS.length)]).join(' ')
  const id = (prefix: string, i: number) =>
    createHash('sha256')
      .update(`${prefix}${i}`)
      .digest('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  const skills = Array.from({ length: SKILLS }, (_, i) => ({
    id: id('skill', i),
    name: `${words(1 + pick(3))} ${i % 50 === 0 ? 'ﷺ'.repeat(60) : ''} ${i}`
      .normalize('NFC')
      .replace(/ +/g, ' '),
    description: words(1 + pick(6)).normalize('NFC'),
    type: TYPES[pick(4)] ?? 'mcp',
    created_at: `2026-01-0${1 + pick(9)} 0${pick(3)}:00:00.00000${pick(3)}+00`,
  }))
  const agents = Array.from({ length: 12 }, (_, i) => ({ id: id('agent', i), agent_name: `Agent ${i}` }))
  const ratings = skills.flatMap(({ id: skill_id }) => {
    const raters = random() < 0.3 ? 0 : pick(12)
    return agents.slice(0, raters).map(({ id: agent_id }) => ({
      skill_id,
      agent_id,
      claws: 1 + pick(5),
      ...Object.fromEntries(
        SCORES.map((score) => [score, pick(3) === 0 ? null : [0, 0.1, 0.2, 0.3, 100][pick(5)]]),
      ),
    }))
  })
  const { owner } = database
  await owner`insert into public.skills ${owner(skills)}`
  await owner`insert into public.agents ${owner(agents)}`
  await owner`insert into public.ratings ${owner(ratings)}`
}

async function readKnown(): Promise<Known[]> {
  return database.owner<Known[]>`
    select
      s.id, s.name, s.type, s.name_key as key, s.created_at::text as "createdAt",
      coalesce(sum(r.claws), 0)::integer as claws, count(r.id)::integer as total,
      json_build_object(
        'reliability', array[coalesce(sum(r.reliability) * 10, 0), count(r.reliability)],
        'security', array[coalesce(sum(r.security) * 10, 0), count(r.security)],
        'speed', array[coalesce(sum(r.speed) * 10, 0), count(r.speed)]
      ) as scores
    from public.skills as s left join public.ratings as r on r.skill_id = s.id group by s.id`
}

/** Compares as UTF-8 does, and Postgres with collation "C": by code point. */
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
/** The mean with five ratings of 3 claws more, exactly: crosswise, in integers. Unrated last. */
const byTop = (a: Known, b: Known) =>
  Number(a.total > 0) - Number(b.total > 0) || (a.claws + 15) * (b.total + 5) - (b.claws + 15) * (a.total + 5)
const tenths = (skill: Known) =>
  skill.total === 0 ? 0 : Math.floor((skill.claws * 20 + skill.total) / (skill.total * 2))
const byId = (a: Known, b: Known) => byCodePoint(a.id, b.id)
/** The mean of a sub-score, exactly: crosswise, in integers; then how many gave one. Without one last. */
const byScore = (score: (typeof SCORES)[number]) => (a: Known, b: Known) => {
  const [[sumA, countA], [sumB, countB]] = [a.scores[score], b.scores[score]]
  return Number(countA > 0) - Number(countB > 0) || sumA * countB - sumB * countA || countA - countB
}

/** Each order by brute force; highest first but for names. */
const ORDERS: Record<(typeof SORTS)[number], (a: Known, b: Known) => number> = {
  top: (a, b) => byTop(b, a) || byId(b, a),
  rating: (a, b) => tenths(b) - tenths(a) || b.total - a.total || byId(b, a),
  most_rated: (a, b) => b.total - a.total || byTop(b, a) || byId(b, a),
  reliability: (a, b) => byScore('reliability')(b, a) || byId(b, a),
  security: (a, b) => byScore('security')(b, a) || byId(b, a),
  speed: (a, b) => byScore('speed')(b, a) || byId(b, a),
  newest: (a, b) => byCodePoint(b.createdAt, a.createdAt) || byId(b, a),
  name: (a, b) => byCodePoint(a.key, b.key) || byId(a, b),
}

function list(tx: Transaction, args: Args): Promise<Page> {
  return rpc<Page>(tx, 'list_skills', args)
}

/** All pages, one after the other. */
async function walk(
  tx: Transaction,
  args: Args,
  between: () => Promise<void> = async () => {},
): Promise<Page[]> {
  const pages: Page[] = []
  let cursor: string | null = null
  do {
    const page: Page = await list(tx, { ...args, p_cursor: cursor })
    pages.push(page)
    cursor = page.next_cursor
    await between()
  } while (cursor !== null && pages.length <= SKILLS + 100)
  return pages
}

/** What the walk must give: filtered and sorted here, each skill compared with the words of the search. */
async function expectedIds(
  sort: (typeof SORTS)[number],
  type: string | null,
  search: string | null,
): Promise<string[]> {
  const matches = await database.owner<{ id: string }[]>`
    select id from public.skills
    where ${search}::text is null or private.document_words(name, description)
      @@ private.required_words(private.search_words(${search}))`
  const ids = new Set(matches.map(({ id }) => id))
  return known
    .filter((skill) => (type === null || skill.type === type) && ids.has(skill.id))
    .sort(ORDERS[sort])
    .map(({ id }) => id)
}

describe.each(SORTS.map((sort) => ({ sort })))(
  'sorted by $sort, the pages are the brute-force order',
  ({ sort }) => {
    test.each<{ type: string | null; search: string | null; limits: (number | null)[] }>([
      { type: null, search: null, limits: [7, 100, 299, 300, 500, null] },
      { type: 'mcp', search: null, limits: [1, 10, 500] },
      { type: 'github', search: null, limits: [9] },
      { type: null, search: 'browser', limits: [1, 20] },
      { type: null, search: 'cafe', limits: [13] },
      { type: 'other', search: 'PDF files', limits: [1, 5] },
      { type: null, search: 'nothing like this', limits: [1, 100] },
    ])('with type $type, search $search and limits $limits', async ({ type, search, limits }) => {
      const expected = await expectedIds(sort, type, search)
      await as(database.owner, {}, async (tx) => {
        for (const limit of limits) {
          const pages = await walk(tx, { p_type: type, p_search: search, p_sort: sort, p_limit: limit })
          const size = limit ?? 100
          expect(pages.flatMap(({ skills }) => skills.map((skill) => skill.id))).toEqual(expected)
          for (const [i, page] of pages.entries()) {
            expect(page.count).toBe(page.skills.length)
            expect(page.count).toBe(Math.min(size, expected.length - i * size))
            expect(page.next_cursor === null).toBe(i === pages.length - 1)
          }
        }
      })
    })
  },
)

test('the default order is top', async () => {
  await as(database.owner, {}, async (tx) => {
    const { skills } = await list(tx, { p_limit: 500 })
    expect(skills.map((skill) => skill.id)).toEqual(await expectedIds('top', null, null))
  })
})

test('one rating of 5 does not beat two hundred that average 4.8', async () => {
  await rolledBack(database.owner, async (tx) => {
    const skills = await tx`
      insert into public.skills (name, description, type) values ('Beginner', 'x', 'other'), ('Veteran', 'x', 'other') returning id, name`
    const agents =
      await tx`insert into public.agents (agent_name) select 'Voter ' || i from generate_series(1, 200) as i returning id`
    const [beginner, veteran] = skills
    await tx`insert into public.ratings (skill_id, agent_id, claws) values (${beginner?.id}, ${agents[0]?.id}, 5)`
    await tx`
      insert into public.ratings (skill_id, agent_id, claws)
      select ${veteran?.id}, id, case when place <= 40 then 4 else 5 end
      from unnest(${agents.map(({ id }) => id)}::uuid[]) with ordinality as a (id, place)`
    const names = (page: Page) =>
      page.skills.map((skill) => skill.name).filter((name) => ['Beginner', 'Veteran'].includes(name))
    await become(tx, {})
    expect(names(await list(tx, { p_limit: 500 }))).toEqual(['Veteran', 'Beginner'])
    expect(names(await list(tx, { p_limit: 500, p_sort: 'rating' }))).toEqual(['Beginner', 'Veteran'])
    expect((await list(tx, { p_limit: 1, p_sort: 'most_rated' })).skills[0]?.name).toBe('Veteran')
  })
})

test('a listed skill has the fields of the contract, numbers as numbers', async () => {
  await as(database.owner, {}, async (tx) => {
    const { skills } = await list(tx, { p_limit: 500 })
    for (const skill of skills) {
      expect(Object.keys(skill)).toEqual([
        ...['id', 'name', 'slug', 'description', 'type', 'url'],
        ...['avg_claws', 'total_ratings', 'sub_scores', 'created_at', 'updated_at'],
      ])
      const expected = known.find(({ id }) => id === skill.id) as Known
      expect(skill.avg_claws).toBe(tenths(expected) / 10)
      expect(skill.total_ratings).toBe(expected.total)
      for (const score of SCORES) {
        const [sum, count] = expected.scores[score]
        const mean = count === 0 ? null : expect.closeTo(sum / count / 10, 12)
        expect(skill.sub_scores[score]).toEqual({ mean, count })
      }
      expect(skill.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    }
  })
})

describe('a search finds what brute force finds', () => {
  test.each(
    [
      ...[
        ...WORDS,
        'BROWSER',
        'rows',
        'café',
        'CAFÉ',
        'ca fe',
        'strasse',
        'straße',
        'STRAẞE',
        'οδοσ',
        'ＭＣＰ',
        'ｃａｆｅ',
        'files',
        'FILES',
        'x2',
      ],
      ...[
        '%',
        '_',
        '\\',
        '*',
        "'",
        '"',
        ',',
        '(',
        ')',
        '%%',
        '100%',
        '10_%',
        'a_b',
        'a%b',
        'c:\\',
        '\\%',
        '\\\\',
        "';--",
        '{a,b}',
        '.',
        '|',
        '&',
        '!',
        ':*',
        '<->',
      ],
      ...[
        'browser mcp',
        'mcp browser',
        'mcp  mcp',
        'Café\u3000browser\u0085files',
        'a',
        '1',
        '17',
        '技',
        '能',
        '😀',
        '\u200d',
        '\ufe0f',
        '\u0301',
        'ﷺ',
      ],
      ...[
        'browser '.repeat(25),
        'a '.repeat(99),
        'z'.repeat(200),
        'browser\nmcp',
        'browser\tmcp',
        '\u00adbrowser',
        'browsermcp',
      ],
    ].map((search) => [search]),
  )('%j', async (search) => {
    await as(database.owner, {}, async (tx) => {
      const { skills } = await list(tx, { p_search: search, p_sort: 'name', p_limit: 500 })
      expect(skills.map((skill) => skill.id)).toEqual(await expectedIds('name', null, search.trim()))
    })
  })

  test.each(['', ' ', '\u0085\ufeff'])('%j is no search: it finds all', async (search) => {
    await as(database.owner, {}, async (tx) => {
      expect((await list(tx, { p_search: search, p_limit: 500 })).count).toBe(SKILLS)
    })
  })

  test('a word may be in the name and another in the description, but none across the two', async () => {
    await rolledBack(database.owner, async (tx) => {
      await tx`insert into public.skills (name, description, type) values ('Zebra stripes', 'fading away', 'other')`
      await become(tx, {})
      expect((await list(tx, { p_search: 'fading zebra', p_sort: 'name' })).count).toBe(1)
      expect((await list(tx, { p_search: 'stripesfading', p_sort: 'name' })).count).toBe(0)
    })
  })

  test('every skill is found by its own name, and comes first', async () => {
    await as(database.owner, {}, async (tx) => {
      for (const { name } of known.slice(0, 100)) {
        const { skills } = await list(tx, { p_search: name, p_limit: 1 })
        expect(skills[0]?.name).toBe(name)
      }
    })
  })
})

describe('limits', () => {
  test.each([
    [null, 100],
    [0, 1],
    [-1, 1],
    [-2_147_483_648, 1],
    [1, 1],
    [100, 100],
    [299, 299],
    [501, SKILLS],
    [2_147_483_647, SKILLS],
  ])('of %s give %s', async (limit, expected) => {
    await as(database.owner, {}, async (tx) => {
      expect((await list(tx, { p_limit: limit })).count).toBe(expected)
    })
  })

  test('above 500 are 500', async () => {
    await rolledBack(database.owner, async (tx) => {
      await tx`
        insert into public.skills (name, description, type) select 'Filler ' || i, 'x', 'other' from generate_series(1, 210) as i`
      await become(tx, {})
      for (const limit of [500, 501, 1_000, 2_147_483_647]) {
        const page = await list(tx, { p_limit: limit })
        expect([page.count, page.next_cursor === null]).toEqual([500, false])
      }
    })
  })
})

test('a skill whose place does not change during a walk is seen exactly once, whatever others write meanwhile', async () => {
  for (const sort of SORTS) {
    await rolledBack(database.owner, async (tx) => {
      const random = randomNumbers(14)
      const [agent] = await tx`insert into public.agents (agent_name) values ('Meddler') returning id`
      const touched = new Set<string>()
      let made = 0
      const pages = await walk(tx, { p_sort: sort, p_limit: 11 }, async () => {
        const someone = () => known[Math.floor(random() * known.length)]?.id as string
        const [deleted, rated, renamed] = [someone(), someone(), someone()]
        for (const id of [deleted, rated, renamed]) touched.add(id)
        await tx`delete from public.skills where id = ${deleted}`
        await tx`
          insert into public.ratings (skill_id, agent_id, claws) select id, ${agent?.id}, 5 from public.skills where id = ${rated}
          on conflict (skill_id, agent_id) do update set claws = 1`
        await tx`update public.skills set name = 'Renamed ' || id where id = ${renamed}`
        made++
        await tx`insert into public.skills (name, description, type) values (${`Made ${made}`}, 'x', 'other')`
      })
      const seen = pages.flatMap(({ skills }) => skills.map((skill) => skill.id))
      const still = known.filter(({ id }) => !touched.has(id))
      for (const { id } of still) expect(seen.filter((other) => other === id)).toHaveLength(1)
    })
  }
})

test('a cursor holds although the skill it ends at is gone', async () => {
  await rolledBack(database.owner, async (tx) => {
    const first = await list(tx, { p_sort: 'name', p_limit: 10 })
    await tx`delete from public.skills where id = ${first.skills[9]?.id ?? ''}`
    const second = await list(tx, { p_sort: 'name', p_limit: 10, p_cursor: first.next_cursor })
    const expected = await expectedIds('name', null, null)
    expect(second.skills.map((skill) => skill.id)).toEqual(expected.slice(10, 20))
  })
})

/** A cursor of any content that belongs to a list: nothing about a cursor is secret. */
async function forged(content: string, bound: string): Promise<string> {
  const [row] =
    await database.owner`select private.encode_cursor(${content}::text::jsonb, ${bound}) as cursor`
  return row?.cursor
}

const boundTo = (sort: string, type = '', search = '') => [sort, type, search].join('\u001f')

async function listError(args: Args) {
  let error: Awaited<ReturnType<typeof attempt>>
  await rolledBack(database.owner, async (tx) => {
    await become(tx, {})
    error = await attempt(tx, (inner) => list(inner, args))
  })
  return error
}

async function expectPT400(args: Args, path: string): Promise<void> {
  const error = await listError(args)
  expect([error?.code, error?.message]).toEqual(['PT400', 'invalid_request'])
  expect(JSON.parse(error?.detail ?? '[]').map((problem: { path: string }) => problem.path)).toEqual([path])
}

describe('a cursor of this list is taken by this list alone', () => {
  test('whatever the limit', async () => {
    await as(database.owner, {}, async (tx) => {
      const { next_cursor } = await list(tx, { p_limit: 5 })
      const expected = await expectedIds('top', null, null)
      for (const limit of [1, 50, 500, null]) {
        const { skills } = await list(tx, { p_limit: limit, p_cursor: next_cursor })
        expect(skills.map((skill) => skill.id)).toEqual(expected.slice(5, 5 + (limit ?? 100)))
      }
    })
  })

  test('not with another type, search or sort', async () => {
    const LISTS: Args[] = [
      {},
      ...SORTS.slice(1).map((p_sort) => ({ p_sort })),
      { p_type: 'mcp' },
      { p_type: 'github' },
      { p_search: 'a' },
      { p_search: 'b' },
      { p_type: 'mcp', p_search: 'a' },
      { p_search: 'mcp' },
    ]
    const cursors = await as(database.owner, {}, async (tx) => {
      const all: string[] = []
      for (const args of LISTS) all.push((await list(tx, { ...args, p_limit: 1 })).next_cursor ?? '')
      return all
    })
    for (const [i, args] of LISTS.entries())
      for (const [j, cursor] of cursors.entries()) {
        if (i === j) expect(await listError({ ...args, p_cursor: cursor })).toBeUndefined()
        else await expectPT400({ ...args, p_cursor: cursor }, 'cursor')
      }
  })

  test('not with any one character changed', async () => {
    const { next_cursor } = await request<Page>(database.owner, {}, 'list_skills', {
      p_limit: 7,
      p_sort: 'name',
    })
    const cursor = next_cursor ?? ''
    for (let i = 0; i < cursor.length; i++) {
      const changed = `${cursor.slice(0, i)}${cursor[i] === 'A' ? 'B' : 'A'}${cursor.slice(i + 1)}`
      await expectPT400({ p_limit: 7, p_sort: 'name', p_cursor: changed }, 'cursor')
    }
  })

  test('is opaque: letters, digits, - and _, and short enough for an address', async () => {
    await as(database.owner, {}, async (tx) => {
      for (const sort of SORTS)
        for (const { next_cursor } of await walk(tx, { p_sort: sort, p_limit: 20 }))
          if (next_cursor !== null) expect(next_cursor).toMatch(/^[A-Za-z0-9_-]{20,4000}$/)
    })
  })

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a letter', 'a'],
    ['a word', 'cursor'],
    ['base64 of nothing', '===='],
    ['other characters', '!!!!'],
    ['quotes', `'";--`],
    ['emoji', '😀😀'],
    ['base64 of bytes that are no text', Buffer.from('ff'.repeat(40), 'hex').toString('base64url')],
    ['base64 of NUL', Buffer.alloc(40).toString('base64url')],
    ['base64 of text', Buffer.from('x'.repeat(100)).toString('base64url')],
    ['base64 of JSON', Buffer.from('{"id": 1}').toString('base64url')],
    ['a wrong tag', Buffer.from(`${'0'.repeat(16)}{}`).toString('base64url')],
    ['a wrong tag and null', Buffer.from(`${'0'.repeat(16)}null`).toString('base64url')],
    ['a number that no type holds', Buffer.from(`${'0'.repeat(16)}1e999999`).toString('base64url')],
    ['an escaped NUL', Buffer.from(`${'0'.repeat(16)}"\\u0000"`).toString('base64url')],
    ['a lone surrogate', Buffer.from(`${'0'.repeat(16)}"\\ud800"`).toString('base64url')],
    ['100,000 letters', 'a'.repeat(100_000)],
    ['a million letters and one', 'A'.repeat(1_000_001)],
    ['JSON nested 2,900 deep', Buffer.from('0'.repeat(16) + '['.repeat(2_900)).toString('base64url')],
    ['JSON nested 100,000 deep', Buffer.from('0'.repeat(16) + '['.repeat(100_000)).toString('base64url')],
    [
      'objects nested 100,000 deep',
      Buffer.from('0'.repeat(16) + '{"a":'.repeat(100_000)).toString('base64url'),
    ],
  ])('PT400 for %s', async (_, cursor) => {
    await expectPT400({ p_cursor: cursor }, 'cursor')
  })

  test('PT400 for random bytes and random letters', async () => {
    const random = randomNumbers(15)
    for (let i = 0; i < 300; i++) {
      const bytes = Buffer.from(
        Array.from({ length: Math.floor(random() * 80) }, () => Math.floor(random() * 256)),
      )
      await expectPT400(
        { p_cursor: i % 2 ? bytes.toString('base64url') : bytes.toString('latin1').replaceAll('\0', 'x') },
        'cursor',
      )
    }
  })

  const ID = '00000000-0000-4000-8000-000000000000'
  test.each([
    '["one", "one"]',
    '[[], {}]',
    `["yesterday or so", "no id", "${ID}"]`,
    '["99999999-01-01", 1, "no id"]',
    '[1e30, 1e30, 1e30]',
    '[1.5, 1.5, 1.5]',
  ])('PT400 for a position with values of other types: %s', async (content) => {
    for (const sort of SORTS)
      await expectPT400({ p_sort: sort, p_cursor: await forged(content, boundTo(sort)) }, 'cursor')
  })

  test.each([
    'null',
    'true',
    '1',
    '"text"',
    '{}',
    '[]',
    '[1, 2]',
    '[{}]',
    `["${ID}"]`,
    `[null, null, "${ID}"]`,
    `[9223372036854775807, -9223372036854775808, "${ID}"]`,
    `["infinity", "${ID}"]`,
    `["${'x'.repeat(2_900)}", "${ID}"]`,
    `[[[]], "${ID}", [[]]]`,
    `[[1, "${ID}"], {"weights": "x"}]`,
    `[[1, "${ID}"], {"weights": {"mcp": "NaN", "mcp*": 1e300}}]`,
    `[[1, "${ID}"], {"weights": {"mcp": -5, "mcp*": "x"}, "correction": "mcp"}]`,
    `[[1, "${ID}"], {"weights": [], "correction": "'"}]`,
  ])('PT400 or a page for any other position of the right list: %s', async (content) => {
    for (const sort of [...SORTS, 'relevance']) {
      const search = sort === 'relevance' ? 'mcp' : ''
      const p_cursor = await forged(content, boundTo(sort, '', search))
      const error = await listError({ p_sort: sort, p_search: search, p_cursor })
      expect([undefined, 'PT400'], error?.message).toContain(error?.code)
    }
  })
})

describe('what is not of the list', () => {
  test.each(
    [
      ...['', 'MCP', 'mcp ', ' mcp', 'all', 'null', "mcp' or 1=1", '%', '😀', 'x'.repeat(100_000)].map(
        (p_type) => [{ p_type }, 'type'] as const,
      ),
      ...['', 'TOP', 'top ', 'oldest', 'name desc', 'name; drop table', '1', '😀', 'x'.repeat(100_000)].map(
        (p_sort) => [{ p_sort }, 'sort'] as const,
      ),
      ...[
        'x'.repeat(201),
        '😀'.repeat(201),
        'a b '.repeat(51).trim(),
        'x'.repeat(1_000_000),
        'a '.repeat(500_000),
      ].map((p_search) => [{ p_search }, 'search'] as const),
    ].map(([args, path]) => ({ args, path, shown: JSON.stringify(args).slice(0, 40) })),
  )('is PT400: $shown', async ({ args, path }) => {
    await expectPT400(args, path)
  })

  test('is all reported at once', async () => {
    const error = await listError({ p_type: 'x', p_sort: 'x', p_search: 'x'.repeat(201), p_cursor: 'x' })
    expect(JSON.parse(error?.detail ?? '[]').map((problem: { path: string }) => problem.path)).toEqual(
      expect.arrayContaining(['type', 'sort', 'search']),
    )
  })

  test('200 characters of search are taken, emoji too, and white space around them', async () => {
    for (const p_search of ['x'.repeat(200), '😀'.repeat(200), ` \u0085${'x'.repeat(200)}\ufeff`]) {
      expect(await listError({ p_search })).toBeUndefined()
    }
  })
})

describe('get_skill', () => {
  test.each([
    ['null', null],
    ['nothing', ''],
    ['an unknown slug', 'nothing-like-this'],
    ['an unknown id', '00000000-0000-4000-8000-000000000000'],
    ['a name', 'Get Me'],
    ['a slug in upper case', 'GET-ME'],
    ['a slug in white space', ' get-me '],
    ['a slug and a line break', 'get-me\n'],
    ['a pattern', '%'],
    ['an id without hyphens', '00000000000040008000000000000000'],
    ['an id in braces', '{00000000-0000-4000-8000-000000000000}'],
    ['an id with a letter too many', '00000000-0000-4000-8000-0000000000000'],
    ['what looks like an id', 'gggggggg-0000-4000-8000-000000000000'],
    ['an id and a line break', '00000000-0000-4000-8000-000000000000\n'],
    ['emoji', '😀'],
    ['a million letters', 'a'.repeat(1_000_000)],
    ['quotes', `';drop table skills;--`],
  ])('of %s is PT404', async (_, p_skill) => {
    const error = await errorOf(request(database.owner, {}, 'get_skill', { p_skill }))
    expect([error?.code, error?.message, error?.detail]).toEqual(['PT404', 'skill_not_found', 'null'])
  })

  test('gives a skill by its slug and by its id in either case, with its distribution, scores and ten newest ratings', async () => {
    const skill = await newSkill('Get Me', await newAgent('Submitter'))
    try {
      const claws = [1, 5, 5, 4, 3, 2, 5, 5, 4, 1, 2, 5]
      for (const [i, n] of claws.entries()) {
        const agent = await newAgent(`Getter ${i}`)
        await request(database.owner, { key: agent.key }, 'submit_rating', {
          p_skill_id: skill.id,
          p_claws: n,
          ...(i < 3 ? { p_reliability: [0.1, 0.2, 0.3][i] } : {}),
          ...(i === 5 ? { p_speed: 100, p_commentary: 'The sixth' } : {}),
        })
      }
      const answers = await Promise.all(
        [skill.slug, skill.id, skill.id.toUpperCase()].map((p_skill) =>
          request<Listed & { ratings: { agent_name: string }[] }>(database.owner, {}, 'get_skill', {
            p_skill,
          }),
        ),
      )
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      expect(answers[0]).toMatchObject({
        id: skill.id,
        slug: 'get-me',
        // 42 of 12.
        avg_claws: 3.5,
        total_ratings: 12,
        rating_counts: { 1: 2, 2: 2, 3: 1, 4: 2, 5: 5 },
        sub_scores: {
          reliability: { mean: 0.2, count: 3 },
          security: { mean: null, count: 0 },
          speed: { mean: 100, count: 1 },
        },
      })
      expect(answers[0]?.ratings.map((rating) => rating.agent_name)).toEqual(
        Array.from({ length: 10 }, (_, i) => `Getter ${11 - i}`),
      )
      expect(Object.keys(answers[0]?.ratings[0] ?? {})).toEqual([
        ...['id', 'skill_id', 'agent_name', 'claws', 'reliability', 'security', 'speed'],
        ...['commentary', 'created_at', 'updated_at'],
      ])
      expect(Object.keys(answers[0] ?? {})).toEqual([
        ...[
          'id',
          'name',
          'slug',
          'description',
          'type',
          'url',
          'avg_claws',
          'total_ratings',
          'sub_scores',
          'created_at',
          'updated_at',
          'retired_at',
        ],
        ...['rating_counts', 'ratings'],
      ])
    } finally {
      await database.owner`delete from public.skills where id = ${skill.id}`
    }
  })

  test('of an unrated skill has zeros and nulls', async () => {
    const unrated = known.find((skill) => skill.total === 0) as Known
    expect(await request(database.owner, {}, 'get_skill', { p_skill: unrated.id })).toMatchObject({
      avg_claws: 0,
      total_ratings: 0,
      rating_counts: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
      sub_scores: {
        reliability: { mean: null, count: 0 },
        security: { mean: null, count: 0 },
        speed: { mean: null, count: 0 },
      },
      ratings: [],
    })
  })
})

describe('what anon can call it can call with any arguments:', () => {
  const ODD = [
    null,
    '',
    ' ',
    '\u0001',
    '\u202e',
    '%',
    '\\',
    "'",
    '😀'.repeat(300),
    'ﷺ'.repeat(300),
    'x'.repeat(20_000),
    '{}',
    'null',
  ]

  test.each([
    ['register_agent', ['p_agent_name', 'p_agent_description', 'p_email']],
    ['submit_skill', ['p_name', 'p_description', 'p_type', 'p_url']],
    ['submit_rating', ['p_skill_name', 'p_commentary']],
    ['list_skills', ['p_type', 'p_search', 'p_sort', 'p_cursor']],
    ['get_skill', ['p_skill']],
  ] as const)('%s answers or raises a state of its own', async (name, parameters) => {
    const random = randomNumbers(16)
    await rolledBack(database.owner, async (tx) => {
      await become(tx, {})
      for (let i = 0; i < 200; i++) {
        const args = Object.fromEntries(
          parameters.map((parameter) => [parameter, ODD[Math.floor(random() * ODD.length)]]),
        )
        const error = await attempt(tx, (inner) => rpc(inner, name, args))
        if (error) expect(error.code, JSON.stringify(args).slice(0, 300)).toMatch(/^PT4\d\d$/)
      }
    })
  })
})
