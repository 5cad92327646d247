// A stack whose parts find each other through proxies, and what the stories of faults have in common.
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request as sendHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { expect } from 'vitest'
import { type Stack, startStack } from '../../local/stack.ts'
import { FaultProxy } from './proxy.ts'

export type FaultyStack = Stack & {
  /** Between client and gateway, gateway left out: what goes wrong on a client's own way to the service. */
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
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, detour })
  const { 'Data API': dataApi, Postgres: database } = proxies
  if (!dataApi || !database) throw new Error('The stack goes past the proxies.')
  const front = await FaultProxy.before(Number(new URL(stack.apiUrl).port))
  const admin = postgres(stack.adminDatabaseUrl, { max: 2, onnotice: () => {} })
  return {
    ...stack,
    front,
    dataApi,
    database,
    frontUrl: `http://127.0.0.1:${front.port}/functions/v1`,
    admin,
    async stop() {
      await admin.end({ timeout: 1 })
      await stack.stop()
      await Promise.all([front.close(), dataApi.close(), database.close()])
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of it.
  body: any
  text: string
  /** Milliseconds until it was there whole. */
  took: number
}

export type Call = { method: 'GET' | 'POST'; path: string; key?: string; body?: unknown }

/**
 * Sends a request on a connection of its own, once: fetch() would send some requests again by itself.
 * @throws Error when the connection breaks, or no answer comes within 10 s
 */
export function send(baseUrl: string, { method, path, key, body }: Call): Promise<Answer> {
  const begun = performance.now()
  const content = body === undefined ? '' : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = sendHttp(baseUrl + path, {
      method,
      agent: false,
      signal: AbortSignal.timeout(10_000),
      headers: {
        ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        ...(key && { 'x-api-key': key }),
      },
    })
    request.on('error', reject)
    request.on('response', async (response) => {
      try {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) text += chunk
        const { statusCode: status = 0, headers } = response
        const isJson = /^application\/(problem\+)?json/.test(headers['content-type'] ?? '')
        resolve({
          status,
          headers,
          text,
          body: isJson ? JSON.parse(text) : undefined,
          took: performance.now() - begun,
        })
      } catch (error) {
        reject(error)
      }
    })
    request.end(content)
  })
}

/** Expects the problem that means “not now”, in time, with word of when to come again. */
export function expectUnavailable(answer: Answer, within: number): void {
  expect(answer.text).toContain('"code":"unavailable"')
  expect(answer.status).toBe(503)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(answer.body).toMatchObject({
    status: 503,
    success: false,
    request_id: answer.headers['x-request-id'],
  })
  expect(answer.took).toBeLessThan(within)
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

/** A name that nothing else has, of the same length each time. */
export function unique(what: string): string {
  counter++
  return `${what} ${process.pid} ${String(counter).padStart(5, '0')}`
}

/**
 * Asks again and again until the whole service answers, and expects that within the time the contract's issue gives it.
 * @returns the milliseconds it took
 */
export async function expectRecovery(baseUrl: string, within = 2_000): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { status } = await send(baseUrl, health)
    const took = performance.now() - begun
    if (status === 200) {
      expect(took).toBeLessThan(within)
      return took
    }
    expect(status).toBe(503)
    if (took > 20_000) throw new Error('The service does not come back.')
    await wait(20)
  }
}
