import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  createFixtures,
  expectRecovery,
  expectUnavailable,
  type FaultyStack,
  rate,
  register,
  send,
  startFaultyStack,
  submit,
  unique,
  until,
} from './faulty-stack.ts'

let stack: FaultyStack
beforeAll(async () => {
  stack = await startFaultyStack()
  return () => stack.stop()
})
afterEach(() => stack.dataApi.pass())

/** Kills the edge function during a registration, a submission and a rating, and repeats them after it runs again. */
async function killDuringWrites(direction: 'request' | 'answer') {
  const { key, skill } = await createFixtures(stack.baseUrl)
  const calls = [register(unique('killed')), submit(key, unique('killed')), rate(key, skill.id, '1')]
  stack.dataApi.hang(direction)
  // The client gets a problem document, or its connection breaks.
  const sent = calls.map((call) => send(stack.baseUrl, call).catch(() => undefined))
  await until(() => stack.dataApi.held(direction) === calls.length)
  const pid = stack.pids().edgeFunction as number
  process.kill(pid, 'SIGKILL')
  await until(() => stack.pids().edgeFunction !== pid)
  for (const answer of await Promise.all(sent)) if (answer) expectUnavailable(answer, 'hanging')
  await stack.dataApi.pass()
  // Deno has to start, which may take longer than a new connection.
  await expectRecovery(stack.baseUrl, 20_000)
  return Promise.all(calls.map((call) => send(stack.baseUrl, call)))
}

test('a function that is killed before its call writes nothing, and a retry writes', async () => {
  const retries = await killDuringWrites('request')
  expect(retries.map(({ status }) => status)).toEqual([201, 201, 201])
})

test('a function that is killed after the commit has written once, and a retry reports it', async () => {
  const [registered, submitted, rated] = await killDuringWrites('answer')
  expect([registered?.status, registered?.body.code]).toEqual([409, 'agent_name_taken'])
  expect([submitted?.status, submitted?.body.code]).toEqual([409, 'skill_name_taken'])
  expect(submitted?.body.skill.slug).toMatch(/^killed-/)
  expect([rated?.status, rated?.body.skill.total_ratings]).toEqual([200, 1])
})
