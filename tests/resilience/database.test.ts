import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Cast,
  callAll,
  cast,
  everyRoute,
  expectRecovery,
  expectUnavailable,
  type FaultyStack,
  health,
  rate,
  register,
  send,
  startFaultyStack,
  unique,
  until,
} from './faulty-stack.ts'

let stack: FaultyStack
let people: Cast
beforeAll(async () => {
  stack = await startFaultyStack()
  people = await cast(stack.baseUrl)
  return () => stack.stop()
})
afterEach(() => stack.database.pass())

describe('a database that refuses connections', () => {
  test('is told of within a second on every route, and never taken for a wrong key or an empty list', async () => {
    await stack.database.refuse()
    for (const [route, answer] of await callAll(stack.baseUrl, people)) {
      expect(answer.status, route).toBe(503)
      expectUnavailable(answer, 'refused')
    }
  })

  test('is used again as soon as it is back', async () => {
    await stack.database.refuse()
    expectUnavailable(await send(stack.baseUrl, health), 'refused')
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
    const answer = await send(stack.baseUrl, rate(people.key, people.skill.id, 'Back again.'))
    expect([200, 201]).toContain(answer.status)
  })
})

describe('a database that hangs', () => {
  test('in the middle of connections that were open is told of within 5 s on every route', async () => {
    stack.database.hang()
    // More callers than the Data API has connections.
    const answers = await Promise.all(Array.from({ length: 4 }, () => callAll(stack.baseUrl, people)))
    for (const [route, answer] of answers.flat()) {
      expect(answer.status, route).toBe(503)
      expectUnavailable(answer, 'otherwise')
    }
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
  })

  test('for good in every connection that was open is used again through new ones', async () => {
    const callMore = () => Promise.all([callAll(stack.baseUrl, people), callAll(stack.baseUrl, people)])
    await callMore()
    stack.database.strand()
    for (const [, answer] of (await callMore()).flat())
      if (answer.status >= 300) expectUnavailable(answer, 'otherwise')
    await expectRecovery(stack.baseUrl)
  })

  test('to connections that are new is told of within 5 s on every route', async () => {
    stack.database.resetAll()
    stack.database.hang()
    for (const [route, answer] of await callAll(stack.baseUrl, people)) {
      expect(answer.status, route).toBe(503)
      expectUnavailable(answer, 'otherwise')
    }
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
  })
})

test('a slow database is waited for', async () => {
  // Every call waits for at least one statement, on the way there and on the way back.
  const delay = 10
  stack.database.slow(delay)
  for (const [route, call] of everyRoute(people)) {
    const { status, took } = await send(stack.baseUrl, call)
    expect(status, route).toBeLessThan(300)
    expect(took, route).toBeGreaterThan(2 * delay)
  }
})

test('connections that break one by one, more often than there are, cost an answer each and nothing after', async () => {
  for (let i = 0; i < 20; i++) {
    const broken = stack.database.cut({ marker: 'health', before: 'answer' })
    expectUnavailable(await send(stack.baseUrl, health), 'refused')
    await broken
    expect((await send(stack.baseUrl, health)).status).toBe(200)
  }
})

test('a connection that breaks while it is being set up costs an answer, and not the Data API', async () => {
  const { dataApi } = stack.pids()
  await endConnections()
  // The driver's own question for types, to which no request of a client is tied.
  const broken = stack.database.cut({ marker: 'typarray', before: 'answer' })
  expectUnavailable(await send(stack.baseUrl, health), 'otherwise')
  await broken
  await expectRecovery(stack.baseUrl)
  expect(stack.pids().dataApi).toBe(dataApi)
})

test('a database in recovery, as after a failover, answers what reads, and 503 to what writes', async () => {
  const pid = stack.pids().postgres as number
  const [{ data_directory: folder } = {}] = await stack.admin`show data_directory`
  // With this file in its folder Postgres starts as a standby.
  writeFileSync(join(folder, 'standby.signal'), '', { mode: 0o666 })
  onTestFinished(async () => {
    await stack.admin`select pg_promote()`
    await until(async () => (await send(stack.baseUrl, register(unique('agent')))).status === 201)
  })
  process.kill(pid, 'SIGINT')
  await until(() => isInRecovery().catch(() => false))
  await until(async () => (await send(stack.baseUrl, health)).status === 200)
  for (const [route, call] of everyRoute(people)) {
    const answer = await send(stack.baseUrl, call)
    if (call.method === 'GET') expect(answer.status, route).toBe(200)
    else expectUnavailable(answer, 'otherwise')
  }
})

async function isInRecovery(): Promise<boolean> {
  const [{ recovering } = {}] = await stack.admin`select pg_is_in_recovery() as recovering`
  return recovering
}

describe('a database out of connections is told of in time on every route, and used again when it has some:', () => {
  test('those of the Data API alone', async () => {
    await stack.admin`alter role authenticator connection limit 0`
    onTestFinished(async () => void (await stack.admin`alter role authenticator connection limit -1`))
    await endConnections()
    await expectAllUnavailable()
    await stack.admin`alter role authenticator connection limit -1`
    await expectRecovery(stack.baseUrl)
  })

  test('all that there are', async () => {
    const [{ limit } = { limit: 0 }] = await stack.admin<{ limit: number }[]>`
      select current_setting('max_connections')::int as limit`
    const others: postgres.Sql[] = []
    onTestFinished(async () => void (await Promise.all(others.map((sql) => sql.end({ timeout: 1 })))))
    const takeAll = async () => {
      for (let i = 0; i < limit; i++) {
        const sql = postgres(stack.databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} })
        others.push(sql)
        try {
          await sql`select 1`
        } catch (error) {
          // Too many connections: that was the last one.
          expect(error).toMatchObject({ code: '53300' })
          return
        }
      }
      throw new Error(`Still not out of connections after ${limit}.`)
    }
    await takeAll()
    await endConnections()
    await takeAll()
    await expectAllUnavailable()
    await Promise.all(others.splice(0).map((sql) => sql.end({ timeout: 1 })))
    await expectRecovery(stack.baseUrl)
  })
})

async function expectAllUnavailable(): Promise<void> {
  for (const [route, answer] of await callAll(stack.baseUrl, people)) {
    expect(answer.status, route).toBe(503)
    expectUnavailable(answer, 'otherwise')
  }
}

/** Ends the connections on which the Data API asks, for settings of its role count from the next one on. */
async function endConnections(): Promise<void> {
  await stack.admin`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where usename = 'authenticator' and application_name <> 'data-api schema'`
}
