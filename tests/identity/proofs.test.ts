// The routes of the function `identity`. tests/security/identity has what it refuses.
import { describe, expect, test } from 'vitest'
import { localStack } from '../support/api.ts'
import { newAgent, uniqueWord } from '../support/fixtures.ts'
import { type Answer, identityClient, trustedIssuer } from './identity.ts'

if (!localStack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
const { apiUrl, baseUrl, databaseUrl } = localStack
const { request, prove, getProof, deleteProof } = identityClient(baseUrl)
const issuer = trustedIssuer(databaseUrl)
const token = (owner: string, options = {}) =>
  issuer.token(apiUrl, { owner, sub: `${owner}/1`, email: 'owner@example.com' }, options)

describe('GET /identity/issuers', () => {
  test('lists the trusted issuers with the audience of their tokens', async () => {
    const { status, body } = await request<{ issuers: object[] }>('GET', '/issuers/?x=1')
    expect(status).toBe(200)
    expect(body.issuers).toContainEqual({
      issuer: 'https://token.actions.githubusercontent.com',
      name: 'GitHub',
      audience: apiUrl,
    })
    expect(body.issuers).toContainEqual({ issuer: issuer.url, name: issuer.name, audience: apiUrl })
    expect((await request('HEAD', '/issuers')).status).toBe(200)
  })
})

describe('POST /identity/proofs', () => {
  test.each(['RS256', 'ES256', 'EdDSA'] as const)(
    'stores the proof of a token that is signed by %s',
    async (algorithm) => {
      const [agent, owner] = [await newAgent(), uniqueWord()]
      const { status, headers, body } = await prove(await token(owner, { algorithm }), agent.key)
      const proof = { issuer: issuer.url, name: issuer.name, subject: owner, created_at: expect.any(String) }
      expect([status, body]).toEqual([201, { proof }])
      expect(headers.get('cache-control')).toBe('no-store')
      expect((await getProof(agent.key)).body).toEqual(body)
      const [stored] =
        await issuer.owner`select counted_claims from private.proofs where agent_id = ${agent.id}`
      expect(stored?.counted_claims).toEqual([`owner=${owner}`, `sub=${owner}/1`])
    },
  )

  test('returns 200 for the same token, and for another one of the same subject', async () => {
    const [agent, owner] = [await newAgent(), uniqueWord()]
    const first = await token(owner)
    const created = await prove(first, agent.key)
    for (const again of [first, await token(owner)]) {
      const { status, body } = await prove(again, agent.key)
      expect([status, body]).toEqual([200, created.body])
    }
  })

  test('returns 409 for another subject until the first proof is deleted', async () => {
    const agent = await newAgent()
    await prove(await token(uniqueWord()), agent.key)
    const { status, body } = await prove(await token(uniqueWord()), agent.key)
    expect([status, body.code]).toEqual([409, 'already_proved'])
    expect((await deleteProof(agent.key)).status).toBe(204)
    expect((await getProof(agent.key)).body).toEqual({ proof: null })
    expect((await deleteProof(agent.key)).status).toBe(204)
    expect((await prove(await token(uniqueWord()), agent.key)).status).toBe(201)
  })

  test('accepts a token whose times are off by less than a minute', async () => {
    for (const options of [{ issued: 50 }, { issued: -640 }, { expires: -50 }]) {
      const { status } = await prove(await token(uniqueWord(), options), (await newAgent()).key)
      expect([status, options]).toEqual([201, options])
    }
  })

  test('needs a key, JSON, an id_token, and at most 32 KiB', async () => {
    const { key } = await newAgent()
    expect((await prove('x')).body.code).toBe('missing_api_key')
    expect((await prove('x', 'claw_x')).body.code).toBe('invalid_api_key')
    for (const wrong of [undefined, null, 5, '', ['x']]) {
      const { status, body } = await prove(wrong, key)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    }
    const { status, body } = await prove('x'.repeat(33_000), key)
    expect([status, body.code, body.detail]).toEqual([
      413,
      'body_too_large',
      'The body is larger than 32768 bytes (32 KiB).',
    ])
    const text = { key, headers: { 'Content-Type': 'text/plain' }, body: '{}' }
    expect((await request('POST', '/proofs', text)).status).toBe(415)
  })
})

test('other methods are 405, other paths 404, and a page of any origin can call', async () => {
  const put = await request('PUT', '/proofs')
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS'])
  expect((await request('POST', '/issuers')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  for (const path of ['', '/', '/x', '/proofs/x'])
    expect((await request<Answer>('GET', path)).body.code).toBe('route_not_found')
  const preflight = await request('OPTIONS', '/proofs', {
    headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'DELETE' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
})
