import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callApi,
  isAlive,
  isListening,
  kill,
  type NpmStart,
  npmStart,
  registerAgent,
  statusOf,
  submitSkill,
  temporaryFolder,
  until,
} from './npm-start.ts'

test('npm start runs the whole service, and the next start has its data', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await npmStart({ DATA_DIR: dataDir })
  await first.ready()
  expect(first.output().match(/^Ready.*$/gm)).toEqual([expect.stringContaining(first.baseUrl)])
  const api = `http://127.0.0.1:${first.ports.API_PORT}`
  expect(first.output().trimEnd().split('\n').at(-1)).toBe(`Open ${api}/`)
  for (const name of ['Postgres', 'Migrations', 'Data API', 'Edge function', 'MCP server', 'Gateway'])
    expect(first.output()).toMatch(new RegExp(`${name} +\\d+ ms`))
  const [publishable = ''] = /sb_publishable_\S+/.exec(first.output()) ?? []
  const [secret = ''] = /sb_secret_\S+/.exec(first.output()) ?? []
  expect(await statusOf(`${first.baseUrl}/api/health`)).toBe(200)
  // It accepts only POST.
  expect(await statusOf(`${first.baseUrl}/mcp`)).toBe(405)
  expect(await statusOf(`${api}/rest/v1/skills?limit=1`, { apikey: publishable })).toBe(200)
  expect(await statusOf(`${api}/rest/v1/`, { apikey: secret })).toBe(200)
  expect(await (await fetch(`http://127.0.0.1:${first.ports.STUDIO_PORT}/`)).text()).toContain('<script')
  await registerAgent(first.baseUrl, 'Kept Agent')

  const { owner } = JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8'))
  const folder = temporaryFolder()
  const ports = Object.entries(first.ports)
  const [sameData, ...samePort] = await Promise.all([
    failedStart({ DATA_DIR: dataDir }),
    ...ports.map(([name, port]) => failedStart({ DATA_DIR: join(folder, name), [name]: String(port) })),
  ])
  expect(sameData).toMatch(
    new RegExp(`^The data folder .* is in use by the stack of process ${owner.pid}: .*\\.$`),
  )
  expect(samePort).toEqual(
    ports.map(
      ([name, port]) =>
        `Port ${port} is in use by another program: stop that program, or set ${name} to another port.`,
    ),
  )
  expect(readdirSync(folder)).toEqual([])

  await stopped(first, () => process.kill(first.pid, 'SIGTERM'))
  expect(await Promise.all(Object.values(first.ports).map(isListening))).toEqual([false, false, false])

  const second = await npmStart({ DATA_DIR: dataDir })
  await second.ready()
  expect(second.output()).toContain(publishable)
  expect(second.output()).toContain(secret)
  expect(second.output()).not.toContain('seed')
  const body = { agent_name: 'Kept Agent' }
  expect((await callApi(second.baseUrl, 'POST', '/api/register', { body })).status).toBe(409)
  // Ctrl-C in a terminal reaches every process of the group, and npm sends the signal again.
  await stopped(second, () => process.kill(-second.pid, 'SIGINT'))
  expect(readdirSync(dataDir)).not.toContain('lock.json')
})

test('a start continues after an interrupted start, and after a killed stack without losing a write', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const interrupted = await npmStart({ DATA_DIR: dataDir })
  await until(() => /Data folder/.test(interrupted.output()), 20_000)
  await stopped(interrupted, () => process.kill(interrupted.pid, 'SIGTERM'))
  expect(interrupted.output()).not.toMatch(/^Ready/m)

  const killed = await npmStart({ DATA_DIR: dataDir })
  await killed.ready()
  const key = await registerAgent(killed.baseUrl, 'Busy Agent')
  const acknowledged: string[] = []
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let i = 0; ; i++) {
      const { status, body } = await submitSkill(killed.baseUrl, key, `Skill ${writer} ${i}`)
      if (status === 201) acknowledged.push(body.skill.slug)
    }
  })
  // Their connections break when the stack is killed, perhaps before its exit is seen.
  const interruptedWriters = Promise.allSettled(writers)
  await until(() => acknowledged.length > 50, 20_000)
  const processes = killed.processes()
  const { owner } = JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8'))
  kill(owner.pid, 'SIGKILL')
  await killed.exited
  await interruptedWriters

  // On other ports: it finds the processes by the data folder.
  const next = await npmStart({ DATA_DIR: dataDir })
  await next.ready()
  expect(processes.filter(isAlive)).toEqual([])
  expect(await Promise.all(Object.values(killed.ports).map(isListening))).toEqual([false, false, false])
  const { body } = await callApi(next.baseUrl, 'GET', '/api/skills?sort=newest&limit=500')
  const kept = new Set(body.skills.map(({ slug }: { slug: string }) => slug))
  expect(acknowledged.filter((slug) => !kept.has(slug))).toEqual([])
})

/** The stack must stop within 5 s. */
async function stopped({ processes }: NpmStart, stop: () => void): Promise<void> {
  const pids = processes()
  expect(pids.length).toBeGreaterThan(2)
  stop()
  await until(() => !pids.some(isAlive), 5_000)
}

/** The single line that a failed start prints, except the lines of npm. */
async function failedStart(settings: Record<string, string>): Promise<string> {
  const stack = await npmStart(settings)
  expect(await stack.exited).toBe(1)
  const lines = stack
    .output()
    .split('\n')
    .filter((line) => line !== '' && !/^(>|npm )/.test(line))
  expect(lines).toHaveLength(1)
  return lines[0] as string
}
