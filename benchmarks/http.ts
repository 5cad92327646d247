// End to end over HTTP, beside the floors: what each part of the way could do at most, in the same run.
import postgres, { type Sql } from 'postgres'
import type { Stack } from '../local/stack/stack.ts'
import type { Size } from './data/sizes.ts'
import { type DenoServer, FUNCTION, startDeno } from './deno.ts'
import { LoadGenerator } from './load.ts'
import { below, dataApiLists, requestsOf } from './requests.ts'
import type { Context, Measured, Section, Target } from './results.ts'
import { figure, median, ratio, rounded } from './statistics.ts'
import {
  type Contender,
  inTurns,
  type Outcome,
  overHttp,
  overPool,
  pairs,
  summary,
  type Turn,
  type TurnOptions,
} from './turns.ts'

const CONNECTIONS = [1, 16, 64]
const GATEWAY = '/functions/v1'
/** As many as the Data API has. */
const POOL = 8
const BODY_BYTES = 40_000
const LIMITS = [100, 10] as const

const FUNCTION_SHARE = 0.9
const FUNCTION_ADDS = 1
const CACHE_GAIN = 30

/** What a name gave at a number of connections, at each size; floors that need no data have one of their own. */
type Row = { name: string; connections: number; bySize: Map<Size | 'any', Outcome> }

/** All that is up for one size. */
type Site = {
  size: Size
  stack: Stack
  pool: Sql
  direct: DenoServer
  uncached: DenoServer
  cached: DenoServer
  routes: Contender[]
  floors: Contender[]
  /** The Data API and the function, for each limit. */
  pairs: { limit: number; dataApi: Contender; edgeFunction: Contender }[]
  cache: { without: Contender; with: Contender }
}

/** Measures the routes over HTTP, their floors, what the function adds to its call, and the cache, at each size in turns. */
export async function measureHttp(context: Context): Promise<Measured> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    const generator = await LoadGenerator.start()
    ends.push(() => generator.stop())
    const sites: Site[] = []
    for (const size of context.sizes) sites.push(await openSite(context, size, generator, ends))
    const [anySite] = sites
    if (!anySite) throw new Error('There is no size to measure.')
    const bare = await startDeno(anySite.stack, 'benchmarks/floors/hello.ts', {
      BODY_BYTES: String(BODY_BYTES),
    })
    ends.push(() => bare.stop())
    const bareServers = [
      overHttp('Deno, a small answer', generator, bare.origin, [{ method: 'GET', path: '/' }]),
      overHttp('Deno, an answer of 40 kB', generator, bare.origin, [{ method: 'GET', path: '/body' }]),
    ]

    const options = { turns: 5, seconds: context.quick ? 0.5 : 1, log: context.log }
    const routes: Row[] = []
    const floors: Row[] = []
    const shares: Share[] = []
    for (const connections of CONNECTIONS) {
      routes.push(...(await rowsOf(sites, (site) => site.routes, [], { connections, ...options })))
      floors.push(...(await rowsOf(sites, (site) => site.floors, bareServers, { connections, ...options })))
      // More of them and shorter ones: what is compared here lies close together.
      const often = { turns: context.quick ? 10 : 18, seconds: options.seconds / 2 }
      const [rows, found] = await compareFunction(sites, { connections, ...options, ...often })
      floors.push(...rows)
      shares.push(...found)
    }
    const gains = await compareCache(sites, { connections: 16, ...options })

    const failures = [...routes, ...floors].flatMap(({ name, connections, bySize }) =>
      [...bySize.values()].flatMap(({ failure }) => (failure ? [`${name} at ${connections}`] : [])),
    )
    return {
      sections: [
        loadSection(context.sizes, routes, ROUTES),
        loadSection(context.sizes, floors, FLOORS),
        shareSection(shares),
        gains.section,
      ],
      targets: [
        {
          what: 'answers over HTTP that were refused or broke off',
          limit: 'none',
          measured: failures.length === 0 ? 'none' : failures.join(', '),
          met: failures.length === 0,
        },
        ...shareTargets(shares),
        ...gains.targets,
      ],
    }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const ROUTES = {
  id: 'http',
  title: 'Over HTTP, through the gateway',
  about: `A closed loop of 1, 16 and 64 connections: each sends its next request when its last is answered. Requests a second, and
milliseconds from sending to the end of the answer; medians of five turns of a second, the routes and sizes in turns. The load
generator, the gateway, the function, the Data API and Postgres share the machine.`,
}
const FLOORS = {
  id: 'http-floors',
  title: 'Beside its floors',
  about: `In the same run: \`select 1\` and the list’s SQL as \`anon\` over a pool of ${POOL} connections, without HTTP; bare Deno servers;
a Deno server that answers the list’s SQL with a driver of Postgres and does nothing else; the Data API called as the function calls
it; and the function at its own port, without the gateway.`,
}

async function openSite(
  { stacks }: Context,
  size: Size,
  generator: LoadGenerator,
  ends: (() => Promise<unknown>)[],
): Promise<Site> {
  const stack = stacks[size]
  if (!stack) throw new Error(`The stack of size ${size} is not up.`)
  const pool = postgres(stack.databaseUrl, {
    max: POOL,
    fetch_types: false,
    connection: { role: 'anon' } as Record<string, string>,
  })
  ends.push(() => pool.end({ timeout: 5 }))
  const deno = async (program: string, settings: Record<string, string> = {}) => {
    const server = await startDeno(stack, program, settings)
    ends.push(() => server.stop())
    return server
  }
  const direct = await deno('benchmarks/floors/direct.ts', { DATABASE_URL: stack.databaseUrl })
  const uncached = await deno(FUNCTION)
  const cached = await deno(FUNCTION, { CATALOGUE_CACHE_SECONDS: '60' })

  const requests = await requestsOf(stack)
  const calls = await dataApiLists(stack, LIMITS)
  const { dataApiUrl, functionUrl } = stack.internal
  const list = (limit: number) => (limit === 100 ? requests.list : requests['list of 10'])
  return {
    size,
    stack,
    pool,
    direct,
    uncached,
    cached,
    routes: Object.entries(requests).map(([name, sends]) =>
      overHttp(name, generator, stack.apiUrl, below(GATEWAY, sends)),
    ),
    floors: [
      overPool('SQL: select 1', pool, (sql) => sql`select 1`),
      ...LIMITS.flatMap((limit) => [
        overPool(
          `SQL: the list of ${limit}`,
          pool,
          (sql) => sql`select public.list_skills(p_limit => ${limit})::text`,
        ),
        overHttp(`Deno with a driver: list of ${limit}`, generator, direct.origin, [
          { method: 'GET', path: `/?limit=${limit}` },
        ]),
      ]),
    ],
    pairs: LIMITS.map((limit, i) => ({
      limit,
      dataApi: overHttp(`Data API: list of ${limit}`, generator, dataApiUrl, calls.slice(i, i + 1)),
      edgeFunction: overHttp(`function: list of ${limit}`, generator, functionUrl, list(limit)),
    })),
    cache: {
      without: overHttp('without the cache', generator, uncached.origin, requests.list),
      with: overHttp('with the cache', generator, cached.origin, requests.list),
    },
  }
}

/** Runs contenders of all sizes in turns, and puts those of one name in one row. */
async function rowsOf(
  sites: Site[],
  contenders: (site: Site) => Contender[],
  others: Contender[],
  options: TurnOptions,
): Promise<Row[]> {
  const bySize = new Map<Contender, Size | 'any'>(others.map((contender) => [contender, 'any']))
  const names = contenders(sites[0] as Site).map(({ name }) => name)
  // A name at all sizes, and then the next: S, M and L lie right beside each other.
  for (const name of names) {
    for (const site of sites) {
      for (const contender of contenders(site)) {
        if (contender.name === name) bySize.set(contender, site.size)
      }
    }
  }
  const outcomes = await inTurns([...bySize.keys()], options)
  const rows = new Map<string, Row>()
  for (const [contender, outcome] of outcomes) {
    const { name } = contender
    const row = rows.get(name) ?? { name, connections: options.connections, bySize: new Map() }
    row.bySize.set(bySize.get(contender) ?? 'any', outcome)
    rows.set(name, row)
  }
  for (const row of rows.values()) options.log(lineOf(row))
  return [...rows.values()]
}

function lineOf({ name, connections, bySize }: Row): string {
  const figures = [...bySize].map(([size, outcome]) => {
    const turn = summary(outcome)
    const told = turn ? `${figure(turn.rate)}/s p50 ${figure(turn.p50)} p99 ${figure(turn.p99)} ms` : 'FAILED'
    return size === 'any' ? told : `${size} ${told}`
  })
  return `${name}, ${connections} connections: ${figures.join(' · ')}`
}

function loadSection(
  sizes: Size[],
  rows: Row[],
  { id, title, about }: { id: string; title: string; about: string },
): Section {
  const columnSizes: (Size | 'any')[] = rows.some(({ bySize }) => bySize.has('any'))
    ? [...sizes, 'any']
    : sizes
  const of = (row: Row, size: Size | 'any') => {
    const outcome = row.bySize.get(size)
    return outcome ? summary(outcome) : null
  }
  const largest = sizes.at(-1) as Size
  const smallest = sizes[0] as Size
  return {
    id,
    title,
    about,
    columns: [
      { key: 'name', title: '' },
      { key: 'connections', title: 'connections' },
      ...columnSizes.flatMap((size) => [
        { key: `rate${size}`, title: size === 'any' ? '1/s' : `${size} 1/s` },
        { key: `p50${size}`, title: size === 'any' ? 'p50' : `${size} p50` },
        { key: `p99${size}`, title: size === 'any' ? 'p99' : `${size} p99` },
      ]),
      { key: 'ratio', title: `p50 ${largest}/${smallest}` },
    ],
    rows: rows.map((row) => ({
      name: row.name,
      connections: row.connections,
      ...Object.fromEntries(
        columnSizes.flatMap((size) => {
          const turn = of(row, size)
          return (['rate', 'p50', 'p99'] as const).map((key) => [
            `${key}${size}`,
            rounded(turn ? turn[key] : null),
          ])
        }),
      ),
      ratio: sizes.length > 1 ? rounded(ratio(of(row, largest)?.p50, of(row, smallest)?.p50)) : null,
    })),
    charts: [
      {
        id,
        title: `${title}: 16 connections`,
        unit: 'requests a second',
        log: true,
        series: columnSizes.map((size) => (size === 'any' ? 'no data' : size)),
        bars: rows
          .filter(({ connections }) => connections === 16)
          .map((row) => ({
            label: row.name,
            values: columnSizes.map((size) => rounded(of(row, size)?.rate ?? null)),
          })),
      },
    ],
  }
}

/** The function beside the call that it makes. */
type Share = {
  size: Size
  limit: number
  connections: number
  dataApi: Turn | null
  edgeFunction: Turn | null
  /** Of each two turns that lay beside each other. */
  rates: number[]
  added: number[]
}

async function compareFunction(sites: Site[], options: TurnOptions): Promise<[Row[], Share[]]> {
  const shares: Share[] = []
  const rows = new Map<string, Row>()
  const contenders = sites.flatMap((site) =>
    site.pairs.flatMap(({ dataApi, edgeFunction }) => [dataApi, edgeFunction]),
  )
  const outcomes = await inTurns(contenders, options)
  for (const { size, pairs: both } of sites) {
    for (const { limit, dataApi, edgeFunction } of both) {
      const [call, ours] = [outcomes.get(dataApi), outcomes.get(edgeFunction)] as [Outcome, Outcome]
      shares.push({
        size,
        limit,
        connections: options.connections,
        dataApi: summary(call),
        edgeFunction: summary(ours),
        rates: pairs(ours, call, (a, b) => a.rate / b.rate),
        added: pairs(ours, call, (a, b) => a.p50 - b.p50),
      })
      for (const [{ name }, outcome] of [
        [dataApi, call],
        [edgeFunction, ours],
      ] as const) {
        const row = rows.get(name) ?? { name, connections: options.connections, bySize: new Map() }
        row.bySize.set(size, outcome)
        rows.set(name, row)
      }
    }
  }
  for (const row of rows.values()) options.log(lineOf(row))
  return [[...rows.values()], shares]
}

function shareSection(shares: Share[]): Section {
  return {
    id: 'http-function',
    title: 'The function over the Data API call that it makes',
    about: `The same list asked of the Data API, with the body and headers that the function sends, and of the function, in turns.
The share of its rate and the milliseconds added to p50 are medians over the pairs of turns that lay beside each other.`,
    columns: [
      { key: 'size', title: 'size' },
      { key: 'limit', title: 'limit' },
      { key: 'connections', title: 'connections' },
      { key: 'dataApi', title: 'Data API 1/s' },
      { key: 'edgeFunction', title: 'function 1/s' },
      { key: 'share', title: 'share %' },
      { key: 'added', title: 'p50 added, ms' },
    ],
    rows: shares.map(({ size, limit, connections, dataApi, edgeFunction, rates, added }) => ({
      size,
      limit,
      connections,
      dataApi: rounded(dataApi?.rate ?? null),
      edgeFunction: rounded(edgeFunction?.rate ?? null),
      share: rates.length > 0 ? rounded(100 * median(rates)) : null,
      added: added.length > 0 ? rounded(median(added)) : null,
    })),
  }
}

function shareTargets(shares: Share[]): Target[] {
  return LIMITS.flatMap((limit) => {
    const at = (connections: number) =>
      shares.filter((s) => s.limit === limit && s.connections === connections)
    const all = (connections: number, of: (share: Share) => number[]) => at(connections).flatMap(of)
    const rates = all(16, ({ rates }) => rates)
    const added = all(1, ({ added }) => added)
    const share = rates.length > 0 ? median(rates) : Number.NaN
    const more = added.length > 0 ? median(added) : Number.NaN
    return [
      {
        what: `the function’s rate of that of the Data API call it makes, list of ${limit}, 16 connections`,
        limit: `≥ ${FUNCTION_SHARE * 100} %`,
        measured: `${figure(share * 100)} %`,
        met: share >= FUNCTION_SHARE,
      },
      {
        what: `what the function adds to p50 of that call, list of ${limit}, one connection`,
        limit: `≤ ${FUNCTION_ADDS} ms`,
        measured: `${figure(more)} ms`,
        met: more <= FUNCTION_ADDS,
      },
    ]
  })
}

async function compareCache(
  sites: Site[],
  options: TurnOptions,
): Promise<{ section: Section; targets: Target[] }> {
  for (const { cached } of sites) await requireCache(cached)
  const contenders = sites.flatMap(({ cache }) => [cache.without, cache.with])
  const outcomes = await inTurns(contenders, options)
  const found = sites.map(({ size, cache }) => {
    const [without, kept] = [outcomes.get(cache.without), outcomes.get(cache.with)] as [Outcome, Outcome]
    const gains = pairs(kept, without, (a, b) => a.rate / b.rate)
    const row = { size, without: summary(without), kept: summary(kept), gains }
    options.log(
      `the list at ${size}: ${figure(row.without?.rate ?? null)}/s without the cache, ${figure(row.kept?.rate ?? null)}/s with it`,
    )
    return row
  })
  const all = found.flatMap(({ gains }) => gains)
  const gain = all.length > 0 ? median(all) : Number.NaN
  return {
    section: {
      id: 'http-cache',
      title: 'With the cache of the catalogue',
      about: `The list of 100 at the function’s own port, with CATALOGUE_CACHE_SECONDS=60 and without, two processes in turns, at 16
connections. The gain is the median over the pairs of turns that lay beside each other.`,
      columns: [
        { key: 'size', title: 'size' },
        { key: 'without', title: 'without 1/s' },
        { key: 'kept', title: 'with 1/s' },
        { key: 'p50', title: 'p50 with, ms' },
        { key: 'gain', title: 'times' },
      ],
      rows: found.map(({ size, without, kept, gains }) => ({
        size,
        without: rounded(without?.rate ?? null),
        kept: rounded(kept?.rate ?? null),
        p50: rounded(kept?.p50 ?? null),
        gain: gains.length > 0 ? rounded(median(gains)) : null,
      })),
    },
    targets: [
      {
        what: 'the rate of the list with the cache on, over that with it off',
        limit: `≥ ${CACHE_GAIN} times`,
        measured: `${figure(gain)} times`,
        met: gain >= CACHE_GAIN,
      },
    ],
  }
}

/** @throws Error when the second answer does not come from the cache: two equal rates would say nothing about it */
async function requireCache({ origin }: DenoServer): Promise<void> {
  let said: string | null = null
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${origin}/api/skills`)
    await response.arrayBuffer()
    said = response.headers.get('x-cache')
  }
  if (said !== 'hit') throw new Error(`With CATALOGUE_CACHE_SECONDS set, X-Cache says ${said} and not hit.`)
}
