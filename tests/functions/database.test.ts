import type { Hono } from 'hono'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { RATING_SORTS, SKILL_TYPES, SORTS } from '../../functions/_shared/schemas/options.ts'
import { AMBIGUOUS_NAMES, AMBIGUOUS_SLUGS, ambiguousTexts, OPERATORS } from '../resilience/catalogue-reads.ts'
import {
  dataApi,
  ID,
  lastLogLine,
  loadFunction,
  log,
  raised,
  send,
  withDataApi,
  withKey,
} from './edge-function.ts'

withDataApi()

let app: Hono
beforeAll(async () => {
  app = await loadFunction()
})

const submitRating = () => send(app, 'POST /api/ratings', { skill_id: ID, claws: 3 }, withKey)

/** The response to a rating when the Data API replies with this, and the reason in the log. */
async function responseTo(status: number, body: unknown) {
  dataApi.reply = { status, body }
  const response = await submitRating()
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    logged: lastLogLine().error,
  }
}

/** Errors of the Data API, as `status code,status code`. */
const repliesIn = (list: string) =>
  list.split(',').map((reply): [number, string, string] => {
    const [status, code = ''] = reply.split(' ')
    return [Number(status), code, 'what the agent sent']
  })

describe('a call', () => {
  test('has the publishable key, and no key of an agent that it does not need', async () => {
    dataApi.reply = { body: { status: 'ok' } }
    expect((await send(app, 'GET /api/health', undefined, withKey)).status).toBe(200)
    const { headers } = dataApi.received[0] ?? {}
    expect(headers).toMatchObject({ apikey: 'sb_publishable_x', authorization: 'Bearer sb_publishable_x' })
    expect(headers).not.toHaveProperty('x-api-key')
  })

  test('does not follow redirects', async () => {
    dataApi.reply = { status: 303, headers: { location: '/elsewhere' } }
    expect((await submitRating()).status).toBe(503)
    expect(dataApi.received).toHaveLength(1)
  })

  test('clears its timer, which would keep the response in memory', async () => {
    dataApi.reply = { body: { status: 'ok' } }
    const started = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    await send(app, 'GET /api/health')
    const timers = started.mock.results.filter((_, i) => started.mock.calls[i]?.[1] === 4_000)
    expect(timers).toHaveLength(1)
    expect(cleared.mock.calls.map(([timer]) => timer)).toContain(timers[0]?.value)
    started.mockRestore()
    cleared.mockRestore()
  })
})

describe('an argument in a query', () => {
  // PostgREST takes it for a filter if an operator is the part before its first dot or parenthesis. The embedded Data API is tested
  // in tests/resilience/read-replica.nightly.test.ts.
  const isFilter = (value: string) => OPERATORS.includes(value.split(/[.(]/)[0] as string)

  test.each<[string, string[]]>([
    ['a search', ambiguousTexts().map((text) => `/api/skills?search=${encodeURIComponent(text)}`)],
    ['the name of an agent', AMBIGUOUS_NAMES.map((name) => `/api/agents/${encodeURIComponent(name)}`)],
    ['a slug', AMBIGUOUS_SLUGS.map((slug) => `/api/skills/${slug}`)],
    ['a type', SKILL_TYPES.map((type) => `/api/skills?type=${type}`)],
    ['an order of skills', SORTS.map((sort) => `/api/skills?search=x&sort=${sort}`)],
    ['an order of ratings', RATING_SORTS.map((sort) => `/api/skills/x/ratings?claws=1&sort=${sort}`)],
  ])('%s is no filter', async (_, paths) => {
    const replica = await loadFunction({ CATALOGUE_URL: dataApi.url })
    dataApi.reply = { body: { skills: [], rating_counts: {}, ratings: [], total_skills: 0 } }
    for (const path of paths) expect((await send(replica, `GET ${path}`)).status, path).toBe(200)
    const calls = dataApi.received.map(({ path }) => new URL(path, dataApi.url))
    expect(calls).toHaveLength(paths.length)
    for (const { search, searchParams } of calls) {
      expect([...searchParams].length, search).toBeGreaterThan(0)
      expect([...searchParams.values()].filter(isFilter), search).toEqual([])
    }
  })
})

describe('an error that SQL raises becomes the error of this code', () => {
  const claws = { path: 'claws', message: 'is odd' }
  const isTaken = (path: string) => ({ errors: [{ path, message: 'is taken' }] })
  test.each([
    ['PT400', 'invalid_request', JSON.stringify([claws]), { errors: [claws], detail: 'claws is odd.' }],
    ['PT401', 'invalid_api_key', null, {}],
    ['PT409', 'agent_name_taken', null, isTaken('agent_name')],
    ['PT409', 'skill_name_taken', '{"slug": "x"}', { ...isTaken('name'), skill: { slug: 'x' } }],
    ['PT404', 'skill_not_found', null, {}],
    ['PT404', 'rating_not_found', null, {}],
    ['PT410', 'skill_retired', null, {}],
  ])('%s %s %s', async (state, code, details, members) => {
    const status = Number(state.slice(2))
    const { body, logged, ...response } = await responseTo(status, raised(state, code, details))
    expect(response.status).toBe(status)
    expect(body).toMatchObject({ ...members, code, status, detail: expect.stringMatching(/\.$/) })
    expect(logged).toBeUndefined()
  })

  test('a key that is missing in the database is invalid', async () => {
    expect((await responseTo(401, raised('PT401', 'missing_api_key'))).body.code).toBe('invalid_api_key')
  })

  test.each(['23505', 'XPT409', 'PT4091', 'PT40'])('only with a state PTxyz, not %s', async (state) => {
    const { body } = await responseTo(409, raised(state, 'skill_name_taken', '{}'))
    expect(body.code).toBe('internal')
  })
})

// Status and body as PostgREST 16.2 sends them.
describe('503 with Retry-After and a reason in the log:', () => {
  const classes = '405 25006,500 40001,500 57014,500 55P03,500 25P04,500 25P03,500 40P01,500 57P01,500 08006'
  const pool = '500 53300,503 PGRST000,503 PGRST001,503 PGRST002,504 PGRST003'
  const gateway = '408 X0,429 X0,502 X0,503 X0,504 X0,520 X0,529 X0'
  test.each<[number, string, string]>([
    [400, '0A000', 'cannot set transaction read-write mode during recovery'],
    [400, '', 'server closed the connection unexpectedly'],
    ...repliesIn(`${classes},${pool},${gateway}`),
  ])('%i %s %s', async (status, code, message) => {
    const { body, headers, logged, ...response } = await responseTo(status, raised(code, message))
    expect([response.status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect(logged).toMatch(/^The database is unavailable \(.*\)\.$/)
    expect(logged).toContain(code || 'the connection broke')
    expect(JSON.stringify(body)).not.toContain(message)
  })

  const FOREIGN = 'The response of the Data API is not from submit_rating.'
  test.each<[number, unknown, unknown]>([
    [500, {}, 'The database is unavailable (status 500 without a code).'],
    [200, '<html>', 'The database is unavailable (status 200 without a code).'],
    [200, '{"rating":{},"skill":{', 'The database is unavailable (status 200 without a code).'],
    [401, raised('42501'), expect.stringContaining('rejected the call (42501)')],
    [403, raised('42501'), expect.stringContaining('rejected the call (42501)')],
    [404, raised('PGRST202'), expect.stringContaining('rejected the call (PGRST202)')],
    // supabase-js takes these for no rows.
    ...['', '[]'].map((body) => [404, body, FOREIGN] as [number, unknown, unknown]),
    ...['null', '"x"', '1', 'true', '[]', '{}', '{"ratings":[]}', ''].map(
      (body) => [200, body, FOREIGN] as [number, unknown, unknown],
    ),
  ])('%i %j', async (status, body, reason) => {
    const { logged, ...response } = await responseTo(status, body)
    expect([response.status, logged]).toEqual([503, reason])
  })
})

describe('a call during which a migration may have changed the schema', () => {
  const codes = ['404 42883', '404 42P01', '400 42703', '400 42704', '400 42804', '500 XX000']
  const rating = {
    status: 200,
    body: { created: true, removed: [], rating: {}, skill: {}, own_skill: false, rated_skills: 1 },
  }
  test.each(repliesIn(codes.join()))('is made again, and logged: %i %s', async (status, code) => {
    dataApi.reply = () =>
      dataApi.received.length === 1 ? { status, body: raised(code, 'what the agent sent') } : rating
    expect((await submitRating()).status).toBe(201)
    const [first, second] = dataApi.received
    expect(second).toEqual(first)
    expect(log).toHaveLength(2)
    expect(JSON.parse(log[0] ?? '')).toEqual({
      time: expect.any(String),
      warning: `submit_rating is called again: the database raised ${code}.`,
    })
    expect(lastLogLine().error).toBeUndefined()
  })

  test('is made only twice: then it is a bug', async () => {
    const { status, logged } = await responseTo(400, raised('42703'))
    expect([status, logged]).toEqual([500, 'The database raised 42703.'])
    expect(dataApi.received).toHaveLength(2)
  })

  test('is not made again after another error', async () => {
    await responseTo(500, raised('23514'))
    await responseTo(500, raised('40P01'))
    expect(dataApi.received).toHaveLength(2)
  })
})

describe('other errors are bugs, and the log only says their state', () => {
  const codes = '500 XX000,400 23514,500 22008,500 X25006,500 25006X,500 55P031,500 57,500 0A000,500 SUP'
  test.each([
    ...repliesIn(`${codes},500 PGRST004,519 X0,530 X0`),
    [400, '0A000', 'cannot set transaction read-write mode inside a read-only transaction'],
    [400, '0A000', 'cannot use serializable mode during recovery or so'],
    [400, '0A000', 'recovery is not supported'],
  ] as [number, string, string][])('%i %s %s', async (status, code, message) => {
    const { body, logged, ...response } = await responseTo(status, raised(code, message, 'Failing row'))
    expect([response.status, body.code, logged]).toEqual([500, 'internal', `The database raised ${code}.`])
    expect(JSON.stringify(body)).not.toMatch(/agent sent|Failing/)
  })
})
