import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callApi,
  isAlive,
  kill,
  npmStart,
  registerAgent,
  submitSkill,
  temporaryFolder,
  until,
} from './npm-start.ts'

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

test('keeps every acknowledged write when all its processes get SIGTERM or SIGKILL under load', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const acknowledged: string[] = []
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const stack = await npmStart({ DATA_DIR: dataDir })
    await stack.ready()
    const key = await registerAgent(stack.baseUrl, `Busy Agent ${signal}`)
    const processes = stack.processes()
    const statuses = new Set<number>()
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const { status, body } = await submitSkill(stack.baseUrl, key, `${signal} ${writer} ${i}`)
        statuses.add(status)
        if (status === 201) acknowledged.push(body.skill.slug)
      }
    })
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 50, 15_000)
    if (signal === 'SIGTERM') process.kill(stack.pid, signal)
    else for (const process of processes) kill(process, signal)
    await until(() => !processes.some(isAlive), 5_000)
    await Promise.allSettled(writers)
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  }
  const stack = await npmStart({ DATA_DIR: dataDir })
  await stack.ready()
  const kept = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/skills?sort=newest&limit=500${cursor && `&cursor=${cursor}`}`
    const { body } = await callApi(stack.baseUrl, 'GET', path)
    for (const { slug } of body.skills) kept.add(slug)
    cursor = body.next_cursor
  }
  expect(acknowledged.filter((slug) => !kept.has(slug))).toEqual([])
})
