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
  send,
  startFaultyStack,
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
      expectUnavailable(answer, 1_000)
    }
  })

  test('is used again as soon as it is back', async () => {
    await stack.database.refuse()
    expectUnavailable(await send(stack.baseUrl, health), 1_000)
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
    const answer = await send(stack.baseUrl, rate(people.key, people.skill.id, 'Back again.'))
    expect([200, 201]).toContain(answer.status)
  })
})

describe('a database that hangs', () => {
  test('in the middle of connections that were open is told of within 5 s on every route', async () => {
    stack.database.hang()
    for (const [route, answer] of await callAll(stack.baseUrl, people)) {
      expect(answer.status, route).toBe(503)
      expectUnavailable(answer, 5_000)
    }
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
  })

  test('to connections that are new is told of within 5 s on every route', async () => {
    stack.database.resetAll()
    stack.database.hang()
    for (const [route, answer] of await callAll(stack.baseUrl, people)) {
      expect(answer.status, route).toBe(503)
      expectUnavailable(answer, 5_000)
    }
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
  })
})

test('a slow database is waited for', async () => {
  // Some fourteen statements a call, each waiting on the way there and on the way back.
  stack.database.slow(20)
  for (const [route, answer] of await callAll(stack.baseUrl, people)) {
    expect(answer.status, route).toBeLessThan(300)
  }
})

test('connections that break one by one, more often than there are, cost an answer each and nothing after', async () => {
  for (let i = 0; i < 20; i++) {
    const broken = stack.database.cut({ marker: 'health', before: 'answer' })
    expectUnavailable(await send(stack.baseUrl, health), 1_000)
    await broken
    expect((await send(stack.baseUrl, health)).status).toBe(200)
  }
})

test('a read-only database answers what reads, and says of what writes that it cannot now', async () => {
  await stack.admin`alter role authenticator set default_transaction_read_only = on`
  onTestFinished(async () => {
    await stack.admin`alter role authenticator reset default_transaction_read_only`
    await endConnections()
    await expectRecovery(stack.baseUrl)
  })
  await endConnections()
  await expectRecovery(stack.baseUrl)
  for (const [route, call] of everyRoute(people)) {
    const answer = await send(stack.baseUrl, call)
    if (call.method === 'GET') expect(answer.status, route).toBe(200)
    else expectUnavailable(answer, 5_000)
  }
})

test.each([
  [
    'for the role of the Data API',
    'alter role authenticator connection limit 1',
    'alter role authenticator connection limit -1',
  ],
])('a database out of connections %s is told of in time on every route', async (_, limit, unlimit) => {
  await stack.admin.unsafe(limit)
  onTestFinished(async () => {
    await stack.admin.unsafe(unlimit)
    await expectRecovery(stack.baseUrl)
  })
  await endConnections()
  for (const [route, answer] of await callAll(stack.baseUrl, people)) {
    expect(answer.status, route).toBe(503)
    expectUnavailable(answer, 5_000)
  }
})

/** Ends the connections on which the Data API asks, for settings of its role count from the next one on. */
async function endConnections(): Promise<void> {
  await stack.admin`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where usename = 'authenticator' and application_name <> 'data-api schema'`
}
