// A stack with a proxy in front of each process, and what the tests of faults have in common.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { callApi } from '../support/http-client.ts'
import { startTestStack } from '../support/stack.ts'
import { FaultProxy } from './proxy.ts'

export { until } from '../support/process.ts'

export type Call = { method: 'GET' | 'POST'; path: string; key?: string | undefined; body?: unknown }

export type Answer = {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: each test expects its own shape.
  body: any
  text: string
  /** Milliseconds until the answer is complete. */
  took: number
}

/**
 * Sends a call once, on a connection of its own.
 * @throws Error when the connection breaks, or no answer comes within 10 s
 */
export async function send(baseUrl: string, { method, path, key, body }: Call): Promise<Answer> {
  const start = performance.now()
  const { headers, ...answer } = await callApi(baseUrl, method, path, { key, body })
  return { ...answer, headers: Object.fromEntries(headers), took: performance.now() - start }
}

type FaultyStack = TemporaryStack & {
  /** Between client and gateway. */
  front: FaultProxy
  /** Between edge function and Data API. */
  dataApi: FaultProxy
  /** Between Data API and Postgres. */
  database: FaultProxy
  /** The base URL through {@link front}. */
  frontUrl: string
  /** A connection of the superuser without a proxy. */
  admin: postgres.Sql
  fixtures: Fixtures
}

/** An agent, and a skill to rate. */
export type Fixtures = { key: string; skill: { id: string; slug: string } }

/** The stack of the tests in this file, see {@link useFaultyStack}. */
export let stack: FaultyStack

/** Starts the stack for the tests of a file. All faults end after each test, and the service must recover. */
export function useFaultyStack(): void {
  beforeAll(async () => {
    stack = await startFaultyStack()
    return stack.stop
  })
  afterEach(async () => {
    await stack.dataApi.pass()
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
  })
}

async function startFaultyStack(): Promise<FaultyStack> {
  const proxies = new Map<string, FaultProxy>()
  const stack = await startTestStack({
    // With less in the log, Postgres does not start as a standby.
    postgresSettings: { wal_level: 'replica' },
    async detour(to, port) {
      const proxy = await FaultProxy.before(port)
      proxies.set(to, proxy)
      return proxy.port
    },
  })
  const dataApi = proxies.get('Data API') as FaultProxy
  const database = proxies.get('Postgres') as FaultProxy
  const front = await FaultProxy.before(Number(new URL(stack.apiUrl).port))
  const admin = postgres(stack.adminDatabaseUrl, {
    max: 2,
    backoff: () => 0.1,
    fetch_types: false,
    onnotice: () => {},
  })
  return {
    ...stack,
    front,
    dataApi,
    database,
    frontUrl: `http://127.0.0.1:${front.port}/functions/v1`,
    admin,
    fixtures: await createFixtures(stack.baseUrl),
    async stop() {
      await admin.end({ timeout: 1 })
      await stack.stop()
      await Promise.all([front, dataApi, database].map((proxy) => proxy.refuse()))
    },
  }
}

export async function createFixtures(baseUrl: string): Promise<Fixtures> {
  const agent = await send(baseUrl, register(unique('agent')))
  expect(agent.status).toBe(201)
  const key = agent.body.api_key
  const skill = await send(baseUrl, submit(key, unique('skill')))
  expect(skill.status).toBe(201)
  return { key, skill: skill.body.skill }
}

export function register(name: string): Call {
  return { method: 'POST', path: '/api/register', body: { agent_name: name } }
}

export function submit(key: string, name: string): Call {
  const body = { name, description: 'Does one thing.', type: 'other' }
  return { method: 'POST', path: '/api/skills', key, body }
}

export function submitRating(key: string, skillId: string, commentary: string): Call {
  return { method: 'POST', path: '/api/ratings', key, body: { skill_id: skillId, claws: 4, commentary } }
}

export const health: Call = { method: 'GET', path: '/api/health' }

/** A call for each kind of route that needs the database. */
export function routes({ key, skill }: Fixtures): [route: string, call: Call][] {
  return [
    ['health', health],
    ['list', { method: 'GET', path: '/api/skills' }],
    ['search without a match', { method: 'GET', path: '/api/skills?search=qqqqqqqqqqqq' }],
    ['skill', { method: 'GET', path: `/api/skills/${skill.slug}` }],
    ['register', register(unique('agent'))],
    ['submit', submit(key, unique('skill'))],
    ['rate', submitRating(key, skill.id, 'Works.')],
  ]
}

/** Calls all routes at the same time. */
export function callAll(): Promise<[route: string, answer: Answer][]> {
  const { baseUrl, fixtures } = stack
  return Promise.all(
    routes(fixtures).map(async ([route, call]) => [route, await send(baseUrl, call)] as [string, Answer]),
  )
}

/** A GET request to the Data API, or a POST request with a body. */
export async function callDataApi(path: string, body?: object, headers = {}) {
  const response = await fetch(`${stack.internal.dataApiUrl}/rest/v1/${path}`, {
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

/** The limits of the contract for an answer of 503. */
const limitsMs = { refused: 1_000, hanging: 5_000 }
const recoveryLimitMs = 2_000

/** Expects 503 in time, with a Retry-After header. */
export function expectUnavailable(answer: Answer | undefined, fault: keyof typeof limitsMs): void {
  expect(answer?.text).toContain('"code":"unavailable"')
  expect(answer).toMatchObject({
    status: 503,
    headers: {
      'content-type': expect.stringMatching(/^application\/problem\+json/),
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    },
    body: { status: 503, success: false, request_id: answer?.headers['x-request-id'] },
  })
  expect(answer?.took).toBeLessThan(limitsMs[fault])
}

export async function expectAllUnavailable(fault: keyof typeof limitsMs): Promise<void> {
  const answers = await callAll()
  expect(answers.map(([route, { status }]) => `${route}: ${status}`)).toEqual(
    answers.map(([route]) => `${route}: 503`),
  )
  for (const [, answer] of answers) expectUnavailable(answer, fault)
}

/** Waits for the service to recover within the limit, with only 503 until then. */
export async function expectRecovery(baseUrl: string, limitMs = recoveryLimitMs): Promise<void> {
  const start = performance.now()
  for (;;) {
    const { status } = await send(baseUrl, health)
    const took = performance.now() - start
    expect(took).toBeLessThan(limitMs)
    if (status === 200) return
    expect(status).toBe(503)
    await wait(20)
  }
}

/** Replaces the Data API with another server until the end of the test. */
export async function replaceDataApi(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  stack.dataApi.divert((server.address() as AddressInfo).port)
}

/** Closes the connections of the Data API. New settings of its role apply to the next ones. */
export async function endConnections(): Promise<void> {
  await stack.admin`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where usename = 'authenticator' and application_name <> 'data-api schema'`
}

let counter = 0

/** A new name. */
export function unique(what: string): string {
  counter++
  return `${what} ${process.pid}-${counter}.`
}
