import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  type Cast,
  cast,
  expectUnavailable,
  type FaultyStack,
  rate,
  recovery,
  register,
  send,
  startFaultyStack,
  submit,
  unique,
  until,
} from './faulty-stack.ts'
import { judge, startLoad, takesQueries } from './write-load.ts'

let stack: FaultyStack
let people: Cast
beforeAll(async () => {
  stack = await startFaultyStack()
  people = await cast(stack.baseUrl)
  return () => stack.stop()
})
afterEach(() => stack.dataApi.pass())

describe('the function killed in the middle of a request', () => {
  test('before its call was made: nothing is written, and a retry writes', async () => {
    const calls = [
      register(unique('killed')),
      submit(people.key, unique('killed')),
      rate(people.key, people.skill.id, '1'),
    ]
    stack.dataApi.hang('request')
    const sent = calls.map((call) => orBroken(send(stack.baseUrl, call)))
    await until(() => stack.dataApi.held('request') === calls.length)
    await killFunction()
    for (const answer of await Promise.all(sent)) if (answer) expectUnavailable(answer, 'otherwise')

    await stack.dataApi.pass()
    // Deno starts anew, which may take longer than to find a connection again.
    await recovery(stack.baseUrl)
    const retries = await Promise.all(calls.map((call) => send(stack.baseUrl, call)))
    expect(retries.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  test('after the commit of its call: what was written is there once, and a retry says so', async () => {
    const { key, skill } = await cast(stack.baseUrl)
    const calls = [register(unique('killed')), submit(key, unique('killed')), rate(key, skill.id, '1')]
    stack.dataApi.hang('answer')
    const sent = calls.map((call) => orBroken(send(stack.baseUrl, call)))
    await until(() => stack.dataApi.held('answer') === calls.length)
    await killFunction()
    for (const answer of await Promise.all(sent)) if (answer) expectUnavailable(answer, 'otherwise')

    await stack.dataApi.pass()
    // Deno starts anew, which may take longer than to find a connection again.
    await recovery(stack.baseUrl)
    const [registered, submitted, rated] = await Promise.all(calls.map((call) => send(stack.baseUrl, call)))
    expect([registered?.status, registered?.body.code]).toEqual([409, 'agent_name_taken'])
    expect([submitted?.status, submitted?.body.code]).toEqual([409, 'skill_name_taken'])
    expect(submitted?.body.skill.slug).toMatch(/^killed-/)
    expect([rated?.status, rated?.body.skill.total_ratings]).toEqual([200, 1])
  })
})

test('Postgres killed under load, three times: what was acknowledged is there, once, and the aggregates are exact', async () => {
  const parts = stack.pids()
  const { ledger, finish } = startLoad(stack.baseUrl, { workers: 4, pause: 5 })
  for (let kill = 1; kill <= 3; kill++) {
    const acknowledged = ledger.acknowledged
    await until(() => ledger.acknowledged > acknowledged + 20)
    const pid = stack.pids().postgres as number
    process.kill(pid, 'SIGKILL')
    await until(() => stack.pids().postgres !== pid)
    await until(() => takesQueries(stack.adminDatabaseUrl))
    const back = performance.now()
    await until(() => ledger.lastSuccess > back)
    expect(ledger.lastSuccess - back).toBeLessThan(2_000)
  }
  await finish()

  expect(ledger.wrong).toEqual([])
  expect(await judge(stack.adminDatabaseUrl, ledger)).toEqual({
    lost: 0,
    doubled: 0,
    agentsWithoutKey: 0,
    keysWithoutAgent: 0,
    aggregateDifferences: 0,
  })
  // And nothing but Postgres had to be started again.
  expect({ ...stack.pids(), postgres: parts.postgres }).toEqual(parts)
})

test('the judge of that notices one key, one skill and one rating that went missing, and one agent too many', async () => {
  const { ledger, finish } = startLoad(stack.baseUrl, { workers: 1, pause: 0 })
  await until(() => ledger.acknowledged > 30)
  await finish()
  const [first, second, third] = [...ledger.agents.values()]
  const [skill] = [...ledger.skills.values()]
  if (!first || !second || !third || !skill) throw new Error('The load was too short.')
  await stack.admin`delete from private.agent_keys where agent_id = ${first.id}`
  await stack.admin`update public.skills set name = 'Renamed' where id = ${skill.id}`
  await stack.admin`
    update public.ratings set commentary = '0' where id in (
      select id from public.ratings where agent_id = ${second.id} limit 1
    )`
  await stack.admin`insert into public.agents (agent_name) values (${`Agent ${ledger.tag} too many`})`
  await stack.admin`
    update public.skill_stats set speed_sum = speed_sum - 1 where skill_id = ${skill.id} and speed_count > 0`
  expect(await judge(stack.adminDatabaseUrl, ledger)).toMatchObject({
    lost: 3,
    doubled: 1,
    agentsWithoutKey: 2,
    aggregateDifferences: 1,
  })
})

async function killFunction(): Promise<void> {
  const pid = stack.pids().edgeFunction as number
  process.kill(pid, 'SIGKILL')
  await until(() => stack.pids().edgeFunction !== pid)
}

/** A client of a function that dies sees a problem, or its connection break. */
function orBroken(sent: Promise<Answer>): Promise<Answer | undefined> {
  return sent.catch(() => undefined)
}
