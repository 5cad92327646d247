// Requests through the gateway, and beside them the same list without the gateway, and without the function.
import type autocannon from 'autocannon'
import { withConnection } from '../local/postgres/postgres.ts'
import type { Stack } from '../local/stack/stack.ts'
import { cpuOf, cpuOfFamily, cpuOfMainThread } from './cpu.ts'
import { benchmarkKey, KEYS } from './data/sizes.ts'
import { WORDS } from './data/words.ts'
import { interleave } from './interleave.ts'
import { sendLoad } from './load.ts'
import { type Measured, ratioOf } from './report.ts'
import { figure, median } from './statistics.ts'

const CONNECTIONS = [1, 16, 64]
/** The connections with which the CPU time is shown. */
const CPU_CONNECTIONS = 16
const SKILLS = 100

type Options = { quick: boolean; requests: string[]; log(line: string): void; signal: AbortSignal }
type Route = { name: string; url: string; requests: autocannon.Request[] }

/** Measures the routes on the stacks of all sizes, or of two commits, by turns. */
export async function measureHttp(stacks: Record<string, Stack>, options: Options): Promise<Measured> {
  const { quick, requests: asked, log, signal } = options
  const [turns, seconds] = quick ? [1, 1] : [3, 2]
  const names = Object.keys(stacks)
  const all = Object.values(stacks)
  const bySize = await Promise.all(all.map(routesOf))
  const rows = []
  const cpuRows = []
  const failures: string[] = []
  for (const [number, { name }] of (bySize[0] ?? []).entries()) {
    if (asked.length > 0 && !asked.some((part) => name.includes(part))) continue
    for (const connections of CONNECTIONS) {
      const loads = await interleave(bySize, turns, signal, async (routes, i) => {
        const { url, requests } = routes[number] as Route
        const stack = all[i] as Stack
        const before = cpuTimes(stack)
        try {
          const load = await sendLoad({ url, requests, connections, seconds })
          const after = cpuTimes(stack)
          return { ...load, cpu: after.map((time, part) => (time - (before[part] ?? 0)) / load.answered) }
        } catch (error) {
          failures.push(`${name} at ${names[i]}`)
          log((error as Error).message)
        }
      })
      const succeeded = loads.map((turns) => turns.filter((load) => load !== undefined))
      const rates = succeeded.map((turns) => median(turns.map(({ rate }) => rate)))
      const p99s = succeeded.at(-1)?.map(({ p99 }) => p99) ?? []
      log(`${name}, ${connections} connections: ${rates.map((rate) => figure(rate)).join(' → ')} /s`)
      rows.push([name, connections, ...rates, median(p99s), ratioOf(rates)])
      if (connections !== CPU_CONNECTIONS) continue
      for (const [i, loads] of succeeded.entries()) {
        const parts = PARTS.map((_, part) => median(loads.map(({ cpu }) => cpu[part] ?? 0)) ?? 0)
        cpuRows.push([name, names[i] ?? '', ...parts, parts.reduce((sum, part) => sum + part, 0)])
      }
    }
  }
  const last = names.at(-1)
  return {
    sections: [
      {
        title: 'HTTP',
        about: `autocannon with ${CONNECTIONS.join(', ')} connections, by turns of ${seconds} s: successful requests a second, medians of
${turns} turns. autocannon, the gateway, the function, the Data API and Postgres share the machine.`,
        columns: [
          'Request',
          'Connections',
          ...names.map((name) => `${name} /s`),
          `p99 ${last}, ms`,
          `${last} / ${names[0]}`,
        ],
        rows,
      },
      {
        title: 'CPU of a request',
        about: `Milliseconds of each process for a request, with ${CPU_CONNECTIONS} connections: medians of the same turns. The gateway is the main
thread of the benchmark.`,
        columns: ['Request', '', ...PARTS, 'together'],
        rows: cpuRows,
      },
    ],
    limits: [
      {
        what: 'Loads with a failed request',
        limit: 'none',
        measured: failures.join(', ') || 'none',
        met: failures.length === 0,
      },
    ],
  }
}

const PARTS = ['gateway', 'functions', 'Data API', 'Postgres']

/** The CPU time of each part of a stack until now. */
function cpuTimes(stack: Stack): number[] {
  const { edgeFunction = 0, registry, dataApi = 0, postgres = 0 } = stack.pids()
  return [
    cpuOfMainThread(),
    cpuOf(edgeFunction) + (registry ? cpuOf(registry) : 0),
    cpuOf(dataApi),
    cpuOfFamily(postgres),
  ]
}

async function routesOf(stack: Stack): Promise<Route[]> {
  const skills = await withConnection(
    stack.databaseUrl,
    (sql) => sql<{ id: string; slug: string }[]>`
      select id, slug from public.skills order by id limit ${SKILLS}`,
  )
  const get = (name: string, url: string, ...paths: string[]): Route => {
    return { name, url, requests: paths.map((path) => ({ method: 'GET', path })) }
  }
  const gateway = (name: string, ...paths: string[]) =>
    get(name, stack.apiUrl, ...paths.map((path) => `/functions/v1/api/skills${path}`))
  const urls = await withConnection(
    stack.databaseUrl,
    (sql) => sql<{ url: string }[]>`
      select url from public.skills where url is not null order by id limit ${SKILLS}`,
  )
  const lookup = (name: string, identifiers: string[]): Route => {
    return { name, url: stack.apiUrl, requests: [post('/functions/v1/api/lookup', {}, { identifiers })] }
  }
  const post = (path: string, headers: Record<string, string>, body: unknown) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return [
    gateway('list of 100', ''),
    gateway('list of 10', '?limit=10'),
    gateway('list of 30', '?limit=30'),
    get('registry of 30', stack.apiUrl, '/functions/v1/registry/v0.1/servers?limit=30'),
    lookup(
      'lookup of 100',
      urls.map(({ url }) => url),
    ),
    lookup(
      'lookup of 100, by name and unknown',
      skills.map(({ slug }, i) => (i % 2 ? slug : `pkg:npm/unknown-${i}`)),
    ),
    gateway('search, word in 1 %', `?search=${WORDS.p1}`),
    gateway('search, common word', `?search=${WORDS.common}`),
    get(
      'registry of 30, word in 1 %',
      stack.apiUrl,
      `/functions/v1/registry/v0.1/servers?search=${WORDS.p1}`,
    ),
    gateway('skill', ...skills.map(({ slug }) => `/${slug}`)),
    gateway('versions of a skill', ...skills.map(({ slug }) => `/${slug}/versions`)),
    {
      name: 'rating',
      url: stack.apiUrl,
      // Neighbours in time rate different skills as different agents.
      requests: Array.from({ length: 1_000 }, (_, i) => {
        const skill_id = skills[(i + Math.floor(i / KEYS)) % skills.length]?.id
        const body = { skill_id, claws: 1 + (i % 5), speed: i % 101 }
        return post('/functions/v1/api/ratings', { 'x-api-key': benchmarkKey(i % KEYS) }, body)
      }),
    },
    get('list of 10, without the gateway', stack.internal.functionUrl, '/api/skills?limit=10'),
    {
      name: 'list of 10, only the Data API',
      url: stack.internal.dataApiUrl,
      requests: [post('/rest/v1/rpc/list_skills', { apikey: stack.publishableKey }, { p_limit: 10 })],
    },
  ]
}
