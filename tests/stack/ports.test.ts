import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { freePort, PortInUse, retryPorts } from '../../local/stack/ports.ts'
import { run } from '../../scripts/program.ts'
import { projectDir } from '../support/process.ts'

test('processes that look for free ports at the same time get different ports', async () => {
  const ports = pathToFileURL(join(projectDir, 'local', 'stack', 'ports.ts')).href
  const program = `
    const { freePort } = await import('${ports}')
    for (let i = 0; i < 300; i++) console.log(await freePort())`
  const own: number[] = []
  for (let i = 0; i < 300; i++) own.push(await freePort())
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const others = (await run(process.execPath, args)).stdout.trim().split('\n').map(Number)
  expect(new Set([...own, ...others]).size).toBe(600)
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
