// How admins trust issuers, require proofs and help an agent that lost its key.
import { describe, expect, test } from 'vitest'
import { errorOf, testDatabase } from '../fixtures.ts'

const { database, newAgent, admin, call, lastLogged } = testDatabase()
const GITHUB = 'https://token.actions.githubusercontent.com'

const issuers = async () =>
  (await database.owner`select public.list_issuers() as list`)[0]?.list.issuers as Record<string, unknown>[]
const trust = (issuer: string, more: { claims?: string; keys?: string } = {}) =>
  database.owner`
    select admin.trust_issuer(
      ${issuer}, 'Example', counted_claims => ${more.claims ?? '{sub}'}, jwks_uri => ${more.keys ?? null}
    )`

test('GitHub is trusted from the start, counted by the accounts of owner and person', async () => {
  expect(await issuers()).toEqual([
    {
      issuer: GITHUB,
      name: 'GitHub',
      audience: null,
      counted_claims: ['repository_owner_id', 'actor_id'],
      jwks_uri: null,
    },
  ])
})

describe('trust_issuer', () => {
  test.each([
    'http://id.example.com',
    'https://10.0.0.1',
    'https://0x7f.1',
    'https://2130706433',
    'https://[::1]',
    'https://localhost',
    'https://a.localhost',
    'https://printer.local',
    'https://metadata.google.internal',
    'https://METADATA.GOOGLE.INTERNAL',
    'https://intranet',
    'https://user:x@id.example.com',
    'https://id.example.com?x',
    'https://id.example.com#x',
    'https://id.example.com.',
    'https://id.example.com@127.0.0.1',
    'https://id example.com',
    'http://127.0.0.1',
    'http://localhost:3000',
    'http://127.0.0.2:3000',
    'ftp://id.example.com',
    'id.example.com',
    '',
  ])('refuses %s', async (issuer) => {
    expect((await errorOf(trust(issuer)))?.message).toMatch(/https address whose host is a name/)
    expect((await errorOf(trust('https://id.example.com', { keys: issuer })))?.message).toMatch(
      /address of the keys/,
    )
    expect(await issuers()).toHaveLength(1)
  })

  test('accepts an address with a path or a port, and one of loopback for tests', async () => {
    for (const issuer of [
      'https://a.example.com/auth/v1',
      'https://b.example.com:8443',
      'http://127.0.0.1:8080',
    ]) {
      await trust(issuer)
      expect(await issuers()).toContainEqual(expect.objectContaining({ issuer, counted_claims: ['sub'] }))
      await admin('distrust_issuer', issuer)
      expect(await lastLogged()).toMatchObject({
        action: 'distrust_issuer',
        details: { issuer, name: 'Example', proofs: 0 },
      })
    }
    expect(await issuers()).toHaveLength(1)
  })

  test('keeps the claims of an issuer that has proofs', async () => {
    const issuer = 'https://kept.example.com'
    await trust(issuer)
    await trust(issuer, { claims: '{user_id}' })
    const agent = await newAgent()
    await database.owner`
      insert into private.proofs (agent_id, issuer, subject, counted_claims)
      values (${agent.id}, ${issuer}, '1', '{user_id=1}')`
    expect((await errorOf(trust(issuer, { claims: '{sub}' })))?.message).toMatch(
      /cannot change while it has proofs/,
    )
    await trust(issuer, { claims: '{user_id}', keys: 'https://kept.example.com/keys' })
    expect(await lastLogged()).toMatchObject({
      action: 'trust_issuer',
      details: { issuer, counted_claims: ['user_id'] },
    })
    await admin('distrust_issuer', issuer)
    expect((await errorOf(admin('distrust_issuer', 'https://other.example.com')))?.message).toMatch(
      /No issuer/,
    )
  })
})

test('require_proof is off, is turned on and off, and each change is logged', async () => {
  const required = async () => (await database.owner`select private.requires_proof() as yes`)[0]?.yes
  expect(await required()).toBe(false)
  for (const value of [true, false]) {
    await admin('require_proof', value)
    expect([await required(), await lastLogged()]).toMatchObject([
      value,
      { action: 'require_proof', details: { required: value } },
    ])
    const { length } = await database.owner`select from admin.audit_log`
    await admin('require_proof', value)
    expect((await database.owner`select from admin.audit_log`).length).toBe(length)
  }
})

test('delete_proof deletes the proof of an agent and leaves its standing', async () => {
  const agent = await newAgent()
  await database.owner`
    insert into private.proofs (agent_id, issuer, subject, counted_claims)
    values (${agent.id}, ${GITHUB}, '1', '{repository_owner_id=1,actor_id=2}')`
  await admin('grant_standing', agent.id, 'A test.')
  expect(await admin('delete_proof', agent.name, 'Stolen.')).toMatch(/its proof is deleted/)
  expect(await lastLogged()).toMatchObject({ action: 'delete_proof', agent_id: agent.id, reason: 'Stolen.' })
  expect((await errorOf(admin('delete_proof', agent.name, 'Again.')))?.message).toMatch(/has no proof/)
  const [standing] =
    await database.owner`select established_at from private.standing where agent_id = ${agent.id}`
  expect(standing?.established_at).toBeInstanceOf(Date)
})

test('create_key_for shows a new key once and ends all others', async () => {
  const agent = await newAgent()
  await call(agent, 'create_key', { p_grace_seconds: 3_600 })
  const message = await admin('create_key_for', agent.name, 'Lost its key.')
  const [key = ''] = /claw_[0-9a-f]{56}/.exec(message) ?? []
  expect(await call({ key }, 'get_me')).toMatchObject({ id: agent.id })
  expect((await errorOf(call(agent, 'get_me')))?.code).toBe('PT401')
  const [valid] = await database.owner`
    select count(*)::int as keys from private.agent_keys where agent_id = ${agent.id} and revoked_at is null`
  expect(valid?.keys).toBe(1)
  const logged = await lastLogged()
  expect(logged).toMatchObject({
    action: 'create_key_for',
    agent_id: agent.id,
    details: { key_prefix: key.slice(0, 13) },
  })
  expect(JSON.stringify(logged)).not.toContain(key.slice(0, 20))
  await admin('suspend_agent', agent.name, 'A test.')
  expect((await errorOf(admin('create_key_for', agent.name, 'Lost.')))?.message).toMatch(/is suspended/)
  expect((await errorOf(admin('create_key_for', 'nobody', 'Lost.')))?.message).toMatch(/No agent/)
})
