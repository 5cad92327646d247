import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Explain,
  explainer,
  type Node,
  nodes,
  pages,
  readersOf,
  type Statement,
  shape,
} from './explain.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

/**
 * How Postgres goes about the list, at 10,000 skills and at 100,000: from the plans of every statement inside public.list_skills, as
 * auto_explain tells them. A plan that is the same at both sizes, and reads no more for it, is not tipped over by a larger table.
 */

const SIZES = { S: 10_000, M: 100_000 }
type Size = keyof typeof SIZES

const databases = {} as Record<Size, { database: OwnDatabase; explain: Explain }>
beforeAll(async () => {
  const ends: (() => Promise<void>)[] = []
  for (const size of Object.keys(SIZES) as Size[]) {
    const database = await ownDatabase()
    await fill(database.admin, SIZES[size])
    const explain = await explainer(database.name, 'list_skills')
    databases[size] = { database, explain: explain.explain }
    ends.push(explain.end, database.drop)
  }
  return async () => {
    for (const end of ends) await end()
  }
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
          case when i % 1000 = 9 then '検索' end, case when i % 2 = 0 then 'evenwd' else 'oddwd' end),
        case when i % 33 = 0 then 'other' when i % 3 = 0 then 'github' when i % 8 = 0 then 'clawdbot' else 'mcp' end,
        '2026-01-01'::timestamptz + i * interval '1 minute'
      from generate_series(1, ${skills}::integer) as i`
    await tx`
      insert into public.skill_stats (
        skill_id, type, total_ratings, claws_sum, claws_1, claws_5,
        reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
      )
      select
        id, type, bad + good, bad + good * 5, bad, good,
        (few * 97.3)::numeric, few, (bad * 12.25)::numeric, bad, (good * 0.1 + bad * 99.9)::numeric, bad + good
      from (
        select
          id, type, hashtext(slug) & 63 as bad, hashtext(slug || '!') & 255 as good, hashtext(slug || '?') & 7 as few
        from public.skills
      ) as made_up`
  })
  await admin`vacuum analyze public.skills`
  await admin`vacuum analyze public.skill_stats`
}

/** The statements that read tables of the list. */
const readers = (statements: Statement[]) => readersOf(/^skill/, statements)

/** Each order: its index, how it goes, and what a cursor (private.cursor_position) holds of a skill. */
const ORDERS = [
  ['top', 'skill_stats_top', 'score desc, id desc', 'score, null, null, null'],
  [
    'rating',
    'skill_stats_rating',
    'avg_tenths desc, total_ratings desc, id desc',
    'avg_tenths, total_ratings, null, null',
  ],
  [
    'most_rated',
    'skill_stats_most_rated',
    'total_ratings desc, score desc, id desc',
    'total_ratings, score, null, null',
  ],
  ...(['reliability', 'security', 'speed'] as const).map(
    (score) =>
      [
        score,
        `skill_stats_${score}`,
        `${score}_mean desc, ${score}_count desc, id desc`,
        `${score}_mean, ${score}_count, null, null`,
      ] as const,
  ),
  ['newest', 'skills_newest', 'created_at desc, id desc', 'null, null, null, created_at'],
  ['name', 'skills_by_name', 'name_key, id', 'null, null, name_key, null'],
] as const
const TYPES = [null, 'mcp', 'other'] as const

describe.each(ORDERS)('the order %s, from %s', (sort, index, order, place) => {
  test.each(TYPES)('of type %s is walked, the same way whatever the size', async (type) => {
    const call = `p_sort => '${sort}', p_type => ${type ? `'${type}'` : 'null'}`
    const seen: unknown[] = []
    for (const size of ['S', 'M'] as const) {
      const { rows, statements } = await databases[size].explain(call)
      expect(rows).toBe(100)
      // One statement reads tables, and it is planned for whatever is asked.
      const reading = readers(statements)
      expect(reading).toHaveLength(1)
      const [{ query, plan } = { query: '', plan: {} as Node }] = reading
      expect(query).not.toMatch(/infinity|9223372036854775807/)
      const all = nodes(plan)
      expect(new Set(all.map((node) => node['Node Type']))).toEqual(
        new Set([
          'Limit',
          'Nested Loop',
          'Result',
          'Merge Append',
          'Subquery Scan',
          ...all.map((node) => node['Node Type']).filter((name) => /^Index( Only)? Scan$/.test(name)),
        ]),
      )
      const indexes = new Set(all.flatMap((node) => node['Index Name'] ?? []))
      const other = index.startsWith('skill_stats') ? 'skills_pkey' : 'skill_stats_pkey'
      expect(indexes).toEqual(new Set([index, other]))
      expect(pages(plan) / rows).toBeLessThanOrEqual(8)
      seen.push(shape(plan))
    }
    expect(seen[1]).toEqual(seen[0])
  })

  test('reads no more for its last pages than for its first', async () => {
    const { database, explain } = databases.M
    const read: number[] = []
    for (const offset of [1, 50_000, 99_800]) {
      const [row] = await database.owner.unsafe(`
        select private.encode_cursor(row(${place}, id, null), concat_ws(chr(31), '${sort}', '', '')) as cursor
        from (
          select * from public.skills join public.skill_stats on skill_id = id order by ${order} offset ${offset} limit 1
        ) as last`)
      const { rows, statements } = await explain(`p_sort => '${sort}', p_cursor => '${row?.cursor}'`)
      expect(rows).toBe(100)
      read.push(...readers(statements).map(({ plan }) => pages(plan)))
    }
    expect(read).toHaveLength(3)
    expect(Math.max(...read)).toBeLessThanOrEqual(800)
  })
})

describe('a search', () => {
  /** What it does with tables at each size: its walks, and what it looks up. */
  async function asked(search: string, size: Size, more = '') {
    const { rows, statements } = await databases[size].explain(`p_search => '${search}'${more}`)
    const indexes = readers(statements).map(
      ({ plan }) => new Set(nodes(plan).flatMap((node) => node['Index Name'] ?? [])),
    )
    const types = new Set(
      readers(statements).flatMap(({ plan }) => nodes(plan).map((node) => node['Node Type'])),
    )
    const read = readers(statements).reduce((sum, { plan }) => sum + pages(plan), 0)
    return { rows, indexes: indexes.map((names) => [...names].sort()), types, read }
  }
  const NAME = ['skills_name_key_unique']
  const WALK = ['skill_stats_top', 'skills_pkey']
  const TRIGRAMS = ['skill_stats_pkey', 'skills_pkey', 'skills_search_text']
  const SHORT_TERMS = ['skill_stats_pkey', 'skills_pkey', 'skills_short_terms']

  test.each<[what: string, search: string, rows: number, indexes: string[][]]>([
    ['in every skill is found by a short walk', 'common', 100, [NAME, WALK]],
    ['in every other one, too', 'evenwd', 100, [NAME, WALK]],
    ['in every fifth by a longer one', 'fifthwd', 100, [NAME, WALK, WALK]],
    ['in 2 % of them by its trigrams', 'fiftieth', 100, [NAME, WALK, TRIGRAMS]],
    ['in 1 % of them by its trigrams', 'onewrd', 100, [NAME, WALK, TRIGRAMS]],
    ['in none by its trigrams', 'absent', 0, [NAME, WALK, TRIGRAMS]],
    ['of two characters by its short terms', '検索', 100, [NAME, WALK, SHORT_TERMS]],
    ['of marks alone, too', '++', 0, [NAME, WALK, SHORT_TERMS]],
    ['of one character, too', '検', 100, [NAME, WALK, SHORT_TERMS]],
  ])('for a word %s', async (_, search, rows, indexes) => {
    const found = await asked(search, 'M')
    expect(found.rows).toBe(rows)
    expect(found.indexes).toEqual(indexes)
    for (const slow of ['Seq Scan', 'Hash Join', 'Merge Join']) expect(found.types).not.toContain(slow)
  })

  test('that walks on goes on where it was', async () => {
    const [row] = await databases.M.database.owner`
      select
        array(select skill ->> 'id' from json_array_elements(public.list_skills(p_search => 'fifthwd') -> 'skills') as skill) as found,
        array(
          select s.id::text from public.skills as s join public.skill_stats as st on st.skill_id = s.id
          where s.search_text like '%fifthwd%' order by st.score desc, s.id desc limit 100
        ) as wanted`
    expect(row?.found).toEqual(row?.wanted)
  })

  test('for two words that never meet asks for both at once, and looks nothing up', async () => {
    const found = await asked('evenwd oddwd', 'M')
    expect(found.rows).toBe(0)
    expect(found.types).not.toContain('Seq Scan')
    // 300 steps of five pages each; the rest is the index's own.
    expect(found.read).toBeLessThan(3_000)
  })

  test.each(['common', 'fifthwd', 'absent'])('for %s reads no more at ten times the size', async (search) => {
    const small = await asked(search, 'S')
    const large = await asked(search, 'M')
    expect(large.read / small.read).toBeLessThan(2)
  })
})

test('what resembles a name that nobody has is looked for among its neighbours alone, where all names begin alike', async () => {
  const read: number[] = []
  for (const size of ['S', 'M'] as const) {
    // One connection, on which the first call fills the caches of the catalogue.
    const { admin } = databases[size].database
    const [found] = await admin`select private.similar_skills('Tool 6241x') as skills`
    expect(found?.skills).toHaveLength(3)
    expect(found?.skills[0].name).toBe('Tool 6241')
    const [row] = await admin<{ 'QUERY PLAN': [{ Plan: Node }] }[]>`
      explain (analyze, buffers, format json) select private.similar_skills('Tool 6241x')`
    read.push(pages(row?.['QUERY PLAN'][0].Plan as Node))
  }
  expect(Math.max(...read)).toBeLessThan(1_000)
})
