import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort, PortInUse, retryPorts, whyNotFree } from '../../local/stack/ports.ts'
import { type StackOptions, startStack } from '../../local/stack/stack.ts'
import { projectDir, statusOf, temporaryFolder } from './npm-start.ts'

const anyPorts = { apiPort: 0, dbPort: 0, studioPort: 0, mcp: false }

test('processes that ask for free ports at the same time never get the same one', async () => {
  const ports = pathToFileURL(join(projectDir, 'local', 'stack', 'ports.ts')).href
  const program = `
    const { freePort } = await import('${ports}')
    const found = []
    for (let i = 0; i < 300; i++) found.push(await freePort())
    console.log(JSON.stringify(found))
    // Until all have asked.
    await new Promise((end) => process.stdin.resume().once('end', end))`
  const children = [1, 2, 3].map(() => launchProgram(program))
  const found = (await Promise.all(children.map(({ printed }) => printed))).flatMap(
    (text) => JSON.parse(text) as number[],
  )
  for (const child of children) child.end()
  expect(found).toHaveLength(900)
  expect(new Set(found).size).toBe(900)
})

describe('a port that another program takes during a start', () => {
  test.each(['Data API', 'Postgres'] as const)('of the %s is replaced by another', async (part) => {
    const taken: number[] = []
    const detour: StackOptions['detour'] = async (to, port) => {
      if (to === part && taken.length === 0) {
        taken.push(port)
        await occupy(port)
      }
      return port
    }
    const stack = await startStack({ dataDir: temporaryFolder(), ...anyPorts, detour })
    onTestFinished(() => stack.stop())
    expect(taken).toHaveLength(1)
    expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
  })

  test('is reported when the user chose it', async () => {
    const dbPort = await freePort()
    const detour: StackOptions['detour'] = async (to, port) => {
      if (to === 'Postgres') await occupy(port)
      return port
    }
    const start = startStack({ dataDir: temporaryFolder(), ...anyPorts, dbPort, detour })
    await expect(start).rejects.toThrow(
      `Port ${dbPort} is in use by another program: stop that program, or set DB_PORT to another port.`,
    )
  })
})

test('a start that never finds its ports free gives up', async () => {
  let attempts = 0
  const start = retryPorts(async () => {
    attempts++
    throw new PortInUse(20_000)
  })
  await expect(start).rejects.toThrow('Port 20000 is in use by another program: start again.')
  expect(attempts).toBe(5)
})

test('a failure that is not about a port is not tried again', async () => {
  let attempts = 0
  const start = retryPorts(async () => {
    attempts++
    throw new Error('a bug')
  })
  await expect(start).rejects.toThrow('a bug')
  expect(attempts).toBe(1)
})

/** Listens there as some other program, which answers nothing that a part would understand. */
async function occupy(port: number): Promise<void> {
  const server: Server = createServer((socket) => socket.end('no\n'))
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  expect(await whyNotFree(port)).toBe('EADDRINUSE')
}

/** Runs a module of TypeScript; `end` lets it go. */
function launchProgram(text: string) {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', text]
  const child = spawn(process.execPath, args, { cwd: projectDir, stdio: ['pipe', 'pipe', 'inherit'] })
  const printed = new Promise<string>((settle, fail) => {
    child.stdout.setEncoding('utf8').once('data', settle)
    child.once('exit', () => fail(new Error('The program printed nothing.')))
  })
  return { printed, end: () => child.stdin.end() }
}
