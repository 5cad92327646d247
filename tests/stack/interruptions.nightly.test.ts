import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, kill, projectDir, temporaryFolder, until } from '../support/process.ts'
import { expectStop, npmStart } from './npm-start.ts'

test('exits with a reason when Postgres cannot be restarted', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const stack = await npmStart({ DATA_DIR: dataDir })
  await stack.ready()
  const processes = stack.processes()
  // Postgres does not start without this file.
  renameSync(join(dataDir, 'postgres/global/pg_control'), join(dataDir, 'postgres/global/pg_control.away'))
  kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  expect(await stack.exited).toBe(1)
  expect(stack.output()).toContain('Postgres died and could not be restarted in 5 attempts: see ')
  expect(processes.some(isAlive)).toBe(false)
})

test('runs one of three starts that race for the data folder of a killed stack', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const killed = await npmStart({ DATA_DIR: dataDir })
  await killed.ready()
  for (const process of killed.processes()) kill(process, 'SIGKILL')
  await killed.exited

  const racers = await Promise.all([1, 2, 3].map(() => npmStart({ DATA_DIR: dataDir })))
  const statuses: unknown[] = []
  for (const racer of racers) void racer.exited.then((status) => statuses.push(status))
  await until(() => statuses.length === 2 && racers.some(({ output }) => /^Ready/m.test(output())), 30_000)
  expect(statuses).toEqual([1, 1])
  expect(racers.filter(({ output }) => output().includes('is in use by the stack of process'))).toHaveLength(
    2,
  )
})

test('a script that runs work with a temporary stack stops the stack on Ctrl-C', async () => {
  const local = pathToFileURL(join(projectDir, 'local')).href
  const program = `
    const { reportUserErrors } = await import('${local}/cli/command.ts')
    const { withStack } = await import('${local}/stack/temporary-stack.ts')
    await reportUserErrors(() => withStack({}, (stack) => {
      console.log(JSON.stringify(Object.values(stack.pids()).filter(Boolean)))
      return new Promise(() => setInterval(() => {}, 1_000))
    }))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { cwd: projectDir, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const pids = JSON.parse(output.toString()) as number[]
  expect(pids).toHaveLength(5)
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
