// How many agents of one identity become established while proofs are required.
import { beforeAll, describe, expect, test } from 'vitest'
import { openTransaction, outcome, testDatabase, untilBlocked } from '../fixtures.ts'

const { database, newAgent, admin } = testDatabase({ connections: 6 })
const ISSUER = 'https://id.example.com'
let subjects = 0

beforeAll(async () => {
  await database.owner`select admin.trust_issuer(${ISSUER}, 'Example', counted_claims => '{owner,sub}')`
  await admin('require_proof', true)
})

/** An agent with a proof of these claims. */
async function proved(owner: string, person = `person ${++subjects}`) {
  const agent = await newAgent()
  await database.owner`
    insert into private.proofs (agent_id, issuer, subject, counted_claims)
    values (${agent.id}, ${ISSUER}, ${owner}, ${[`owner=${owner}`, `sub=${person}`]})`
  return agent
}
const establish = ({ id }: { id: string }) => admin('grant_standing', id, 'A test.')
const needed = async ({ id }: { id: string }) =>
  (await database.owner`select private.proof_needed(${id}) as needed`)[0]?.needed
const may = async ({ id }: { id: string }) =>
  (await database.owner`select private.may_become_established(${id}) as may`)[0]?.may

describe('an agent', () => {
  test('without a proof lacks one, unless none is required', async () => {
    const agent = await newAgent()
    expect([await needed(agent), await may(agent)]).toEqual(['proof', false])
    await admin('require_proof', false)
    expect([await needed(agent), await may(agent)]).toEqual([null, true])
    await admin('require_proof', true)
  })

  test('is refused if three of its owner are established, suspended or withdrawn', async () => {
    const [one, two, three] = [await proved('acme'), await proved('acme'), await proved('acme')]
    const fourth = await proved('acme')
    await establish(one)
    await establish(two)
    await admin('suspend_agent', two.id, 'A test.')
    expect(await may(fourth)).toBe(true)
    await admin('withdraw_standing', three.id, 'A test.')
    expect([await needed(fourth), await may(fourth)]).toEqual(['identity', false])
    // New agents of an identity count for nothing.
    expect(await may(await proved('other'))).toBe(true)
    await admin('delete_proof', one.id, 'A test.')
    expect(await may(fourth)).toBe(true)
  })

  test('is refused if three of its person are established, whatever the owners', async () => {
    for (const owner of ['a', 'b', 'c']) await establish(await proved(owner, 'mallory'))
    expect(await needed(await proved('d', 'mallory'))).toBe('identity')
    expect(await needed(await proved('d', 'alice'))).toBeNull()
    // A claim of the same value and another name is another claim.
    expect(await needed(await proved('mallory'))).toBeNull()
  })

  test('has no proof when its issuer is distrusted', async () => {
    const agent = await proved('solo')
    await admin('distrust_issuer', ISSUER)
    expect(await needed(agent)).toBe('proof')
    await database.owner`select admin.trust_issuer(${ISSUER}, 'Example', counted_claims => '{owner,sub}')`
    expect(await needed(agent)).toBeNull()
  })
})

test('two agents that want the third place at once get it one after the other', async () => {
  for (const _ of [1, 2]) await establish(await proved('race'))
  const [first, second] = [await proved('race'), await proved('race')]
  const write = async (sql: Awaited<ReturnType<typeof openTransaction>>['sql'], id: string) => {
    const [row] = await sql`select private.may_become_established(${id}) as may`
    if (row?.may) await sql`insert into private.standing (agent_id, established_at) values (${id}, now())`
    return row?.may
  }
  const [a, b] = [await openTransaction(database.owner), await openTransaction(database.owner)]
  expect(await write(a.sql, first.id)).toBe(true)
  const waiting = write(b.sql, second.id)
  await untilBlocked(database.owner, b.pid)
  await a.commit()
  expect(await waiting).toBe(false)
  await b.commit()
})

test('agents with the same claims in other orders do not deadlock', async () => {
  const agents = await Promise.all(
    Array.from({ length: 6 }, (_, i) => proved(`ring ${i % 2}`, `ring ${(i + 1) % 3}`)),
  )
  const outcomes = await Promise.all(
    agents.flatMap(({ id }) =>
      [1, 2, 3].map(() => outcome(database.owner`select private.may_become_established(${id})`)),
    ),
  )
  expect(new Set(outcomes)).toEqual(new Set(['done']))
})
