// From a token to a standing, on a stack that requires proofs, which the stack that other tests share does not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { identityClient } from '../identity/identity.ts'
import { startIssuer, type TestIssuer } from '../identity/issuer.ts'
import { HttpClient } from '../support/http-client.ts'
import { startTestStack } from '../support/stack.ts'

let stack: TemporaryStack
let issuer: TestIssuer
let owner: postgres.Sql
let skills: string[]
let count = 0

beforeAll(async () => {
  stack = await startTestStack({ functionSettings: { IDENTITY_ALLOW_LOOPBACK: '1' } })
  issuer = await startIssuer()
  owner = postgres(stack.databaseUrl, { max: 4, onnotice: () => {} })
  await owner`select admin.trust_issuer(${issuer.url}, 'Example', counted_claims => '{owner,sub}')`
  await owner`select admin.require_proof(true)`
  skills = (await owner`select id from public.skills where retired_at is null order by id limit 4`).map(
    ({ id }) => id,
  )
  return async () => {
    await owner.end({ timeout: 1 })
    await issuer.close()
    await stack.stop()
  }
})

type Body = { message: string; api_key: string; rating: { established: boolean; proved_by: string | null } }
async function post(path: string, body: object, key?: string) {
  const headers = { 'Content-Type': 'application/json' }
  const { body: answer } = await new HttpClient(stack.baseUrl).request<Body>('POST', path, {
    key,
    headers,
    body: JSON.stringify(body),
  })
  return answer
}

/** An agent that registered a week ago. */
async function newAgent() {
  const name = `Rater ${++count}`
  const { api_key: key } = await post('/api/register', { agent_name: name })
  await owner`update public.agents set created_at = now() - interval '7 days' where agent_name = ${name}`
  return key
}

const prove = async (key: string, ownerId: string, person = `person ${++count}`) =>
  (
    await identityClient(stack.baseUrl).prove(
      await issuer.token(stack.apiUrl, { owner: ownerId, sub: person }),
      key,
    )
  ).status

/** Rates three skills. @returns the last answer */
async function rateThree(key: string) {
  const answers = []
  for (const skill_id of skills.slice(0, 3))
    answers.push(await post('/api/ratings', { skill_id, claws: 4 }, key))
  return answers.at(-1) as Body
}

test('the log has no token, no key and no subject', async () => {
  const key = await newAgent()
  const token = await issuer.token(stack.apiUrl, { owner: 'a-logged-subject', sub: 'a-logged-person' })
  const client = identityClient(stack.baseUrl)
  expect((await client.prove(token, key)).status).toBe(201)
  expect((await client.prove(`${token}x`, key)).status).toBe(400)
  const log = readFileSync(join(stack.dataDir, 'logs', 'identity.log'), 'utf8')
  expect(log).toContain('"route":"/identity/proofs"')
  for (const secret of [key, stack.secretKey, ...token.split('.'), 'a-logged-subject', 'a-logged-person'])
    expect(log).not.toContain(secret)
})

describe('an agent that is a week old and has rated three skills', () => {
  test('is established if it has a proof, also one that it adds later', async () => {
    const key = await newAgent()
    const without = await rateThree(key)
    expect(without.rating).toMatchObject({ established: false, proved_by: null })
    expect(without.message).toContain('when you have proved who runs you')
    expect(await prove(key, 'early')).toBe(201)
    const { rating, message } = await post('/api/ratings', { skill_id: skills[3], claws: 5 }, key)
    expect([rating, message]).toEqual([
      expect.objectContaining({ established: true, proved_by: 'Example' }),
      'Your rating was added. It is shown now, and counts for the order.',
    ])
    const first = await post('/api/ratings', { skill_id: skills[0], claws: 4 }, key)
    expect(first.rating.established).toBe(true)
    const refused = await identityClient(stack.baseUrl).deleteProof(key)
    expect([refused.status, refused.body.code]).toEqual([409, 'proof_in_use'])
  })

  test('is not if three others of its owner are, until an admin grants it', async () => {
    const keys = [await newAgent(), await newAgent(), await newAgent(), await newAgent()] as const
    for (const key of keys) expect(await prove(key, 'acme')).toBe(201)
    for (const key of keys.slice(0, 3)) expect((await rateThree(key)).rating.established).toBe(true)
    const fourth = await rateThree(keys[3])
    expect(fourth.rating).toMatchObject({ established: false, proved_by: 'Example' })
    expect(fourth.message).toContain('three other agents of your person or organisation')
    const [{ id } = {}] = await owner`
      select a.id from public.agents as a join private.proofs as p on p.agent_id = a.id
      left join private.standing as t on t.agent_id = a.id where p.subject = 'acme' and t.established_at is null`
    await owner`select admin.grant_standing(${id}, 'A large company.')`
    const again = await post('/api/ratings', { skill_id: skills[3], claws: 4 }, keys[3])
    expect([again.rating.established, again.message]).toEqual([
      true,
      'Your rating was added. It is shown now, and counts for the order.',
    ])
  })

  test('takes the third place once, if two rate at the same time', async () => {
    const established = async () =>
      (
        await owner`
          select count(*)::int as n from private.standing as t join private.proofs as p using (agent_id)
          where p.subject = 'race' and t.established_at is not null`
      )[0]?.n
    const keys = [await newAgent(), await newAgent(), await newAgent(), await newAgent(), await newAgent()]
    for (const key of keys) expect(await prove(key, 'race')).toBe(201)
    for (const key of keys) {
      await post('/api/ratings', { skill_id: skills[0], claws: 4 }, key)
      await post('/api/ratings', { skill_id: skills[1], claws: 4 }, key)
    }
    await Promise.all(keys.map((key) => post('/api/ratings', { skill_id: skills[2], claws: 4 }, key)))
    expect(await established()).toBe(3)
    expect([...(await owner`select * from private.stats_differences()`)]).toEqual([])
  })

  test('stays established without a proof if it was before', async () => {
    await owner`select admin.require_proof(false)`
    const key = await newAgent()
    expect((await rateThree(key)).rating.established).toBe(true)
    await owner`select admin.require_proof(true)`
    const { rating, message } = await post('/api/ratings', { skill_id: skills[3], claws: 4 }, key)
    expect([rating.established, message]).toEqual([
      true,
      'Your rating was added. It is shown now, and counts for the order.',
    ])
  })
})
