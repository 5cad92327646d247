import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { untilBlocking } from '../database/fixtures.ts'
import {
  type Call,
  callDataApi,
  createFixtures,
  endConnections,
  expectAllUnavailable,
  expectRecovery,
  expectUnavailable,
  type Fixtures,
  health,
  register,
  send,
  stack,
  submit,
  submitRating,
  unique,
  until,
  useFaultyStack,
} from './faulty-stack.ts'
import type { Cut } from './proxy.ts'

useFaultyStack()

// On every route, and never as a wrong key or an empty list. Databases that hang, and other answers of the Data API, are tested in outages.nightly.test.ts.
describe('returns 503', () => {
  test.each(['dataApi', 'database'] as const)('within 1 s when the %s refuses connections', async (name) => {
    await stack[name].refuse()
    await expectAllUnavailable('refused')
  })

  test('when the Data API has no connection left', async () => {
    await stack.admin`alter role authenticator connection limit 0`
    try {
      await endConnections()
      await expectAllUnavailable('hanging')
    } finally {
      await stack.admin`alter role authenticator connection limit -1`
    }
  })

  test('once for each broken connection, more often than there are connections', async () => {
    for (let i = 0; i < 12; i++) {
      const broken = stack.database.cut({ marker: 'health', before: 'answer' })
      expectUnavailable(await send(stack.baseUrl, health), 'refused')
      await broken
      expect((await send(stack.baseUrl, health)).status).toBe(200)
    }
  })
})

test('a call that runs while a migration drops what it reads is answered with the new schema', async () => {
  const { admin, baseUrl } = stack
  const [current] = await admin`select pg_get_functiondef('public.get_stats'::regproc) as definition`
  await admin.unsafe(`
    create view private.earlier_totals as select 1 as skills;
    create or replace function public.get_stats() returns json language plpgsql volatile set search_path = ''
    as $$ begin return (select json_build_object('total_skills', skills) from private.earlier_totals); end $$`)
  const migration = await admin.reserve()
  try {
    await migration`begin`
    await migration.unsafe(`${current?.definition}; drop view private.earlier_totals`)
    const call = send(baseUrl, { method: 'GET', path: '/api/stats' })
    await untilBlocking(migration)
    await migration`commit`
    expect(await call).toMatchObject({ status: 200, body: { total_agents: expect.any(Number) } })
  } finally {
    migration.release()
  }
  const log = readFileSync(join(stack.dataDir, 'logs', 'api.log'), 'utf8')
  expect(log).toContain('"warning":"get_stats is called again: the database raised 42P01."')
})

describe('the embedded Data API answers like PostgREST:', () => {
  beforeAll(async () => {
    await stack.admin`
      create function public.raise_state(state text) returns void language plpgsql as $$
      begin
        raise exception using errcode = state, message = 'Raised.', detail = 'A detail.', hint = 'A hint.';
      end
      $$`
    await stack.admin`grant execute on function public.raise_state to anon`
    await stack.admin`notify pgrst`
    await until(async () => (await callDataApi('rpc/raise_state', { state: '40001' })).status !== 404)
    // Tables have a schema cache of their own, which the first request fills.
    await until(async () => (await callDataApi('skills?limit=1')).status === 200)
    return async () => void (await stack.admin`drop function public.raise_state`)
  })

  // From src/PostgREST/Error.hs of PostgREST.
  test.each<[status: number, states: string]>([
    [503, '08000 08006 53000 53200 53300 57P01'],
    [500, '09000 21000 25P02 38000 40001 40P01 53400 54001 55000 55P03 57014 57P02 57P03 58030 P0002 XX000'],
    [409, '23505 23503'],
    [405, '25006'],
    [403, '0L000 0P000 28000'],
    [401, '42501'],
    [400, '0A000 23514 23502 22023 P0001 ZZ999'],
    [418, 'PT418'],
  ])('%i for SQLSTATE %s', async (status, states) => {
    for (const state of states.split(' '))
      expect(await callDataApi('rpc/raise_state', { state })).toEqual({
        status,
        body: { code: state, message: 'Raised.', details: expect.anything(), hint: expect.anything() },
      })
  })

  test('a statement timeout, for tables and functions', async () => {
    const { key, skill } = stack.fixtures
    const answers = await stack.admin.begin(async (sql) => {
      await sql`lock table public.skills in access exclusive mode`
      return Promise.all([
        callDataApi('skills?limit=1'),
        callDataApi('rpc/list_skills', {}),
        callDataApi('rpc/submit_rating', { p_skill_id: skill.id, p_claws: 3 }, { 'x-api-key': key }),
      ])
    })
    const message = 'canceling statement due to statement timeout'
    expect(answers).toEqual(
      answers.map(() => ({ status: 500, body: { code: '57014', message, details: null, hint: null } })),
    )
  })

  test('a database that refuses connections, or breaks one during a call', async () => {
    await stack.database.refuse()
    const refused = await callDataApi('skills?limit=1')
    expect([refused.status, ['PGRST000', 'PGRST001'].includes(refused.body.code)]).toEqual([503, true])
    await stack.database.pass()
    await expectRecovery(stack.baseUrl)
    const cut = stack.database.cut({ marker: 'skills', before: 'answer' })
    const broken = await callDataApi('skills?limit=1')
    expect([broken.status, broken.body.code]).toEqual([503, 'PGRST001'])
    await cut
  })
})

describe.each<
  [when: string, proxy: 'front' | 'dataApi' | 'database', before: Cut['before'], isCommitted: boolean]
>([
  ['before the gateway gets the request', 'front', 'request', false],
  ['before the Data API gets the call', 'dataApi', 'request', false],
  ['before Postgres gets the call', 'database', 'request', false],
  // Postgres commits before it answers.
  ['after the commit, before the Data API knows', 'database', 'answer', true],
  ['after the commit, before the function knows', 'dataApi', 'answer', true],
  ['after the commit, before the client knows', 'front', 'answer', true],
])('when a connection breaks %s', (_, proxy, before, isCommitted) => {
  test.each<[what: string, call: (name: string, fixtures: Fixtures) => Call, again: unknown[]]>([
    ['registration', (name) => register(name), [409, 'agent_name_taken']],
    ['submission', (name, { key }) => submit(key, name), [409, 'skill_name_taken']],
    ['rating', (name, { key, skill }) => submitRating(key, skill.id, name), [200, undefined]],
  ])('a %s can be retried, and is written once', async (_, callOf, again) => {
    const name = unique('retried')
    const call = callOf(name, await createFixtures(stack.baseUrl))
    const count = async () => {
      const [row] = await stack.admin`
        select
          (select count(*) from public.agents as a join private.agent_keys on agent_id = a.id where agent_name = ${name})
          + (select count(*) from public.skills where skills.name = ${name})
          + (select count(*) from public.ratings where commentary = ${name}) as count`
      return Number(row?.count)
    }
    const cut = stack[proxy].cut({ marker: name, before })
    const sent = send(stack.frontUrl, call)
    if (proxy === 'front') await expect(sent).rejects.toThrow()
    else expectUnavailable(await sent, 'hanging')
    await cut
    expect(await count()).toBe(isCommitted ? 1 : 0)
    const retry = await send(stack.frontUrl, call)
    expect([retry.status, retry.body.code]).toEqual(isCommitted ? again : [201, undefined])
    expect(await count()).toBe(1)
    expect([...(await stack.admin`select * from private.stats_differences()`)]).toEqual([])
  })
})
