import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Call,
  type Cast,
  cast,
  expectUnavailable,
  type FaultyStack,
  rate,
  register,
  send,
  startFaultyStack,
  submit,
  unique,
} from './faulty-stack.ts'
import type { Cut } from './proxy.ts'

let stack: FaultyStack
let people: Cast
beforeAll(async () => {
  stack = await startFaultyStack()
  people = await cast(stack.baseUrl)
  return () => stack.stop()
})

type Joint = 'front' | 'dataApi' | 'database'

/** The moments at which the connection is cut, in each joint, and whether the write is then in the database. */
const moments: [moment: string, joint: Joint, before: Cut['before'], committed: boolean][] = [
  ['as the request reaches the service', 'front', 'request', false],
  ['as the call reaches the Data API', 'dataApi', 'request', false],
  // By then Postgres has run the statement, and nobody has told it to commit.
  ['between statement and commit', 'database', 'answer', false],
  // Its own word for a commit that is done.
  ['after the commit, before Postgres could say so', 'database', { answerWith: 'COMMIT\0' }, true],
  ['after the commit, before the Data API could say so', 'dataApi', 'answer', true],
  ['after the commit, before the service could say so', 'front', 'answer', true],
]

describe.each(moments)('a connection cut %s', (_, joint, before, committed) => {
  /** Sends the call, cuts its connection, and expects what a client then sees. */
  async function sendAndCut(call: Call, marker: string): Promise<void> {
    const cut = stack[joint].cut({ marker, before })
    const sent = send(stack.frontUrl, call)
    if (joint === 'front') await expect(sent).rejects.toThrow()
    else expectUnavailable(await sent, 'otherwise')
    await cut
  }

  test(`leaves a registration ${committed ? 'made, so that a retry is told the name is taken' : 'unmade, and a retry makes it'}`, async () => {
    const name = unique('retried')
    await sendAndCut(register(name), name)
    expect(await keysOf(name)).toEqual(committed ? [{ keys: 1 }] : [])

    const retry = await send(stack.frontUrl, register(name))
    expect([retry.status, retry.body.code]).toEqual(committed ? [409, 'agent_name_taken'] : [201, undefined])
    expect(await keysOf(name)).toEqual([{ keys: 1 }])
  })

  test(`leaves a skill ${committed ? 'submitted, and a retry says where it is' : 'unsubmitted, and a retry submits it'}`, async () => {
    const name = unique('retried')
    await sendAndCut(submit(people.key, name), name)
    const made = await skillsNamed(name)
    expect(made).toHaveLength(committed ? 1 : 0)

    const retry = await send(stack.frontUrl, submit(people.key, name))
    expect([retry.status, retry.body.code]).toEqual(committed ? [409, 'skill_name_taken'] : [201, undefined])
    const { id, slug } = retry.body.skill
    expect(await skillsNamed(name)).toEqual([{ id, slug, name }])
    if (committed) expect(made).toEqual([retry.body.skill])
  })

  test(`leaves a rating ${committed ? 'made, and a retry replaces it by itself' : 'unmade, and a retry makes it'}`, async () => {
    const skill = await send(stack.baseUrl, submit(people.key, unique('rated')))
    const { id } = skill.body.skill
    const commentary = unique('retried')
    await sendAndCut(rate(people.key, id, commentary), commentary)
    const made = await ratingsOf(id)
    expect(made).toHaveLength(committed ? 1 : 0)

    const retry = await send(stack.frontUrl, rate(people.key, id, commentary))
    expect(retry.status).toBe(committed ? 200 : 201)
    expect(retry.body.skill).toMatchObject({ id, total_ratings: 1, avg_claws: 4 })
    const kept = [{ id: retry.body.rating.id, commentary }]
    expect(await ratingsOf(id)).toEqual(kept)
    if (committed) expect(made).toEqual(kept)
  })
})

test('and through all of it the aggregates are exact, and every agent has its key', async () => {
  expect(await rows(stack.admin`select * from private.stats_differences()`)).toEqual([])
  const keyless = stack.admin`
    select agent_name from public.agents as a
    where not exists (select from private.agent_keys as k where k.agent_id = a.id)`
  expect(await rows(keyless)).toEqual([])
})

function keysOf(agentName: string): Promise<unknown[]> {
  return rows(stack.admin`
    select count(k.id)::int as keys from public.agents as a left join private.agent_keys as k on k.agent_id = a.id
    where a.agent_name = ${agentName} group by a.id`)
}

function skillsNamed(name: string): Promise<unknown[]> {
  return rows(stack.admin`select id, name, slug from public.skills where name = ${name}`)
}

function ratingsOf(skillId: string): Promise<unknown[]> {
  return rows(stack.admin`select id, commentary from public.ratings where skill_id = ${skillId}`)
}

async function rows(query: Promise<Iterable<unknown>>): Promise<unknown[]> {
  return [...(await query)]
}
