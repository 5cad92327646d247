import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import type { Stack } from '../local/stack/stack.ts'
import { benchmarkKey } from './data/keys.ts'
import { WORDS } from './data/words.ts'
import { FUNCTION, startDeno, statusOf } from './deno.ts'
import type { Send } from './load.ts'

/** The pages and ratings of a load are spread over as many skills; agents are those of {@link benchmarkKey}. */
const SKILLS = 100
const AGENTS = 100

/** What is asked over HTTP. Paths begin with /api: the gateway wants /functions/v1 before them, the function nothing. */
export type Requests = Record<
  'list' | 'list of 10' | 'search, a word in 1 %' | 'search, a common word' | 'page' | 'rating',
  Send[]
>

/** The requests for a stack's data: always the same, so that ratings are replaced from the second run on. */
export async function requestsOf(stack: Stack): Promise<Requests> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} })
  // In the order of their ids, which are random: popular and unpopular ones.
  const skills = await sql<{ id: string; slug: string }[]>`
    select id, slug from public.skills order by id limit ${SKILLS}`.finally(() => sql.end())
  const get = (path: string): Send => ({ method: 'GET', path })
  const search = (word: string) => [get(`/api/skills?search=${encodeURIComponent(word)}`)]
  return {
    list: [get('/api/skills')],
    'list of 10': [get('/api/skills?limit=10')],
    'search, a word in 1 %': search(WORDS.p1),
    'search, a common word': search(WORDS.common),
    page: skills.map(({ slug }) => get(`/api/skills/${slug}`)),
    rating: Array.from({ length: SKILLS * AGENTS }, (_, i) => ({
      method: 'POST',
      path: '/api/ratings',
      headers: { 'content-type': 'application/json', 'x-api-key': benchmarkKey(i % AGENTS) },
      body: JSON.stringify({
        // Neighbours in time rate different skills in different names.
        skill_id: skills[(i + Math.floor(i / AGENTS)) % skills.length]?.id,
        claws: 1 + (i % 5),
        reliability: i % 101,
        speed: (i * 7) % 101,
      }),
    })),
  }
}

/** The requests with something before each path. */
export function below(prefix: string, requests: Send[]): Send[] {
  return requests.map((request) => ({ ...request, path: prefix + request.path }))
}

/**
 * The calls that the function makes of the Data API for lists of so many skills: recorded, by a function whose Data API notes what
 * it is sent, so that they have the same headers and bodies.
 */
export async function dataApiLists(stack: Stack, limits: readonly number[]): Promise<Send[]> {
  const calls: Send[] = []
  const recorder = createServer(async (request, response) => {
    const {
      host,
      connection,
      'content-length': length,
      ...headers
    } = request.headers as Record<string, string>
    const body = await text(request)
    calls.push({ method: 'POST', path: request.url as string, headers, body })
    response.setHeader('Content-Type', 'application/json').end('{"skills": []}')
  }).listen(0, '127.0.0.1')
  await once(recorder, 'listening')
  const { port } = recorder.address() as AddressInfo
  try {
    const server = await startDeno(stack, FUNCTION, { SUPABASE_URL: `http://127.0.0.1:${port}` })
    try {
      for (const limit of limits) await statusOf(`${server.origin}/api/skills?limit=${limit}`)
    } finally {
      await server.stop()
    }
  } finally {
    recorder.closeAllConnections()
    recorder.close()
  }
  return calls
}
