// Error responses: one test per code, the order of the checks, and input that must not cause a 5xx.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, get, localStack, post, request, send } from '../support/api.ts'
import {
  inParallel,
  newAgent,
  newSkill,
  sharedAgent,
  submitSkill,
  uniqueWord,
  unknownKey,
} from '../support/fixtures.ts'
import { HttpClient, type HttpResponse } from '../support/http-client.ts'

type Response = Promise<HttpResponse<unknown>>

const CODES: [status: number, code: string, ask: () => Response][] = [
  [400, 'invalid_json', () => post('/api/register', '{')],
  [400, 'invalid_request', () => post('/api/register', {})],
  [
    400,
    'conflicting_api_keys',
    () => post('/api/ratings', {}, { headers: { 'x-api-key': 'claw_a', Authorization: 'Bearer claw_b' } }),
  ],
  [401, 'missing_api_key', () => post('/api/ratings', {})],
  [401, 'invalid_api_key', () => post('/api/ratings', {}, { key: 'claw_' })],
  [404, 'skill_not_found', () => get(`/api/skills/${randomUUID()}`)],
  [
    404,
    'rating_not_found',
    async () => get(`/api/skills/${(await newSkill()).slug}/ratings/me`, await newAgent()),
  ],
  [404, 'route_not_found', () => get('/api/nothing')],
  [405, 'method_not_allowed', () => request('DELETE', '/api/skills')],
  [409, 'agent_name_taken', async () => post('/api/register', { agent_name: (await sharedAgent()).name })],
  [409, 'skill_name_taken', async () => submitSkill<unknown>({ name: (await newSkill()).name })],
  [413, 'body_too_large', () => post('/api/register', 'x'.repeat(300_000))],
  [415, 'unsupported_media_type', () => request('POST', '/api/register', { body: '{}' })],
]

test.concurrent.each(CODES)('returns a problem document with status %i for %s', async (status, code, ask) => {
  const [one, other] = [await ask(), await ask()]
  const problem = expectProblem(one, status, code)
  const members = ['type', 'title', 'status', 'detail', 'success', 'code', 'errors', 'request_id', 'skill']
  expect(members).toEqual(expect.arrayContaining(Object.keys(problem)))
  expect(one.text).not.toMatch(
    /postgres|PGRST|PT4\d\d|select |insert |constraint|violates|supabase|zod|deno|at \w+ \(/i,
  )
  expect(one.headers.get('x-powered-by')).toBeNull()
  const again = expectProblem(other, status, code)
  expect([problem.type, problem.title]).toEqual([again.type, again.title])
  expect(problem.request_id).not.toBe(again.request_id)
  if (code === 'invalid_request') expect(problem.errors?.length).toBeGreaterThan(0)
  else if (!code.endsWith('_taken')) expect(problem.errors).toBeUndefined()
  for (const error of problem.errors ?? []) {
    expect(error).toEqual({ path: expect.stringMatching(/^\w+$/), message: expect.stringMatching(/\S/) })
  }
})

test('every code has its own type', async () => {
  const types = await inParallel(
    CODES,
    async ([status, code, ask]) => expectProblem(await ask(), status, code).type,
  )
  expect(new Set(types).size).toBe(CODES.length)
})

test('a problem does not repeat private input', async () => {
  const [secret, key] = [uniqueWord(), unknownKey()]
  for (const { text } of [
    await post('/api/register', { agent_name: 'x', email: `${secret}@` }),
    await post('/api/register', { agent_name: 'x', email: `${secret}@example.com` }),
    await post('/api/ratings', { skill_id: randomUUID(), claws: 5 }, { key }),
    await post('/api/ratings', { skill_id: randomUUID(), claws: 5 }, { key: `${key}${secret}` }),
  ]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(key)
  }
})

// Route, method, key (present, then well-formed), media type, size, encoding and JSON, fields, key known, skill known.
describe('the first failing check decides the response', () => {
  const large = 'x'.repeat(256 * 1024 + 1)
  const textPlain = { 'Content-Type': 'text/plain' }
  const unknown = unknownKey()

  test.each<[path: string, fields: Record<string, unknown>, required: string[]]>([
    ['/api/skills', { name: 'x', description: 'x', type: 'other' }, ['name', 'description', 'type']],
    ['/api/ratings', { skill_id: randomUUID(), claws: 5 }, ['skill_id', 'claws']],
    ['/api/skills/%00/ratings/x/flag', { reason: 'x' }, ['reason']],
  ])('POST %s', async (path, fields, required) => {
    const ask = (body: unknown, key?: string, headers?: Record<string, string>) =>
      post(path, body, { key, headers })
    expectProblem(await post(`${path}/x/y`, large, { headers: textPlain, key: 'x' }), 404, 'route_not_found')
    expectProblem(
      await request('PUT', path, { headers: textPlain, key: 'x', body: large }),
      405,
      'method_not_allowed',
    )
    expectProblem(await ask(large, undefined, textPlain), 401, 'missing_api_key')
    expectProblem(await ask(large, 'claw_x', textPlain), 401, 'invalid_api_key')
    const twoKeys = { ...textPlain, 'x-api-key': 'x', Authorization: 'Bearer claw_y' }
    expectProblem(await ask(large, undefined, twoKeys), 400, 'conflicting_api_keys')
    expectProblem(await ask(large, unknown, textPlain), 415, 'unsupported_media_type')
    expectProblem(await ask(new Uint8Array(large.length).fill(0xff), unknown), 413, 'body_too_large')
    expectProblem(await ask(new Uint8Array([0x22, 0xff, 0x22]), unknown), 400, 'invalid_json')
    expectProblem(await ask('{"claws": 9,', unknown), 400, 'invalid_json')
    expectInvalidFields(await ask({}, unknown), ...required)
    expectProblem(await ask(fields, unknown), 401, 'invalid_api_key')
    if (path !== '/api/skills')
      expectProblem(await ask(fields, (await sharedAgent()).key), 404, 'skill_not_found')
  })

  test('POST /api/register', async () => {
    const register = (body: string, headers = {}) => post('/api/register', body, { headers })
    expectProblem(await register(large, textPlain), 415, 'unsupported_media_type')
    expectProblem(await register(large), 413, 'body_too_large')
    expectProblem(await register('{"agent_name": "x"'), 400, 'invalid_json')
    expectInvalidFields(await register('{"agent_name": "x"}'), 'agent_name')
  })

  test('an unknown key comes before an unknown skill, a skill given twice and a taken name', async () => {
    const { id, name } = await newSkill()
    for (const [path, fields] of [
      ['/api/ratings', { skill_name: uniqueWord(), claws: 5 }],
      ['/api/ratings', { skill_id: randomUUID(), skill_name: name, claws: 5 }],
      ['/api/ratings', { skill_id: id, claws: 5 }],
      ['/api/skills', { name, description: 'Taken.', type: 'other' }],
    ] as const) {
      expectProblem(await post(path, fields, { key: unknown }), 401, 'invalid_api_key')
    }
  })

  test.each([
    ['GET', '/api/me'],
    ['PATCH', '/api/me'],
    ['POST', '/api/me/keys'],
    ['DELETE', '/api/me/keys/current'],
    ...['no-such-skill', randomUUID(), '%00'].flatMap((skill) =>
      ['GET', 'DELETE'].map((method) => [method, `/api/skills/${skill}/ratings/me`]),
    ),
  ] as [string, string][])('%s %s needs a known key', async (method, path) => {
    const hasBody = method === 'PATCH' || method === 'POST'
    const ask = (key?: string) => (hasBody ? send(method, path, {}, { key }) : request(method, path, { key }))
    expectProblem(await ask(), 401, 'missing_api_key')
    expectProblem(await ask('claw_x'), 401, 'invalid_api_key')
    expectProblem(await ask(unknown), 401, 'invalid_api_key')
  })
})

describe('no input causes a 5xx', () => {
  const VALUES: unknown[] = [
    ...[
      null,
      true,
      0,
      -0,
      1e308,
      -1e-308,
      Number.MAX_SAFE_INTEGER + 1,
      [],
      [null],
      {},
      { toString: null },
      [[[[]]]],
    ],
    ...[
      '',
      ' ',
      '\u0000',
      '\uD800',
      '\uFFFF',
      "'",
      '"; --',
      '\\',
      '%',
      '{}',
      '$1',
      'NaN',
      'Infinity',
      '2000-01-01',
    ],
    ...['\u202E', 'ﷺ'.repeat(5_000), '\u0301'.repeat(5_000), '🦞'.repeat(10_000)],
  ]

  test.each([
    ['/api/register', ['agent_name', 'agent_description', 'email']],
    ['/api/skills', ['name', 'description', 'type', 'url']],
    ['/api/ratings', ['skill_id', 'skill_name', 'claws', 'reliability', 'security', 'speed', 'commentary']],
  ])('POST %s with each value in each field', async (path, fields) => {
    const [{ id }, { key }] = [await newSkill(), await sharedAgent()]
    const bodies = fields.flatMap((field) =>
      VALUES.map((value) => ({
        ...{
          agent_name: uniqueWord(),
          name: uniqueWord(),
          description: 'x',
          type: 'mcp',
          skill_id: id,
          claws: 3,
        },
        [field]: value,
      })),
    )
    const responses = await inParallel(bodies, (body) => post(path, body, { key }))
    expect(responses.filter(({ status }) => ![200, 201, 400, 404, 409].includes(status))).toEqual([])
  })

  test('GET /api/skills with each value in each parameter', async () => {
    const texts = VALUES.filter((value) => typeof value === 'string').map((text) => text.slice(0, 1_000))
    const queries = ['type', 'search', 'sort', 'limit', 'cursor'].flatMap((name) =>
      texts.map((text) => new URLSearchParams({ [name]: text })),
    )
    const responses = await inParallel(queries, (query) => get(`/api/skills?${query}`))
    expect(responses.filter(({ status }) => ![200, 400].includes(status))).toEqual([])
  })
})

// Such texts used to occupy Postgres or the function for seconds, without a valid key.
describe('a text of combining marks is rejected within 1.5 s', () => {
  /** The longest text that a field of this length does not reject for its length before normalising. */
  const marks = (longest: number) => `a${'\u0301\u0316'.repeat(longest * 2 - 1)}`

  async function statusOf(ask: () => Response): Promise<number> {
    const start = performance.now()
    const { status } = await ask()
    expect(performance.now() - start).toBeLessThan(1_500)
    return status
  }

  test.each<[string, object]>([
    ['/api/register', { agent_name: `a${'\u0301\u0316'.repeat(60_000)}` }],
    ['/api/register', { agent_name: marks(50), agent_description: marks(2_000) }],
    ['/api/skills', { name: marks(200), description: marks(5_000), type: 'mcp', url: marks(2_048) }],
    ['/api/ratings', { skill_name: marks(200), claws: 1, commentary: marks(10_000) }],
  ])('POST %s', async (path, body) => {
    expect(await statusOf(() => post(path, body, { key: unknownKey() }))).toBe(400)
  })

  test.runIf(localStack).each<[string, object, number]>([
    ['skills', { name: 'x', description: marks(10_000), type: 'mcp' }, 400],
    ['skills', { name: marks(10_000), description: 'x', type: 'mcp' }, 400],
    ['rpc/submit_skill', { p_name: 'x', p_description: marks(5_000), p_type: 'mcp' }, 401],
    ['rpc/submit_rating', { p_skill_name: 'x', p_claws: 1, p_commentary: marks(10_000) }, 401],
    ['rpc/update_me', { p_agent_description: marks(2_000), p_email: 'x' }, 401],
    ['rpc/flag_rating', { p_skill: 'x', p_rating: 'x', p_reason: marks(1_000) }, 401],
    ['rpc/register_agent', { p_agent_name: 'x', p_agent_description: marks(2_000) }, 400],
    ['rpc/list_skills', { p_search: marks(200) }, 400],
  ])('POST %s at the Data API', async (path, body, status) => {
    const dataApi = new HttpClient(`${localStack?.apiUrl}/rest/v1`)
    const headers = { apikey: localStack?.publishableKey ?? '' }
    expect(await statusOf(() => dataApi.sendJson('POST', `/${path}`, body, { headers }))).toBe(status)
  })
})
