import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { baseUrl, expectProblem, get, localStack, post, request, type Skill } from '../support/api.ts'
import { newSkill, sharedAgent, submitRating, uniqueWord } from '../support/fixtures.ts'

const DOCUMENTS = ['/api', '/api/openapi.json', '/api/skill.md', '/api/llms.txt']

let skill: Skill
beforeAll(async () => {
  skill = await newSkill()
})

const names = (header: string | null) => (header ?? '').split(',').map((name) => name.trim())

describe('routing', () => {
  test('ignores a trailing slash', async () => {
    const agent = await sharedAgent()
    for (const path of [`/api/skills?search=${skill.name}`, `/api/skills/${skill.slug}`, '/api/health'])
      expect((await get(path.replace(/(\?|$)/, '/$1'))).text).toBe((await get(path)).text)
    const fields = { name: uniqueWord(), description: 'x', type: 'other' }
    expect((await post('/api/skills/', fields, agent)).status).toBe(201)
    expectProblem(await request('DELETE', '/api/skills/'), 405, 'method_not_allowed')
    expectProblem(await get('/api/nothing/'), 404, 'route_not_found')
  })

  test('names the version of the command line that goes with it, which the web site serves', async () => {
    const read = (file: string) =>
      JSON.parse(readFileSync(join(projectDir, file), 'utf8')) as { version: string }
    const { version } = read('client/package.json')
    for (const path of ['/api/skills?limit=1', '/api/nothing'])
      expect((await get(path)).headers.get('x-client-version')).toBe(version)
  })

  test('answers HEAD like GET, without a body', async () => {
    const agent = await sharedAgent()
    await submitRating(agent, { skill_id: skill.id, claws: 3 })
    const ends = ['', '/ratings', '/ratings/me', '/badge.svg', '/feed.atom', '/similar', '/versions']
    const ofSkill = ends.map((end) => `/api/skills/${skill.slug}${end}`)
    const ofAgent = ['', '/ratings', '/skills'].map((end) => `/api/agents/${agent.id}${end}`)
    const failing = ['/api/skills?limit=0', '/api/nothing', '/api/skills/no-such-skill']
    for (const path of [
      ...ofSkill,
      ...ofAgent,
      ...failing,
      ...DOCUMENTS,
      '/api/me',
      '/api/me/export',
      '/api/health',
    ]) {
      const [head, full] = [await request('HEAD', path, agent), await get(path, agent)]
      expect([head.status, head.text, full.text !== ''], path).toEqual([full.status, '', true])
      for (const name of ['content-type', 'access-control-allow-origin', 'cache-control', 'etag'])
        expect(head.headers.get(name), `${path} ${name}`).toBe(full.headers.get(name))
    }
  })
})

describe('every path of the OpenAPI document', () => {
  type Operation = { security?: unknown[] }
  const { paths } = JSON.parse(readFileSync(join(projectDir, 'docs', 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }

  // The methods that a 405 allows are compared with the document, too.
  test.each(Object.entries(paths))('%s has no other method and no path below', async (template, item) => {
    const path = template.replace(/\{\w+\}/g, skill.slug)
    expectProblem(await request('PUT', path), 405, 'method_not_allowed')
    expectProblem(await get(`${path}/x/y`), 404, 'route_not_found')
    if (item.get) expectProblem(await get(`${path}?x=%FF`, await sharedAgent()), 400, 'invalid_request')
    for (const [method, { security = [] }] of Object.entries(item))
      if (security.length > 0)
        expectProblem(await request(method.toUpperCase(), path), 401, 'missing_api_key')
  })

  test.each(['/API/health', '/api/Skills', '/api/skills.json', '/api/v1/skills', '/api/constructor'])(
    'is not %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

test('GET /api/health returns {"status": "ok"}, not to be stored, whatever X-HTTP-Method-Override says', async () => {
  const options = { headers: { 'X-HTTP-Method-Override': 'DELETE' } }
  const { status, headers, body } = await get('/api/health', options)
  expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', { status: 'ok' }])
})

describe('CORS', () => {
  const ALLOWED = ['apikey', 'authorization', 'content-type', 'if-none-match', 'x-api-key', 'x-client-info']
  const origin = { Origin: 'https://agent.example' }

  test('answers a preflight request', async () => {
    const { status, headers, text } = await request('OPTIONS', '/api/skills', {
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

  test.each([
    [200, () => get(`/api/skills/${skill.slug}`, { headers: origin })],
    [201, () => post('/api/register', { agent_name: uniqueWord() }, { headers: origin })],
    [204, () => request('OPTIONS', '/api/skills')],
    [401, () => post('/api/ratings', {}, { headers: origin })],
    [404, () => get('/api/nothing', { headers: origin })],
    [413, () => post('/api/register', 'x'.repeat(300_000), { headers: origin })],
  ] as const)('lets any origin read a response of %i and its headers', async (status, ask) => {
    const response = await ask()
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('x-request-id')).toMatch(/^\S{8,}$/)
    if (status === 204) return
    const exposed = names(response.headers.get('access-control-expose-headers')).sort()
    expect(exposed).toEqual(['ETag', 'Location', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'])
  })
})

describe('documents', () => {
  const file = (path: string) => readFileSync(join(projectDir, path), 'utf8')
  type Index = { documents: Record<string, string> }

  test('are the files of the project, and can be cached for five minutes', async () => {
    const documents = await Promise.all(DOCUMENTS.map((path) => get(path)))
    const [, openApi, skillMd, llmsTxt] = documents
    expect(openApi?.body).toEqual(JSON.parse(file('docs/openapi.json')))
    expect([skillMd?.text, llmsTxt?.text]).toEqual([file('SKILL.md'), file('llms.txt')])
    const types = ['application/json', 'application/json', 'text/markdown', 'text/plain']
    for (const [i, { headers }] of documents.entries()) {
      expect(headers.get('content-type')?.replace('; charset=utf-8', '')).toBe(types[i])
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      const condition = { 'If-None-Match': headers.get('etag') ?? '' }
      expect((await get(DOCUMENTS[i] ?? '', { headers: condition })).status).toBe(304)
    }
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
