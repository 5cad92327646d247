import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { isAlive, isListening, kill, npmStart, statusOf, temporaryFolder, until } from './npm-start.ts'

describe('a part that dies alone is brought back', () => {
  let stack: Stack
  beforeAll(async () => {
    const { mkdtempSync, rmSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-stack-'))
    stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0 })
    return async () => {
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  test.each(['edgeFunction', 'dataApi', 'postgres'] as const)('%s, with all it knew', async (part) => {
    const { slug } = await submitSkill(stack.baseUrl, `Survives ${part}`)
    const before = stack.pids()[part] as number
    process.kill(before, 'SIGKILL')
    await until(() => !isAlive(before), 1_000)

    // Whatever is asked in between is either answered or told to come again; nothing hangs, nothing breaks off.
    const seen = new Set<number | undefined>()
    await until(async () => {
      const status = await statusOf(`${stack.baseUrl}/api/skills/${slug}`)
      seen.add(status)
      return status === 200 && stack.pids()[part] !== before
    }, 15_000)
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await submitSkill(stack.baseUrl, `After ${part}`)
    expect(await statusOf(stack.studioUrl)).toBe(200)
  })

  test('the MCP server, while the API goes on without it', async () => {
    const before = stack.pids().mcp as number
    process.kill(before, 'SIGKILL')
    await until(() => !isAlive(before), 1_000)
    expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
    expect([503, 405]).toContain(await statusOf(`${stack.baseUrl}/mcp`))
    await until(async () => (await statusOf(`${stack.baseUrl}/mcp`)) === 405, 15_000)
    expect(stack.pids().mcp).not.toBe(before)
  })

  test('and while the function is away, the gateway says so at once, in the form of every other problem', async () => {
    const before = stack.pids().edgeFunction as number
    // Stopped and killed: it is certainly gone while the question is asked.
    process.kill(before, 'SIGKILL')
    await until(() => !isAlive(before), 1_000)
    const begun = performance.now()
    const response = await fetch(`${stack.baseUrl}/api/skills`, { method: 'POST', body: '{}' })
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const problem = (await response.json()) as Record<string, unknown>
    expect(problem).toMatchObject({ status: 503, code: 'unavailable', success: false })
    expect(problem.request_id).toBe(response.headers.get('x-request-id'))
    await until(async () => (await statusOf(`${stack.baseUrl}/api/health`)) === 200, 10_000)
  })
})

test('a part that can live is brought back as often as it dies; one that cannot ends the stack with a reason', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const stack = await npmStart({ DATA_DIR: dataDir })
  await stack.ready()
  const processes = stack.processes()
  const pidOf = () =>
    JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')).parts['Edge function'].pid as number
  for (let last = 0, deaths = 0; deaths < 7; deaths++) {
    await until(
      async () => pidOf() !== last && (await statusOf(`${stack.baseUrl}/api/health`)) === 200,
      10_000,
    )
    last = pidOf()
    kill(last, 'SIGKILL')
  }
  await until(async () => (await statusOf(`${stack.baseUrl}/api/health`)) === 200, 10_000)

  // Without this file no server starts on that folder.
  renameSync(join(dataDir, 'postgres/global/pg_control'), join(dataDir, 'postgres/global/pg_control.away'))
  kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  expect(await stack.exited).toBe(1)
  expect(stack.output()).toContain('Postgres died and could not be brought back in 5 attempts: see ')
  expect(processes.some(isAlive)).toBe(false)
}, 60_000)

test('what a stack that was killed leaves behind, the next start clears away, and nothing kept is lost', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const killed = await npmStart({ DATA_DIR: dataDir })
  await killed.ready()
  const { slug } = await submitSkill(killed.baseUrl, 'Kept Through a Kill')
  const processes = killed.processes()
  const { owner } = JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8'))
  process.kill(owner.pid, 'SIGKILL')
  await killed.exited

  // On other ports: what was left behind is found by its data folder, not by its ports.
  const next = await npmStart({ DATA_DIR: dataDir })
  await next.ready()
  expect(await statusOf(`${next.baseUrl}/api/skills/${slug}`)).toBe(200)
  expect(processes.some(isAlive)).toBe(false)
  expect(await Promise.all(Object.values(killed.ports).map(isListening))).toEqual([false, false, false])
})

test('two starts that race for the folder of a killed stack: one runs, the other says why it does not', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const killed = await npmStart({ DATA_DIR: dataDir })
  await killed.ready()
  for (const process of killed.processes()) kill(process, 'SIGKILL')
  await killed.exited

  const racers = await Promise.all([1, 2, 3].map(() => npmStart({ DATA_DIR: dataDir })))
  const statuses: unknown[] = []
  for (const racer of racers) void racer.exited.then((status) => statuses.push(status))
  await until(() => statuses.length === 2 && racers.some(({ output }) => /^Ready/m.test(output())), 20_000)
  expect(statuses).toEqual([1, 1])
  expect(racers.filter(({ output }) => output().includes('is in use by the stack of process'))).toHaveLength(
    2,
  )
})

test('what was acknowledged is there after a stop in full flight, and after a kill', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const acknowledged: string[] = []
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const stack = await npmStart({ DATA_DIR: dataDir })
    await stack.ready()
    const apiKey = await register(stack.baseUrl, `Busy Agent ${signal}`)
    const processes = stack.processes()
    let isOver = false
    const broken: unknown[] = []
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; !isOver; i++) {
        const name = `${signal} ${writer} ${i}`
        try {
          const response = await post(stack.baseUrl, 'skills', apiKey, {
            name,
            description: 'd',
            type: 'other',
          })
          if (response.status === 201)
            acknowledged.push(((await response.json()) as { skill: { slug: string } }).skill.slug)
          else if (response.status !== 503) broken.push(await response.text())
        } catch {
          // Not answered, hence not acknowledged.
          isOver = true
        }
      }
    })
    const already = acknowledged.length
    await until(() => acknowledged.length > already + 50, 15_000)
    const stopping = performance.now()
    if (signal === 'SIGTERM') process.kill(stack.pid, signal)
    else for (const process of processes) kill(process, signal)
    await until(() => !processes.some(isAlive), 5_000)
    expect(performance.now() - stopping).toBeLessThan(5_500)
    isOver = true
    await Promise.all(writers)
    expect(broken).toEqual([])
  }

  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  onTestFinished(() => stack.stop())
  const kept = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await fetch(
      `${stack.baseUrl}/api/skills?sort=newest&limit=500${cursor && `&cursor=${cursor}`}`,
    )
    const { skills, next_cursor } = (await page.json()) as {
      skills: { slug: string }[]
      next_cursor: string | null
    }
    for (const { slug } of skills) kept.add(slug)
    cursor = next_cursor
  }
  expect(acknowledged.filter((slug) => !kept.has(slug))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(100)
})

function post(baseUrl: string, route: string, apiKey: string, body: unknown): Promise<Response> {
  return fetch(`${baseUrl}/api/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(8_000),
  })
}

async function register(baseUrl: string, name: string): Promise<string> {
  const response = await post(baseUrl, 'register', '', { agent_name: name })
  expect(response.status).toBe(201)
  return ((await response.json()) as { api_key: string }).api_key
}

async function submitSkill(baseUrl: string, name: string): Promise<{ slug: string }> {
  const apiKey = await register(baseUrl, `Author of ${name}`)
  const response = await post(baseUrl, 'skills', apiKey, { name, description: 'd', type: 'other' })
  expect(response.status).toBe(201)
  return ((await response.json()) as { skill: { slug: string } }).skill
}
