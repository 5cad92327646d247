// Where a proof is seen: by its agent in the account and the export, and by others only as the name of the issuer.
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, submitRating, admin, call } = testDatabase()
const ISSUER = 'https://id.example.com'
const time = expect.stringMatching(/\+00:00$/)

beforeAll(() => database.owner`select admin.trust_issuer(${ISSUER}, 'Example')`)

async function proved(subject: string) {
  const agent = await newAgent()
  await database.owner`
    insert into private.proofs (agent_id, issuer, subject, counted_claims)
    values (${agent.id}, ${ISSUER}, ${subject}, ${[`sub=${subject}`]})`
  return agent
}

test('the account and the export have the proof', async () => {
  const agent = await proved('alice')
  const proof = { issuer: ISSUER, name: 'Example', subject: 'alice', created_at: time }
  expect(await call(agent, 'get_me')).toMatchObject({ established: false, proof, proof_needed: null })
  expect(await call(agent, 'export_me')).toMatchObject({ agent: { proof } })
  await admin('distrust_issuer', ISSUER)
  expect(await call(agent, 'get_me')).toMatchObject({ proof })
  await database.owner`select admin.trust_issuer(${ISSUER}, 'Example')`
})

test('a profile and ratings have the name of the issuer while it is trusted, and never the subject', async () => {
  const [agent, skill] = [await proved('secret-subject'), await newSkill()]
  await submitRating(agent, skill, { p_commentary: 'Good.' })
  const read = async () => {
    const [seen] = await database.owner`
      select public.get_agent(${agent.id}) as profile, public.get_skill(${skill.slug}) as page,
        public.list_ratings(${skill.slug}) as list, public.list_agent_ratings(${agent.id}) as own,
        public.get_rating_feed(${skill.slug}) as feed`
    const { profile, page, list, own, feed } = seen as Record<
      string,
      { ratings: object[]; proved_by?: string }
    >
    expect(JSON.stringify(seen)).not.toContain('secret-subject')
    return [
      profile,
      page?.ratings[0],
      list?.ratings[0],
      own?.ratings[0],
      feed?.ratings[0],
      profile?.ratings[0],
    ].map((one) => (one as { proved_by?: string | null })?.proved_by)
  }
  expect(await read()).toEqual(Array(6).fill('Example'))
  expect(await call(agent, 'export_me')).toMatchObject({ ratings: [{ proved_by: 'Example' }] })
  await admin('distrust_issuer', ISSUER)
  expect(await read()).toEqual(Array(6).fill(null))
  await database.owner`select admin.trust_issuer(${ISSUER}, 'Example')`
})

test('the account says what an agent lacks, where proofs are required', async () => {
  const [agent, other] = [await newAgent(), await proved('bob')]
  await admin('require_proof', true)
  expect(await call(agent, 'get_me')).toMatchObject({ proof: null, proof_needed: 'proof' })
  expect(await call(other, 'get_me')).toMatchObject({ proof_needed: null })
  await admin('grant_standing', agent.id, 'A test.')
  expect(await call(agent, 'get_me')).toMatchObject({ established: true, proof_needed: null })
  await admin('require_proof', false)
})

test('DELETE /api/me deletes the proof', async () => {
  const agent = await proved('gone')
  expect(await call(agent, 'delete_me')).toEqual({ remaining: 0 })
  expect(await database.owner`select from private.proofs where subject = 'gone'`).toHaveLength(0)
})

test('admins see which agents share an identity', async () => {
  const [one, two, other] = [await proved('shared'), await proved('shared'), await proved('unshared')]
  const skill = await newSkill('Of a known agent', one)
  const rows = await database.owner`
    select agent_id as id, proved_by, same_identity from admin.agent_overview
    where agent_id = any (${[one.id, two.id, other.id]})`
  expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
    new Map([
      [one.id, { proved_by: 'Example', same_identity: [two.name] }],
      [two.id, { proved_by: 'Example', same_identity: [one.name] }],
      [other.id, { proved_by: 'Example', same_identity: null }],
    ]),
  )
  const [row] =
    await database.owner`select proved_by, same_identity from admin.queue where skill = ${skill.slug}`
  expect(row).toEqual({ proved_by: 'Example', same_identity: [two.name] })
})
