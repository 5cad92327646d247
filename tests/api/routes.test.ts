import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type Answer,
  expectProblem,
  get,
  newSkill,
  post,
  request,
  type Skill,
  sendLines,
  someAgent,
  uniqueWord,
} from '../support/http-client.ts'

const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const ROUTES: [path: string, methods: string[]][] = [
  ['/api/register', ['POST']],
  ['/api/skills', ['GET', 'HEAD', 'POST']],
  ['/api/skills/some-skill', ['GET', 'HEAD']],
  ['/api/skills/some-skill/ratings', ['GET', 'HEAD']],
  ['/api/skills/some-skill/ratings/me', ['GET', 'HEAD', 'DELETE']],
  ['/api/skills/some-skill/ratings/123e4567-e89b-42d3-a456-426614174000/flag', ['POST']],
  ['/api/ratings', ['POST']],
  ['/api/me', ['GET', 'HEAD', 'PATCH']],
  ['/api/me/keys', ['POST']],
  ['/api/me/keys/current', ['DELETE']],
  ['/api/health', ['GET', 'HEAD']],
  ['/api', ['GET', 'HEAD']],
  ['/api/openapi.json', ['GET', 'HEAD']],
  ['/api/skill.md', ['GET', 'HEAD']],
  ['/api/llms.txt', ['GET', 'HEAD']],
]

const wrong = ROUTES.flatMap(([path, methods]) =>
  ALL.filter((method) => !methods.includes(method)).map((method) => ({ method, path, methods })),
)

let skill: Skill

beforeAll(async () => {
  skill = await newSkill()
})

const names = (header: string | null) => (header ?? '').split(',').map((name) => name.trim())

describe('a path', () => {
  test.each([
    '/api/nothing',
    '/api/openapi',
    '/api/openapi.json/a',
    '/api/skill',
    '/api/Skills',
    '/api/skills/a/b',
    '/api/skills/a/rating',
    '/api/skills/a/ratings/b',
    '/api/skills/a/ratings/me/a',
    '/api/skills/a/ratings/b/flags',
    '/api/skills/ratings/me',
    '/api/ratings/a',
    '/api/register/a',
    '/api/health/a',
    '/api/me/a',
    '/api/me/keys/a',
    '/api/me/keys/current/a',
    '/api/v1/skills',
    '/api/rest/v1/agents',
    '/api/skills.json',
    '/api/%FF',
    '/api/__proto__',
    '/api/constructor',
  ])('that is no route is 404 by every method: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectProblem(await request(method, path), 404, 'route_not_found')
    }
  })

  test('with a slash at its end is the same path', async () => {
    const { key } = await someAgent()
    expect((await get('/api/skills/')).status).toBe(200)
    expect((await get('/api/skills/?limit=1')).body).toMatchObject({ count: 1 })
    expect((await get(`/api/skills/${skill.slug}/`)).body).toMatchObject({ id: skill.id })
    expect((await get(`/api/skills/${skill.id}/`)).body).toMatchObject({ id: skill.id })
    expect((await get('/api/health/')).status).toBe(200)
    expect((await post('/api/register/', { agent_name: uniqueWord() })).status).toBe(201)
    const fields = { name: uniqueWord(), description: 'x', type: 'other' }
    expect((await post('/api/skills/', fields, { key })).status).toBe(201)
    expect((await post('/api/ratings/', { skill_id: skill.id, claws: 5 }, { key })).status).toBe(201)
    expectProblem(await request('DELETE', '/api/skills/'), 405, 'method_not_allowed')
    expectProblem(await get('/api/nothing/'), 404, 'route_not_found')
  })
})

describe('a method', () => {
  test.each(wrong)('$method $path is 405, and Allow says what is not', async ({ method, path, methods }) => {
    const answer = await request(method, path)
    expect(answer.status).toBe(405)
    if (method === 'HEAD') expect(answer.text).toBe('')
    else expectProblem(answer, 405, 'method_not_allowed')
    const allowed = names(answer.headers.get('allow')).filter((name) => name !== 'OPTIONS')
    expect(allowed.sort()).toEqual([...methods].sort())
  })

  test.each(['PROPFIND', 'LOCK'])('of another kind is 405 too: %s', async (method) => {
    const answer = await sendLines(method, '/api/skills', [])
    expectProblem(answer, 405, 'method_not_allowed')
    expect(names(answer.headers.get('allow'))).toEqual(expect.arrayContaining(['GET', 'HEAD', 'POST']))
  })

  test('is not changed by a header', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE' }
    expect((await get('/api/health', { headers })).status).toBe(200)
  })
})

describe('HEAD', () => {
  test.each([
    ['/api/skills?limit=1', 200],
    ['/api/skills/?search=%00', 400],
    ['/api/skills?limit=0', 400],
    ['/api/health', 200],
    ['/api/nothing', 404],
    ['/api/skills/no-such-skill', 404],
  ])('%s is answered as GET is, %i, without a body', async (path, status) => {
    const [head, full] = [await request('HEAD', path), await get(path)]
    expect([head.status, full.status]).toEqual([status, status])
    expect(head.text).toBe('')
    expect(full.text).not.toBe('')
    for (const name of ['content-type', 'access-control-allow-origin', 'cache-control', 'etag']) {
      expect(head.headers.get(name), name).toBe(full.headers.get(name))
    }
    expect(head.headers.get('x-request-id')).toMatch(/\S/)
  })

  test('of a skill is answered as GET is', async () => {
    const head = await request('HEAD', `/api/skills/${skill.slug}`)
    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toMatch(/^application\/json/)
    expect(head.text).toBe('')
  })
})

describe('health', () => {
  test('is {"status": "ok"}, and needs no key', async () => {
    const { status, headers, body } = await get('/api/health')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({ status: 'ok' })
  })
})

describe('a browser of any origin', () => {
  const OWN = ['authorization', 'x-api-key', 'content-type', 'apikey', 'x-client-info', 'if-none-match']
  const preflight = (path: string, method = 'POST') =>
    request('OPTIONS', path, {
      headers: {
        Origin: 'https://agent.example',
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': OWN.join(),
      },
    })

  test.each(ROUTES)('may ask for %s', async (path) => {
    const { status, headers } = await preflight(path)
    expect([200, 204]).toContain(status)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  // Elsewhere, a gateway may answer first and in its own way.
  test.runIf(inject('localStack')).each(ROUTES)('is told what it may send to %s', async (path) => {
    const { status, headers, text } = await preflight(path)
    expect(status).toBe(204)
    expect(text).toBe('')
    const methods = names(headers.get('access-control-allow-methods'))
    expect(methods.sort()).toEqual(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].sort())
    const allowed = names(headers.get('access-control-allow-headers')).map((name) => name.toLowerCase())
    expect(allowed.sort()).toEqual([...OWN].sort())
    expect(headers.get('x-request-id')).toMatch(/\S/)
  })

  test('may ask without saying for what', async () => {
    const { status, headers } = await request('OPTIONS', '/api/skills')
    expect([200, 204]).toContain(status)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('may read every answer and its headers', async () => {
    const { key } = await someAgent()
    const headers = { Origin: 'https://agent.example' }
    const answers: [number, Answer<unknown>][] = [
      [200, await get('/api/skills?limit=1', { headers })],
      [200, await get(`/api/skills/${skill.slug}`, { headers })],
      [201, await post('/api/register', { agent_name: uniqueWord() }, { headers })],
      [400, await post('/api/register', '{', { headers })],
      [401, await post('/api/ratings', {}, { headers })],
      [404, await get('/api/nothing', { headers })],
      [404, await get('/api/skills/no-such-skill', { headers })],
      [405, await request('DELETE', '/api/skills', { headers })],
      [409, await post('/api/skills', { ...skill, type: 'mcp' }, { headers, key })],
      [413, await post('/api/register', 'x'.repeat(300_000), { headers })],
      [
        415,
        await request('POST', '/api/register', {
          headers: { ...headers, 'Content-Type': 'a/b' },
          body: '{}',
        }),
      ],
    ]
    for (const [status, answer] of answers) {
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin'), `${status}`).toBe('*')
      const exposed = names(answer.headers.get('access-control-expose-headers')).map((name) =>
        name.toLowerCase(),
      )
      expect(exposed.sort(), `${status}`).toEqual(
        ['x-request-id', 'location', 'retry-after', 'etag', 'www-authenticate'].sort(),
      )
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('the request id', () => {
  test('is in the X-Request-Id header of every answer, another each time', async () => {
    const answers = await Promise.all([
      get('/api/health'),
      get('/api/skills?limit=1'),
      get(`/api/skills/${skill.slug}`),
      post('/api/register', { agent_name: uniqueWord() }),
      post('/api/register', {}),
      post('/api/ratings', {}),
      get('/api/nothing'),
      request('DELETE', '/api/skills'),
      request('HEAD', '/api/nothing'),
    ])
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(/^\S{8,}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('a path beside /api is answered like every other that is nobody’s', async () => {
  for (const path of ['/API/health', '/other', '/']) {
    const answer = await request('GET', path)
    expectProblem(answer, 404, 'route_not_found')
  }
})
