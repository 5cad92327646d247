import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import {
  baseUrl,
  expectInvalidFields,
  expectProblem,
  get,
  localStack,
  post,
  request,
  type Skill,
} from '../support/api.ts'
import { newSkill, sharedAgent, uniqueWord } from '../support/fixtures.ts'

const DOCUMENTS = ['/api', '/api/openapi.json', '/api/skill.md', '/api/llms.txt']

const ROUTES: [path: string, methods: string][] = [
  ['/api/register', 'POST'],
  ['/api/skills', 'GET HEAD POST'],
  ['/api/skills/some-skill', 'GET HEAD'],
  ['/api/skills/some-skill/ratings', 'GET HEAD'],
  ['/api/skills/some-skill/ratings/me', 'GET HEAD DELETE'],
  ['/api/skills/some-skill/ratings/123e4567-e89b-42d3-a456-426614174000/flag', 'POST'],
  ['/api/ratings', 'POST'],
  ['/api/me', 'GET HEAD PATCH'],
  ['/api/me/keys', 'POST'],
  ['/api/me/keys/current', 'DELETE'],
  ['/api/health', 'GET HEAD'],
  ...DOCUMENTS.map((path): [string, string] => [path, 'GET HEAD']),
]

let skill: Skill
beforeAll(async () => {
  skill = await newSkill()
})

const names = (header: string | null) => (header ?? '').split(',').map((name) => name.trim())

describe.concurrent('routing', () => {
  test.each([
    ...[
      '/api/nothing',
      '/api/openapi',
      '/api/openapi.json/a',
      '/api/skill',
      '/api/Skills',
      '/api/skills/a/b',
    ],
    ...['/api/skills/a/rating', '/api/skills/a/ratings/b', '/api/skills/a/ratings/me/a', '/api/ratings/a'],
    ...['/api/skills/a/ratings/b/flags', '/api/skills/ratings/me', '/api/register/a', '/api/health/a'],
    ...['/api/me/a', '/api/me/keys/current/a', '/api/v1/skills', '/api/rest/v1/agents', '/api/skills.json'],
    ...['/api/%FF', '/api/__proto__', '/api/constructor', '/API/health', '/other', '/'],
  ])('returns 404 route_not_found for %s, with every method', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectProblem(await request(method, path), 404, 'route_not_found')
    }
  })

  test('ignores a trailing slash', async () => {
    const { key } = await sharedAgent()
    for (const path of [
      `/api/skills?search=${skill.name}`,
      `/api/skills/${skill.slug}`,
      `/api/skills/${skill.id}`,
    ]) {
      expect((await get(path.replace(/(\?|$)/, '/$1'))).text).toBe((await get(path)).text)
    }
    expect((await get('/api/health/')).status).toBe(200)
    expect((await post('/api/register/', { agent_name: uniqueWord() })).status).toBe(201)
    const fields = { name: uniqueWord(), description: 'x', type: 'other' }
    expect((await post('/api/skills/', fields, { key })).status).toBe(201)
    expect((await post('/api/ratings/', { skill_name: fields.name, claws: 5 }, { key })).status).toBe(201)
    expectProblem(await request('DELETE', '/api/skills/'), 405, 'method_not_allowed')
    expectProblem(await get('/api/nothing/'), 404, 'route_not_found')
  })

  test.each(ROUTES)(
    'returns 405 with Allow for other methods than those of %s: %s',
    async (path, methods) => {
      const others = 'GET HEAD POST PUT PATCH DELETE PROPFIND LOCK'
        .split(' ')
        .filter((method) => !methods.split(' ').includes(method))
      for (const method of others) {
        const response = await request(method, path)
        expect([method, response.status]).toEqual([method, 405])
        if (method === 'HEAD') expect(response.text).toBe('')
        else expectProblem(response, 405, 'method_not_allowed')
        expect(names(response.headers.get('allow')).join(' ')).toBe(`${methods} OPTIONS`)
      }
    },
  )

  test('ignores X-HTTP-Method-Override', async () => {
    expect((await get('/api/health', { headers: { 'X-HTTP-Method-Override': 'DELETE' } })).status).toBe(200)
  })

  test.each<[string, number]>([
    ['/api/skills?limit=1&search=no-such', 200],
    ['/api/skills/?search=%00', 400],
    ['/api/skills?limit=0', 400],
    ['/api/health', 200],
    ['/api/nothing', 404],
    ['/api/skills/no-such-skill', 404],
    ...DOCUMENTS.map((path): [string, number] => [path, 200]),
  ])('answers HEAD %s like GET, %i, without a body', async (path, status) => {
    const [head, full] = [await request('HEAD', path), await get(path)]
    expect([head.status, full.status]).toEqual([status, status])
    expect([head.text, full.text !== '']).toEqual(['', true])
    for (const name of ['content-type', 'access-control-allow-origin', 'cache-control', 'etag']) {
      expect(head.headers.get(name), name).toBe(full.headers.get(name))
    }
  })

  test('answers HEAD of a skill, its ratings and the account without a body', async () => {
    const { key } = await sharedAgent()
    await post('/api/ratings', { skill_id: skill.id, claws: 3 }, { key })
    for (const path of ['', '/ratings', '/ratings/me']
      .map((end) => `/api/skills/${skill.slug}${end}`)
      .concat('/api/me')) {
      const { status, headers, text } = await request('HEAD', path, { key })
      expect([status, text], path).toEqual([200, ''])
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
  })
})

test('GET /api/health returns {"status": "ok"}, not to be stored', async () => {
  const { status, headers, body } = await get('/api/health')
  expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', { status: 'ok' }])
})

describe.concurrent('CORS', () => {
  const ALLOWED = ['apikey', 'authorization', 'content-type', 'if-none-match', 'x-api-key', 'x-client-info']
  const origin = { Origin: 'https://agent.example' }

  test.each(ROUTES)('answers a preflight request for %s', async (path) => {
    const { status, headers, text } = await request('OPTIONS', path, {
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': ALLOWED.join(),
      },
    })
    expect([200, 204]).toContain(status)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    // Another gateway may answer preflight requests itself.
    if (!localStack) return
    expect([status, text]).toEqual([204, ''])
    expect(names(headers.get('access-control-allow-methods')).join(' ')).toBe('GET HEAD POST PATCH DELETE')
    const allowed = names(headers.get('access-control-allow-headers')).map((name) => name.toLowerCase())
    expect(allowed.sort()).toEqual(ALLOWED)
    expect(headers.get('x-request-id')).toMatch(/\S/)
  })

  test('answers OPTIONS without request headers', async () => {
    const { status, headers } = await request('OPTIONS', '/api/skills')
    expect([200, 204]).toContain(status)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    [200, () => get(`/api/skills?search=${skill.name}`, { headers: origin })],
    [200, () => get(`/api/skills/${skill.slug}`, { headers: origin })],
    [201, () => post('/api/register', { agent_name: uniqueWord() }, { headers: origin })],
    [400, () => post('/api/register', '{', { headers: origin })],
    [401, () => post('/api/ratings', {}, { headers: origin })],
    [404, () => get('/api/nothing', { headers: origin })],
    [405, () => request('DELETE', '/api/skills', { headers: origin })],
    [409, async () => post('/api/skills', { ...skill }, { headers: origin, key: (await sharedAgent()).key })],
    [413, () => post('/api/register', 'x'.repeat(300_000), { headers: origin })],
    [415, () => post('/api/register', '{}', { headers: { ...origin, 'Content-Type': 'a/b' } })],
  ] as const)('lets any origin read a response of %i and its headers', async (status, ask) => {
    const response = await ask()
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
    const exposed = names(response.headers.get('access-control-expose-headers')).map((name) =>
      name.toLowerCase(),
    )
    expect(exposed.sort()).toEqual(['etag', 'location', 'retry-after', 'www-authenticate', 'x-request-id'])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

test('every response has its own X-Request-Id', async () => {
  const responses = await Promise.all([
    get('/api/health'),
    get(`/api/skills/${skill.slug}`),
    post('/api/register', { agent_name: uniqueWord() }),
    post('/api/ratings', {}),
    get('/api/nothing'),
    request('HEAD', '/api/nothing'),
  ])
  const ids = responses.map(({ headers }) => headers.get('x-request-id'))
  for (const id of ids) expect(id).toMatch(/^\S{8,}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('documents', () => {
  const file = (path: string) => readFileSync(join(projectDir, path), 'utf8')
  type Index = {
    routes: { method: string; path: string; description: string }[]
    documents: Record<string, string>
  }

  test.each([
    ['/api', /^application\/json(;|$)/],
    ['/api/openapi.json', /^application\/json(;|$)/],
    ['/api/skill.md', /^text\/markdown; ?charset=utf-8$/i],
    ['/api/llms.txt', /^text\/plain; ?charset=utf-8$/i],
  ] as const)('GET %s can be cached for five minutes and has a tag', async (path, type) => {
    const { status, headers, text } = await get(path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(headers.get('content-type')).toMatch(type)
    const tag = headers.get('etag') ?? ''
    expect(tag).toMatch(/^(W\/)?"[\w-]{22}"$/)
    const unchanged = await get(path, { headers: { 'If-None-Match': `"x", ${tag}` } })
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', tag])
    expect(unchanged.headers.get('cache-control')).toBe('public, max-age=300')
    expect((await get(path, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
    for (const same of [`${path}/`, `${path}?limit=0&x`])
      expect((await get(same, { key: 'x' })).text).toBe(text)
    expectInvalidFields(await get(`${path}?x=%ff`), 'x')
  })

  test('are the files of the project', async () => {
    expect((await get('/api/openapi.json')).body).toEqual(JSON.parse(file('docs/openapi.json')))
    expect((await get('/api/skill.md')).text).toBe(file('SKILL.md'))
    expect((await get('/api/llms.txt')).text).toBe(file('llms.txt'))
  })

  test('GET /api lists every operation of the OpenAPI document', async () => {
    const { body } = await get<Index>('/api')
    const { paths } = JSON.parse(file('docs/openapi.json')) as { paths: Record<string, object> }
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).flatMap((name) => (name === 'parameters' ? [] : [`${name.toUpperCase()} ${path}`])),
    )
    expect(body.routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(operations.sort())
    for (const { description } of body.routes) expect(description).toMatch(/\S/)
  })

  test('every link in GET /api and llms.txt works', async () => {
    const { body } = await get<Index>('/api')
    const links = [...file('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    const addresses = [...Object.values(body.documents), ...links]
    expect(addresses.length).toBeGreaterThan(6)
    for (const address of addresses) {
      const { pathname, search } = new URL(address, baseUrl)
      expect(pathname).toMatch(/^\/functions\/v1\/api/)
      expect((await get(pathname.replace('/functions/v1', '') + search)).status, address).toBe(200)
    }
  })
})
