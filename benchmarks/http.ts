// Requests through the gateway, and beside them the same list without the gateway, without the function, and from the cache.
import type autocannon from 'autocannon'
import { withConnection } from '../local/postgres/postgres.ts'
import type { Stack } from '../local/stack/stack.ts'
import { benchmarkKey, KEYS } from './data/sizes.ts'
import { WORDS } from './data/words.ts'
import { FUNCTION, startDeno } from './deno.ts'
import { interleave } from './interleave.ts'
import { sendLoad } from './load.ts'
import { type Measured, ratioOf } from './report.ts'
import { figure, median } from './statistics.ts'

const CONNECTIONS = [1, 16, 64]
const SKILLS = 100

type Options = { quick: boolean; log(line: string): void; signal: AbortSignal }
type Route = { name: string; url: string; requests: autocannon.Request[] }

/** Measures the routes on the stacks of all sizes by turns. */
export async function measureHttp(stacks: Record<string, Stack>, options: Options): Promise<Measured> {
  const { quick, log, signal } = options
  const [turns, seconds] = quick ? [1, 1] : [3, 2]
  const sizes = Object.keys(stacks)
  const cached = await Promise.all(
    Object.values(stacks).map((stack) => startDeno(stack, FUNCTION, { CATALOGUE_CACHE_SECONDS: '60' })),
  )
  try {
    const bySize = await Promise.all(
      Object.values(stacks).map((stack, i) => routesOf(stack, cached[i]?.origin ?? '')),
    )
    const rows = []
    const failures: string[] = []
    for (const [number, { name }] of (bySize[0] ?? []).entries()) {
      for (const connections of CONNECTIONS) {
        const loads = await interleave(bySize, turns, signal, async (routes, i) => {
          const { url, requests } = routes[number] as Route
          try {
            return await sendLoad({ url, requests, connections, seconds })
          } catch (error) {
            failures.push(`${name} at ${sizes[i]}`)
            log((error as Error).message)
          }
        })
        const succeeded = loads.map((all) => all.filter((load) => load !== undefined))
        const rates = succeeded.map((all) => median(all.map(({ rate }) => rate)))
        const p99s = succeeded.at(-1)?.map(({ p99 }) => p99) ?? []
        log(`${name}, ${connections} connections: ${rates.map((rate) => figure(rate)).join(' → ')} /s`)
        rows.push([name, connections, ...rates, median(p99s), ratioOf(rates)])
      }
    }
    const last = sizes.at(-1)
    return {
      sections: [
        {
          title: 'HTTP',
          about: `autocannon with ${CONNECTIONS.join(', ')} connections, the sizes by turns of ${seconds} s: successful requests a second, medians of
${turns} turns. autocannon, the gateway, the function, the Data API and Postgres share the machine.`,
          columns: [
            'Request',
            'Connections',
            ...sizes.map((size) => `${size} /s`),
            `p99 ${last}, ms`,
            `${last} / ${sizes[0]}`,
          ],
          rows,
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
  } finally {
    for (const server of cached) await server.stop()
  }
}

async function routesOf(stack: Stack, cachedOrigin: string): Promise<Route[]> {
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
  const post = (path: string, headers: Record<string, string>, body: unknown) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return [
    gateway('list of 100', ''),
    gateway('list of 10', '?limit=10'),
    gateway('search, word in 1 %', `?search=${WORDS.p1}`),
    gateway('search, common word', `?search=${WORDS.common}`),
    gateway('skill', ...skills.map(({ slug }) => `/${slug}`)),
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
    get('list of 10, from the cache', cachedOrigin, '/api/skills?limit=10'),
  ]
}
