// A stack whose parts find each other through proxies, and what the stories of faults have in common.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { expect } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { type Answer, type Call, send } from '../fuzz/send-once.ts'
import { FaultProxy } from './proxy.ts'

export { type Answer, type Call, send }

export type FaultyStack = Stack & {
  /** Between client and gateway: what goes wrong on a client's own way to the service. */
  front: FaultProxy
  /** Between function and Data API. */
  dataApi: FaultProxy
  /** Between Data API and Postgres. */
  database: FaultProxy
  /** Address of the API by way of {@link front}. */
  frontUrl: string
  /** As the superuser, past the proxies. */
  admin: postgres.Sql
}

/** Starts a stack with a proxy in each of its joints; `stop()` ends them too and removes the data. */
export async function startFaultyStack(): Promise<FaultyStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-faults-'))
  const proxies: Partial<Record<'Data API' | 'Postgres', FaultProxy>> = {}
  const detour = async (to: 'Data API' | 'Postgres', port: number) => {
    const proxy = await FaultProxy.before(port)
    proxies[to] = proxy
    return proxy.port
  }
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false, detour })
  const { 'Data API': dataApi, Postgres: database } = proxies
  if (!dataApi || !database) throw new Error('The stack goes past the proxies.')
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
    async stop() {
      printWorst()
      await admin.end({ timeout: 1 })
      await stack.stop()
      await Promise.all([front.close(), dataApi.close(), database.close()])
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** How the database is away: at once for everybody to see, or so that only waiting tells. */
export type Away = 'refused' | 'otherwise'

/** The contract's limits for an answer of 503 and for a recovery; milliseconds. */
const limits = { refused: 1_000, otherwise: 5_000, recovery: 2_000 }
/** The longest that any test of the file has seen. */
const worst = { refused: 0, otherwise: 0, recovery: 0 }

/** Expects the problem that means “not now”, in time, with word of when to come again. */
export function expectUnavailable(answer: Answer, away: Away): void {
  expect(answer.text).toContain('"code":"unavailable"')
  expect(answer.status).toBe(503)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(answer.body).toMatchObject({
    status: 503,
    success: false,
    request_id: answer.headers['x-request-id'],
  })
  worst[away] = Math.max(worst[away], answer.took)
  expect(answer.took).toBeLessThan(limits[away])
}

/** An agent, and a skill to rate, made while all is well. */
export type Cast = { key: string; skill: { id: string; slug: string } }

export async function cast(baseUrl: string): Promise<Cast> {
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
  return {
    method: 'POST',
    path: '/api/skills',
    key,
    body: { name, description: 'Does one thing.', type: 'other' },
  }
}

export function rate(key: string, skillId: string, commentary: string): Call {
  return { method: 'POST', path: '/api/ratings', key, body: { skill_id: skillId, claws: 4, commentary } }
}

export const health: Call = { method: 'GET', path: '/api/health' }

/** One call for every route that asks the database. */
export function everyRoute({ key, skill }: Cast): [route: string, call: Call][] {
  return [
    ['health', health],
    ['the list', { method: 'GET', path: '/api/skills' }],
    ['a search without a match', { method: 'GET', path: '/api/skills?search=qqqqqqqqqqqq' }],
    ['a page', { method: 'GET', path: `/api/skills/${skill.slug}` }],
    ['registering', register(unique('agent'))],
    ['submitting', submit(key, unique('skill'))],
    ['rating', rate(key, skill.id, 'Works.')],
  ]
}

/** Every route, one of each, at once. */
export function callAll(baseUrl: string, cast: Cast): Promise<[route: string, answer: Answer][]> {
  return Promise.all(
    everyRoute(cast).map(async ([route, call]) => [route, await send(baseUrl, call)] as [string, Answer]),
  )
}

let counter = 0

/** A name that nothing else has. */
export function unique(what: string): string {
  counter++
  return `${what} ${process.pid}-${counter}.`
}

/** Asks again and again until the service answers, and expects that in time, with nothing but 503 before. */
export async function expectRecovery(baseUrl: string): Promise<void> {
  const took = await recovery(baseUrl)
  worst.recovery = Math.max(worst.recovery, took)
  expect(took).toBeLessThan(limits.recovery)
}

/**
 * Asks again and again until the service answers, and expects nothing but 503 before.
 * @returns the milliseconds that took
 * @throws Error when it has not come back after 20 s
 */
export async function recovery(baseUrl: string): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { status } = await send(baseUrl, health)
    const took = performance.now() - begun
    if (status === 200) return took
    expect(status).toBe(503)
    if (took > 20_000) throw new Error('The service does not come back.')
    await wait(20)
  }
}

/** Says how long answers and recoveries took at the worst, in the tests of one file. */
export function printWorst(): void {
  const figures = Object.entries(worst).flatMap(([what, took]) =>
    took > 0 ? [`${what} ${Math.round(took)} ms (limit ${limits[what as keyof typeof limits]})`] : [],
  )
  console.log(`Worst time to a 503, and to a success once the fault is gone: ${figures.join(', ')}`)
}

/** Waits until the condition holds. @throws Error when it does not within 15 s */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`still not so: ${condition}`)
    await wait(10)
  }
}
