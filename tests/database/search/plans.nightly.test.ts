import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { SUB_SCORE_NAMES } from '../../../functions/_shared/schemas/options.ts'
import {
  type Explain,
  explainer,
  nodes,
  pages,
  readersOf,
  type Statement,
  shape,
  slowNodes,
} from '../explain.ts'
import { type OwnDatabase, ownDatabase } from '../own-database.ts'

/**
 * How Postgres goes about lists and searches, at 10,000 skills and at 100,000: from the plans of every statement inside their functions, as
 * auto_explain tells them. A plan that is the same at both sizes, and reads no more for it, is not tipped over by a larger table.
 */

const SIZES = { S: 10_000, M: 100_000 }
type Size = keyof typeof SIZES

const databases = {} as Record<Size, { database: OwnDatabase; explain: Explain; explainSearch: Explain }>
beforeAll(async () => {
  for (const size of ['S', 'M'] as const) {
    const database = await ownDatabase()
    await fill(database.admin, SIZES[size])
    const [list, search] = [
      await explainer(database.name, 'public.list_skills'),
      await explainer(database.name, 'public.search_catalogue'),
    ]
    databases[size] = { database, explain: list.explain, explainSearch: search.explain }
  }
  return () => Promise.all(Object.values(databases).map(({ database }) => database.close()))
})

/** Skills of all types, with words of known shares and aggregates in no order of theirs. */
async function fill(admin: postgres.Sql, skills: number): Promise<void> {
  await admin.begin(async (tx) => {
    // Neither triggers nor foreign keys: the aggregates are made up.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.skills (name, slug, description, type, created_at)
      select
        'Tool ' || i, 'tool-' || i,
        concat_ws(' ', 'common', case when i % 50 = 5 then 'fiftieth' end, case when i % 5 = 3 then 'fifthwd' end, case when i % 100 = 7 then 'onewrd' end,
          case when i % 5000 = 9 then '検索' end, case when i <= ${skills} - 2000 then 'laterwd' end,
          case when i % 16 = 1 then 'sixteenthwd' end, case when i % 15 = 1 then 'fifteenthwd twinwrd' end, case when i % 2 = 0 then 'evenwd' else 'oddwd' end),
        case when i % 33 = 0 then 'other' when i % 3 = 0 then 'github' when i % 8 = 0 then 'clawdbot' else 'mcp' end,
        '2026-01-01'::timestamptz + i * interval '1 minute'
      from generate_series(1, ${skills}::integer) as i`
    await tx`
      insert into public.skill_stats (
        skill_id, type, claws_1, claws_5, reliability_count, reliability_sum, security_count, security_sum, speed_count, speed_sum
      )
      select
        id, type, bad, good, few, few * 97.3, bad, bad * 12.25, bad + good, good * 0.1 + bad * 99.9
      from (
        select
          id, type, hashtext(slug) & 63 as bad, hashtext(slug || '!') & 255 as good, hashtext(slug || '?') & 7 as few
        from public.skills
      ) as made_up`
  })
  await admin`
    insert into private.skill_documents (skill_id, type, name_key, name_words, words)
    select id, type, name_key, 2, array_to_tsvector(string_to_array(lower(name || ' ' || description), ' '))
    from public.skills`
  for (const table of ['private.skill_documents', 'public.skills', 'public.skill_stats'])
    await admin.unsafe(`vacuum analyze ${table}`)
  await admin`select private.load_common_words()`
}

/** The statements that read tables of the list. */
const readers = (statements: Statement[]) => readersOf(/^skill/, statements)

/** Each order: its index, and its keys. */
const ORDERS = [
  ['top', 'skill_stats_top', 'score'],
  ['rating', 'skill_stats_rating', 'avg_tenths, total_ratings'],
  ['most_rated', 'skill_stats_most_rated', 'total_ratings, score'],
  ...SUB_SCORE_NAMES.map((name) => [name, `skill_stats_${name}`, `${name}_score`] as const),
  ['newest', 'skills_newest', 'created_at'],
  ['name', 'skills_by_name', 'name_key'],
] as const
const TYPES = [null, 'mcp', 'other'] as const

describe.each(ORDERS)('the order %s, from %s', (sort, index, keys) => {
  test.each(TYPES)('of type %s is walked, the same way whatever the size', async (type) => {
    const call = `p_sort => '${sort}', p_type => ${type ? `'${type}'` : 'null'}`
    const seen: unknown[] = []
    for (const size of ['S', 'M'] as const) {
      const { rows, statements } = await databases[size].explain(call)
      expect(rows).toBe(100)
      // The ids, planned for whatever is asked, the position of the last skill, and then the skills.
      const reading = readers(statements)
      expect(reading).toHaveLength(3)
      const [scan, last, page] = reading as [Statement, Statement, Statement]
      expect(scan.query).not.toMatch(/infinity|9223372036854775807/)
      const indexes = ({ plan }: Statement) =>
        new Set(nodes(plan).flatMap((node) => node['Index Name'] ?? []))
      expect(indexes(scan)).toEqual(new Set([index]))
      expect(indexes(last)).toEqual(
        new Set([index.startsWith('skills_') ? 'skills_pkey' : 'skill_stats_pkey']),
      )
      expect(indexes(page)).toEqual(new Set(['skills_pkey', 'skill_stats_pkey']))
      expect(slowNodes(reading)).toEqual([])
      expect(JSON.stringify(reading)).not.toContain('Bitmap Heap Scan')
      expect(reading.reduce((sum, { plan }) => sum + pages(plan), 0) / rows).toBeLessThanOrEqual(16)
      seen.push(shape(scan.plan))
    }
    expect(seen[1]).toEqual(seen[0])
  })

  test('reads no more for its last pages than for its first', async () => {
    const { database, explain } = databases.M
    const order = `${keys}, id`.replaceAll(/\w+/g, sort === 'name' ? '$&' : '$& desc')
    const read: number[] = []
    for (const offset of [1, 50_000, 99_800]) {
      const [row] = await database.owner.unsafe(`
        select private.encode_cursor(jsonb_build_array(${keys}, id), concat_ws(chr(31), '${sort}', '', '')) as cursor
        from (
          select * from public.skills join public.skill_stats on skill_id = id order by ${order}, id ${sort === 'name' ? '' : 'desc'} offset ${offset} limit 1
        ) as last`)
      const { rows, statements } = await explain(`p_sort => '${sort}', p_cursor => '${row?.cursor}'`)
      expect(rows).toBe(100)
      read.push(readers(statements).reduce((sum, { plan }) => sum + pages(plan), 0))
    }
    expect(read).toHaveLength(3)
    expect(Math.max(...read)).toBeLessThanOrEqual(1_600)
  })
})

describe('a search in another order than that of relevance', () => {
  /** What it does with tables at each size: its walks, and what it looks up. */
  async function asked(search: string, size: Size, sort = 'top') {
    const { rows, statements } = await databases[size].explainSearch(
      `p_search => '${search}', p_sort => '${sort}'`,
    )
    const indexes = readers(statements).map(
      ({ plan }) => new Set(nodes(plan).flatMap((node) => node['Index Name'] ?? [])),
    )
    const slow = slowNodes(readers(statements))
    const read = readers(statements).reduce((sum, { plan }) => sum + pages(plan), 0)
    // Without the estimates of how many skills there are.
    const looked = indexes.filter((names) => !names.has('pg_class_oid_index'))
    return { rows, indexes: looked.map((names) => [...names].sort()), slow, read }
  }
  const SCAN = ['skill_stats_top']
  const FILTER = ['skill_documents_pkey']
  const LOOK_UP = ['skill_documents_words']
  const SORT = ['skill_stats_pkey']
  const LAST = ['skill_stats_pkey']
  const PAGE = ['skill_stats_pkey', 'skills_pkey']

  test.each<[what: string, search: string, rows: number, indexes: string[][]]>([
    ['in every skill is found by a short scan', 'common', 100, [SCAN, FILTER, PAGE, LAST]],
    ['in every other one, too', 'evenwd', 100, [SCAN, FILTER, PAGE, LAST]],
    ['in every fifth by a longer one', 'fifthwd', 100, [SCAN, FILTER, PAGE, LAST]],
    ['in 2 % of them by its index', 'fiftieth', 100, [SORT, LOOK_UP, PAGE, LAST]],
    ['of two characters by its index', '検索', 20, [SORT, LOOK_UP, PAGE]],
  ])('for a word %s', async (_, search, rows, indexes) => {
    const found = await asked(search, 'M')
    expect(found.rows).toBe(rows)
    expect(found.indexes).toEqual(indexes)
    expect(found.slow).toEqual([])
  })

  test('that scans on goes on where it was', async () => {
    const [row] = await databases.M.database.owner`
      select
        array(select skill ->> 'id' from json_array_elements(public.search_catalogue('fifthwd', p_sort => 'top') -> 'skills') as skill) as found,
        array(
          select s.id::text from public.skills as s join public.skill_stats as st on st.skill_id = s.id
          where s.description like '%fifthwd%' order by st.score desc, s.id desc limit 100
        ) as wanted`
    expect(row?.found).toEqual(row?.wanted)
  })

  test('for a common word that the newest skills lack scans on', async () => {
    const found = await asked('laterwd', 'M', 'newest')
    expect([found.rows, found.slow]).toEqual([100, []])
    // 2,100 steps of five pages each: sorting all matches would read 98,000 skills.
    expect(found.read).toBeLessThan(20_000)
  })

  test('for two words that never meet asks for both at once, and looks nothing up', async () => {
    const found = await asked('evenwd oddwd', 'M')
    expect(found.rows).toBe(0)
    expect(found.slow).toEqual([])
    // 606 steps of five pages each; the rest is the index's own.
    expect(found.read).toBeLessThan(4_000)
  })

  test.each(['common', 'fifthwd', 'absent'])('for %s reads no more at ten times the size', async (search) => {
    const small = await asked(search, 'S')
    const large = await asked(search, 'M')
    expect(large.read / small.read, JSON.stringify([small, large])).toBeLessThan(2)
  })
})

test.each(['common', 'evenwd fifthwd', 'onewrd', 'common absent', 'c', 'commno evenwd', 'Tool 6241x'])(
  'a search by relevance for %s reads a bounded number of pages',
  async (search) => {
    const read: number[] = []
    for (const size of ['S', 'M'] as const) {
      const { statements } = await databases[size].explainSearch(`p_search => '${search}', p_limit => 10`)
      expect(
        statements.flatMap(({ plan }) =>
          nodes(plan).map((node) => node['Relation Name'] && node['Node Type']),
        ),
      ).not.toContain('Seq Scan')
      read.push(statements.reduce((sum, { plan }) => sum + pages(plan), 0))
    }
    // About twenty for each skill that is compared, of at most 3,700.
    expect(Math.max(...read)).toBeLessThan(90_000)
  },
)

test('two common words that seldom meet are found without the index of proven skills', async () => {
  const { rows, statements } = await databases.M.explainSearch(
    'p_search => $$fifteenthwd sixteenthwd$$, p_limit => 500',
  )
  // Each in more than 6,000 skills, both in 417.
  expect(rows).toBe(417)
  const indexes = readers(statements).flatMap(({ plan }) =>
    nodes(plan).flatMap((node) => node['Index Name'] ?? []),
  )
  expect(indexes).toContain('skill_documents_words')
  expect(indexes).not.toContain('skill_documents_proven_words')
})

test('of two common words that always meet, proven skills come first', async () => {
  const { admin, owner } = databases.M.database
  // The last of 6,667 skills, of which a ranking has 1,000.
  await admin`
    update private.skill_documents set is_proven = true, quality = 4000000000000
    where skill_id in (select id from public.skills where description like '%twinwrd%' order by created_at desc limit 20)`
  const [row] = await owner`
    select count(*) filter (where is_proven)::integer as proven
    from json_array_elements(public.search_catalogue('fifteenthwd twinwrd', p_limit => 20) -> 'skills') as skill
    join private.skill_documents on skill_id = (skill ->> 'id')::uuid`
  expect(row?.proven).toBe(20)
})

test('similar skills read no whole table', async () => {
  const { database } = databases.M
  const { explain } = await explainer(database.name, 'public.list_similar_skills')
  const skills = await database.owner<{ id: string }[]>`select id from public.skills order by id limit 5`
  for (const { id } of skills) {
    const { statements } = await explain(`'${id}'`)
    expect(readers(statements).length).toBeGreaterThan(3)
    expect(slowNodes(statements)).toEqual([])
  }
})

test('suggestions for an unknown name read no whole table', async () => {
  const { explain } = await explainer(databases.M.database.name, 'public.suggest_skills')
  const { statements } = await explain(`'commno Tool'`)
  expect(readers(statements).length).toBeGreaterThan(3)
  expect(slowNodes(statements)).toEqual([])
})
