import { beforeAll, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { callApi, isAlive, registerAgent, statusOf, submitSkill, until } from './npm-start.ts'

let stack: TemporaryStack
beforeAll(async () => {
  stack = await startTemporaryStack()
  return () => stack.stop()
})

async function killed(name: keyof ReturnType<TemporaryStack['pids']>): Promise<() => boolean> {
  const pid = stack.pids()[name] as number
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid), 1_000)
  return () => stack.pids()[name] !== pid
}

test.each(['edgeFunction', 'dataApi', 'postgres'] as const)('restarts %s with all data', async (name) => {
  const key = await registerAgent(stack.baseUrl, `Author ${name}`)
  const { slug } = (await submitSkill(stack.baseUrl, key, `Before ${name}`)).body.skill
  const isRestarted = await killed(name)
  // Each request is answered: with 200, or with 503 until the process runs again.
  const statuses = new Set<number | undefined>()
  await until(async () => {
    const status = await statusOf(`${stack.baseUrl}/api/skills/${slug}`)
    statuses.add(status)
    return status === 200 && isRestarted()
  }, 15_000)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await submitSkill(stack.baseUrl, key, `After ${name}`)).status).toBe(201)
  expect(await statusOf(stack.studioUrl)).toBe(200)
})

test('restarts the MCP server while the API runs', async () => {
  const isRestarted = await killed('mcp')
  expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
  expect([503, 405]).toContain(await statusOf(`${stack.baseUrl}/mcp`))
  await until(async () => isRestarted() && (await statusOf(`${stack.baseUrl}/mcp`)) === 405, 15_000)
})

test('answers 503 within a second, as a problem document, while the edge function does not run', async () => {
  await killed('edgeFunction')
  const start = performance.now()
  const { status, headers, body } = await callApi(stack.baseUrl, 'POST', '/api/skills', { body: {} })
  expect(performance.now() - start).toBeLessThan(1_000)
  expect(status).toBe(503)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'retry-after': '1',
    'access-control-allow-origin': '*',
  })
  expect(body).toMatchObject({
    status: 503,
    code: 'unavailable',
    success: false,
    request_id: headers.get('x-request-id'),
  })
  await until(async () => (await statusOf(`${stack.baseUrl}/api/health`)) === 200, 10_000)
})
