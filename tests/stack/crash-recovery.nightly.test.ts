import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, kill, npmStart, temporaryFolder, until } from './npm-start.ts'

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
