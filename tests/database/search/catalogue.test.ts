import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_LIMIT, perSubScore, SKILL_TYPES } from '../../../functions/_shared/schemas/options.ts'
import { randomNumbers } from '../../../scripts/support/random.ts'
import type { Skill as Listed } from '../../support/api.ts'
import {
  as,
  become,
  errorOf,
  pagesOf,
  pathsOf,
  request,
  rolledBack,
  rpc,
  type Transaction,
  testDatabase,
} from '../fixtures.ts'

type Page = { skills: Listed[]; count: number; next_cursor: string | null }
type Args = Partial<Record<'p_type' | 'p_search' | 'p_sort' | 'p_cursor', string | null>> & {
  p_limit?: number | null
}

/** The keys of each order; the ids decide between equal ones. That the aggregates are exact is tested in aggregates.test.ts. */
const ORDERS = {
  top: 'score desc',
  rating: 'avg_tenths desc, total_ratings desc',
  most_rated: 'total_ratings desc, score desc',
  ...perSubScore((name) => `${name}_score desc`),
  newest: 'created_at desc',
  name: 'name_key collate "C"',
}
type Sort = keyof typeof ORDERS
const SORTS = Object.keys(ORDERS) as Sort[]
const SKILLS = 120

const { database, newAgent, newSkill, submitRating, page } = testDatabase()
let known: { id: string; name: string }[]

const WORDS =
  `browser Browser MCP files ﬁles Café cafe\u0301 CAFE Straße STRASSE ΟΔΟΣ οδος ＰＤＦ pdf 100% a_b axb c:\\x
  it's "quoted" one,two * 技能 😀 x² İzmir izmir`.split(/\s+/)

// Many skills with few words, few times and few ratings, so that every order has ties. The same in every run but for the ids.
beforeAll(async () => {
  const random = randomNumbers(13).fraction
  const pick = (n: number) => Math.floor(random() * n)
  const words = (n: number) => Array.from({ length: n }, () => WORDS[pick(WORDS.length)]).join(' ')
  const skills = Array.from({ length: SKILLS }, (_, i) => ({
    name: `${words(1 + pick(3))} ${i % 50 === 0 ? `${'ﷺ'.repeat(60)} ` : ''}${i}`.normalize('NFC'),
    description: words(1 + pick(6)).normalize('NFC'),
    type: SKILL_TYPES[pick(4)] ?? 'mcp',
    created_at: `2026-01-0${1 + pick(9)} 0${pick(3)}:00:00.00000${pick(3)}+00`,
  }))
  const { owner } = database
  known = await owner`insert into public.skills ${owner(skills)} returning id, name`
  const agents = await owner`
    insert into public.agents (agent_name) select 'Agent ' || i from generate_series(1, 12) as i returning id`
  const score = () => (pick(3) === 0 ? null : ([0, 0.1, 0.2, 0.3, 100][pick(5)] ?? null))
  const ratings = known.flatMap(({ id: skill_id }) =>
    agents.slice(0, random() < 0.3 ? 0 : pick(12)).map(({ id: agent_id }) => ({
      skill_id,
      agent_id,
      claws: 1 + pick(5),
      ...perSubScore(score),
    })),
  )
  await owner`insert into public.ratings ${owner(ratings)}`
  await owner`create table documents as select id as skill_id, private.document_words(name, description) as words from public.skills`
})

/** What the pages must give: each skill compared with the type and the words of the search, and sorted. */
async function expectedIds(sort: Sort, type: string | null = null, search: string | null = null) {
  const rows = await database.owner.unsafe<{ id: string }[]>(
    `select s.id from public.skills as s join public.skill_stats as st on st.skill_id = s.id join documents as d on d.skill_id = s.id
     where ($1::text is null or s.type = $1)
       and ($2::text is null or d.words @@ private.required_words(private.search_words($2)))
     order by ${ORDERS[sort]}, s.id ${sort === 'name' ? '' : 'desc'}`,
    [type, search],
  )
  return idsOf({ skills: rows })
}

/** Lists, or with words searches. */
function list(tx: Transaction, { p_search, ...args }: Args): Promise<Page> {
  if (p_search === undefined || p_search === null) return rpc(tx, 'list_skills', args)
  return rpc(tx, 'search_catalogue', { p_search, ...args })
}
/** Lists in a transaction of its own. */
const listed = (args: Args) => as(database.owner, {}, (tx) => list(tx, args))
const idsOf = (...pages: { skills: readonly { id: string }[] }[]) =>
  pages.flatMap(({ skills }) => skills.map(({ id }) => id))

/** All pages, one after the other. */
async function walk(tx: Transaction, args: Args, between = async () => {}): Promise<Page[]> {
  const pages: Page[] = []
  for await (const page of pagesOf((p_cursor) => list(tx, { ...args, p_cursor }))) {
    pages.push(page)
    // Short enough for an address, and without characters that must be encoded.
    if (page.next_cursor !== null) expect(page.next_cursor).toMatch(/^[A-Za-z0-9_-]{20,4000}$/)
    await between()
  }
  return pages
}

test.each(SORTS)('the pages of sort=%s have each skill once and in order', async (sort) => {
  const lists: [type: string | null, search: string | null, limits: (number | null)[]][] = [
    [null, null, sort === 'top' ? [7, 100, SKILLS - 1, SKILLS, 500, null] : [7, SKILLS]],
    ['mcp', null, [4]],
    [null, 'browser', [3, 20]],
    ['other', 'PDF files', [1, 5]],
    [null, 'nothing like this', [1]],
  ]
  await as(database.owner, {}, async (tx) => {
    for (const [type, search, limits] of lists) {
      const expected = await expectedIds(sort, type, search)
      for (const limit of limits) {
        const pages = await walk(tx, { p_type: type, p_search: search, p_sort: sort, p_limit: limit })
        const size = limit ?? 100
        expect(idsOf(...pages)).toEqual(expected)
        for (const [i, { count, skills, next_cursor }] of pages.entries()) {
          expect([count, skills.length]).toEqual(Array(2).fill(Math.min(size, expected.length - i * size)))
          expect(next_cursor === null).toBe(i === pages.length - 1)
        }
      }
    }
  })
})

test('the default order is top', async () => {
  expect(idsOf(await listed({ p_limit: 500 }))).toEqual(await expectedIds('top'))
})

test('a listed skill has the fields of its page, times in UTC', async () => {
  for (const skill of (await listed({ p_limit: 20 })).skills) {
    expect(await page(skill.id)).toMatchObject(skill)
    expect(skill.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  }
})

test('a list has each skill as the catalogue has it, however the skill changed', async () => {
  const agent = await newAgent('Changing rater')
  const changed = await newSkill('Changed', agent)
  const merged = await newSkill('Merged', agent)
  await submitRating(agent, changed, { p_claws: 4, p_speed: 99.5 })
  for (const [index, p_claws] of [5, 4, 4].entries()) {
    const established = await newAgent(`Established rater ${index}`)
    await database.owner`select admin.grant_standing(${established.id}, 'Known.')`
    await submitRating(established, changed, { p_claws })
  }
  await database.owner`
    update public.skills
    set name = 'Ünï {"quoted"} \\ 名前', description = ${'tab\there, "quotes"} 😀'}, type = 'other', url = 'https://example.com/{a}?b=}'
    where id = ${changed.id}`
  await database.owner`select admin.merge_skills(${merged.id}, ${changed.id}, 'The same.', true)`
  await database.owner`
    insert into public.skills (name, description, type, created_at, updated_at)
    values ('Imported', 'No address', 'mcp', '2020-02-29 12:00:00.5+02', '2020-03-01')`
  const skills = `(json_array_elements(public.list_skills(p_sort => 'name', p_limit => 500) -> 'skills'))::text`
  const [row] = await database.owner.unsafe(`
    select
      array(select ${skills}) as listed,
      array(select row_to_json(c)::text from public.skill_catalogue as c order by name collate "C") as catalogue`)
  expect(row?.listed.length).toBeGreaterThan(SKILLS)
  expect(row?.listed.sort()).toEqual(row?.catalogue.sort())
  expect(row?.listed.join()).toContain('Ünï')
  expect(row?.listed.join()).toContain('"established_ratings":3,"established_mean":4.33333333333333,')
  await database.owner`delete from public.skills where id in (${changed.id}, ${merged.id}) or name = 'Imported'`
})

describe('a search', () => {
  test('finds what a comparison with each skill finds', async () => {
    const searches = [
      ...WORDS,
      ...`BROWSER rows café CAFÉ strasse STRAẞE οδοσ ＭＣＰ ｃａｆｅ x2 % _ \\ ' " , ( %% 10_% a%b c:\\ \\% \\\\ ';-- {a,b} . | & !
        :* <-> a 1 17 技 能 \u200d \ufe0f \u0301 ﷺ browsermcp \u00adbrowser`.split(/\s+/),
      'browser mcp',
      'mcp browser',
      'mcp  mcp',
      'ca fe',
      'Café\u3000browser\u0085files',
      'browser\nmcp',
      'browser '.repeat(25),
      'a '.repeat(99),
      'z'.repeat(200),
    ]
    await as(database.owner, {}, async (tx) => {
      for (const search of searches) {
        const page = await list(tx, { p_search: search, p_sort: 'name', p_limit: 500 })
        expect(idsOf(page), search).toEqual(await expectedIds('name', null, search.trim()))
      }
    })
  })

  test.each(['', ' ', '\u0085\ufeff'])('for %j is PT400', async (p_search) => {
    await expectPT400({ p_search }, 'search')
  })

  test('by newest has the order of the list, also after an admin changed when a skill was submitted', async () => {
    await rolledBack(database.owner, async (tx) => {
      const newest = async () =>
        idsOf(await list(tx, { p_search: 'browser', p_sort: 'newest', p_limit: 500 }))
      const before = await newest()
      expect(before).toEqual(await expectedIds('newest', null, 'browser'))
      const last = before.at(-1) as string
      await tx`update public.skills set created_at = '2030-01-01Z' where id = ${last}`
      expect(await newest()).toEqual([last, ...before.slice(0, -1)])
    })
  })

  test('for the name of a skill returns that skill first', async () => {
    await as(database.owner, {}, async (tx) => {
      for (const { name } of known.slice(0, 30))
        expect((await list(tx, { p_search: name, p_limit: 1 })).skills[0]?.name).toBe(name)
    })
  })
})

test('a limit is from 1 to MAX_LIMIT, and 100 by default', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`
      insert into public.skills (name, description, type) select 'Filler ' || i, 'x', 'other' from generate_series(1, ${MAX_LIMIT}) as i`
    await become(tx, {})
    const counts: number[] = []
    for (const p_limit of [null, -2_147_483_648, 0, MAX_LIMIT, MAX_LIMIT + 1, 2_147_483_647])
      counts.push((await list(tx, { p_limit })).count)
    expect(counts).toEqual([100, 1, 1, MAX_LIMIT, MAX_LIMIT, MAX_LIMIT])
  })
})

test('a skill whose position does not change during a walk is seen exactly once, whatever others write', async () => {
  // By a number, a time and a text.
  for (const sort of ['top', 'newest', 'name']) {
    await rolledBack(database.owner, async (tx) => {
      const random = randomNumbers(14).fraction
      const [agent] = await tx`insert into public.agents (agent_name) values ('Meddler') returning id`
      const touched = new Set<string>()
      const pages = await walk(tx, { p_sort: sort, p_limit: 20 }, async () => {
        const someone = () => known[Math.floor(random() * SKILLS)]?.id as string
        const [deleted, rated, renamed] = [someone(), someone(), someone()]
        for (const id of [deleted, rated, renamed]) touched.add(id)
        await tx`delete from public.skills where id = ${deleted}`
        await tx`
          insert into public.ratings (skill_id, agent_id, claws) select id, ${agent?.id}, 5 from public.skills where id = ${rated}
          on conflict (skill_id, agent_id) do update set claws = 1`
        await tx`update public.skills set name = 'Renamed ' || id where id = ${renamed}`
        await tx`insert into public.skills (name, description, type) values ('Added ' || gen_random_uuid(), 'x', 'other')`
      })
      const seen = idsOf(...pages)
      for (const { id } of known.filter((skill) => !touched.has(skill.id)))
        expect(seen.filter((other) => other === id)).toHaveLength(1)
    })
  }
})

async function expectPT400(args: Args, path: string): Promise<void> {
  const error = await errorOf(listed(args))
  expect(pathsOf(error), JSON.stringify(args).slice(0, 100)).toEqual([path])
}

describe('a cursor', () => {
  test('is valid with any limit, also when its skill was deleted', async () => {
    await rolledBack(database.owner, async (tx) => {
      const { next_cursor, skills } = await list(tx, { p_limit: 5 })
      await tx`delete from public.skills where id = ${skills[4]?.id ?? ''}`
      const expected = await expectedIds('top')
      for (const limit of [1, 50, 500, null]) {
        const page = await list(tx, { p_limit: limit, p_cursor: next_cursor })
        expect(idsOf(page)).toEqual(expected.slice(5, 5 + (limit ?? 100)))
      }
    })
  })

  test('is only valid with the same type, search and sort', async () => {
    const lists: Args[] = [
      {},
      { p_sort: 'rating' },
      { p_sort: 'newest' },
      { p_type: 'mcp' },
      { p_type: 'github' },
      { p_search: 'a' },
      { p_search: 'mcp' },
      { p_type: 'mcp', p_search: 'a' },
    ]
    for (const [i, args] of lists.entries()) {
      const { next_cursor } = await listed({ ...args, p_limit: 1 })
      for (const [j, other] of lists.entries()) {
        if (i === j) await listed({ ...other, p_cursor: next_cursor })
        else await expectPT400({ ...other, p_cursor: next_cursor }, 'cursor')
      }
    }
  })

  test('is invalid with any one character changed', async () => {
    const cursor = (await listed({ p_limit: 7, p_sort: 'name' })).next_cursor ?? ''
    // The last may contain bits without a meaning.
    for (let i = 0; i < cursor.length - 1; i += 6) {
      const changed = `${cursor.slice(0, i)}${cursor[i] === 'A' ? 'B' : 'A'}${cursor.slice(i + 1)}`
      await expectPT400({ p_limit: 7, p_sort: 'name', p_cursor: changed }, 'cursor')
    }
  })

  const encode = (content: string | Buffer) => Buffer.from(content as string).toString('base64url')
  const tagged = (content: string) => encode(`${'0'.repeat(16)}${content}`)
  test.each<[string, string[]]>([
    ['text', ['', ' ', 'a', 'cursor', '====', `'";--`, '😀😀', 'a'.repeat(100_000), 'A'.repeat(1_000_001)]],
    ['base64', [Buffer.alloc(40, 0xff), Buffer.alloc(40), 'x'.repeat(100), '{"id": 1}'].map(encode)],
    ['with a wrong tag', ['{}', 'null', '1e999999', '"\\u0000"', '"\\ud800"'].map(tagged)],
    ['nested deeply', ['['.repeat(2_900), '['.repeat(100_000), '{"a":'.repeat(100_000)].map(tagged)],
  ])('that is %s is PT400', async (_, cursors) => {
    for (const p_cursor of cursors) await expectPT400({ p_cursor }, 'cursor')
  })
})

test.each([
  ['type', ['', 'MCP', ' mcp', 'all', 'null', "mcp' or 1=1", '%', '😀', 'x'.repeat(100_000)]],
  ['sort', ['', 'TOP', 'top ', 'oldest', 'name desc', 'name; drop table', '1', 'x'.repeat(100_000)]],
  ['search', ['x'.repeat(201), '😀'.repeat(201), 'x'.repeat(1_000_000), 'a '.repeat(500_000)]],
])('an invalid %s is PT400', async (name, values) => {
  for (const value of values) await expectPT400({ [`p_${name}`]: value }, name)
})

test('a search may have 200 characters and white space around them', async () => {
  for (const p_search of ['😀'.repeat(200), ` \u0085${'x'.repeat(200)}\ufeff`]) await listed({ p_search })
})

describe('get_skill', () => {
  test.each([
    null,
    '',
    'nothing-like-this',
    'Get Me',
    'GET-ME',
    ' get-me ',
    'get-me\n',
    '%',
    '😀',
    'a'.repeat(1_000_000),
    '00000000-0000-4000-8000-000000000000',
    '00000000000040008000000000000000',
    `';drop table skills;--`,
    '{00000000-0000-4000-8000-000000000000}',
    '00000000-0000-4000-8000-0000000000000',
    'gggggggg-0000-4000-8000-000000000000',
    '00000000-0000-4000-8000-000000000000\n',
  ])('of an unknown skill is PT404: %.50j', async (p_skill) => {
    const error = await errorOf(request(database.owner, {}, 'get_skill', { p_skill }))
    expect([error?.code, error?.message]).toEqual(['PT404', 'skill_not_found'])
  })

  test('returns a skill by its slug and by its id in either case, with counts and the ten newest ratings', async () => {
    const claws = [1, 5, 5, 4, 3, 2, 5, 5, 4, 1, 2, 5]
    const skill = await newSkill('Get Me', await newAgent('Submitter'))
    for (const [i, p_claws] of claws.entries())
      await submitRating(await newAgent(`Getter ${i}`), skill, { p_claws })
    const pages = await Promise.all([skill.slug, skill.id, skill.id.toUpperCase()].map((id) => page(id)))
    await database.owner`delete from public.skills where id = ${skill.id}`
    expect(pages).toEqual(Array(3).fill(pages[0]))
    expect(pages[0]).toMatchObject({
      // 42 of 12.
      id: skill.id,
      slug: 'get-me',
      avg_claws: 3.5,
      total_ratings: 12,
      rating_counts: { 1: 2, 2: 2, 3: 1, 4: 2, 5: 5 },
      ratings: Array.from({ length: 10 }, (_, i) => ({ agent_name: `Getter ${11 - i}` })),
    })
  })
})
