// The registry with a stub of the Data API. tests/registry has the rest.
import type { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { OFFICIAL_META, RATINGS_META } from '../../functions/_shared/schemas/options.ts'
import { dataApi, ID, lastLogLine, loadFunction, raised, send, withDataApi } from './edge-function.ts'

withDataApi()

const LIST = 'GET /registry/v0.1/servers'
const ONE = 'GET /registry/v0.1/servers/a%2Fb/versions/1.0%2Bx%20'
const official = { status: 'active', isLatest: true }
const stored = {
  server: { name: 'a/b', description: 'x', version: '1.0+x' },
  _meta: { [OFFICIAL_META]: official, [RATINGS_META]: { skill_id: ID, slug: 'a-b' } },
}
const list = { servers: [stored], metadata: { count: 1 } }

let app: Hono
beforeAll(async () => {
  app = await loadFunction({}, 'registry')
})

test.each([
  [undefined, {}],
  ['https://skills.example.com/ratings/', { url: 'https://skills.example.com/ratings/skills/a-b' }],
])('with SITE_URL %s, the ratings of a server have %j', async (SITE_URL, url) => {
  const own = await loadFunction({ SITE_URL }, 'registry')
  const server = {
    server: stored.server,
    _meta: { [OFFICIAL_META]: official, [RATINGS_META]: { skill_id: ID, ...url } },
  }
  dataApi.reply = { body: stored }
  expect(await (await send(own, ONE)).json()).toEqual(server)
  dataApi.reply = { body: list }
  for (const request of [LIST, 'GET /registry/v0.1/servers/a/b/versions'])
    expect(await (await send(own, request)).json()).toEqual({ ...list, servers: [server] })
})

test('each request calls one SQL function with the parameters, decoded', async () => {
  dataApi.reply = { body: list }
  const query =
    'search=%20a%20&limit=500&updated_since=2026-01-31T12:00:00.5%2B02:00&version=latest&include_deleted=true'
  await send(app, `${LIST}?${query}`)
  dataApi.reply = { body: stored }
  await send(app, `${ONE}?include_deleted=true`)
  expect(dataApi.received.map(({ path, body }) => [path, body])).toEqual([
    [
      '/rest/v1/rpc/list_servers',
      {
        p_search: 'a',
        p_limit: 100,
        p_updated_since: '2026-01-31T12:00:00.5+02:00',
        p_version: 'latest',
        p_include_deleted: true,
      },
    ],
    ['/rest/v1/rpc/get_server', { p_name: 'a/b', p_version: '1.0+x ', p_include_deleted: true }],
  ])
  expect(lastLogLine().route).toMatch(/^\/registry\/v0\.1\/servers\/:name/)
})

const FAILURES = [
  [404, { status: 404, body: raised('PT404', 'skill_not_found', 'null') }, 'Server not found.', 'NOT_FOUND'],
  [503, { status: 503, body: raised('PGRST001') }, /cannot be reached/, 'INTERNAL_ERROR'],
  // Not from the function.
  [503, { body: {} }, /cannot be reached/, 'INTERNAL_ERROR'],
  [500, { status: 400, body: raised('22P02') }, /X-Request-Id/, 'INTERNAL_ERROR'],
] as const

test.each(FAILURES)('returns %i for %j', async (status, reply, error) => {
  dataApi.reply = reply
  const response = await send(app, ONE)
  expect([response.status, response.headers.get('retry-after')]).toEqual([
    status,
    status === 503 ? '1' : null,
  ])
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual({ error: expect.stringMatching(error) })
})

const ENTRY = 'GET /registry/ard/agents/urn:air:skills.example.com:skills:a-b'
const SITE_URL = 'https://skills.example.com/ratings'

test.each([[undefined], ['http://[::1]:8080']])('with SITE_URL %s, ARD is not implemented', async (url) => {
  const own = await loadFunction({ SITE_URL: url }, 'registry')
  for (const request of [
    ENTRY,
    'POST /registry/ard/search',
    'POST /registry/ard/explore',
    'GET /registry/ard/agents',
  ]) {
    const response = await send(own, request)
    expect([response.status, (await response.json()).errorCode]).toEqual([501, 'NOT_IMPLEMENTED'])
  }
  expect(dataApi.received).toEqual([])
  expect(await (await send(own, 'GET /registry/openapi.json')).text()).not.toContain('/ard/')
  const api = await loadFunction({}, 'api')
  expect(await (await send(api, 'GET /api/llms.txt')).text()).not.toMatch(/ard\b/i)
})

test('with SITE_URL, the documents name ARD', async () => {
  const own = await loadFunction({ SITE_URL }, 'registry')
  const { paths } = await (await send(own, 'GET /registry/openapi.json')).json()
  expect(Object.keys(paths)).toContain('/ard/search')
  const api = await loadFunction({ SITE_URL }, 'api')
  expect(await (await send(api, 'GET /api/llms.txt')).text()).toContain('/registry/ard/search')
})

test.each(FAILURES)('ARD returns %i for %j', async (status, reply, _, code) => {
  const own = await loadFunction({ SITE_URL }, 'registry')
  dataApi.reply = reply
  const response = await send(own, ENTRY)
  expect([response.status, response.headers.get('retry-after')]).toEqual([
    status,
    status === 503 ? '1' : null,
  ])
  const { errorCode, message, error } = await response.json()
  expect([errorCode, error]).toEqual([code, { code, message }])
})

test('an entry of ARD reads a skill and its server', async () => {
  const own = await loadFunction({ SITE_URL }, 'registry')
  const score = { mean: null, count: 0 }
  const skill = {
    id: ID,
    slug: 'a-b',
    name: 'A',
    description: 'x',
    type: 'mcp',
    avg_claws: 0,
    total_ratings: 0,
    established_ratings: 0,
    established_mean: null,
    rating_counts: {},
    evidence: {},
    retired_at: null,
    sub_scores: { reliability: score, security: score, speed: score },
    updated_at: '2026-01-01T00:00:00+00:00',
  }
  const servers = {
    servers: [{ skill_id: ID, updated_at: skill.updated_at, server: stored.server }],
    paths: [],
  }
  dataApi.reply = ({ path }) => ({ body: path.endsWith('/get_skill') ? skill : servers })
  const response = await send(own, ENTRY)
  expect(dataApi.received.map(({ path, body }) => [path, body])).toEqual([
    ['/rest/v1/rpc/get_skill', { p_skill: 'a-b' }],
    ['/rest/v1/rpc/list_servers_of_skills', { p_skill_ids: [ID] }],
  ])
  expect(await response.json()).toMatchObject({
    identifier: 'urn:air:skills.example.com:skills:a-b',
    data: stored.server,
    metadata: { name: 'a/b', url: `${SITE_URL}/skills/a-b` },
  })
})
