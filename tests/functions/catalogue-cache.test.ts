import type { Hono } from 'hono'
import type { LRUCache } from 'lru-cache'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_LIMIT } from '../../functions/_shared/schemas/options.ts'
import {
  dataApi,
  ID,
  KEY,
  loadFunction,
  loadModule,
  raised,
  send,
  withDataApi,
  withKey,
} from './edge-function.ts'

withDataApi()

/** Every reply of the stub contains it. */
let version = 0
const reply = () => ({
  body: {
    skills: [],
    ratings: [],
    rating_counts: {},
    rating: {},
    skill: {},
    flag: {},
    api_key: 'x',
    same_identifier: [],
    created: true,
    deleted: true,
    version,
  },
})
beforeEach(() => {
  version = 1
  dataApi.reply = reply
})

let app: Hono
const get = (path: string, headers: Record<string, string> = {}) =>
  send(app, `GET ${path}`, undefined, headers)

/** X-Cache and version of a response. */
async function seen(response: Response): Promise<string> {
  return `${response.headers.get('x-cache')} ${(await response.json()).version}`
}

const PATHS = ['/api/skills?limit=5', '/api/skills/a-slug', '/api/skills/a-slug/ratings?limit=5']

describe('with CATALOGUE_CACHE_SECONDS', () => {
  const WRITES: [string, unknown][] = [
    ['POST /api/register', { agent_name: 'Ada' }],
    ['POST /api/skills', { name: 'x', description: 'x', type: 'mcp' }],
    ['POST /api/ratings', { skill_id: ID, claws: 1 }],
    ['DELETE /api/skills/a-slug/ratings/me', undefined],
  ]
  const write = (i: number, headers: Record<string, string> = withKey) =>
    send(app, ...(WRITES[i] as [string, unknown]), headers)

  beforeAll(async () => {
    app = await loadFunction({ CATALOGUE_CACHE_SECONDS: ' 60 ' })
  })
  beforeEach(async () => {
    // Clears the cache.
    await write(0)
    dataApi.received.length = 0
  })

  /** Holds back the lists of the Data API until the returned function is called. */
  function holdLists(): () => void {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    dataApi.reply = async ({ path }) => {
      const body = reply()
      if (path.endsWith('list_skills')) await released
      return body
    }
    return release
  }

  test.each(PATHS)('%s is read once', async (path) => {
    const [first, second] = [await get(path), await get(path)]
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    for (const { headers } of [first, second]) {
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('cache-control')).toMatch(/^public, max-age=(59|60)$/)
      expect(headers.get('vary')).toBe('Authorization, X-Api-Key')
    }
    expect([await seen(first), await seen(second)]).toEqual(['miss 1', 'hit 1'])
    expect(dataApi.received).toHaveLength(1)
  })

  test('a cached response supports 304 and HEAD', async () => {
    const first = await get('/api/skills')
    const response = await get('/api/skills', { 'if-none-match': first.headers.get('etag') ?? '' })
    const { status, headers } = response
    expect([status, headers.get('x-cache'), await response.text()]).toEqual([304, 'hit', ''])
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/)
    const head = await send(app, 'HEAD /api/skills')
    expect(head.headers.get('content-length')).toBe(String((await first.text()).length))
    expect(dataApi.received).toHaveLength(1)
  })

  test.each([
    ['/api/skills', '/api/skills?sort=top&limit=100&search=&unknown=1', 'hit'],
    [`/api/skills?limit=${MAX_LIMIT}&type=mcp`, `/api/skills/?type=mcp&limit=0${MAX_LIMIT + 1}`, 'hit'],
    ['/api/skills?search=e%CC%81+x', '/api/skills?search=++%C3%A9%20x', 'hit'],
    [`/api/skills/${ID}`, `/api/skills/${ID.toUpperCase()}/?x`, 'hit'],
    [`/api/skills/${ID}/ratings`, `/api/skills/${ID.toUpperCase()}/ratings/?sort=newest&limit=0100`, 'hit'],
    ['/api/skills', '/api/skills?sort=rating', 'miss'],
    ['/api/skills', '/api/skills?type=mcp', 'miss'],
    ['/api/skills?search=a', '/api/skills?search=A', 'miss'],
    ['/api/skills', `/api/skills?cursor=${'x'.repeat(20)}`, 'miss'],
    ['/api/skills/a', '/api/skills/b', 'miss'],
    ['/api/skills/a/ratings', '/api/skills/b/ratings', 'miss'],
    ['/api/skills/a/ratings', '/api/skills/a/ratings?claws=1', 'miss'],
    ['/api/skills/a', '/api/skills?search=a', 'miss'],
  ])('after %s, %s is a %s', async (first, second, expected) => {
    expect(await seen(await get(first))).toBe('miss 1')
    expect(await seen(await get(second))).toBe(`${expected} 1`)
  })

  test('simultaneous requests wait for one read', async () => {
    const release = holdLists()
    const all = Array.from({ length: 10 }, () => get('/api/skills'))
    await expect.poll(() => dataApi.received.length).toBe(1)
    release()
    expect(await Promise.all((await Promise.all(all)).map(seen))).toEqual(Array(10).fill('miss 1'))
    expect(dataApi.received).toHaveLength(1)
  })

  test.each([
    ['x-api-key', 'x', 'bypass'],
    ['authorization', 'bearer claw_x', 'bypass'],
    ['x-api-key', '', 'hit'],
    ['authorization', 'Bearer sb_publishable_x', 'hit'],
    ['authorization', `Basic ${KEY}`, 'hit'],
  ])('a request with %s: %s is a %s', async (header, value, expected) => {
    expect(await seen(await get('/api/skills'))).toBe('miss 1')
    version++
    const response = await get('/api/skills', { [header]: value })
    expect(response.headers.get('cache-control')).toMatch(expected === 'hit' ? /^public/ : /^no-cache$/)
    expect(response.headers.get('vary')).toBe('Authorization, X-Api-Key')
    expect(await seen(response)).toBe(expected === 'hit' ? 'hit 1' : 'bypass 2')
    expect(await seen(await get('/api/skills'))).toBe('hit 1')
  })

  test.each([
    [503, { status: 500, body: raised('57014') }],
    [404, { status: 404, body: raised('PT404', 'skill_not_found', 'null') }],
    [503, { body: '{"skills": [' }],
    [503, { body: [] }],
  ])('an error %i is not cached', async (status, failure) => {
    dataApi.reply = failure
    const failed = await get('/api/skills/a-slug', { 'if-none-match': '*' })
    expect([failed.status, failed.headers.has('x-cache'), failed.headers.has('etag')]).toEqual([
      status,
      false,
      false,
    ])
    dataApi.reply = reply
    expect(await seen(await get('/api/skills/a-slug'))).toBe('miss 1')
  })

  const FLAG: (typeof WRITES)[number] = [`POST /api/skills/a-slug/ratings/${ID}/flag`, { reason: 'x' }]
  const [, SUBMISSION = FLAG, RATING = FLAG] = WRITES
  type Case = [status: number, reply: object, request: (typeof WRITES)[number], expected: string]
  // A failed write may have succeeded; a rejected one has not.
  test.each<Case>([
    ...WRITES.map((request, i): Case => [[201, 201, 201, 204][i] ?? 0, {}, request, 'miss 2']),
    [201, {}, FLAG, 'hit 1'],
    [503, { status: 500, body: raised('08006') }, RATING, 'miss 2'],
    [503, { body: 'not JSON' }, RATING, 'miss 2'],
    [500, { status: 500, body: raised('XX000') }, RATING, 'miss 2'],
    [500, { status: 400, body: raised('PT400', 'invalid_request', 'not JSON') }, RATING, 'miss 2'],
    [409, { status: 409, body: raised('PT409', 'skill_name_taken', '{}') }, SUBMISSION, 'hit 1'],
    [401, { status: 401, body: raised('PT401', 'invalid_api_key') }, SUBMISSION, 'hit 1'],
  ])('after %i to a write (reply %j to %j), a read is a %s', async (status, failure, request, expected) => {
    for (const path of PATHS) await get(path)
    dataApi.reply = { ...reply(), ...failure }
    expect((await send(app, ...request, withKey)).status).toBe(status)
    dataApi.reply = reply
    version++
    for (const path of PATHS) expect(await seen(await get(path))).toBe(expected)
  })

  test('a read that started before a write is not cached after it, nor anywhere else', async () => {
    const release = holdLists()
    const early = get('/api/skills')
    await expect.poll(() => dataApi.received.length).toBe(1)
    expect((await write(2)).status).toBe(201)
    version++
    const late = get('/api/skills')
    await expect.poll(() => dataApi.received.length).toBe(3)
    release()
    expect((await early).headers.get('cache-control')).toBe('public, max-age=0')
    expect(await seen(await early)).toBe('miss 1')
    expect(await seen(await late)).toBe('miss 2')
    expect(await seen(await get('/api/skills'))).toBe('hit 2')
  })

  test('a response expires, and says when', async () => {
    const now = performance.now.bind(performance)
    let laterMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
    await get('/api/skills')
    laterMs = 50_500
    // The cache reads the clock once per millisecond.
    const maxAge = async () => (await get('/api/skills')).headers.get('cache-control')
    await expect.poll(maxAge).toBe('public, max-age=9')
    laterMs = 60_500
    version++
    await expect.poll(async () => seen(await get('/api/skills'))).toBe('miss 2')
    expect(await seen(await get('/api/skills'))).toBe('hit 2')
    clock.mockRestore()
  })
})

describe('the cache', () => {
  type Cached = { body: string; etag: string }
  type Cache = LRUCache<string, Cached, () => Promise<Cached>>
  const load = async (CATALOGUE_CACHE_SECONDS?: string) =>
    (await loadModule<{ catalogueCache: Cache }>('_shared/catalogue-cache.ts', { CATALOGUE_CACHE_SECONDS }))
      .catalogueCache
  const add = (cache: Cache, request: string, length: number) =>
    cache.fetch(request, { context: async () => ({ body: 'x'.repeat(length), etag: '' }) })

  test('contains at most 1,000 responses', async () => {
    const cache = await load('1')
    for (let i = 0; i <= 1_000; i++) await add(cache, `${i}`, 1)
    expect([cache.size, cache.has('0'), cache.has('1')]).toEqual([1_000, false, true])
  })

  test('contains at most 32 MB of responses and requests', async () => {
    const cache = await load('1')
    const MB = 1024 * 1024
    await add(cache, 'too large', 17 * MB)
    expect(cache.size).toBe(0)
    for (let i = 0; i < 4; i++) await add(cache, `${i}`, 5 * MB)
    expect([cache.size, cache.has('0')]).toEqual([3, false])
    await add(cache, 'x'.repeat(2 * MB), 1)
    expect(cache.size).toBe(3)
    expect(cache.calculatedSize).toBeLessThanOrEqual(32 * MB)
  })

  test.each([undefined, '', '0', ' '])('is off with CATALOGUE_CACHE_SECONDS %j', async (seconds) => {
    expect(await load(seconds)).toBeUndefined()
  })
})

describe('with CATALOGUE_URL', () => {
  test('the catalogue is read there, by GET, and nothing else', async () => {
    // The primary is unreachable.
    app = await loadFunction({ SUPABASE_URL: 'http://127.0.0.1:1', CATALOGUE_URL: ` ${dataApi.url} ` })
    const query = 'type=mcp&search=a+%26b&limit=5'
    expect((await get(`/api/skills?${query}`, withKey)).status).toBe(200)
    expect((await get('/api/skills/a-slug')).status).toBe(200)
    const search = 'p_sort=relevance&p_type=mcp&p_search=%C2%85a+%26b&p_limit=5'
    expect(dataApi.received).toMatchObject([
      { method: 'GET', path: `/rest/v1/rpc/search_catalogue?${search}` },
      { method: 'GET', path: '/rest/v1/rpc/get_skill?p_skill=%C2%85a-slug' },
    ])
    expect(dataApi.received[0]?.headers).toMatchObject({ apikey: 'sb_publishable_x' })
    expect(dataApi.received[0]?.headers).not.toHaveProperty('x-api-key')
    expect((await get('/api/health')).status).toBe(503)
    expect((await send(app, 'POST /api/register', { agent_name: 'Ada' })).status).toBe(503)
    expect(dataApi.received).toHaveLength(2)
  })

  test('that is empty, the catalogue is read from the primary', async () => {
    app = await loadFunction({ CATALOGUE_URL: ' ' })
    await get('/api/skills')
    expect(dataApi.received).toMatchObject([{ method: 'POST', path: '/rest/v1/rpc/list_skills' }])
  })
})
