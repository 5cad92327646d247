import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { dataApi, loadFunction, log, send, withDataApi } from './function.ts'

withDataApi()

let app: Hono
beforeAll(async () => {
  app = await loadFunction()
})

const half = `claw_${'0'.repeat(48)}`
const KEY = half + createHash('sha256').update(half).digest('hex').slice(0, 8)
const ID = '123e4567-e89b-42d3-a456-426614174000'

const rate = () => send(app, 'POST /api/ratings', { skill_id: ID, claws: 3 }, { 'x-api-key': KEY })

/** The answer to a rating when the Data API answers so; and what the function logs of it. */
async function answerTo(status: number, body: unknown) {
  dataApi.reply = { status, body }
  const response = await rate()
  const document = await response.json()
  return {
    status: response.status,
    headers: response.headers,
    body: document,
    logged: JSON.parse(log.at(-1) ?? '{}').error,
  }
}

const raised = (code: string, message = 'the message', details: string | null = null) => ({
  code,
  message,
  details,
  hint: null,
})

describe('a call', () => {
  test('is one request, which carries the agent’s key', async () => {
    dataApi.reply = { body: { created: true, rating: {}, skill: {} } }
    expect((await rate()).status).toBe(201)
    expect(dataApi.asked).toMatchObject([
      {
        path: '/rest/v1/rpc/submit_rating',
        method: 'POST',
        headers: {
          'x-api-key': KEY,
          apikey: 'sb_publishable_x',
          authorization: 'Bearer sb_publishable_x',
          accept: 'application/json',
        },
        body: { p_skill_id: ID, p_claws: 3 },
      },
    ])
  })

  test('without an agent carries no key, whatever came', async () => {
    dataApi.reply = { body: { status: 'ok' } }
    expect((await send(app, 'GET /api/health', undefined, { 'x-api-key': KEY })).status).toBe(200)
    expect(dataApi.asked[0]?.headers).not.toHaveProperty('x-api-key')
  })

  test('follows nowhere', async () => {
    dataApi.reply = { status: 303, headers: { location: '/elsewhere' } }
    expect((await rate()).status).toBe(503)
    expect(dataApi.asked).toHaveLength(1)
  })

  test('that was answered leaves no timer behind, which would keep its answer', async () => {
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

  test('that is never answered is given up before 5 s have passed', { timeout: 10_000 }, async () => {
    dataApi.reply = 'nothing'
    const start = performance.now()
    expect((await rate()).status).toBe(503)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('what a SQL function raises is answered with its own problem:', () => {
  test.each([
    [
      400,
      raised('PT400', 'invalid_request', '[{"path": "claws", "message": "is odd"}]'),
      { code: 'invalid_request', errors: [{ path: 'claws', message: 'is odd' }], detail: 'claws is odd.' },
    ],
    [401, raised('PT401', 'missing_api_key'), { code: 'invalid_api_key' }],
    [401, raised('PT401', 'invalid_api_key'), { code: 'invalid_api_key' }],
    [
      409,
      raised('PT409', 'agent_name_taken'),
      { code: 'agent_name_taken', errors: [{ path: 'agent_name', message: 'is taken' }] },
    ],
    [
      409,
      raised('PT409', 'skill_name_taken', '{"slug": "x"}'),
      { code: 'skill_name_taken', errors: [{ path: 'name', message: 'is taken' }], skill: { slug: 'x' } },
    ],
    [
      404,
      raised('PT404', 'skill_not_found', '[{"slug": "x"}]'),
      { code: 'skill_not_found', suggestions: [{ slug: 'x' }] },
    ],
    [404, raised('PT404', 'rating_not_found'), { code: 'rating_not_found' }],
    [410, raised('PT410', 'skill_retired'), { code: 'skill_retired' }],
  ])('%i %j', async (status, body, expected) => {
    const answer = await answerTo(status, body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      ...expected,
      success: false,
      status,
      detail: expect.stringMatching(/\S/),
      title: expect.stringMatching(/\S/),
    })
    expect(answer.logged).toBeUndefined()
  })

  test('a skill that is not there and like no other comes without suggestions', async () => {
    const { body } = await answerTo(404, raised('PT404', 'skill_not_found', 'null'))
    expect(body).toMatchObject({ code: 'skill_not_found' })
    expect(body).not.toHaveProperty('suggestions')
  })

  test.each(['23505', 'XPT409', 'PT4091', 'PT40'])(
    'but not what another state, %s, says in the same words',
    async (code) => {
      expect((await answerTo(409, raised(code, 'skill_name_taken', '{}'))).body.code).toBe('internal')
    },
  )
})

const AWAY = /^The database is away \((.*)\)\.$/

describe('a database that is away is 503, and the log says what of it is known:', () => {
  test.each([
    ...['08006', '53300', '57014', '57P01', '57P03', '25006', '25P03', '25P04'],
    ...['40001', '40P01', '55P03', 'PGRST000', 'PGRST003'],
  ])('state %s', async (code) => {
    const { status, headers, body, logged } = await answerTo(500, raised(code))
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect(AWAY.exec(logged)?.[1]).toBe(code)
    expect(body.detail).toMatch(/\S/)
  })

  test.each([408, 429, 502, 503, 504, 520, 529])('status %i', async (status) => {
    expect((await answerTo(status, raised('X0'))).status).toBe(503)
  })

  test('an error without a code is not the Data API’s', async () => {
    const { status, logged } = await answerTo(500, {})
    expect([status, AWAY.exec(logged)?.[1]]).toEqual([503, 'status 500 without a code'])
  })

  test('a connection that is refused', async () => {
    const alone = await loadFunction({ SUPABASE_URL: 'http://127.0.0.1:1' })
    expect((await send(alone, 'GET /api/health')).status).toBe(503)
    expect(AWAY.exec(JSON.parse(log.at(-1) ?? '{}').error)?.[1]).toBe('no answer')
  })

  test.each([
    [401, '42501'],
    [403, '42501'],
    [404, 'PGRST202'],
  ])('%i %s: the project is not set up', async (status, code) => {
    const { status: answered, body, logged } = await answerTo(status, raised(code))
    expect([answered, body.code]).toEqual([503, 'unavailable'])
    expect(logged).toContain(`refused the call (${code})`)
  })

  test.each([
    'null',
    '"x"',
    '1',
    'true',
    '[]',
    '{}',
    '{"ratings":[]}',
    '{"rating":{},"skill":{',
    '<html>',
    '',
  ])('an answer %s, which is not from the function', async (body) => {
    const { status, logged } = await answerTo(200, body)
    expect([status, logged]).toEqual([503, 'The Data API gave an answer that is not from submit_rating.'])
  })
})

// Status and body as PostgREST 16.2 sends them.
describe('an answer of PostgREST is 503 with Retry-After:', () => {
  const broken =
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n'
  test.each([
    [
      'a standby that refuses to write',
      400,
      '0A000',
      'cannot set transaction read-write mode during recovery',
    ],
    ['a statement that a standby cannot run', 405, '25006', 'cannot execute INSERT during recovery'],
    ['a read-only database', 405, '25006', 'cannot execute INSERT in a read-only transaction'],
    [
      'a read that conflicts with recovery',
      500,
      '40001',
      'canceling statement due to conflict with recovery',
    ],
    ['the statement timeout', 500, '57014', 'canceling statement due to statement timeout'],
    ['the lock timeout', 500, '55P03', 'canceling statement due to lock timeout'],
    ['the transaction timeout', 500, '25P04', 'terminating connection due to transaction timeout'],
    ['the idle timeout', 500, '25P03', 'terminating connection due to idle-in-transaction timeout'],
    ['a deadlock', 500, '40P01', 'deadlock detected'],
    ['a server that shuts down', 500, '57P01', 'terminating connection due to administrator command'],
    ['a connection that breaks during the call', 400, '', broken],
    ['the call after that', 503, 'PGRST001', 'Database client error. Retrying the connection.'],
    [
      'a server that refuses connections',
      503,
      'PGRST000',
      'Database connection error. Retrying the connection.',
    ],
    [
      'a schema cache that is not loaded yet',
      503,
      'PGRST002',
      'Could not query the database for the schema cache. Retrying.',
    ],
    [
      'a pool without a free connection',
      504,
      'PGRST003',
      'Timed out acquiring connection from connection pool.',
    ],
  ])('%s', async (_, status, code, message) => {
    const answer = await answerTo(status, raised(code, message))
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ])
    expect(AWAY.exec(answer.logged)?.[1]).toContain(code || 'the connection broke')
    expect(JSON.stringify(answer.body)).not.toContain(message)
  })

  test('a connection that breaks during a write: the write is not sent again, and the next one is', async () => {
    const replies = [
      { status: 400, body: raised('', broken) },
      { status: 503, body: raised('PGRST001') },
      { body: { created: true, rating: {}, skill: {} } },
    ]
    dataApi.reply = () => replies.shift() ?? 'nothing'
    expect((await rate()).status).toBe(503)
    expect(dataApi.asked).toHaveLength(1)
    expect([(await rate()).status, (await rate()).status]).toEqual([503, 201])
    expect(dataApi.asked).toHaveLength(3)
  })
})

describe('anything else is a bug, and the log tells no more than its state:', () => {
  test.each([
    [500, 'XX000'],
    [400, '23514'],
    [500, '22008'],
    [500, 'X25006'],
    [500, '25006X'],
    [500, '55P031'],
    [500, '57'],
    [500, '0A000'],
    [500, 'SUP'],
    [500, 'PGRST004'],
    [519, 'X0'],
    [530, 'X0'],
  ])('%i %s', async (status, code) => {
    const {
      status: answered,
      body,
      logged,
    } = await answerTo(status, raised(code, 'what the agent sent', 'Failing row'))
    expect([answered, body.code]).toEqual([500, 'internal'])
    expect(body.detail).toMatch(/\S/)
    expect(logged).toBe(`The database raised ${code}.`)
    expect(JSON.stringify(body)).not.toMatch(/agent sent|Failing/)
  })

  test.each([
    'cannot set transaction read-write mode inside a read-only transaction',
    'cannot use serializable mode during recovery or so',
    'recovery is not supported',
  ])('0A000 %s', async (message) => {
    expect((await answerTo(400, raised('0A000', message))).body.code).toBe('internal')
  })
})
