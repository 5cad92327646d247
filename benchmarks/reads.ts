// Lists, searches and single skills through their SQL functions, called like the Data API calls them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PendingQuery, ReservedSql, Row, Sql } from 'postgres'
import { MAX_LIMIT, SORTS } from '../functions/_shared/schemas/options.ts'
import { projectDir } from '../scripts/program.ts'
import { cpuOf } from './cpu.ts'
import { benchmarkKey } from './data/sizes.ts'
import { WORDS } from './data/words.ts'
import { asAnon, bytesPerSkill, type Context, connect, nameOfSearch } from './database.ts'
import { interleave } from './interleave.ts'
import {
  atMost,
  growthLimit,
  type Limit,
  type Measured,
  ratioOf,
  ratioTitle,
  type Section,
} from './report.ts'
import { median, percentile, ratio } from './statistics.ts'

/** Pages of MAX_LIMIT that the page deep in a list skips, at most. */
const DEEP_PAGES = 100

type Read = {
  call(connection: ReservedSql): PendingQuery<Row[]>
  key?: string
  /** The error that the call has to end with. */
  error?: string
}

type List = { sort?: string; type?: string; search?: string; limit?: number }

const lists: (List & { name: string; deep?: true })[] = [
  ...SORTS.map((sort) => ({ name: sort, sort })),
  { name: 'top, limit 10', sort: 'top', limit: 10 },
  { name: 'top, limit 30', sort: 'top', limit: 30 },
  ...['mcp', 'other'].flatMap((type) =>
    ['top', 'newest'].map((sort) => ({ name: `${sort}, ${type}`, sort, type })),
  ),
  ...SORTS.map((sort) => ({ name: `${sort}, deep page`, sort, deep: true as const })),
]

/** Lists of the registry, by the arguments of `list_servers` after the first 30. */
const registryLists: { name: string; search?: string; version?: string; since?: string; deep?: true }[] = [
  { name: 'registry of 30' },
  { name: 'registry of 30, deep page', deep: true },
  { name: 'registry of 30, one version', version: '1.2.0' },
  { name: 'registry of 30, changed in the last quarter', since: '2024-04-01T00:00:00Z' },
  { name: 'registry of 30, changed ever', since: '2000-01-01T00:00:00Z' },
  { name: 'registry of 30, word in 1 %', search: WORDS.p1 },
]

const searches: (List & { name: string })[] = [
  ...Object.entries({
    'common word': WORDS.common,
    'word in 10 %': WORDS.p10,
    'word in 3 %': WORDS.p3,
    'word in 1 %': WORDS.p1,
    'word in 0.1 %': WORDS.p01,
    'word in 7 skills': WORDS.rare7,
    'absent word': WORDS.absent,
    'one letter': WORDS.common.slice(0, 1),
    'rare pair of letters': WORDS.rareTwoCharacters,
    'Chinese, common': WORDS.cjkCommon,
    'Chinese, rare': WORDS.cjkRare,
    'common word and word in 1 %': `${WORDS.common} ${WORDS.p1}`,
    'words in 3 % and 0.1 %': `${WORDS.p3} ${WORDS.p01}`,
    'exact name': WORDS.exactName,
    'word of badly rated skills': WORDS.onlyBadlyRated,
    'two common words that never meet': `${WORDS.neverMeetA} ${WORDS.neverMeetB}`,
    'absent word of common trigrams': WORDS.absentOfCommonTrigrams,
  }).map(([name, search]) => ({ name, search })),
  { name: 'common word, newest', search: WORDS.common, sort: 'newest' },
  { name: 'word in 1 %, newest', search: WORDS.p1, sort: 'newest' },
  { name: 'word in 1 %, rare type', search: WORDS.p1, type: 'other' },
]

/** Measures lists and single skills, and how much space a skill takes. */
export async function measureLists(context: Context): Promise<Measured> {
  const others = ['most rated skill', 'unrated skill', 'rating an unknown name'] as const
  const times = await measure(context, [
    ...lists.map(prepareList),
    ...registryLists.map((list) => ({
      name: list.name,
      prepare: (connection: ReservedSql) => registryRead(connection, list),
    })),
    ...others.map((name) => ({ name, prepare: (connection: ReservedSql) => skillRead(connection, name) })),
  ])
  const growth = times.slice(0, lists.length).map(growthOf)
  const handWritten = await compareWithHandWritten(context)
  return {
    sections: [table(context, 'Lists and skills', times), ...handWritten.sections, await sizes(context)],
    limits: [...growthLimit(context.databases, 'Slowest list', 1.5, growth), ...(handWritten.limits ?? [])],
  }
}

async function sizes({ databases }: Context): Promise<Section> {
  const pools = databases.map(({ url }) => connect(url, 1))
  try {
    const bytes = await Promise.all(pools.map(bytesPerSkill))
    return {
      title: 'Size of a skill',
      about: 'Bytes of each skill in the tables of skills, their aggregates and their words, after loading.',
      columns: ['', ...databases.map(({ name }) => name), ratioTitle(databases)],
      rows: (['tables', 'indexes'] as const).map((name) => {
        const values = bytes.map((one) => one[name])
        return [name, ...values, ratioOf(values)]
      }),
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
  }
}

export async function measureSearches(context: Context): Promise<Measured> {
  const times = await measure(context, searches.map(prepareList))
  const limits = growthLimit(context.databases, 'Slowest search', 20, times.map(growthOf))
  return { sections: [table(context, 'Searches', times)], limits }
}

const growthOf = ({ byDatabase }: Times) => ratioOf(byDatabase.map(median))

const prepareList = (list: (typeof lists)[number]) => ({
  name: list.name,
  prepare: (connection: ReservedSql) => listRead(connection, list),
})

/**
 * Compares `list_skills` with the statement that one would write by hand for the same skills, in CPU time of the backend: the time that a
 * client sees is mostly its own and that of the network. Each call is a transaction and a prepared statement, as with pgbench.
 */
async function compareWithHandWritten({ databases, quick, signal }: Context): Promise<Measured> {
  const [turns, calls] = quick ? [5, 10] : [61, 50]
  const statement = readFileSync(join(projectDir, 'benchmarks/hand-written-list.sql'), 'utf8')
  const rows: (string | number | null)[][] = []
  const limits: Limit[] = []
  for (const limit of [10, 100]) {
    const call = `select public.list_skills(p_sort => 'top', p_limit => ${limit})`
    // A literal limit, as by hand: with a parameter, Postgres plans the statement for each call.
    const handWritten = statement.replaceAll('limit 10', `limit ${limit}`)
    const targets = [
      ...databases.map(({ url }) => ({ pool: connect(url, 1), statement: call })),
      ...databases.map(({ url }) => ({ pool: connect(url, 1), statement: handWritten })),
    ]
    try {
      const backends = await Promise.all(targets.map(({ pool, statement }) => backendOf(pool, statement)))
      const times = await interleave(backends, turns, signal, async ({ pid, run }) => {
        const before = cpuOf(pid)
        for (let i = 0; i < calls; i++) await run()
        return ((cpuOf(pid) - before) * 1_000) / calls
      })
      const medians = times.map(median)
      const ofLists = medians.slice(0, databases.length)
      const ofHandWritten = medians.slice(databases.length)
      const [time, handTime] = [ofLists.at(-1), ofHandWritten.at(-1)]
      rows.push([
        `top, limit ${limit}`,
        ...medians,
        ratioOf(ofLists),
        ...ofHandWritten.map((one) => ratio(time, one)),
      ])
      if (limit === 10)
        limits.push(atMost('CPU of a list of 10 / hand-written query', 1.25, ratio(time, handTime), ' times'))
    } finally {
      await Promise.all(targets.map(({ pool }) => pool.end({ timeout: 5 })))
    }
  }
  const last = databases.at(-1)?.name
  const section = {
    title: 'Lists and a hand-written query',
    about: `CPU time of the backend for a call of list_skills and for benchmarks/hand-written-list.sql, prepared, as the role \`anon\`, by
turns: medians in microseconds. The hand-written query has no checks, cursor and limit of bytes.`,
    columns: [
      'List',
      ...databases.map(({ name }) => name),
      ...databases.map(({ name }) => `hand-written, ${name}`),
      ratioTitle(databases),
      ...databases.map(({ name }) => `${last} / hand-written, ${name}`),
    ],
    rows,
  }
  return { sections: [section], limits }
}

/** The process that serves a connection, and a call of a statement as the role anon. */
async function backendOf(pool: Sql, statement: string) {
  await pool`set role anon`
  const [backend] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`
  // A fragment, because a call of unsafe without parameters is never prepared.
  return { pid: backend?.pid ?? 0, run: () => pool`${pool.unsafe(statement)}` }
}

async function listRead(connection: ReservedSql, list: (typeof lists)[number]): Promise<Read> {
  const name = await nameOfSearch(connection)
  const call =
    (cursor: string | null, limit = list.limit ?? 100) =>
    (sql: ReservedSql) =>
      sql`
      select public.${list.search === undefined ? sql`list_skills(` : sql`${sql.unsafe(name)}(p_search => ${list.search},`}
        p_type => ${list.type ?? null}, p_sort => ${list.sort ?? null}, p_limit => ${limit}, p_cursor => ${cursor}
      )::text as answer`
  let cursor: string | null = null
  for (let page = 0; list.deep && page < DEEP_PAGES; page++) {
    const { rows } = await asAnon(connection, null, call(cursor, MAX_LIMIT))
    const { next_cursor } = JSON.parse(rows[0]?.answer)
    if (next_cursor === null) break
    cursor = next_cursor
  }
  return { call: call(cursor) }
}

async function registryRead(
  connection: ReservedSql,
  {
    search = null,
    version = null,
    since = null,
    deep,
  }: Partial<Record<'search' | 'version' | 'since', string | null>> & { deep?: true },
): Promise<Read> {
  const call =
    (cursor: string | null, limit = 30) =>
    (sql: ReservedSql) =>
      sql`
      select public.list_servers(
        p_search => ${search}, p_limit => ${limit}, p_cursor => ${cursor}, p_updated_since => ${since}, p_version => ${version}
      )::text as answer`
  let cursor: string | null = null
  for (let page = 0; deep && page < DEEP_PAGES; page++) {
    const { rows }: { rows: Row[] } = await asAnon(connection, null, call(cursor, 100))
    const { nextCursor }: { nextCursor?: string } = JSON.parse(rows[0]?.answer).metadata
    if (nextCursor === undefined) break
    cursor = nextCursor
  }
  return { call: call(cursor) }
}

async function skillRead(
  connection: ReservedSql,
  name: 'most rated skill' | 'unrated skill' | 'rating an unknown name',
): Promise<Read> {
  const order = name === 'unrated skill' ? 'total_ratings' : 'total_ratings desc'
  const [skill] = await connection<{ slug: string; name: string }[]>`
    select slug, name from public.skills join public.skill_stats on skill_id = id
    order by ${connection.unsafe(order)}, id limit 1`
  if (!skill) throw new Error('There are no skills.')
  if (name !== 'rating an unknown name') {
    return { call: (sql) => sql`select public.get_skill(p_skill => ${skill.slug})::text as answer` }
  }
  const call = (sql: ReservedSql) => sql`
    select public.submit_rating(p_skill_name => ${`${skill.name.slice(0, 150)} zq`}, p_claws => 5)::text as answer`
  return { call, key: benchmarkKey(0), error: 'PT404' }
}

/** The milliseconds of a read in each database; none where it fails. */
type Times = { name: string; byDatabase: number[][] }

/** Runs every read in all databases by turns. */
async function measure(
  { databases, quick, log, signal }: Context,
  reads: { name: string; prepare: (connection: ReservedSql) => Promise<Read> }[],
): Promise<Times[]> {
  const [runs, seconds] = quick ? [5, 1] : [31, 3]
  const pools = databases.map(({ url }) => connect(url, 1))
  try {
    const connections = await Promise.all(pools.map((pool) => pool.reserve()))
    for (const connection of connections) await connection`set statement_timeout = '30s'`
    const results: Times[] = []
    for (const { name, prepare } of reads) {
      const failed = new Set<number>()
      const attempt = async <T>(i: number, work: () => Promise<T>): Promise<T | undefined> => {
        try {
          return await work()
        } catch (error) {
          signal.throwIfAborted()
          log(`${name} in ${databases[i]?.name}: ${(error as Error).message}`)
          failed.add(i)
          return undefined
        }
      }
      const prepared = await Promise.all(
        connections.map((connection, i) => attempt(i, () => prepare(connection))),
      )
      const end = performance.now() + seconds * 1_000 * databases.length
      const times = await interleave(connections, runs, signal, async (connection, i) => {
        const read = prepared[i]
        if (read && !failed.has(i) && performance.now() < end)
          return attempt(i, () => timeOf(connection, read))
      })
      const byDatabase = times.map((all) => all.filter((time) => time !== undefined))
      results.push({ name, byDatabase })
    }
    for (const connection of connections) connection.release()
    return results
  } finally {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
  }
}

async function timeOf(connection: ReservedSql, { call, key = '', error }: Read): Promise<number> {
  const { statement } = await asAnon(connection, key || null, async (sql) => {
    try {
      return await call(sql)
    } catch (reason) {
      // The commit of the failed transaction rolls it back.
      if ((reason as { code?: string }).code !== error) throw reason
      return []
    }
  })
  return statement
}

function table({ databases }: Context, title: string, times: Times[]): Section {
  const last = databases.at(-1)?.name
  return {
    title,
    about: `The SQL functions as the role \`anon\`, prepared, on one connection, the databases by turns: medians in milliseconds.
100 skills on the first page unless the name says otherwise; a deep page is up to ${DEEP_PAGES * MAX_LIMIT} skills behind the first.`,
    columns: ['Read', ...databases.map(({ name }) => name), `p95 ${last}`, ratioTitle(databases)],
    rows: times.map(({ name, byDatabase }) => {
      const medians = byDatabase.map(median)
      return [name, ...medians, percentile(byDatabase.at(-1) ?? [], 0.95), ratioOf(medians)]
    }),
  }
}
