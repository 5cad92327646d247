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

type Route = [request: string, body: unknown, status: number, allow: string, rpc: string, args: object]
const P_SKILL = { p_skill: 'a-slug' }
const OPEN: Route[] = [
  [
    'POST /api/register',
    { agent_name: 'Ada', agent_description: 'x' },
    201,
    'POST',
    'register_agent',
    { p_agent_name: 'Ada', p_agent_description: 'x' },
  ],
  ['GET /api/skills', undefined, 200, 'GET, HEAD, POST', 'list_skills', { p_sort: 'top', p_limit: 100 }],
  ['GET /api/skills/a-slug', undefined, 200, 'GET, HEAD', 'get_skill', P_SKILL],
  [`GET /api/skills/${ID.toUpperCase()}`, undefined, 200, 'GET, HEAD', 'get_skill', { p_skill: ID }],
  [
    'GET /api/skills/a-slug/ratings',
    undefined,
    200,
    'GET, HEAD',
    'list_ratings',
    { ...P_SKILL, p_sort: 'newest', p_limit: 100 },
  ],
  [
    `GET /api/skills/a-slug/ratings?sort=lowest&claws=4&limit=0501&cursor=${'x'.repeat(20)}`,
    undefined,
    200,
    'GET, HEAD',
    'list_ratings',
    { ...P_SKILL, p_sort: 'lowest', p_claws: 4, p_limit: 500, p_cursor: 'x'.repeat(20) },
  ],
  ['GET /api/health', undefined, 200, 'GET, HEAD', 'health', {}],
]
const KEYED: Route[] = [
  [
    'POST /api/skills',
    { ...SKILL, url: 'https://a.b' },
    201,
    'GET, HEAD, POST',
    'submit_skill',
    { p_name: 'x', p_description: 'x', p_type: 'mcp', p_url: 'https://a.b' },
  ],
  ['GET /api/skills/a-slug/ratings/me', undefined, 200, 'GET, HEAD, DELETE', 'get_own_rating', P_SKILL],
  // The database checks the key before the skill, so it gets an address that no skill can have.
  ['GET /api/skills/A/ratings/me', undefined, 200, 'GET, HEAD, DELETE', 'get_own_rating', { p_skill: '' }],
  ['DELETE /api/skills/a-slug/ratings/me', undefined, 204, 'GET, HEAD, DELETE', 'delete_own_rating', P_SKILL],
  [
    'DELETE /api/skills/A/ratings/me',
    undefined,
    204,
    'GET, HEAD, DELETE',
    'delete_own_rating',
    { p_skill: '' },
  ],
  [
    `POST /api/skills/a-slug/ratings/${ID}/flag`,
    { reason: ' x ', p_skill: 'y' },
    201,
    'POST',
    'flag_rating',
    { ...P_SKILL, p_rating: ID, p_reason: 'x' },
  ],
  [
    'POST /api/skills/A/ratings/me/flag',
    { reason: 'x' },
    201,
    'POST',
    'flag_rating',
    { p_skill: '', p_rating: '', p_reason: 'x' },
  ],
  [
    'POST /api/ratings',
    { skill_id: ID, claws: 1, speed: 2, commentary: 'x' },
    201,
    'POST',
    'submit_rating',
    { p_skill_id: ID, p_claws: 1, p_speed: 2, p_commentary: 'x' },
  ],
  ['GET /api/me', undefined, 200, 'GET, HEAD, PATCH', 'get_me', {}],
  ['PATCH /api/me', { email: ' ', agent_name: 'Eve' }, 200, 'GET, HEAD, PATCH', 'update_me', { p_email: '' }],
  ['POST /api/me/keys', { grace_seconds: 60 }, 201, 'POST', 'create_key', { p_grace_seconds: 60 }],
  ['POST /api/me/keys', undefined, 201, 'POST', 'create_key', { p_grace_seconds: 0 }],
  ['DELETE /api/me/keys/current', undefined, 204, 'DELETE', 'revoke_current_key', {}],
]
const DOCUMENTS = ['/api', '/api/openapi.json', '/api/skill.md', '/api/llms.txt']

describe('every route', () => {
  test.each([...OPEN, ...KEYED])(
    '%s calls one SQL function',
    async (request, body, status, _allow, rpc, args) => {
      expect((await send(app, request, body, withKey)).status).toBe(status)
      expect(dataApi.received.map(({ path }) => path)).toEqual([`/rest/v1/rpc/${rpc}`])
      expect(dataApi.received[0]?.body).toEqual(args)
      const { 'x-api-key': key } = dataApi.received[0]?.headers ?? {}
      expect(key).toBe(KEYED.some(([keyed]) => keyed === request) ? withKey['x-api-key'] : undefined)
    },
  )

  test.each(KEYED)('%s without a key is 401', async (request, body) => {
    expect((await send(app, request, body)).status).toBe(401)
    expect(dataApi.received).toHaveLength(0)
  })

  test.each([
    ...[...OPEN, ...KEYED].map(([request, , , allow]) => [request.split(' ')[1], allow]),
    ...DOCUMENTS.map((path) => [path, 'GET, HEAD']),
  ])('%s with another method is 405', async (path, allow) => {
    const response = await send(app, `PUT ${path}`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, `${allow}, OPTIONS`])
    const detail = expect.stringContaining(`${allow}, OPTIONS`)
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', detail })
  })

  test.each(['/', '/api/agents', '/api/skills/a/b', '/api/skills/a/ratings/b', '/API/health'])(
    '%s is 404',
    async (path) => {
      const response = await send(app, `GET ${path}`)
      expect([response.status, (await response.json()).code]).toEqual([404, 'route_not_found'])
    },
  )

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
  test.each<[request: string, body: unknown, expected: object]>([
    [
      'POST /api/register',
      { agent_name: 'Ada' },
      {
        success: true,
        message: expect.stringContaining('Ada'),
        api_key: 'claw_x',
        warning: message,
        agent: { id: 'x' },
      },
    ],
    [
      'POST /api/skills',
      SKILL,
      { success: true, message: 'x was added to the catalogue.', skill: { slug: 'the-slug' } },
    ],
    [
      'POST /api/ratings',
      { skill_id: ID, claws: 1 },
      { success: true, message: 'Your rating was added.', rating: { claws: 5 }, skill: { slug: 'the-slug' } },
    ],
    [
      `POST /api/skills/a-slug/ratings/${ID}/flag`,
      { reason: 'x' },
      { success: true, message, flag: { reason: 'x' } },
    ],
    ['PATCH /api/me', {}, { success: true, message, agent: { id: 'x' } }],
    [
      'POST /api/me/keys',
      { grace_seconds: 60 },
      expect.objectContaining({
        ...keys,
        success: true,
        message: expect.stringContaining('60'),
        api_key: 'claw_x',
        warning: message,
      }),
    ],
    [
      'POST /api/me/keys',
      undefined,
      expect.objectContaining({ message: expect.stringContaining('no longer') }),
    ],
  ])('to %s', async (request, body, expected) => {
    expect(await (await send(app, request, body, withKey)).json()).toEqual(expected)
  })

  test.each([
    ['POST /api/ratings', { skill_id: ID, claws: 1 }, 'Your rating is up to date.'],
    [
      `POST /api/skills/a-slug/ratings/${ID}/flag`,
      { reason: 'x' },
      'Your new reason replaced the earlier one.',
    ],
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
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
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
    expect(errors.map(({ path }: { path: string }) => path)).toEqual([
      'agent_name',
      'agent_description',
      'email',
    ])
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
