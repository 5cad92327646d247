// What first places cost while proofs are required: an attacker's accounts beside the people that they need. tests/database/ratings has the
// simulation without proofs.
import { beforeAll, expect, test } from 'vitest'
import { countedValues } from '../../../functions/identity/claims.ts'
import type { Issuer } from '../../../functions/identity/schemas.ts'
import { become, rolledBack, rpc, type Transaction, testDatabase } from '../fixtures.ts'

const GITHUB = 'https://token.actions.githubusercontent.com'
const COUNTED = ['repository_owner_id', 'actor_id']
const ACCOUNTS = 15
const { database, newAgent, newSkill, submitRating, admin } = testDatabase()
let target: string
let others: string[]

/** Twelve good skills, rated by twenty established agents, and one that nobody rated. */
beforeAll(async () => {
  const skills = []
  for (let i = 0; i < 12; i++) skills.push(await newSkill(`Good ${i}`))
  for (let i = 0; i < 20; i++) {
    const agent = await newAgent(`Honest ${i}`)
    await admin('grant_standing', agent.id, 'A test.')
    for (const skill of skills) await submitRating(agent, skill, { p_claws: i % 4 === 0 ? 5 : 4 })
  }
  target = (await newSkill('Target')).id
  others = [(await newSkill('Junk 1')).id, (await newSkill('Junk 2')).id]
})

type Claims = { owner: string; actor: string; name?: string }

/** Stores the proof of a token, if the function identity takes its claims. */
async function prove(
  tx: Transaction,
  agent: string,
  { owner, actor, name = 'person' }: Claims,
): Promise<void> {
  const issuer = { issuer: GITHUB, counted_claims: COUNTED } as Issuer
  const payload = {
    event_name: 'workflow_dispatch',
    actor: name,
    repository_owner_id: owner,
    actor_id: actor,
  }
  try {
    const values = countedValues(issuer, payload)
    const claims = values.map((value, i) => `${COUNTED[i]}=${value}`)
    await tx`insert into private.proofs (agent_id, issuer, subject, counted_claims)
      values (${agent}, ${GITHUB}, ${values[0] ?? ''}, ${claims})`
  } catch (error) {
    if (error instanceof Error && error.message.includes('person')) return
    throw error
  }
}

/** Accounts that wait a week and rate three skills, the target with 5 claws. @param claimsOf those of the i-th account's token, if it has one */
function attack(isRequired: boolean, claimsOf: (i: number) => Claims | undefined) {
  return rolledBack(database.owner, async (tx) => {
    if (isRequired) await tx`select admin.require_proof(true)`
    for (let i = 0; i < ACCOUNTS; i++) {
      const { api_key: key, agent } = await rpc<{ api_key: string; agent: { id: string } }>(
        tx,
        'register_agent',
        {
          p_agent_name: `Account ${i}`,
        },
      )
      await tx`update public.agents set created_at = now() - interval '7 days' where id = ${agent.id}`
      const claims = claimsOf(i)
      if (claims) await prove(tx, agent.id, claims)
      await become(tx, { key })
      for (const p_skill_id of [...others, target])
        await rpc(tx, 'submit_rating', { p_skill_id, p_claws: p_skill_id === target ? 5 : 3 })
      await tx`select set_config('role', 'none', true)`
    }
    const [{ established } = {}] = await tx`
      select established_ratings as established from public.skill_stats where skill_id = ${target}`
    const { skills } = await rpc<{ skills: { id: string }[] }>(tx, 'list_skills', { p_sort: 'top' })
    return { established: established as number, rank: 1 + skills.findIndex(({ id }) => id === target) }
  })
}

test.each<
  [
    name: string,
    people: number,
    claims: (i: number) => Claims | undefined,
    established: number,
    isFirst: boolean,
  ]
>([
  ['accounts without a proof', 0, () => undefined, 0, false],
  ['accounts of one owner', 1, () => ({ owner: 'o', actor: 'a' }), 3, false],
  [
    'accounts of one owner, each started by another person',
    15,
    (i) => ({ owner: 'o', actor: `a${i}` }),
    3,
    false,
  ],
  ['accounts of many organisations of one person', 1, (i) => ({ owner: `o${i}`, actor: 'a' }), 3, false],
  [
    'accounts of an app of each organisation',
    1,
    (i) => ({ owner: `o${i}`, actor: `b${i}`, name: 'app[bot]' }),
    0,
    false,
  ],
  ['accounts of five people', 5, (i) => ({ owner: `o${i % 5}`, actor: `a${i % 5}` }), 15, true],
])('%s: %i people', async (name, people, claims, established, isFirst) => {
  const result = await attack(true, claims)
  console.log(
    `${name}: ${ACCOUNTS} accounts, ${people} people, ${result.established} established, rank ${result.rank} of 15`,
  )
  expect(result.established).toBe(established)
  expect(result.rank === 1).toBe(isFirst)
  expect(result.rank <= 10).toBe(isFirst)
})

test('without the requirement, the accounts of one person are first', async () => {
  const result = await attack(false, () => undefined)
  console.log(
    `proofs not required: ${ACCOUNTS} accounts, 1 person, ${result.established} established, rank ${result.rank} of 15`,
  )
  expect(result).toEqual({ established: ACCOUNTS, rank: 1 })
})
