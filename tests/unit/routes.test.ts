import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dataApi, ID, lastLogLine, loadFunction, log, send, withDataApi, withKey } from './edge-function.ts'

withDataApi()

let app: Hono
beforeAll(async () => {
  app = await loadFunction()
})

const SKILL = { name: 'x', description: 'x', type: 'mcp' }
const keys = { key: { prefix: 'claw_x' }, old_key: { prefix: 'claw_y' } }

/** A result of every SQL function in one. */
const RESULTS = {
  ...{ status: 'ok', skills: [], ratings: [], rating_counts: {}, claws: 5, rating: { claws: 5 } },
  ...{ skill: { slug: 'the-slug' }, flag: { reason: 'x' }, created: true, deleted: true, revoked: true },
  ...{ api_key: 'claw_x', agent: { id: 'x' }, agent_name: 'Ada', ...keys },
}
beforeEach(() => {
  dataApi.reply = { body: RESULTS }
})

/** `METHOD path → status rpc`, the body, and the arguments of the SQL function. */
type Route = [route: string, body: unknown, args: object]
const P_SKILL = { p_skill: 'a-slug' }
const QUERY = `sort=lowest&claws=4&limit=0501&cursor=${'x'.repeat(20)}`
const LOWEST = { ...P_SKILL, p_sort: 'lowest', p_claws: 4, p_limit: 500, p_cursor: 'x'.repeat(20) }
const OPEN: Route[] = [
  ['POST /api/register → 201 register_agent', { agent_name: 'Ada', email: '' }, { p_agent_name: 'Ada' }],
  ['GET /api/skills → 200 list_skills', undefined, { p_sort: 'top', p_limit: 100 }],
  ['GET /api/skills/a-slug → 200 get_skill', undefined, P_SKILL],
  [`GET /api/skills/${ID.toUpperCase()} → 200 get_skill`, undefined, { p_skill: ID }],
  [
    'GET /api/skills/a-slug/ratings → 200 list_ratings',
    ...[undefined, { ...P_SKILL, p_sort: 'newest', p_limit: 100 }],
  ] as Route,
  [`GET /api/skills/a-slug/ratings?${QUERY} → 200 list_ratings`, undefined, LOWEST],
  ['GET /api/health → 200 health', undefined, {}],
]
const P_SUBMIT = { p_name: 'x', p_description: 'x', p_type: 'mcp', p_url: 'https://a.b' }
const RATING = { skill_id: ID, claws: 1, speed: 2, commentary: 'x' }
const P_RATING = { p_skill_id: ID, p_claws: 1, p_speed: 2, p_commentary: 'x' }
const FLAG = `/api/skills/a-slug/ratings/${ID}/flag`
// The database checks the key before the skill, so it gets an address that no skill can have.
const NONE = { p_skill: '' }
const KEYED: Route[] = [
  ['POST /api/skills → 201 submit_skill', { ...SKILL, url: 'https://a.b' }, P_SUBMIT],
  ['GET /api/skills/a-slug/ratings/me → 200 get_own_rating', undefined, P_SKILL],
  ['GET /api/skills/A/ratings/me → 200 get_own_rating', undefined, NONE],
  ['DELETE /api/skills/a-slug/ratings/me → 204 delete_own_rating', undefined, P_SKILL],
  ['DELETE /api/skills/A/ratings/me → 204 delete_own_rating', undefined, NONE],
  [
    `POST ${FLAG} → 201 flag_rating`,
    ...[
      { reason: ' x ', p_skill: 'y' },
      { ...P_SKILL, p_rating: ID, p_reason: 'x' },
    ],
  ] as Route,
  [
    'POST /api/skills/A/ratings/me/flag → 201 flag_rating',
    ...[{ reason: 'x' }, { ...NONE, p_rating: '', p_reason: 'x' }],
  ] as Route,
  ['POST /api/ratings → 201 submit_rating', RATING, P_RATING],
  ['GET /api/me → 200 get_me', undefined, {}],
  ['PATCH /api/me → 200 update_me', { email: ' ', agent_name: 'Eve' }, { p_email: '' }],
  ['POST /api/me/keys → 201 create_key', { grace_seconds: 60 }, { p_grace_seconds: 60 }],
  ['POST /api/me/keys → 201 create_key', undefined, { p_grace_seconds: 0 }],
  ['DELETE /api/me/keys/current → 204 revoke_current_key', undefined, {}],
]
const DOCUMENTS = ['/api', '/api/openapi.json', '/api/skill.md', '/api/llms.txt']

describe('every route', () => {
  test.each([...OPEN, ...KEYED])('%s', async (route, body, args) => {
    const [status, rpc] = route.split(' → ')[1]?.split(' ') ?? []
    expect((await send(app, route, body, withKey)).status).toBe(Number(status))
    expect(dataApi.received.map(({ path }) => path)).toEqual([`/rest/v1/rpc/${rpc}`])
    expect(dataApi.received[0]?.body).toEqual(args)
    const { 'x-api-key': key } = dataApi.received[0]?.headers ?? {}
    expect(key).toBe(KEYED.some(([keyed]) => keyed === route) ? withKey['x-api-key'] : undefined)
  })

  test.each(KEYED)('%s without a key is 401', async (route, body) => {
    expect((await send(app, route, body)).status).toBe(401)
    expect(dataApi.received).toHaveLength(0)
  })

  test.each([
    ['/api/register', 'POST'],
    ['/api/skills', 'GET, HEAD, POST'],
    ...['/api/skills/a', '/api/skills/a/ratings', '/api/health', ...DOCUMENTS].map((path) => [
      path,
      'GET, HEAD',
    ]),
    ['/api/skills/a/ratings/me', 'GET, HEAD, DELETE'],
    [FLAG, 'POST'],
    ['/api/ratings', 'POST'],
    ['/api/me', 'GET, HEAD, PATCH'],
    ['/api/me/keys', 'POST'],
    ['/api/me/keys/current', 'DELETE'],
  ])('%s with another method is 405 with Allow: %s', async (path, allow) => {
    const response = await send(app, `PUT ${path}`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, `${allow}, OPTIONS`])
    const detail = expect.stringContaining(`${allow}, OPTIONS`)
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', detail })
  })

  test.each([
    ...['/', '/other', '/API/health', '/api/agents', '/api/openapi', '/api/openapi.json/a', '/api/Skills'],
    ...['/api/skills.json', '/api/v1/skills', '/api/skills/a/b', '/api/skills/a/rating', '/api/register/a'],
    ...['/api/skills/a/ratings/b', '/api/skills/a/ratings/me/a', '/api/skills/a/ratings/b/flags'],
    ...['/api/ratings/a', '/api/me/a', '/api/me/keys/current/a', '/api/%FF', '/api/constructor'],
  ])('%s is 404', async (path) => {
    const response = await send(app, `GET ${path}`)
    expect([response.status, (await response.json()).code]).toEqual([404, 'route_not_found'])
  })

  test.each([
    ...DOCUMENTS,
    ...['/api/health', '/api/skills', '/api/skills/a-slug', '/api/me'],
    ...['/api/skills/a-slug/ratings', '/api/skills/a-slug/ratings/me'],
  ])('%s rejects a query that is not UTF-8', async (path) => {
    expect((await send(app, `GET ${path}?x=%FF`, undefined, withKey)).status).toBe(400)
    expect(dataApi.received).toHaveLength(0)
  })

  test.each(['A', 'a%20b', 'é', 'x'.repeat(101)])('skill %s is 404 without a query', async (skill) => {
    for (const path of [skill, `${skill}/ratings`])
      expect((await send(app, `GET /api/skills/${path}`)).status).toBe(404)
    expect(dataApi.received).toHaveLength(0)
  })
})

describe('a response', () => {
  const message = expect.stringMatching(/\S/)
  const containing = (text: string) => expect.stringContaining(text)
  const success = true
  const skill = { slug: 'the-slug' }
  const api_key = 'claw_x'
  const registered = { success, api_key, message: containing('Ada'), warning: message, agent: { id: 'x' } }
  const newKey = (message: string) =>
    expect.objectContaining({ ...keys, success, api_key, message, warning: expect.stringMatching(/\S/) })
  test.each<[request: string, body: unknown, expected: object]>([
    ['POST /api/register', { agent_name: 'Ada' }, registered],
    ['POST /api/skills', SKILL, { success, message: 'x was added to the catalogue.', skill }],
    [
      'POST /api/ratings',
      RATING,
      { success, message: 'Your rating was added.', rating: { claws: 5 }, skill },
    ],
    [`POST ${FLAG}`, { reason: 'x' }, { success, message, flag: { reason: 'x' } }],
    ['PATCH /api/me', {}, { success, message, agent: { id: 'x' } }],
    ['POST /api/me/keys', { grace_seconds: 60 }, newKey(containing('60'))],
    ['POST /api/me/keys', undefined, newKey(containing('no longer'))],
  ])('to %s %j', async (request, body, expected) => {
    expect(await (await send(app, request, body, withKey)).json()).toEqual(expected)
  })

  test.each([
    ['POST /api/ratings', RATING, 'Your rating is up to date.'],
    [`POST ${FLAG}`, { reason: 'x' }, 'Your new reason replaced the earlier one.'],
  ])('to %s is 200 if something was replaced', async (request, body, message) => {
    dataApi.reply = { body: { ...RESULTS, created: false } }
    const response = await send(app, request, body, withKey)
    expect([response.status, (await response.json()).message]).toEqual([200, message])
  })

  test.each([
    'POST /api/register',
    'GET /api/skills/a-slug/ratings/me',
    'GET /api/me',
    'PATCH /api/me',
    'POST /api/me/keys',
    'DELETE /api/me/keys/current',
    'GET /api/health',
  ])('to %s must not be cached', async (request) => {
    const body = /^(POST|PATCH)/.test(request) ? { agent_name: 'Ada' } : undefined
    const { headers } = await send(app, request, body, withKey)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('to a new skill contains its address', async () => {
    const { headers } = await send(app, 'POST /api/skills', SKILL, withKey)
    expect(headers.get('location')).toBe('/functions/v1/api/skills/the-slug')
  })

  test('to HEAD has the length of the body of GET', async () => {
    const { length } = await (await send(app, 'GET /api/health')).text()
    const response = await send(app, 'HEAD /api/health')
    expect(response.headers.get('content-length')).toBe(String(length))
    expect(await response.text()).toBe('')
  })

  test('can be read by pages of any origin', async () => {
    const { headers } = await send(app, 'GET /api/nothing', undefined, { origin: 'https://example.com' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toBe(
      'X-Request-Id,Location,Retry-After,ETag,WWW-Authenticate',
    )
    const preflight = await send(app, 'OPTIONS /api/skills', undefined, {
      ...{ origin: 'https://example.com', 'access-control-request-method': 'POST' },
      'access-control-request-headers': 'x-other',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,HEAD,POST,PATCH,DELETE')
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization,x-api-key,content-type,apikey,x-client-info,if-none-match',
    )
  })
})

test.each([
  ['/api', 'application/json'],
  ['/api/openapi.json', 'application/json'],
  ['/api/skill.md', 'text/markdown; charset=utf-8'],
  ['/api/llms.txt', 'text/plain; charset=utf-8'],
])('%s is a cacheable document', async (path, type) => {
  const { status, headers } = await send(app, `GET ${path}`)
  expect([status, headers.get('content-type')]).toEqual([200, type])
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  const etag = headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const again = await send(app, `GET ${path}`, undefined, { 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect(dataApi.received).toHaveLength(0)
})

describe('an error', () => {
  test('is a problem document of RFC 9457', async () => {
    const response = await send(app, 'POST /api/ratings', {})
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="skill-rating"')
    expect(await response.json()).toEqual({
      type: 'urn:problem-type:skill-rating:missing_api_key',
      title: expect.stringMatching(/\S/),
      status: 401,
      detail: expect.stringMatching(/\.$/),
      success: false,
      code: 'missing_api_key',
      request_id: response.headers.get('x-request-id'),
    })
  })

  test('for an invalid key says so in WWW-Authenticate', async () => {
    const { headers } = await send(app, 'POST /api/skills', SKILL, { 'x-api-key': 'x' })
    expect(headers.get('www-authenticate')).toBe('Bearer realm="skill-rating", error="invalid_token"')
  })

  test('names every field at fault once', async () => {
    const invalid = { agent_name: '\u0000', email: 'x', agent_description: '\ud800' }
    const { errors, detail } = await (await send(app, 'POST /api/register', invalid)).json()
    const paths = errors.map(({ path }: { path: string }) => path)
    expect(paths.join(' ')).toBe('agent_name agent_description email')
    expect(detail).toMatch(/^agent_name .*; agent_description .*; email .*\.$/)
  })
})

describe('the log', () => {
  test('has one line per request, with the route and not the path', async () => {
    const { headers } = await send(app, 'GET /api/skills/a-slug?secret=x')
    expect(log).toHaveLength(1)
    expect(lastLogLine()).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      id: headers.get('x-request-id'),
      method: 'GET',
      route: '/api/skills/:skill',
      status: 200,
      ms: expect.any(Number),
    })
  })

  test('has no error if the request was at fault', async () => {
    await send(app, 'GET /api/nothing')
    expect(lastLogLine()).not.toHaveProperty('error')
  })

  test('has the stack of a bug, and not its message, which may quote the request', async () => {
    dataApi.reply = { status: 400, body: { code: 'PT400', message: 'invalid_request', details: 'a secret' } }
    const response = await send(app, 'GET /api/health')
    expect([response.status, (await response.json()).code]).toEqual([500, 'internal'])
    expect(lastLogLine().error).toMatch(/^SyntaxError\n +at /)
    expect(log.join()).not.toContain('secret')
  })

  test('does not fail the request if it cannot be written', async () => {
    vi.mocked(console.log).mockImplementationOnce(() => {
      throw new Error('No space left on device (os error 28)')
    })
    expect((await send(app, 'GET /api/skills')).status).toBe(200)
  })
})
