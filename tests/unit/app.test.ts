import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dataApi, loadFunction, log, send, withDataApi } from './function.ts'

withDataApi()

let app: Hono
beforeAll(async () => {
  app = await loadFunction()
})
beforeEach(() => {
  dataApi.reply = ({ path }) => ({
    // What any of the functions would answer, that of a read first.
    body: {
      ...(path.includes('/get_skill')
        ? { id: 'x' }
        : path.includes('/list_ratings')
          ? { ratings: [] }
          : { skills: [] }),
      status: 'ok',
      api_key: 'claw_x',
      agent: {},
      agent_name: 'Ada',
      revoked: true,
      skill: { slug: 'the-slug' },
      rating: {},
      claws: 5,
      deleted: true,
      flag: {},
      created: true,
    },
  })
})

const half = `claw_${'0'.repeat(48)}`
const KEY = half + createHash('sha256').update(half).digest('hex').slice(0, 8)
const withKey = { 'x-api-key': KEY }
const SKILL = { name: 'x', description: 'x', type: 'mcp' }
const ID = '123e4567-e89b-42d3-a456-426614174000'
const lastLine = () => JSON.parse(log.at(-1) ?? '{}')

describe('every route', () => {
  const ROUTES: [string, unknown, number, string][] = [
    ['POST /api/register', { agent_name: 'Ada' }, 201, 'POST, OPTIONS'],
    ['GET /api/skills', undefined, 200, 'GET, HEAD, POST, OPTIONS'],
    ['POST /api/skills', SKILL, 201, 'GET, HEAD, POST, OPTIONS'],
    ['GET /api/skills/a-slug', undefined, 200, 'GET, HEAD, OPTIONS'],
    [`GET /api/skills/${ID.toUpperCase()}`, undefined, 200, 'GET, HEAD, OPTIONS'],
    ['GET /api/skills/a-slug/ratings', undefined, 200, 'GET, HEAD, OPTIONS'],
    ['GET /api/skills/a-slug/ratings/me', undefined, 200, 'GET, HEAD, DELETE, OPTIONS'],
    ['DELETE /api/skills/a-slug/ratings/me', undefined, 204, 'GET, HEAD, DELETE, OPTIONS'],
    [`POST /api/skills/a-slug/ratings/${ID}/flag`, { reason: 'x' }, 201, 'POST, OPTIONS'],
    ['POST /api/ratings', { skill_id: ID, claws: 1 }, 201, 'POST, OPTIONS'],
    ['GET /api/me', undefined, 200, 'GET, HEAD, PATCH, OPTIONS'],
    ['PATCH /api/me', {}, 200, 'GET, HEAD, PATCH, OPTIONS'],
    ['POST /api/me/keys', {}, 201, 'POST, OPTIONS'],
    ['DELETE /api/me/keys/current', undefined, 204, 'DELETE, OPTIONS'],
    ['GET /api/health', undefined, 200, 'GET, HEAD, OPTIONS'],
  ]

  test.each(ROUTES)('%s answers', async (request, body, status) => {
    expect((await send(app, request, body, withKey)).status).toBe(status)
    expect(dataApi.asked).toHaveLength(1)
  })

  test.each(ROUTES)(
    '%s: another method is 405, with those that there are',
    async (request, _body, _status, allow) => {
      const [, path] = request.split(' ')
      const response = await send(app, `PUT ${path}`)
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      expect(await response.json()).toMatchObject({
        code: 'method_not_allowed',
        detail: expect.stringContaining(allow),
      })
    },
  )

  test.each(['/', '/api/agents', '/api/skills/a/b', '/api/skills/a/ratings/b', '/API/health'])(
    '%s is none',
    async (path) => {
      const response = await send(app, `GET ${path}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        code: 'route_not_found',
        detail: expect.stringMatching(/\S/),
      })
    },
  )

  test.each([
    ...['/api/health', '/api/skills', '/api/skills/a-slug', '/api/me'],
    ...['/api/skills/a-slug/ratings', '/api/skills/a-slug/ratings/me'],
  ])('%s wants a query of UTF-8', async (path) => {
    expect((await send(app, `GET ${path}?x=%FF`, undefined, withKey)).status).toBe(400)
    expect(dataApi.asked).toHaveLength(0)
  })

  test.each(['A', 'a%20b', 'é', 'x'.repeat(101)])(
    'a skill is not asked for by %s, which no skill can have',
    async (skill) => {
      for (const path of [skill, `${skill}/ratings`])
        expect((await send(app, `GET /api/skills/${path}`)).status).toBe(404)
      expect(dataApi.asked).toHaveLength(0)
    },
  )

  test.each([
    'POST /api/skills',
    'POST /api/ratings',
    'PATCH /api/me',
    'POST /api/me/keys',
    'DELETE /api/me/keys/current',
    'DELETE /api/skills/a-slug/ratings/me',
    `POST /api/skills/a-slug/ratings/${ID}/flag`,
  ])('%s wants a key', async (request) => {
    expect((await send(app, request, {})).status).toBe(401)
    expect(dataApi.asked).toHaveLength(0)
  })

  test.each(['GET /api/me', 'GET /api/skills/a-slug/ratings/me'])('%s wants a key', async (request) => {
    expect((await send(app, request)).status).toBe(401)
    expect(dataApi.asked).toHaveLength(0)
  })
})

describe('the ratings of a skill', () => {
  const asked = () => dataApi.asked[0]

  test('are asked for by what the query says, and by the address of the skill', async () => {
    await send(app, `GET /api/skills/${ID.toUpperCase()}/ratings`)
    expect(asked()?.body).toEqual({ p_skill: ID, p_sort: 'newest', p_limit: 100 })
    dataApi.asked.length = 0
    const cursor = 'x'.repeat(20)
    await send(
      app,
      `GET /api/skills/a-slug/ratings?sort=lowest&claws=4&limit=0501&cursor=${cursor}`,
      undefined,
      withKey,
    )
    const parameters = { p_skill: 'a-slug', p_sort: 'lowest', p_claws: 4, p_limit: 500, p_cursor: cursor }
    expect(asked()?.body).toEqual(parameters)
    expect(asked()?.headers).not.toHaveProperty('x-api-key')
  })

  test.each([
    ['GET', 'ratings/me', undefined, { p_skill: 'a-slug' }],
    ['DELETE', 'ratings/me', undefined, { p_skill: 'a-slug' }],
    ['POST', `ratings/${ID}/flag`, { reason: ' x ' }, { p_skill: 'a-slug', p_rating: ID, p_reason: 'x' }],
    ['POST', 'ratings/me/flag', { reason: 'x' }, { p_skill: 'a-slug', p_rating: '', p_reason: 'x' }],
  ])('%s %s asks by the key', async (method, path, body, parameters) => {
    await send(app, `${method} /api/skills/a-slug/${path}`, body, withKey)
    expect(asked()).toMatchObject({ headers: withKey, body: parameters })
  })

  test('of an address that no skill can have are asked for all the same where the key counts: it comes first', async () => {
    for (const [request, body] of [
      ['GET /api/skills/A/ratings/me', undefined],
      ['DELETE /api/skills/A/ratings/me', undefined],
      [`POST /api/skills/A/ratings/${ID}/flag`, { reason: 'x' }],
    ] as const) {
      dataApi.asked.length = 0
      await send(app, request, body, withKey)
      expect(asked()?.body).toMatchObject({ p_skill: '' })
    }
  })

  test('an agent’s own is kept by nobody on the way', async () => {
    const response = await send(app, 'GET /api/skills/a-slug/ratings/me', undefined, withKey)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ claws: 5 })
  })

  test('are flagged with a reason, of which nothing but the field is taken', async () => {
    const flag = (created: boolean) => {
      dataApi.reply = { body: { created, flag: { reason: 'x' } } }
      return send(app, `POST /api/skills/a-slug/ratings/${ID}/flag`, { reason: 'x', p_skill: 'y' }, withKey)
    }
    const [first, again] = [await flag(true), await flag(false)]
    expect([first.status, again.status]).toEqual([201, 200])
    const [one, other] = (await Promise.all([first.json(), again.json()])) as { message: string }[]
    expect(one).toEqual({ success: true, message: expect.stringMatching(/\S/), flag: { reason: 'x' } })
    expect(other?.message).not.toBe(one?.message)
  })

  test('are not flagged without one', async () => {
    expect((await send(app, `POST /api/skills/a-slug/ratings/${ID}/flag`, {}, withKey)).status).toBe(400)
    expect(dataApi.asked).toHaveLength(0)
  })
})

describe('a document', () => {
  test.each([
    ['/api', 'application/json'],
    ['/api/openapi.json', 'application/json'],
    ['/api/skill.md', 'text/markdown; charset=utf-8'],
    ['/api/llms.txt', 'text/plain; charset=utf-8'],
  ])(
    '%s is given without the database, to be kept for a while, and 304 to whoever has it',
    async (path, type) => {
      const { status, headers } = await send(app, `GET ${path}`)
      expect([status, headers.get('content-type')]).toEqual([200, type])
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      const tag = headers.get('etag') ?? ''
      expect(tag).toMatch(/^"[\w-]{22}"$/)
      const again = await send(app, `GET ${path}`, undefined, { 'if-none-match': tag })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
      expect((await send(app, `GET ${path}?x=%FF`)).status).toBe(400)
      expect((await send(app, `POST ${path}`)).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      expect(dataApi.asked).toHaveLength(0)
    },
  )
})

describe('an account', () => {
  const asked = () => dataApi.asked[0]?.body

  test.each([
    ['GET /api/me', undefined],
    ['PATCH /api/me', {}],
    ['POST /api/me/keys', {}],
    ['DELETE /api/me/keys/current', undefined],
  ])('%s: the answer is kept by nobody on the way, and asked for by the key', async (request, body) => {
    const response = await send(app, request, body, withKey)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(dataApi.asked[0]?.headers).toMatchObject(withKey)
  })

  test('is changed where the body says so: what is empty goes, what is absent stays', async () => {
    const response = await send(app, 'PATCH /api/me', { email: ' ', agent_name: 'Eve' }, withKey)
    expect(await response.json()).toMatchObject({
      success: true,
      message: expect.stringMatching(/\S/),
      agent: {},
    })
    expect(asked()).toEqual({ p_email: '' })
  })

  test('has a new key for as long a grace as it says, none without a body', async () => {
    const keys = { key: { prefix: 'claw_x' }, old_key: { prefix: 'claw_y' } }
    dataApi.reply = { body: { api_key: 'claw_x', ...keys } }
    const response = await send(app, 'POST /api/me/keys', { grace_seconds: 60 }, withKey)
    expect(await response.json()).toEqual({
      success: true,
      message: expect.stringContaining('60'),
      api_key: 'claw_x',
      warning: expect.stringMatching(/\S/),
      ...keys,
    })
    expect(asked()).toEqual({ p_grace_seconds: 60 })

    dataApi.asked.length = 0
    const bare = await send(app, 'POST /api/me/keys', undefined, withKey)
    expect(await bare.json()).toMatchObject({ message: expect.stringContaining('no longer') })
    expect(asked()).toEqual({ p_grace_seconds: 0 })
  })
})

describe('a problem', () => {
  test('is a whole document of RFC 9457, with the headers that belong to it', async () => {
    const response = await send(app, 'POST /api/ratings', {})
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="skill-rating"')
    expect(await response.json()).toEqual({
      type: 'urn:problem-type:skill-rating:missing_api_key',
      title: expect.stringMatching(/\S/),
      status: 401,
      detail: expect.stringMatching(/\S/),
      success: false,
      code: 'missing_api_key',
      request_id: response.headers.get('x-request-id'),
    })
  })

  test.each([
    ['a malformed key', 'POST /api/skills', SKILL, { 'x-api-key': 'x' }, 401],
    [
      'two different keys',
      'POST /api/skills',
      SKILL,
      { 'x-api-key': 'x', authorization: `Bearer ${KEY}` },
      400,
    ],
    ['another media type', 'POST /api/register', {}, { 'content-type': 'text/plain' }, 415],
    ['a body too large', 'POST /api/register', { agent_name: 'x'.repeat(262_144) }, {}, 413],
    ['a list for a body', 'POST /api/register', [], {}, 400],
    ['no fields', 'POST /api/register', {}, {}, 400],
    ['no such skill', 'GET /api/skills/A', undefined, {}, 404],
  ])('says in a sentence what it is about: %s', async (_, request, body, headers, status) => {
    const response = await send(app, request, body, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status, detail: expect.stringMatching(/\S/) })
  })

  test('of a key that is not good says so in its challenge', async () => {
    const response = await send(app, 'POST /api/skills', SKILL, { 'x-api-key': 'x' })
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="skill-rating", error="invalid_token"',
    )
  })

  test('names every field at fault, each once', async () => {
    const response = await send(app, 'POST /api/register', {
      agent_name: '\u0000',
      email: 'x',
      agent_description: '\ud800',
    })
    const { errors, detail } = (await response.json()) as { errors: { path: string }[]; detail: string }
    expect(errors.map(({ path }) => path)).toEqual(['agent_name', 'agent_description', 'email'])
    expect(detail).toMatch(/^agent_name .*; agent_description .*; email .*\.$/)
  })
})

describe('the answer', () => {
  test('that holds a key is kept by nobody on the way', async () => {
    const response = await send(app, 'POST /api/register', { agent_name: 'Ada' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      success: true,
      message: expect.stringContaining('Ada'),
      api_key: 'claw_x',
      warning: expect.stringMatching(/\S/),
      agent: {},
    })
  })

  test('to a new skill says where it is', async () => {
    const response = await send(app, 'POST /api/skills', SKILL, withKey)
    expect(response.headers.get('location')).toBe('/functions/v1/api/skills/the-slug')
    expect(await response.json()).toMatchObject({
      success: true,
      message: 'x is in the catalogue.',
      skill: { slug: 'the-slug' },
    })
  })

  test.each([
    [true, 201, 'Your rating was added.'],
    [false, 200, 'Your rating replaced your earlier one.'],
  ])(
    'to a rating holds it and its skill, and says whether it is new: %s',
    async (created, status, message) => {
      const answer = { rating: { claws: 1 }, skill: { slug: 'x' } }
      dataApi.reply = { body: { created, ...answer } }
      const response = await send(app, 'POST /api/ratings', { skill_id: ID, claws: 1 }, withKey)
      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ success: true, message, ...answer })
    },
  )

  test('to HEAD has the length of what GET would send', async () => {
    const { length } = await (await send(app, 'GET /api/health')).text()
    const response = await send(app, 'HEAD /api/health')
    expect(response.headers.get('content-length')).toBe(String(length))
    expect(await response.text()).toBe('')
    expect((await send(app, 'GET /api/health')).headers.has('content-length')).toBe(false)
  })

  test('may be read by any origin, with its headers', async () => {
    const { headers } = await send(app, 'GET /api/nothing', undefined, { origin: 'https://example.com' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')?.split(',').sort()).toEqual([
      'ETag',
      'Location',
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
    ])
  })

  test('to a browser that asks first says what it may send', async () => {
    const response = await send(app, 'OPTIONS /api/skills', undefined, {
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-other',
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('GET,HEAD,POST,PATCH,DELETE')
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization,x-api-key,content-type,apikey,x-client-info,if-none-match',
    )
  })
})

describe('the log', () => {
  test('has a line for each request, with the id of its answer, its route and not its path', async () => {
    const { headers } = await send(app, 'GET /api/skills/a-slug?secret=x')
    expect(lastLine()).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      id: headers.get('x-request-id'),
      method: 'GET',
      route: '/api/skills/:skill',
      status: 200,
      ms: expect.any(Number),
    })
    expect(log).toHaveLength(1)
  })

  test('that cannot be written costs no answer', async () => {
    vi.mocked(console.log).mockImplementationOnce(() => {
      throw new Error('No space left on device (os error 28)')
    })
    expect((await send(app, 'GET /api/skills')).status).toBe(200)
    expect(log).toHaveLength(0)
  })

  test('has no error where the request was at fault', async () => {
    await send(app, 'GET /api/nothing')
    expect(lastLine()).not.toHaveProperty('error')
  })

  test('of a bug has the place, and never the message, which may quote the request', async () => {
    // Details that are no JSON: the parser quotes them.
    dataApi.reply = {
      status: 400,
      body: { code: 'PT400', message: 'invalid_request', details: 'a secret at large' },
    }
    const response = await send(app, 'GET /api/health')
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ code: 'internal', detail: expect.stringMatching(/\S/) })
    expect(lastLine().error).toMatch(/^SyntaxError\n +at /)
    expect(log.join()).not.toContain('secret')
  })
})
