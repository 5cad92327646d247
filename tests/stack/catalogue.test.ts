// What whoever runs the function may set for reads of the catalogue: answers kept in memory, and read replicas.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { Counter } from './counter.ts'

let stack: Stack
let dataDir: string
let key = ''
const primary = new Counter()
// Of the same database here: what matters is who is asked, and how.
const replicas = new Counter()

beforeAll(async () => {
  await Promise.all([primary.listen(), replicas.listen()])
  dataDir = await mkdtemp(join(tmpdir(), 'skill-rating-catalogue-'))
  stack = await startStack({
    dataDir,
    apiPort: 0,
    dbPort: 0,
    studioPort: 0,
    mcp: false,
    functionSettings: {
      CATALOGUE_CACHE_SECONDS: '60',
      CATALOGUE_URL: `http://127.0.0.1:${replicas.port}`,
    },
    async detour(to, port) {
      if (to !== 'Data API') return port
      primary.target = port
      replicas.target = port
      return primary.port
    },
  })
  key = (await call('POST', '/api/register', { agent_name: 'Reader' })).body.api_key
  await submit('Known')
}, 60_000)

afterAll(async () => {
  await stack?.stop()
  primary.close()
  replicas.close()
  await rm(dataDir, { recursive: true, force: true })
})

// A write, so that nothing is kept from one story to the next.
beforeEach(async () => {
  await rate(3)
  primary.calls = []
  replicas.calls = []
})

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(stack.baseUrl + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    cache: response.headers.get('x-cache'),
    headers: response.headers,
    text,
    body: text && JSON.parse(text),
  }
}

const get = (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers)
const rate = (claws: number) =>
  call('POST', '/api/ratings', { skill_name: 'Known', claws }, { 'x-api-key': key })
const submit = (name: string) =>
  call('POST', '/api/skills', { name, description: 'x', type: 'other' }, { 'x-api-key': key })

/** What the list and the page show of the skill that is rated. */
async function claws(): Promise<number[]> {
  const [list, page] = await Promise.all([get('/api/skills?search=known'), get('/api/skills/known')])
  expect([list.status, page.status]).toEqual([200, 200])
  return [list.body.skills[0].avg_claws, page.body.avg_claws]
}

test.each([
  ['/api/skills?type=other&sort=newest', 'list_skills'],
  ['/api/skills?search=known&limit=5', 'list_skills'],
  ['/api/skills/known', 'get_skill'],
  ['/api/skills/known/ratings?claws=3&sort=lowest', 'list_ratings'],
])('%s is read once, from the replicas, and then kept', async (path, name) => {
  const [first, kept] = [await get(path), await get(path)]
  expect([first.status, first.cache, kept.status, kept.cache]).toEqual([200, 'miss', 200, 'hit'])
  expect(first.text).toMatch(/"slug":"known"|"agent_name":"Reader"/)
  expect(kept.text).toBe(first.text)
  expect(kept.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(kept.headers.get('content-length')).toBe(String(Buffer.byteLength(first.text)))
  expect(kept.headers.get('cache-control')).toMatch(/^public, max-age=[0-9]+$/)
  expect(kept.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))

  const head = await call('HEAD', path)
  expect([head.status, head.cache, head.text]).toEqual([200, 'hit', ''])
  expect(head.headers.get('content-length')).toBe(kept.headers.get('content-length'))
  const unchanged = await get(path, { 'If-None-Match': first.headers.get('etag') ?? '' })
  expect([unchanged.status, unchanged.cache, unchanged.text]).toEqual([304, 'hit', ''])
  expect([primary.calls, replicas.calls]).toEqual([[], [`GET /rest/v1/rpc/${name}`]])
})

test('a write is seen by the next read', async () => {
  for (const number of [5, 1, 4]) {
    expect((await rate(number)).status).toBe(200)
    expect(await claws()).toEqual([number, number])
    expect(await claws()).toEqual([number, number])
  }
  const count = (await get('/api/skills')).body.count
  await submit('Another')
  expect((await get('/api/skills')).body.count).toBe(count + 1)
})

test('a rating that was taken back is not shown by the next read', async () => {
  const count = async () => (await get('/api/skills/known/ratings')).body.count
  expect(await count()).toBe(1)
  const answer = await call('DELETE', '/api/skills/known/ratings/me', undefined, { 'x-api-key': key })
  expect(answer.status).toBe(204)
  expect([await count(), (await get('/api/skills/known')).body.total_ratings]).toEqual([0, 0])
})

test('a write that is refused leaves what is kept', async () => {
  await get('/api/skills')
  expect((await submit('KNOWN')).status).toBe(409)
  expect((await get('/api/skills')).cache).toBe('hit')
})

test('what was read before a write and comes after it is not kept', async () => {
  const release = replicas.hold()
  const early = claws()
  await expect.poll(() => replicas.calls.length).toBe(2)
  expect((await rate(5)).status).toBe(200)
  const late = claws()
  await expect.poll(() => replicas.calls.length).toBe(4)
  release()
  expect(await early).toEqual([3, 3])
  expect(await late).toEqual([5, 5])
  expect(await claws()).toEqual([5, 5])
  expect(replicas.calls).toHaveLength(4)
})

test('the same question, asked by many at once, is one call', async () => {
  const release = replicas.hold()
  const answers = Array.from({ length: 20 }, () => get('/api/skills?type=other'))
  await expect.poll(() => replicas.calls.length).toBeGreaterThan(0)
  release()
  const texts = (await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`)
  expect(new Set(texts).size).toBe(1)
  expect(replicas.calls).toHaveLength(1)
})

test('a request with a key, good or bad, is answered by the database', async () => {
  await get('/api/skills/known')
  for (const headers of [{ 'x-api-key': key }, { 'x-api-key': 'x' }, { Authorization: 'Bearer claw_x' }]) {
    const answer = await get('/api/skills/known', headers as Record<string, string>)
    expect([answer.status, answer.cache, answer.headers.get('cache-control')]).toEqual([
      200,
      'bypass',
      'no-cache',
    ])
  }
  expect(replicas.calls).toHaveLength(4)
})

test('what is not there is asked for each time', async () => {
  for (let i = 0; i < 2; i++) {
    const { status, cache } = await get('/api/skills/no-such-skill')
    expect([status, cache]).toEqual([404, null])
  }
  expect(replicas.calls).toHaveLength(2)
})

test('writes and health are asked of the primary', async () => {
  expect((await rate(4)).status).toBe(200)
  expect((await get('/api/health')).status).toBe(200)
  expect([primary.calls, replicas.calls]).toEqual([
    ['POST /rest/v1/rpc/submit_rating', 'POST /rest/v1/rpc/health'],
    [],
  ])
})
