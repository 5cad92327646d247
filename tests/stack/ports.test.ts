import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, PortInUse, portProblem, retryPorts } from '../../local/stack/ports.ts'
import type { StackOptions } from '../../local/stack/stack.ts'
import { startTemporaryStack } from '../../local/stack/temporary-stack.ts'
import { run } from '../../scripts/program.ts'
import { projectDir, statusOf } from './npm-start.ts'

test('processes that look for free ports at the same time get different ports', async () => {
  const ports = pathToFileURL(join(projectDir, 'local', 'stack', 'ports.ts')).href
  const program = `
    const { freePort } = await import('${ports}')
    const found = []
    for (let i = 0; i < 300; i++) found.push(await freePort())
    console.log(found.join())`
  const own: number[] = []
  for (let i = 0; i < 300; i++) own.push(await freePort())
  const { stdout } = await run(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    program,
  ])
  const others = stdout.trim().split(',').map(Number)
  expect(new Set([...own, ...others]).size).toBe(600)
})

test('a start takes another port when another program takes one of its ports', async () => {
  let calls = 0
  const taken: string[] = []
  const detour: StackOptions['detour'] = async (to, port) => {
    calls++
    // That of Postgres in the first attempt, and that of the Data API in the second one.
    if (calls === 2 || calls === 3) {
      taken.push(to)
      const server = createServer((socket) => socket.end('no\n'))
      await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
      onTestFinished(() => void server.close())
      expect(await portProblem(port)).toBe('EADDRINUSE')
    }
    return port
  }
  const stack = await startTemporaryStack({ mcp: false, detour })
  onTestFinished(() => stack.stop())
  expect(taken).toEqual(['Postgres', 'Data API'])
  expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
})

test.each([
  ['gives up after five attempts', new PortInUse(20_000), () => false, 5],
  ['does not retry a port that the user chose', new PortInUse(20_000, 'DB_PORT'), () => true, 1],
  ['does not retry other errors', new Error('a bug'), () => false, 1],
])('a start %s', async (_, error, isFixed, expected) => {
  let attempts = 0
  const start = () => {
    attempts++
    return Promise.reject(error)
  }
  await expect(retryPorts(start, isFixed)).rejects.toThrow(error)
  expect(attempts).toBe(expected)
})
