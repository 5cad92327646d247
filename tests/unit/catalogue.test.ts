import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { LRUCache } from 'lru-cache'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dataApi, loadFunction, loadModule, log, send, withDataApi } from './function.ts'

withDataApi()

const half = `claw_${'0'.repeat(48)}`
const KEY = half + createHash('sha256').update(half).digest('hex').slice(0, 8)
const withKey = { 'x-api-key': KEY }
const ID = '123e4567-e89b-42d3-a456-426614174000'

/** How often the catalogue changed: each answer of the stand-in says it. */
let version = 0
const answer = ({ path }: { path: string }) => ({
  body: path.includes('/get_skill')
    ? { id: 'x', version }
    : path.includes('/list_ratings')
      ? { ratings: [], version }
      : { skills: [], version, rating: {}, created: true, api_key: 'x', skill: {}, deleted: true, flag: {} },
})
beforeEach(() => {
  version = 1
  dataApi.reply = answer
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.spyOn(console, 'log').mockImplementation((line) => void log.push(line))
})

const get = (app: Hono, path: string, headers: Record<string, string> = {}) =>
  send(app, `GET ${path}`, undefined, headers)

/** Until the function that it gives is called, every list that the database answers is still on its way. */
function holdLists(): () => void {
  let release = () => {}
  const released = new Promise<void>((go) => {
    release = go
  })
  dataApi.reply = async (received) => {
    const reply = answer(received)
    if (received.path.endsWith('list_skills')) await released
    return reply
  }
  return release
}

/** What was answered, and where from. */
async function seen(response: Response): Promise<string> {
  const { version: answered } = (await response.json()) as { version: number }
  return `${response.headers.get('x-cache')} ${answered}`
}

describe.each(['/api/skills?limit=5', '/api/skills/a-slug', '/api/skills/a-slug/ratings?limit=5'])(
  '%s',
  (path) => {
    let app: Hono
    beforeAll(async () => {
      app = await loadFunction()
    })

    test('answers in the words of the Data API, under their tag', async () => {
      const first = path.includes('/ratings')
        ? '"ratings" : []'
        : path.includes('?')
          ? '"skills" : []'
          : '"id" : "x"'
      const text = `{${first},\n"name": "\\u00e9 é 🦞",  "count": 1.0 }`
      dataApi.reply = { body: text }
      const response = await get(app, path)
      expect(await response.text()).toBe(text)
      expect(response.headers.get('content-type')).toBe('application/json')
      const hash = createHash('sha256').update(text).digest('base64url')
      expect(response.headers.get('etag')).toBe(`"${hash.slice(0, 22)}"`)
    })

    test.each([
      ['another’s', '{"rating":{}}'],
      ['another’s that holds its word', '{"message":"{\\"skills\\":[]} {\\"id\\":1}"}'],
      ['one that is cut short', '{"skills":[],"id":'],
      ['one that is cut short', '{"id":"x"'],
      ['a list', '[{"skills":[]}]'],
      ['nothing', ''],
    ])('an answer that is %s is refused: %s', async (_, body) => {
      dataApi.reply = { body }
      const response = await get(app, path)
      expect(response.status).toBe(503)
    })

    // supabase-js takes these for no rows.
    test.each(['', '[]'])('a bare 404 is refused: %j', async (body) => {
      dataApi.reply = { status: 404, body }
      const response = await get(app, path)
      expect(response.status).toBe(503)
      expect(JSON.parse(log.at(-1) ?? '{}').error).toMatch(/^The Data API gave an answer that is not from /)
    })

    test('may be kept by clients that ask each time, and is not kept here', async () => {
      const { headers } = await get(app, path)
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.has('x-cache')).toBe(false)
      expect(headers.has('vary')).toBe(false)
      version++
      expect(await seen(await get(app, path))).toBe('null 2')
    })

    test.each(['GET', 'HEAD'])('is 304 to %s by who has it already, until it changes', async (method) => {
      const etag = (await get(app, path)).headers.get('etag') ?? ''
      const ask = () => send(app, `${method} ${path}`, undefined, { 'if-none-match': `W/"x", ${etag}` })
      const response = await ask()
      expect(response.status).toBe(304)
      expect(await response.text()).toBe('')
      const { 'x-request-id': id, ...headers } = Object.fromEntries(response.headers)
      expect(id).toMatch(/\S/)
      expect(headers).toEqual({
        etag,
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('ETag'),
      })
      expect(JSON.parse(log.at(-1) ?? '{}')).toMatchObject({ method, status: 304 })

      version++
      expect((await ask()).status).toBe(200)
    })

    test('is an error, and no 304, when there is none', async () => {
      dataApi.reply = { status: 503, body: { code: 'PGRST000', message: 'x' } }
      const response = await get(app, path, { 'if-none-match': '*' })
      expect([response.status, response.headers.has('etag')]).toEqual([503, false])
    })
  },
)

describe('with CATALOGUE_CACHE_SECONDS', () => {
  let app: Hono
  beforeEach(async () => {
    app = await loadFunction({ CATALOGUE_CACHE_SECONDS: ' 60 ' })
  })

  test.each(['/api/skills?limit=5', '/api/skills/a-slug', '/api/skills/a-slug/ratings'])(
    '%s is asked for once',
    async (path) => {
      const first = await get(app, path)
      const kept = await get(app, path)
      expect([first.status, kept.status]).toEqual([200, 200])
      expect(kept.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(kept.headers.get('content-type')).toBe('application/json')
      for (const { headers } of [first, kept]) {
        expect(headers.get('cache-control')).toMatch(/^public, max-age=(59|60)$/)
        expect(headers.get('vary')).toBe('Authorization, X-Api-Key')
      }
      version++
      expect([await seen(first), await seen(kept)]).toEqual(['miss 1', 'hit 1'])
      expect(dataApi.asked).toHaveLength(1)
    },
  )

  test('what is kept is 304 to who has it, and has its length for HEAD', async () => {
    const first = await get(app, '/api/skills')
    const etag = first.headers.get('etag') ?? ''
    const response = await get(app, '/api/skills', { 'if-none-match': etag })
    expect([response.status, response.headers.get('x-cache'), await response.text()]).toEqual([
      304,
      'hit',
      '',
    ])
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=/)
    const head = await send(app, 'HEAD /api/skills')
    expect(head.headers.get('content-length')).toBe(String((await first.text()).length))
    expect(head.headers.get('x-cache')).toBe('hit')
    expect(dataApi.asked).toHaveLength(1)
  })

  test.each([
    ['/api/skills', '/api/skills?sort=top&limit=100&search=&unknown=1'],
    ['/api/skills?limit=500&type=mcp', '/api/skills/?type=mcp&limit=0501'],
    ['/api/skills?search=e%CC%81+x', '/api/skills?search=++%C3%A9%20x'],
    [`/api/skills/${ID}`, `/api/skills/${ID.toUpperCase()}/?x`],
    [`/api/skills/${ID}/ratings`, `/api/skills/${ID.toUpperCase()}/ratings/?sort=newest&limit=0100`],
  ])('%s and %s are one question', async (one, other) => {
    expect(await seen(await get(app, one))).toBe('miss 1')
    expect(await seen(await get(app, other))).toBe('hit 1')
  })

  test.each([
    ['/api/skills', '/api/skills?sort=rating'],
    ['/api/skills', '/api/skills?limit=99'],
    ['/api/skills', '/api/skills?type=mcp'],
    ['/api/skills?search=a', '/api/skills?search=A'],
    ['/api/skills', `/api/skills?cursor=${'x'.repeat(20)}`],
    ['/api/skills/a', '/api/skills/b'],
    ['/api/skills/a/ratings', '/api/skills/b/ratings'],
    ['/api/skills/a/ratings', '/api/skills/a/ratings?claws=1'],
    ['/api/skills/a/ratings?sort=highest', '/api/skills/a/ratings?sort=lowest'],
    ['/api/skills/a', '/api/skills?search=a'],
  ])('%s and %s are two', async (one, other) => {
    await get(app, one)
    expect(await seen(await get(app, other))).toBe('miss 1')
    expect(await seen(await get(app, one))).toBe('hit 1')
  })

  test('the same question, asked often at once, is one', async () => {
    const release = holdLists()
    const all = Array.from({ length: 10 }, () => get(app, '/api/skills'))
    await expect.poll(() => dataApi.asked.length).toBe(1)
    release()
    expect(await Promise.all((await Promise.all(all)).map(seen))).toEqual(Array(10).fill('miss 1'))
    expect(dataApi.asked).toHaveLength(1)
  })

  test.each([
    ['x-api-key', KEY],
    ['x-api-key', 'x'],
    ['authorization', `Bearer ${KEY}`],
    ['authorization', 'bearer claw_x'],
  ])('a request with a key, %s: %s, neither uses nor fills it', async (header, value) => {
    const fresh = await get(app, '/api/skills', { [header]: value })
    expect(fresh.headers.get('cache-control')).toBe('no-cache')
    expect(fresh.headers.get('vary')).toBe('Authorization, X-Api-Key')
    expect(await seen(fresh)).toBe('bypass 1')
    expect(await seen(await get(app, '/api/skills'))).toBe('miss 1')
    version++
    expect(await seen(await get(app, '/api/skills', { [header]: value }))).toBe('bypass 2')
    expect(await seen(await get(app, '/api/skills'))).toBe('hit 1')
  })

  test.each<[string, string]>([
    ['x-api-key', ''],
    ['authorization', 'Bearer sb_publishable_x'],
    ['authorization', `Basic ${KEY}`],
  ])('%s: “%s” is no key', async (header, value) => {
    await get(app, '/api/skills')
    expect(await seen(await get(app, '/api/skills', { [header]: value }))).toBe('hit 1')
  })

  test.each([
    [503, { status: 500, body: { code: '57014', message: 'x' } }],
    [404, { status: 404, body: { code: 'PT404', message: 'skill_not_found', details: 'null' } }],
    [503, { body: '{"skills": [' }],
    [503, { body: [] }],
  ])('an error, %i, is not kept', async (status, reply) => {
    dataApi.reply = reply
    const failed = await get(app, '/api/skills/a-slug')
    expect(failed.status).toBe(status)
    expect(failed.headers.has('x-cache')).toBe(false)
    expect(failed.headers.has('etag')).toBe(false)
    dataApi.reply = answer
    expect(await seen(await get(app, '/api/skills/a-slug'))).toBe('miss 1')
  })

  const WRITES: [string, unknown][] = [
    ['POST /api/register', { agent_name: 'Ada' }],
    ['POST /api/skills', { name: 'x', description: 'x', type: 'mcp' }],
    ['POST /api/ratings', { skill_id: ID, claws: 1 }],
    ['DELETE /api/skills/a-slug/ratings/me', undefined],
  ]

  test.each(WRITES)('after %s nothing is kept', async (request, body) => {
    await get(app, '/api/skills')
    await get(app, '/api/skills/a-slug')
    expect((await send(app, request, body, withKey)).ok).toBe(true)
    version++
    expect(await seen(await get(app, '/api/skills'))).toBe('miss 2')
    expect(await seen(await get(app, '/api/skills/a-slug'))).toBe('miss 2')
  })

  test('a flag changes nothing that is kept', async () => {
    await get(app, '/api/skills/a-slug/ratings')
    const flag = `POST /api/skills/a-slug/ratings/${ID}/flag`
    expect((await send(app, flag, { reason: 'x' }, withKey)).ok).toBe(true)
    expect(await seen(await get(app, '/api/skills/a-slug/ratings'))).toBe('hit 1')
  })

  test.each([
    [503, { status: 500, body: { code: '08006', message: 'x' } }],
    [503, { body: 'no JSON' }],
    [500, { status: 500, body: { code: 'XX000', message: 'x' } }],
    [500, { status: 400, body: { code: 'PT400', message: 'invalid_request', details: 'no JSON' } }],
  ])('a write that may have been done, for all its %i, is one', async (status, reply) => {
    await get(app, '/api/skills')
    dataApi.reply = reply
    const [request, body] = WRITES[2] ?? ['', undefined]
    expect((await send(app, request, body, withKey)).status).toBe(status)
    // Its own fault is what the log tells of, and none that comes of asking what it was.
    if (reply.body !== null && JSON.stringify(reply).includes('PT400'))
      expect(JSON.parse(log.at(-1) ?? '{}').error).toMatch(/^SyntaxError/)
    dataApi.reply = answer
    version++
    expect(await seen(await get(app, '/api/skills'))).toBe('miss 2')
  })

  test.each([
    [409, { status: 409, body: { code: 'PT409', message: 'skill_name_taken', details: '{}' } }, withKey],
    [401, { status: 401, body: { code: 'PT401', message: 'invalid_api_key', details: null } }, withKey],
    [401, answer, {}],
  ])('a write that is refused, %i, is none', async (status, reply, headers) => {
    await get(app, '/api/skills')
    dataApi.reply = reply
    const [request, body] = WRITES[1] ?? ['', undefined]
    expect((await send(app, request, body, headers)).status).toBe(status)
    expect(await seen(await get(app, '/api/skills'))).toBe('hit 1')
  })

  test('what was read before a write is not kept after it', async () => {
    const release = holdLists()
    const early = get(app, '/api/skills')
    await expect.poll(() => dataApi.asked.length).toBe(1)

    const [request, body] = WRITES[2] ?? ['', undefined]
    expect((await send(app, request, body, withKey)).status).toBe(201)
    version++
    // Asked after the write, so not answered by what is on its way.
    const late = get(app, '/api/skills')
    await expect.poll(() => dataApi.asked.length).toBe(3)
    release()

    const first = await early
    expect(first.status).toBe(200)
    expect(await seen(first)).toBe('miss 1')
    expect(await seen(await late)).toBe('miss 2')
    expect(await seen(await get(app, '/api/skills'))).toBe('hit 2')
  })

  test('and a late answer to what was asked before a write is not kept at all', async () => {
    const release = holdLists()
    const early = get(app, '/api/skills')
    await expect.poll(() => dataApi.asked.length).toBe(1)
    const [request, body] = WRITES[0] ?? ['', undefined]
    expect((await send(app, request, body)).status).toBe(201)
    version++
    release()
    const first = await early
    // Nobody on the way may keep it either.
    expect(first.headers.get('cache-control')).toBe('public, max-age=0')
    expect(await seen(first)).toBe('miss 1')
    expect(await seen(await get(app, '/api/skills'))).toBe('miss 2')
  })

  test('an answer is kept for that long and no longer, and says how much is left of it', async () => {
    const now = performance.now.bind(performance)
    let later = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
    await get(app, '/api/skills')
    later = 50_500
    // The store looks at the clock once in a millisecond.
    await expect
      .poll(async () => (await get(app, '/api/skills')).headers.get('cache-control'))
      .toBe('public, max-age=9')
    expect(await seen(await get(app, '/api/skills'))).toBe('hit 1')
    later = 60_500
    version++
    await expect.poll(async () => seen(await get(app, '/api/skills'))).toBe('miss 2')
    expect(await seen(await get(app, '/api/skills'))).toBe('hit 2')
  })
})

describe('what is kept', () => {
  type Answers = LRUCache<string, { body: Uint8Array; tag: string }, () => Promise<unknown>>
  let answers: Answers
  beforeEach(async () => {
    ;({ answers } = await loadModule<{ answers: Answers }>('_shared/cache.ts', {
      CATALOGUE_CACHE_SECONDS: '1',
    }))
  })
  const keep = (asked: string, size: number) =>
    answers.fetch(asked, { context: async () => ({ body: new Uint8Array(size), tag: '' }) })

  test('are 1,000 answers at the most', async () => {
    for (let i = 0; i <= 1_000; i++) await keep(`asked ${i}`, 1)
    expect(answers.size).toBe(1_000)
    expect([answers.has('asked 0'), answers.has('asked 1')]).toEqual([false, true])
  })

  test('are 32 MB at the most, of answers and of what was asked', async () => {
    const MB = 1024 * 1024
    await keep('all of it', 33 * MB)
    expect(answers.size).toBe(0)
    for (let i = 0; i < 4; i++) await keep(`asked ${i}`, 10 * MB)
    expect([answers.size, answers.has('asked 0')]).toEqual([3, false])
    await keep('x'.repeat(2 * MB), 1)
    expect(answers.size).toBe(3)
    expect(answers.calculatedSize).toBeLessThanOrEqual(32 * MB)
  })
})

test.each([undefined, '', '0', ' '])('CATALOGUE_CACHE_SECONDS of %j keeps nothing', async (seconds) => {
  const { answers } = await loadModule<{ answers: unknown }>('_shared/cache.ts', {
    CATALOGUE_CACHE_SECONDS: seconds,
  })
  expect(answers).toBeUndefined()
})

describe('with CATALOGUE_URL', () => {
  test('the catalogue is read there, by GET, and all else is asked where it was', async () => {
    // The primary is not there at all: what reaches it is refused.
    const replicas = dataApi.url
    const app = await loadFunction({ SUPABASE_URL: 'http://127.0.0.1:1', CATALOGUE_URL: ` ${replicas} ` })
    const query = 'type=mcp&search=a+%26b&limit=5'
    expect((await get(app, `/api/skills?${query}`, withKey)).status).toBe(200)
    expect((await get(app, '/api/skills/a-slug')).status).toBe(200)
    expect(dataApi.asked.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/rest/v1/rpc/list_skills?p_type=mcp&p_search=a+%26b&p_sort=relevance&p_limit=5'],
      ['GET', '/rest/v1/rpc/get_skill?p_skill=a-slug'],
    ])
    expect(dataApi.asked[0]?.headers).toMatchObject({ apikey: 'sb_publishable_x' })
    expect(dataApi.asked[0]?.headers).not.toHaveProperty('x-api-key')

    expect((await get(app, '/api/health')).status).toBe(503)
    expect((await send(app, 'POST /api/register', { agent_name: 'Ada' })).status).toBe(503)
    expect(dataApi.asked).toHaveLength(2)
  })

  test.each([undefined, '', ' '])('of %j it is read where all else is', async (url) => {
    const app = await loadFunction({ CATALOGUE_URL: url })
    await get(app, '/api/skills')
    expect(dataApi.asked.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/rest/v1/rpc/list_skills'],
    ])
  })
})
