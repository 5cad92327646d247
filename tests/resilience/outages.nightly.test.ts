import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import {
  callAll,
  callDataApi,
  endConnections,
  expectAllUnavailable,
  expectRecovery,
  expectUnavailable,
  health,
  register,
  replaceDataApi,
  routes,
  send,
  stack,
  unique,
  until,
  useFaultyStack,
} from './faulty-stack.ts'

useFaultyStack()

test.each<[fault: string, cause: () => unknown]>([
  ['the Data API hangs', () => stack.dataApi.hang()],
  [
    'the Data API stops in the middle of its answers',
    () =>
      replaceDataApi((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"skills": [')
      }),
  ],
  [
    'the Data API aborts its answers',
    () =>
      replaceDataApi((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
        response.write('{"status":"ok"', () => response.destroy())
      }),
  ],
  [
    'the database hangs in new connections',
    () => {
      stack.database.resetAll()
      stack.database.hang()
    },
  ],
])('every route returns 503 when %s', async (_, cause) => {
  await cause()
  await expectAllUnavailable('hanging')
})

test('a slow Data API or database is not an error', async () => {
  stack.dataApi.slow(500)
  for (const [route, { status }] of await callAll()) expect(status, route).toBeLessThan(300)
  await stack.dataApi.pass()
  stack.database.slow(10)
  for (const [route, { status, took }] of await callAll()) {
    expect(status, route).toBeLessThan(300)
    expect(took, route).toBeGreaterThan(20)
  }
})

test('every route returns 503 within 5 s when the database hangs for more callers than there are connections', async () => {
  stack.database.hang()
  await Promise.all([1, 2, 3, 4].map(() => expectAllUnavailable('hanging')))
})

test('all open connections to the database are lost', async () => {
  const callTwice = () => Promise.all([callAll(), callAll()])
  await callTwice()
  stack.database.strand()
  for (const [, answer] of (await callTwice()).flat())
    if (answer.status >= 300) expectUnavailable(answer, 'hanging')
})

test.each(['rpc/health', 'skills?limit=1'])(
  'a connection breaks while it is created for %s, which does not end the Data API',
  async (path) => {
    const { dataApi } = stack.pids()
    await endConnections()
    const broken = stack.database.cut({ marker: 'authenticator', before: 'answer' })
    expect((await callDataApi(path)).status).toBe(503)
    await broken
    await expectRecovery(stack.baseUrl)
    expect(stack.pids().dataApi).toBe(dataApi)
  },
)

test('an administrator ends a session during a call', async () => {
  await stack.admin.begin(async (sql) => {
    await sql`lock table public.skills in access exclusive mode`
    const call = callDataApi('skills?limit=1')
    await until(async () => {
      const [ended] = await stack.admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'data-api' and wait_event_type = 'Lock'`
      return ended !== undefined
    })
    expect(await call).toMatchObject({ status: 503, body: { code: 'PGRST001' } })
  })
})

test('the schema cannot be read, which is not the same as an empty schema', async () => {
  const statuses = new Set<number>()
  await until(async () => {
    await stack.database.pass()
    await until(async () => {
      const [listening] = await stack.admin`
        select from pg_stat_activity
        where application_name = 'data-api schema' and state = 'idle' and query like 'listen%'`
      return listening !== undefined
    })
    await stack.database.refuse()
    const { status, body } = await callDataApi('skills?limit=1')
    statuses.add(status)
    return body.code === 'PGRST002'
    // The schema is read again a moment after each reconnect, which this test may miss several times.
  }, 60_000)
  expect([...statuses]).toEqual([503])
})

test('a database in recovery answers reads, and 503 to writes', async () => {
  const isInRecovery = async () => {
    const [row] = await stack.admin`select pg_is_in_recovery() as value`
    return row?.value
  }
  const pid = stack.pids().postgres as number
  const [{ data_directory: folder } = {}] = await stack.admin`show data_directory`
  // Postgres starts as a standby when this file exists.
  writeFileSync(join(folder, 'standby.signal'), '', { mode: 0o666 })
  try {
    process.kill(pid, 'SIGINT')
    await until(() => isInRecovery().catch(() => false))
    await until(async () => (await send(stack.baseUrl, health)).status === 200)
    for (const [route, call] of routes(stack.fixtures)) {
      const answer = await send(stack.baseUrl, call)
      if (call.method === 'GET') expect(answer.status, route).toBe(200)
      else expectUnavailable(answer, 'hanging')
    }
  } finally {
    await stack.admin`select pg_promote()`
    await until(async () => (await send(stack.baseUrl, register(unique('agent')))).status === 201)
  }
})

test('the database has no connection left', async () => {
  const [{ limit } = { limit: 0 }] = await stack.admin<{ limit: number }[]>`
    select current_setting('max_connections')::int as limit`
  const others: postgres.Sql[] = []
  const closeAll = () => Promise.all(others.splice(0).map((sql) => sql.end({ timeout: 1 })))
  onTestFinished(async () => void (await closeAll()))
  const takeAll = async () => {
    for (let i = 0; i < limit; i++) {
      const sql = postgres(stack.databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} })
      others.push(sql)
      try {
        await sql`select 1`
      } catch (error) {
        expect(error).toMatchObject({ code: '53300' })
        return
      }
    }
    throw new Error(`There are still connections after ${limit}.`)
  }
  await takeAll()
  await endConnections()
  await takeAll()
  await expectAllUnavailable('hanging')
  await closeAll()
})
