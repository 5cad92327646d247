// Tokens that prove nothing: each is refused, says which check failed, and writes nothing.
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { identityClient, trustedIssuer } from '../../identity/identity.ts'
import { startIssuer } from '../../identity/issuer.ts'
import { localStack } from '../../support/api.ts'
import { type Agent, newAgent, newAgents, uniqueWord } from '../../support/fixtures.ts'

if (!localStack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
const { apiUrl, baseUrl, databaseUrl } = localStack
const { prove, deleteProof } = identityClient(baseUrl)
const issuer = trustedIssuer(databaseUrl)
const now = () => Math.floor(Date.now() / 1_000)
const claims = () => ({ owner: uniqueWord(), sub: uniqueWord() })
const payload = () => ({ iss: issuer.url, aud: apiUrl, iat: now(), exp: now() + 300, ...claims() })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Sends a token as a new agent, and expects that it is refused and that nothing was written. */
async function expectRefusal(token: string, detail: string | RegExp, agent?: Agent) {
  const by = agent ?? (await newAgent())
  const written = () => issuer.owner`
    select (select count(*)::int from private.proofs where agent_id = ${by.id}) as proofs,
      (select count(*)::int from private.used_tokens where agent_id = ${by.id}) as tokens`
  const before = await written()
  const { status, body, text } = await prove(token, by.key)
  expect([status, body.code]).toEqual([400, 'invalid_token'])
  expect(body.detail).toMatch(detail)
  // Nothing of the token.
  for (const part of token.split('.').filter((part) => part.length > 10)) expect(text).not.toContain(part)
  expect(await written()).toEqual(before)
}

describe('the signature', () => {
  test('of algorithm none, or by HMAC with the public key, is refused', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE'])
      await expectRefusal(`${encode({ alg, typ: 'JWT' })}.${encode(payload())}.`, /signature|JWT/)
    const publicKey = Buffer.from(await exportSPKI(issuer.keys.RS256.publicKey))
    const hmac = await new SignJWT(payload())
      .setProtectedHeader({ alg: 'HS256', kid: 'rs256' })
      .sign(publicKey)
    await expectRefusal(hmac, /signature/)
  })

  test('by another key is refused, also if the header brings it or names another address of keys', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const hostile = await startIssuer()
    try {
      const jwk = { ...(await exportJWK(publicKey)), kid: 'rs256', alg: 'RS256' }
      for (const header of [
        { kid: 'rs256' },
        { kid: 'unknown' },
        { kid: 'rs256', jwk },
        { kid: 'rs256', jku: `${hostile.url}/keys` },
        { kid: `${hostile.url}/keys` },
        { kid: '../../keys' },
        {},
      ]) {
        const token = new SignJWT(payload()).setProtectedHeader({ alg: 'RS256', ...header })
        await expectRefusal(await token.sign(privateKey), /signature/)
      }
      expect(hostile.requests).toEqual({ discovery: 0, keys: 0 })
    } finally {
      await hostile.close()
    }
  })

  test('of other content, and with an extension that must be understood, is refused', async () => {
    const [header, , signature] = (await issuer.token(apiUrl, claims())).split('.')
    await expectRefusal(`${header}.${encode(payload())}.${signature}`, /signature/)
    const bytes = new TextEncoder().encode(JSON.stringify(payload()))
    const sign = new CompactSign(bytes).setProtectedHeader({ alg: 'RS256', kid: 'rs256', crit: ['x'], x: 1 })
    const token = await sign.sign(issuer.keys.RS256.privateKey, { crit: { x: true } })
    await expectRefusal(token, /signature/)
  })

  test('a text that is not a JWT is refused', async () => {
    const agent = await newAgent()
    for (const text of [
      'x',
      '..',
      'a.b.c',
      'a.b.c.d.e',
      '\u0000',
      '.'.repeat(1_000),
      `${encode([])}.${encode([])}.x`,
      'é.é.é',
    ])
      await expectRefusal(text, /not a signed JWT|not trusted/, agent)
  })
})

describe('the claims', () => {
  test.each([
    ['iss', { iss: 'https://issuer.example' }, /issuer/],
    ['iss', { iss: undefined }, /issuer/],
    ['aud', { aud: 'https://other.example' }, /audience/],
    ['aud', { aud: undefined }, /audience/],
    ['iat', { iat: undefined }, /issued/],
    ['exp', { exp: undefined }, /expired/],
    ['nbf', { nbf: Math.floor(Date.now() / 1_000) + 3_600 }, /not valid yet/],
    ['exp', { exp: 1 }, /expired/],
    ['iat', { iat: 1 }, /issued/],
    ['iat', { iat: Math.floor(Date.now() / 1_000) + 3_600, exp: 9_999_999_999 }, /issued/],
    ['iat', { iat: 'now' }, /issued|valid/],
    ['owner', { owner: undefined }, /claim owner/],
    ['owner', { owner: '' }, /claim owner/],
    ['owner', { owner: 'x'.repeat(256) }, /claim owner/],
    ['owner', { owner: { a: 1 } }, /claim owner/],
    ['owner', { owner: 'a\u0000b' }, /claim owner/],
    ['owner', { owner: 'a\ud800' }, /claim owner/],
    ['owner', { owner: 1.5 }, /claim owner/],
    ['is_anonymous', { is_anonymous: true }, /anonymous/],
    ['is_anonymous', { is_anonymous: 'true' }, /anonymous/],
  ])('a wrong %s is refused (%#)', async (_, wrong, detail) => {
    await expectRefusal(await issuer.token(apiUrl, { ...claims(), ...wrong }), detail)
  })

  test('a token for this service and another one is refused, because the other could pass it on', async () => {
    const audience = [apiUrl, 'https://other.example']
    await expectRefusal(await issuer.token(apiUrl, claims(), { audience }), /audience/)
  })

  test('30 kB of claims are verified like any others', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`claim${i}`, 'x'.repeat(40)]))
    expect(
      (await prove(await issuer.token(apiUrl, { ...claims(), ...many }), (await newAgent()).key)).status,
    ).toBe(201)
    const body = await issuer.token(apiUrl, { ...claims(), large: 'x'.repeat(50_000) })
    expect((await prove(body, (await newAgent()).key)).status).toBe(413)
  })
})

describe('a token that wrote a proof', () => {
  /** Other spellings of the signature, which decode to the same bytes. */
  const respelled = (token: string) => {
    const [header, body, signature = ''] = token.split('.')
    const last = signature.at(-1) ?? ''
    // The last character of 256 bytes carries two bits that are ignored.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const same = alphabet[alphabet.indexOf(last) ^ 1] ?? ''
    return [`${signature}=`, `${signature}==`, signature.slice(0, -1) + same].map(
      (s) => `${header}.${body}.${s}`,
    )
  }

  test('is refused from another agent, also with another spelling of its signature', async () => {
    const token = await issuer.token(apiUrl, claims())
    expect((await prove(token, (await newAgent()).key)).status).toBe(201)
    for (const again of [token, ...respelled(token)]) await expectRefusal(again, /used already|signature/)
  })

  test('is refused from its own agent after the proof was deleted', async () => {
    const agent = await newAgent()
    const token = await issuer.token(apiUrl, claims())
    expect((await prove(token, agent.key)).status).toBe(201)
    expect((await prove(token, agent.key)).status).toBe(200)
    expect((await deleteProof(agent.key)).status).toBe(204)
    for (const again of [token, ...respelled(token)])
      await expectRefusal(again, /used already|signature/, agent)
  })

  test('is refused after its agent was deleted', async () => {
    const agent = await newAgent()
    const token = await issuer.token(apiUrl, claims())
    expect((await prove(token, agent.key)).status).toBe(201)
    await issuer.owner`delete from public.agents where id = ${agent.id}`
    const [kept] =
      await issuer.owner`select count(*)::int as proofs from private.proofs where agent_id = ${agent.id}`
    expect(kept).toEqual({ proofs: 0 })
    await expectRefusal(token, /used already/)
  })

  test('wins once, if six agents send it at the same time', async () => {
    const token = await issuer.token(apiUrl, claims())
    const answers = await Promise.all((await newAgents(6)).map(({ key }) => prove(token, key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
  })

  test('wins once, if one agent sends it six times at the same time', async () => {
    const { key } = await newAgent()
    const token = await issuer.token(apiUrl, claims())
    const answers = await Promise.all(Array.from({ length: 6 }, () => prove(token, key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  })

  test('is refused, or deleted with its agent, if the agent is deleted at the same time', async () => {
    const agents = await newAgents(6)
    const answers = await Promise.all(
      agents.flatMap(({ id, key }) => [
        issuer.token(apiUrl, claims()).then((token) => prove(token, key)),
        issuer.owner`delete from public.agents where id = ${id}`.then(() => ({ status: 204 })),
      ]),
    )
    for (const { status } of answers) expect([201, 204, 401]).toContain(status)
    const [left] = await issuer.owner`
      select count(*)::int as proofs from private.proofs where agent_id = any (${agents.map(({ id }) => id)})`
    expect(left).toEqual({ proofs: 0 })
  })
})
