import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Call,
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
beforeAll(async () => {
  stack = await startFaultyStack()
  return () => stack.stop()
})

type Proxy = 'front' | 'dataApi' | 'database'

describe.each<[when: string, proxy: Proxy, before: Cut['before'], isCommitted: boolean]>([
  ['before the gateway gets the request', 'front', 'request', false],
  ['before the Data API gets the call', 'dataApi', 'request', false],
  // Postgres has run the statement, and waits for the commit.
  ['between statement and commit', 'database', 'answer', false],
  ['after the commit, before the Data API knows', 'database', { answerWith: 'COMMIT\0' }, true],
  ['after the commit, before the function knows', 'dataApi', 'answer', true],
  ['after the commit, before the client knows', 'front', 'answer', true],
])('when a connection breaks %s', (_, proxy, before, isCommitted) => {
  /** Sends the call and breaks its connection. */
  async function sendAndCut(call: Call, marker: string): Promise<void> {
    const cut = stack[proxy].cut({ marker, before })
    const sent = send(stack.frontUrl, call)
    if (proxy === 'front') await expect(sent).rejects.toThrow()
    else expectUnavailable(await sent, 'hanging')
    await cut
  }

  test('a registration can be retried', async () => {
    const name = unique('retried')
    const countKeys = async () => [
      ...(await stack.admin`
        select count(k.id)::int as keys from public.agents as a
        left join private.agent_keys as k on k.agent_id = a.id
        where a.agent_name = ${name} group by a.id`),
    ]
    await sendAndCut(register(name), name)
    expect(await countKeys()).toEqual(isCommitted ? [{ keys: 1 }] : [])
    const retry = await send(stack.frontUrl, register(name))
    expect([retry.status, retry.body.code]).toEqual(
      isCommitted ? [409, 'agent_name_taken'] : [201, undefined],
    )
    expect(await countKeys()).toEqual([{ keys: 1 }])
  })

  test('a submission can be retried', async () => {
    const name = unique('retried')
    const { key } = stack.fixtures
    const find = async () => [
      ...(await stack.admin`select id, name, slug from public.skills where name = ${name}`),
    ]
    await sendAndCut(submit(key, name), name)
    expect(await find()).toHaveLength(isCommitted ? 1 : 0)
    const retry = await send(stack.frontUrl, submit(key, name))
    expect([retry.status, retry.body.code]).toEqual(
      isCommitted ? [409, 'skill_name_taken'] : [201, undefined],
    )
    const { id, slug } = retry.body.skill
    expect(await find()).toEqual([{ id, slug, name }])
  })

  test('a rating can be retried', async () => {
    const { key } = stack.fixtures
    const { id } = (await send(stack.baseUrl, submit(key, unique('rated')))).body.skill
    const commentary = unique('retried')
    const find = async () => [
      ...(await stack.admin`select id, commentary from public.ratings where skill_id = ${id}`),
    ]
    await sendAndCut(rate(key, id, commentary), commentary)
    expect(await find()).toHaveLength(isCommitted ? 1 : 0)
    const retry = await send(stack.frontUrl, rate(key, id, commentary))
    expect(retry.status).toBe(isCommitted ? 200 : 201)
    expect(retry.body.skill).toMatchObject({ id, total_ratings: 1, avg_claws: 4 })
    expect(await find()).toEqual([{ id: retry.body.rating.id, commentary }])
    expect([...(await stack.admin`select * from private.stats_differences()`)]).toEqual([])
  })
})
