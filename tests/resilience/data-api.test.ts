import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Away,
  type Cast,
  callAll,
  cast,
  expectRecovery,
  expectUnavailable,
  type FaultyStack,
  startFaultyStack,
  until,
} from './faulty-stack.ts'

let stack: FaultyStack
let people: Cast
beforeAll(async () => {
  stack = await startFaultyStack()
  people = await cast(stack.baseUrl)
  return () => stack.stop()
})
afterEach(async () => {
  await stack.dataApi.pass()
  await stack.database.pass()
  await expectRecovery(stack.baseUrl)
})

test('a Data API that is down is told of within a second on every route', async () => {
  await stack.dataApi.refuse()
  await expectAllUnavailable('refused')
})

test('a Data API that hangs is told of within 5 s on every route', async () => {
  stack.dataApi.hang()
  await expectAllUnavailable('otherwise')
})

test('a Data API that falls silent in the middle of its answers is told of within 5 s on every route', async () => {
  await answerInItsPlace((_, response) => void response.writeHead(200, json).write('{"skills": ['))
  await expectAllUnavailable('otherwise')
})

test('a slow Data API is waited for', async () => {
  stack.dataApi.slow(500)
  for (const [route, { status }] of await callAll(stack.baseUrl, people))
    expect(status, route).toBeLessThan(300)
})

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const page = '<!doctype html><title>Welcome</title><h1>It works!</h1>'

describe('a Data API that answers nonsense is taken for one that is away, on every route:', () => {
  test.each<[what: string, answer: RequestListener]>([
    ['a web page', (_, response) => response.writeHead(200, html).end(page)],
    ['a web page that says it is JSON', (_, response) => response.writeHead(200, json).end(page)],
    ['nothing', (_, response) => response.writeHead(200, json).end()],
    ['no content', (_, response) => response.writeHead(204).end()],
    ['a JSON string', (_, response) => response.writeHead(200, json).end('"ok"')],
    ['a JSON number', (_, response) => response.writeHead(200, json).end('1')],
    ['null', (_, response) => response.writeHead(200, json).end('null')],
    ['an empty array', (_, response) => response.writeHead(200, json).end('[]')],
    ['an array of objects', (_, response) => response.writeHead(200, json).end('[{"status":"ok"}]')],
    ['an empty object', (_, response) => response.writeHead(200, json).end('{}')],
    ['an object of another kind', (_, response) => response.writeHead(200, json).end('{"hint":"none"}')],
    [
      'JSON cut short',
      (_, response) => response.writeHead(200, json).end('{"status":"ok","skills":[],"count":0,'),
    ],
    [
      'an answer that breaks off',
      (_, response) =>
        response
          .writeHead(200, { ...json, 'content-length': 1_000 })
          .write('{"status":"ok"', () => response.destroy()),
    ],
    ['a web page of an error', (_, response) => response.writeHead(500, html).end(page)],
    ['an error without a word', (_, response) => response.writeHead(500).end()],
    ['an error with an empty object', (_, response) => response.writeHead(500, json).end('{}')],
    ['a web page that is not found', (_, response) => response.writeHead(404, html).end(page)],
    ['not found, without a word', (_, response) => response.writeHead(404).end()],
    ['not found, as an empty array', (_, response) => response.writeHead(404, json).end('[]')],
    ['a gateway in trouble', (_, response) => response.writeHead(502, html).end(page)],
    [
      'a gateway that wants a key',
      (_, response) => response.writeHead(401, json).end('{"message":"Invalid API key"}'),
    ],
    ['a refusal', (_, response) => response.writeHead(403, html).end(page)],
    ['a bad request', (_, response) => response.writeHead(400, html).end(page)],
    ['too much to do', (_, response) => response.writeHead(429, html).end(page)],
    [
      'a way to another page',
      (request, response) =>
        request.url === '/elsewhere'
          ? response.writeHead(200, json).end('{"status":"ok","skills":[],"count":0,"next_cursor":null}')
          : response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    [
      'a way in circles',
      (request, response) => response.writeHead(307, { location: request.url ?? '' }).end(),
    ],
  ])('%s', async (_, answer) => {
    await answerInItsPlace(answer)
    await expectAllUnavailable('otherwise')
  })

  test('another protocol altogether', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.end('SSH-2.0-OpenSSH_9.6\r\n')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    stack.dataApi.divert((server.address() as AddressInfo).port)
    await expectAllUnavailable('otherwise')
  })
})

describe('the embedded Data API answers an error of the database as PostgREST does:', () => {
  beforeAll(async () => {
    await stack.admin`
      create function public.raise_state(state text) returns void language plpgsql as $$
      begin
        raise exception using errcode = state, message = 'Raised.', detail = 'A detail.', hint = 'A hint.';
      end
      $$`
    await stack.admin`
      create function public.deadlock(first int, second int) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(first);
        -- Both have the first before either asks for the second.
        while not exists (
          select from pg_locks where locktype = 'advisory' and classid = 0 and objid = second and granted
        ) loop
          perform pg_sleep(0.01);
        end loop;
        perform pg_advisory_xact_lock(second);
      end
      $$`
    await stack.admin`grant execute on function public.raise_state, public.deadlock to anon`
    // The signal by which PostgREST, too, reads the schema anew. A statement that it does not know gets 404.
    await stack.admin`notify pgrst`
    await until(async () => (await callDataApi('rpc/raise_state', { state: '40001' })).status !== 404)
    return async () => void (await stack.admin`drop function public.raise_state, public.deadlock`)
  })

  // As src/PostgREST/Error.hs of PostgREST has them.
  test.each([
    ...[
      ['08000', 503],
      ['08006', 503],
      ['09000', 500],
      ['0L000', 403],
      ['0P000', 403],
      ['0A000', 400],
    ],
    ...[
      ['21000', 500],
      ['23514', 400],
      ['23505', 409],
      ['23503', 409],
      ['23502', 400],
      ['22023', 400],
    ],
    ...[
      ['25006', 405],
      ['25P02', 500],
      ['28000', 403],
      ['38000', 500],
      ['40001', 500],
      ['40P01', 500],
    ],
    ...[
      ['42501', 401],
      ['53000', 503],
      ['53200', 503],
      ['53300', 503],
      ['53400', 500],
      ['54001', 500],
    ],
    ...[
      ['55000', 500],
      ['55P03', 500],
      ['57014', 500],
      ['57P01', 503],
      ['57P02', 500],
      ['57P03', 500],
    ],
    ...[
      ['58030', 500],
      ['P0001', 400],
      ['P0002', 500],
      ['XX000', 500],
      ['ZZ999', 400],
      ['PT418', 418],
    ],
  ] as [string, number][])('%s is %i', async (state, status) => {
    const answer = await callDataApi('rpc/raise_state', { state })
    expect(answer).toEqual({
      status,
      body: { code: state, message: 'Raised.', details: expect.anything(), hint: expect.anything() },
    })
  })

  test('a statement that takes too long, on a table as well as in a function', async () => {
    const held = await hold('public.skills')
    const answers = await Promise.all([
      callDataApi('skills?limit=1'),
      callDataApi('rpc/list_skills', {}),
      callDataApi('ratings', { skill_id: people.skill.id, claws: 3 }, { 'x-api-key': people.key }),
    ])
    await held.release()
    expect(answers).toEqual(
      Array.from({ length: 3 }, () => ({
        status: 500,
        body: {
          code: '57014',
          message: 'canceling statement due to statement timeout',
          ...{ details: null, hint: null },
        },
      })),
    )
  })

  test('a session that an administrator ends in mid-call', async () => {
    const held = await hold('public.skills')
    const call = callDataApi('skills?limit=1')
    await until(async () => {
      const [ended] = await stack.admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'data-api' and wait_event_type = 'Lock'`
      return ended !== undefined
    })
    const { status, body } = await call
    await held.release()
    // The driver drops the reason that the server gives with its last message, so this is a connection that broke.
    expect([status, body.code]).toEqual([503, 'PGRST001'])
  })

  test('two transactions that wait for one another', async () => {
    const answers = await Promise.all([
      callDataApi('rpc/deadlock', { first: 1, second: 2 }),
      callDataApi('rpc/deadlock', { first: 2, second: 1 }),
    ])
    const failed = answers.filter(({ status }) => status >= 300)
    expect(failed.map(({ status, body }) => [status, body.code])).toEqual([[500, '40P01']])
  })

  test.each([
    ['refuses connections', () => stack.database.refuse(), ['PGRST000', 'PGRST001']],
    [
      'resets a connection in mid-call',
      () => stack.database.cut({ marker: 'skills', before: 'answer' }),
      ['PGRST001'],
    ],
  ] as [string, () => Promise<void>, string[]][])('a server that %s', async (_, fault, codes) => {
    const done = fault()
    if (codes.length > 1) await done
    const { status, body } = await callDataApi('skills?limit=1')
    expect(status).toBe(503)
    expect(codes).toContain(body.code)
    await done
  })

  test('a schema that cannot be read, which is not taken for an empty one', async () => {
    const seen: unknown[] = []
    await until(async () => {
      await stack.database.pass()
      // Which forgets what was known of the schema, a moment later.
      await until(isListening)
      await stack.database.refuse()
      const { status, body } = await callDataApi('skills?limit=1')
      seen.push(status)
      return body.code === 'PGRST002'
    })
    expect(new Set(seen)).toEqual(new Set([503]))
  })
})

/** Whether the Data API is connected in order to hear of changes to the schema. */
async function isListening(): Promise<boolean> {
  const [found] = await stack.admin`
    select from pg_stat_activity where application_name = 'data-api schema' and state = 'idle' and query like 'listen%'`
  return found !== undefined
}

interface DataApiAnswer {
  status: number
  body: { code: string; message: string; details: string | null; hint: string | null }
}

/** Asks the Data API itself, by GET, or by POST when there is a body. */
async function callDataApi(path: string, body?: object, headers = {}): Promise<DataApiAnswer> {
  const response = await fetch(`${stack.internal.dataApiUrl}/rest/v1/${path}`, {
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

/** Locks a table against everybody, until it is released. */
async function hold(table: string): Promise<{ release(): Promise<void> }> {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  let isHeld = () => {}
  const held = new Promise<void>((done) => {
    isHeld = done
  })
  const transaction = stack.admin.begin(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`
    isHeld()
    await released
  })
  await held
  return {
    async release() {
      release()
      await transaction
    },
  }
}

async function answerInItsPlace(answer: RequestListener): Promise<void> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  stack.dataApi.divert((server.address() as AddressInfo).port)
}

async function expectAllUnavailable(away: Away): Promise<void> {
  const answers = await callAll(stack.baseUrl, people)
  expect(answers.map(([route, { status }]) => `${route}: ${status}`)).toEqual(
    answers.map(([route]) => `${route}: 503`),
  )
  for (const [, answer] of answers) expectUnavailable(answer, away)
}
