import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { expectStop, isAlive, npmStart, projectDir, temporaryFolder, until } from './npm-start.ts'

test('a script that runs work with a temporary stack stops the stack on Ctrl-C', async () => {
  const module = pathToFileURL(join(projectDir, 'local', 'stack', 'temporary-stack.ts')).href
  const program = `
    const { withStack } = await import('${module}')
    await withStack({ mcp: false }, (stack) => {
      console.log(JSON.stringify(Object.values(stack.pids()).filter(Boolean)))
      return new Promise(() => setInterval(() => {}, 1_000))
    })`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { cwd: projectDir, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const pids = JSON.parse(output.toString()) as number[]
  expect(pids).toHaveLength(3)
  child.kill('SIGINT')
  const [status] = await once(child, 'exit')
  expect(status).toBe(130)
  await until(() => !pids.some(isAlive), 1_000)
})

test('npm start stops while it creates its data folder, and starts the next time', async () => {
  const dataDir = temporaryFolder()
  const interrupted = await npmStart({ DATA_DIR: dataDir })
  await until(() => /Data folder/.test(interrupted.output()), 20_000)
  await expectStop(interrupted, () => process.kill(interrupted.pid, 'SIGTERM'))
  expect(interrupted.output()).not.toMatch(/^Ready/m)
  const next = await npmStart({ DATA_DIR: dataDir })
  await next.ready()
})
