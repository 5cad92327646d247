// The edge functions as processes of the stack: their requests to the Data API, their settings, logs and permissions.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { callApi, registerAgent, submitSkill } from './npm-start.ts'
import { RecordingProxy } from './recording-proxy.ts'

const primary = new RecordingProxy()
const replicas = new RecordingProxy()
let stack: TemporaryStack
let key: string

/** Starts a stack whose edge functions call the Data API through the proxies. */
async function start(functionSettings: Record<string, string>): Promise<void> {
  stack = await startTemporaryStack({
    functionSettings,
    async detour(to, port) {
      if (to !== 'Data API') return port
      primary.target = port
      replicas.target = port
      return primary.port
    },
  })
  key = await registerAgent(stack.baseUrl, 'Reader')
  await submitSkill(stack.baseUrl, key, 'Known')
}

beforeAll(async () => {
  await Promise.all([primary.listen(), replicas.listen()])
  return () => {
    primary.close()
    replicas.close()
  }
})

beforeEach(() => {
  primary.calls = []
  replicas.calls = []
})

function call(method: string, path: string, body?: unknown, withKey = '') {
  return callApi(stack.baseUrl, method, path, { body, key: withKey })
}

function logLines(name: 'api' | 'mcp') {
  return readFileSync(join(stack.dataDir, 'logs', `${name}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

describe('with default settings', () => {
  beforeAll(async () => {
    await start({})
    return () => stack.stop()
  })

  const rating = { skill_name: 'Known', claws: 5 }
  test.each<[string, string, unknown, boolean, number, string]>([
    ['POST', '/api/register', { agent_name: 'New agent' }, false, 201, 'register_agent'],
    ['POST', '/api/register', { agent_name: 'Reader' }, false, 409, 'register_agent'],
    ['GET', '/api/skills', undefined, false, 200, 'list_skills'],
    ['HEAD', '/api/skills', undefined, false, 200, 'list_skills'],
    ['GET', '/api/skills?search=known&sort=name', undefined, false, 200, 'list_skills'],
    ['GET', '/api/skills/known', undefined, false, 200, 'get_skill'],
    ['GET', '/api/skills/no-such-skill', undefined, false, 404, 'get_skill'],
    ['GET', '/api/skills/known/ratings?sort=lowest', undefined, false, 200, 'list_ratings'],
    ['GET', '/api/skills/known/ratings/me', undefined, true, 404, 'get_own_rating'],
    ['DELETE', '/api/skills/Known/ratings/me', undefined, true, 404, 'delete_own_rating'],
    ['POST', '/api/skills/known/ratings/x/flag', { reason: 'x' }, true, 404, 'flag_rating'],
    ['POST', '/api/skills', { name: 'Second', description: 'x', type: 'mcp' }, true, 201, 'submit_skill'],
    ['POST', '/api/skills', { name: 'KNOWN', description: 'x', type: 'mcp' }, true, 409, 'submit_skill'],
    ['POST', '/api/ratings', rating, true, 201, 'submit_rating'],
    ['POST', '/api/ratings', { skill_name: 'Konwn', claws: 5 }, true, 404, 'submit_rating'],
    ['GET', '/api/health', undefined, false, 200, 'health'],
  ])('%s %s calls the Data API once', async (method, path, body, withKey, status, name) => {
    const answer = await call(method, path, body, withKey ? key : undefined)
    expect([answer.status, primary.calls]).toEqual([status, [`POST /rest/v1/rpc/${name}`]])
  })

  test.each<[string, string, unknown, string | undefined, number]>([
    ['GET', '/api/nothing', undefined, undefined, 404],
    ['DELETE', '/api/skills', undefined, undefined, 405],
    ['OPTIONS', '/api/skills', undefined, undefined, 204],
    ['POST', '/api/ratings', rating, undefined, 401],
    ['POST', '/api/ratings', [], 'claw_mistyped', 401],
    ['POST', '/api/ratings', rating, `claw_${'0'.repeat(56)}`, 401],
    ['POST', '/api/register', { agent_name: 'x' }, undefined, 400],
    ['POST', '/api/register', { agent_name: 'x'.repeat(300_000) }, undefined, 413],
    ['GET', '/api/skills?limit=0', undefined, undefined, 400],
    ['GET', '/api/skills/No%20Slug', undefined, undefined, 404],
    ['POST', '/api/skills/known/ratings/x/flag', { reason: '' }, undefined, 401],
  ])('%s %s does not call the Data API when it is rejected', async (method, path, body, withKey, status) => {
    const answer = await call(method, path, body, withKey)
    expect([answer.status, primary.calls]).toEqual([status, []])
  })

  test('each request writes one line to the log, without its content', async () => {
    const before = logLines('api').length
    const secret = 'Zanzibar'
    const answers = [
      await call('POST', '/api/register', { agent_name: secret, email: `${secret}@example.com` }),
      await call('GET', `/api/skills?search=${secret}`),
      await call('GET', `/api/skills/${secret.toLowerCase()}`),
      await call('POST', '/api/ratings', { skill_name: secret }, `claw_${secret}`),
      await call('DELETE', `/api/${secret}`),
    ]
    const lines = logLines('api').slice(before)
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(lines.map(({ id, method, route, status }) => [id, method, route, status])).toEqual([
      [ids[0], 'POST', '/api/register', 201],
      [ids[1], 'GET', '/api/skills', 200],
      [ids[2], 'GET', '/api/skills/:skill', 404],
      [ids[3], 'POST', '/api/ratings', 401],
      [ids[4], 'DELETE', null, 404],
    ])
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(['time', 'id', 'method', 'route', 'status', 'ms'])
      expect(line.ms).toBeGreaterThan(0)
    }
    expect(JSON.stringify(lines).toLowerCase()).not.toContain(secret.toLowerCase())
  })

  // What these permissions prevent is tested in permissions.nightly.test.ts.
  test.skipIf(process.platform === 'win32')('may connect only to the Data API', () => {
    const { edgeFunction, mcp } = stack.pids()
    for (const [pid, url] of [
      [edgeFunction, stack.internal.functionUrl],
      [mcp, stack.internal.mcpUrl],
    ] as const) {
      const args = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      expect(args.match(/ -(-allow-\S+|A)/g)).toEqual([
        ` --allow-net=${new URL(url).host},127.0.0.1:${primary.port}`,
        ' --allow-env',
      ])
      expect(args).toContain(' --no-prompt ')
    }
  })
})

describe('with a limit, a cache and read replicas', () => {
  beforeAll(async () => {
    await start({
      REGISTRATIONS_PER_HOUR: '2',
      CATALOGUE_CACHE_SECONDS: '60',
      CATALOGUE_URL: `http://127.0.0.1:${replicas.port}`,
    })
    return () => stack.stop()
  })

  const rate = (claws: number) => call('POST', '/api/ratings', { skill_name: 'Known', claws }, key)
  const get = (path: string) => call('GET', path)
  const cacheOf = ({ headers }: { headers: Headers }) => headers.get('x-cache')

  // A write empties the cache.
  beforeEach(async () => {
    await rate(3)
    primary.calls = []
    replicas.calls = []
  })

  test.each([
    ['/api/skills?search=known&limit=5', 'list_skills'],
    ['/api/skills/known', 'get_skill'],
    ['/api/skills/known/ratings?claws=3&sort=lowest', 'list_ratings'],
  ])('%s is read once from the replicas and then cached', async (path, name) => {
    const [first, second] = [await get(path), await get(path)]
    expect([first, second].map((answer) => [answer.status, cacheOf(answer)])).toEqual([
      [200, 'miss'],
      [200, 'hit'],
    ])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('cache-control')).toMatch(/^public, max-age=[0-9]+$/)
    const etag = first.headers.get('etag') ?? ''
    const unchanged = await callApi(stack.baseUrl, 'GET', path, { headers: { 'if-none-match': etag } })
    expect([unchanged.status, cacheOf(unchanged), unchanged.text]).toEqual([304, 'hit', ''])
    expect([primary.calls, replicas.calls]).toEqual([[], [`GET /rest/v1/rpc/${name}`]])
  })

  test('the next read after a write is fresh, also when another read was running', async () => {
    const claws = async () => {
      const answers = [await get('/api/skills?search=known'), await get('/api/skills/known')]
      return [answers[0]?.body.skills[0].avg_claws, answers[1]?.body.avg_claws]
    }
    for (const value of [5, 1]) {
      expect((await rate(value)).status).toBe(200)
      expect([await claws(), await claws()]).toEqual([
        [value, value],
        [value, value],
      ])
    }
    await rate(2)
    replicas.calls = []
    const release = replicas.hold()
    const early = get('/api/skills/known')
    await expect.poll(() => replicas.calls.length).toBe(1)
    await rate(4)
    const late = get('/api/skills/known')
    await expect.poll(() => replicas.calls.length).toBe(2)
    release()
    expect([await early, await late].map(({ body }) => body.avg_claws)).toEqual([2, 4])
    expect((await get('/api/skills/known')).body.avg_claws).toBe(4)
  })

  test('concurrent equal requests make one call', async () => {
    const release = replicas.hold()
    const answers = Array.from({ length: 20 }, () => get('/api/skills?type=other'))
    await expect.poll(() => replicas.calls.length).toBeGreaterThan(0)
    release()
    const texts = (await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`)
    expect(new Set(texts).size).toBe(1)
    expect(replicas.calls).toHaveLength(1)
  })

  test('requests with a key and unknown skills are not cached, and writes go to the primary', async () => {
    await get('/api/skills/known')
    const withKey = await call('GET', '/api/skills/known', undefined, key)
    expect([cacheOf(withKey), withKey.headers.get('cache-control')]).toEqual(['bypass', 'no-cache'])
    for (let i = 0; i < 2; i++) expect((await get('/api/skills/no-such-skill')).status).toBe(404)
    expect(replicas.calls).toHaveLength(4)
    expect(
      (await call('POST', '/api/skills', { name: 'KNOWN', description: 'x', type: 'mcp' }, key)).status,
    ).toBe(409)
    // A rejected write keeps the cache.
    expect(cacheOf(await get('/api/skills/known'))).toBe('hit')
    expect((await get('/api/health')).status).toBe(200)
    expect(primary.calls).toEqual(['POST /rest/v1/rpc/submit_skill', 'POST /rest/v1/rpc/health'])
  })

  test('registrations are limited for each client address', async () => {
    const register = (agent_name: string, headers = {}) =>
      callApi(stack.baseUrl, 'POST', '/api/register', { body: { agent_name }, headers })
    // The first registration was that of the reader. An invalid one does not count.
    expect((await register('x')).status).toBe(400)
    expect((await register('Second')).status).toBe(201)
    const rejected = await register('Third')
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many_registrations'])
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    // The gateway sets the address, not the client.
    expect((await register('Third', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(429)
  })

  test('the MCP server has the same limit, and a log without the content of requests', async () => {
    const before = logLines('mcp').length
    const register = async (agent_name: string) => {
      const params = { name: 'register_agent', arguments: { agent_name } }
      const { headers, text } = await callApi(stack.baseUrl, 'POST', '/mcp', {
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        headers: { accept: 'application/json, text/event-stream', 'x-forwarded-for': agent_name },
      })
      return { id: headers.get('x-request-id'), isLimited: text.includes('too_many_registrations') }
    }
    const answers = [await register('Zanzibar'), await register('Timbuktu'), await register('Samarkand')]
    expect(answers.map(({ isLimited }) => isLimited)).toEqual([false, false, true])
    const lines = logLines('mcp').slice(before)
    const line = { method: 'POST', route: '/mcp', status: 200, tool: 'register_agent' }
    expect(lines).toMatchObject([
      { id: answers[0]?.id, ...line },
      { id: answers[1]?.id, ...line },
      { id: answers[2]?.id, ...line, problem: 'too_many_registrations' },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Zanzibar|Timbuktu|Samarkand|claw_/)
  })
})
