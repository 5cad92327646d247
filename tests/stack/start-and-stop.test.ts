import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, isListening, npmStart, statusOf, temporaryFolder, until } from './npm-start.ts'

test('two commands bring the whole service up, and what it kept is there at the next start', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await npmStart({ DATA_DIR: dataDir })
  await first.ready()

  expect(first.output().match(/^Ready.*$/gm)).toEqual([expect.stringContaining(first.baseUrl)])
  // The last line is the link that a person wants to click.
  expect(first.output().trimEnd().split('\n').at(-1)).toBe(`Open http://127.0.0.1:${first.ports.API_PORT}/`)
  for (const part of ['Postgres', 'Migrations', 'Data API', 'Edge function', 'MCP server', 'Gateway']) {
    expect(first.output()).toMatch(new RegExp(`${part} +\\d+ ms`))
  }
  const [publishable] = /sb_publishable_\S+/.exec(first.output()) ?? []
  const [secret] = /sb_secret_\S+/.exec(first.output()) ?? []
  const api = `http://127.0.0.1:${first.ports.API_PORT}`
  expect(await statusOf(`${first.baseUrl}/api/health`)).toBe(200)
  expect(first.output()).toContain(`MCP server       ${first.baseUrl}/mcp`)
  // It answers POST alone.
  expect(await statusOf(`${first.baseUrl}/mcp`)).toBe(405)
  expect(
    (await fetch(`${api}/rest/v1/skills?limit=1`, { headers: { apikey: `${publishable}` } })).status,
  ).toBe(200)
  expect((await fetch(`${api}/rest/v1/`, { headers: { apikey: `${secret}` } })).status).toBe(200)
  expect(await (await fetch(`http://127.0.0.1:${first.ports.STUDIO_PORT}/`)).text()).toContain('<script')
  const { agent_name } = await register(first.baseUrl, 'Kept Agent')

  const processes = first.processes()
  process.kill(first.pid, 'SIGTERM')
  await gone(processes)
  expect(await Promise.all(Object.values(first.ports).map(isListening))).toEqual([false, false, false])

  const second = await npmStart({ DATA_DIR: dataDir })
  await second.ready()
  expect(second.output()).toContain(publishable)
  expect(second.output()).toContain(secret)
  expect(second.output()).not.toContain('seed')
  expect((await send(second.baseUrl, agent_name)).status).toBe(409)

  // Ctrl-C in a terminal reaches every process of the group, and npm hands it on once more.
  const all = second.processes()
  process.kill(-second.pid, 'SIGINT')
  await gone(all)
  expect(readdirSync(dataDir)).not.toContain('lock.json')
})

test('two stacks run side by side, and neither is started on the data or the ports of the other', async () => {
  const [hers, his] = [join(temporaryFolder(), 'data'), join(temporaryFolder(), 'data')]
  const [one, two] = await Promise.all([npmStart({ DATA_DIR: hers }), npmStart({ DATA_DIR: his })])
  await Promise.all([one.ready(), two.ready()])
  await register(one.baseUrl, 'Side by Side')
  await register(two.baseUrl, 'Side by Side')

  const sameData = await npmStart({ DATA_DIR: hers })
  expect(await sameData.exited).toBe(1)
  const { owner } = JSON.parse(readFileSync(join(hers, 'lock.json'), 'utf8'))
  expect(complaint(sameData.output())).toMatch(
    new RegExp(`^The data folder .* is in use by the stack of process ${owner.pid}: .*\\.$`),
  )

  const folder = temporaryFolder()
  const samePort = await npmStart({ DATA_DIR: join(folder, 'data'), API_PORT: String(one.ports.API_PORT) })
  expect(await samePort.exited).toBe(1)
  expect(complaint(samePort.output())).toBe(
    `Port ${one.ports.API_PORT} is in use by another program: stop that program, or set API_PORT to another port.`,
  )
  expect(readdirSync(folder)).toEqual([])

  expect(await statusOf(`${one.baseUrl}/api/health`)).toBe(200)
  expect(await statusOf(`${two.baseUrl}/api/health`)).toBe(200)
})

test.each(['DB_PORT', 'STUDIO_PORT'])('a taken %s is named, and nothing is left behind', async (name) => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await until(() => other.listening, 1_000)
  const { port } = other.address() as { port: number }
  const folder = temporaryFolder()
  const stack = await npmStart({ DATA_DIR: join(folder, 'data'), [name]: String(port) })
  expect(await stack.exited).toBe(1)
  expect(complaint(stack.output())).toContain(`Port ${port} is in use by another program`)
  expect(readdirSync(folder)).toEqual([])
})

test('a start that is interrupted leaves nothing running, and the next one finishes its work', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const interrupted = await npmStart({ DATA_DIR: dataDir })
  await until(() => /Data folder/.test(interrupted.output()), 10_000)
  const processes = interrupted.processes()
  process.kill(interrupted.pid, 'SIGTERM')
  await gone(processes)
  expect(interrupted.output()).not.toMatch(/^Ready/m)

  const next = await npmStart({ DATA_DIR: dataDir })
  await next.ready()
  const { count } = (await (await fetch(`${next.baseUrl}/api/skills`)).json()) as { count: number }
  expect(count).toBeGreaterThan(10)
})

/** The stack may take 5 s to stop. */
async function gone(processes: number[]): Promise<void> {
  expect(processes.length).toBeGreaterThan(2)
  await until(() => !processes.some(isAlive), 5_000)
}

/** What a start that failed said, without what npm says to every command. */
function complaint(output: string): string {
  const lines = output.split('\n').filter((line) => line !== '' && !/^(>|npm )/.test(line))
  expect(lines).toHaveLength(1)
  return lines[0] as string
}

function send(baseUrl: string, name: string): Promise<Response> {
  return fetch(`${baseUrl}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent_name: name }),
  })
}

async function register(baseUrl: string, name: string): Promise<{ agent_name: string }> {
  const response = await send(baseUrl, name)
  expect(response.status).toBe(201)
  return ((await response.json()) as { agent: { agent_name: string } }).agent
}
