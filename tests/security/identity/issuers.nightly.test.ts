// Issuers that misbehave, or that admins do not trust any more. Some of these requests take as long as the service waits for keys.
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { identityClient, trustedIssuer } from '../../identity/identity.ts'
import { startIssuer } from '../../identity/issuer.ts'
import { localStack } from '../../support/api.ts'
import { newAgent, newAgents, uniqueWord } from '../../support/fixtures.ts'

if (!localStack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
const { apiUrl, baseUrl, databaseUrl } = localStack
const { prove, getProof } = identityClient(baseUrl)
const issuer = trustedIssuer(databaseUrl)
const claims = () => ({ owner: uniqueWord(), sub: uniqueWord() })

describe('an issuer', () => {
  const body = (response: ServerResponse, text: string) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
  const restore: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const work of restore.splice(0)) await work()
  })

  /** An issuer of its own, whose keys nobody knows yet. */
  async function freshIssuer() {
    const fresh = await startIssuer()
    await issuer.owner`select admin.trust_issuer(${fresh.url}, 'Fresh', counted_claims => '{sub}')`
    restore.push(fresh.close, () => issuer.owner`select admin.distrust_issuer(${fresh.url})`)
    return fresh
  }

  test.each<[string, 'discovery' | 'keys', (response: ServerResponse, url: string) => void]>([
    ['keys redirect', 'keys', (r, url) => r.writeHead(302, { Location: `${url}/other` }).end()],
    ['discovery redirects', 'discovery', (r, url) => r.writeHead(302, { Location: `${url}/other` }).end()],
    ['keys hang', 'keys', () => {}],
    ['discovery hangs', 'discovery', () => {}],
    ['keys are huge', 'keys', (r) => body(r, `{"keys":[],"x":"${'x'.repeat(300_000)}"}`)],
    ['keys never end', 'keys', (r) => void r.writeHead(200).write('{"keys":[')],
    [
      'discovery is of another issuer',
      'discovery',
      (r, url) => body(r, JSON.stringify({ issuer: 'https://a.example', jwks_uri: `${url}/keys` })),
    ],
    [
      'discovery names no https address',
      'discovery',
      (r, url) => body(r, JSON.stringify({ issuer: url, jwks_uri: 'file:///etc/passwd' })),
    ],
    ['keys are not JSON', 'keys', (r) => body(r, '<html>')],
    ['keys are an error', 'keys', (r) => void r.writeHead(500).end('no')],
  ])('whose %s is 503', async (_, document, answer) => {
    const fresh = await freshIssuer()
    fresh.answers[document] = (response) => answer(response, fresh.url)
    const { key } = await newAgent()
    const token = await fresh.token(apiUrl, claims())
    const { status, headers, body: problem } = await prove(token, key)
    expect([status, problem.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    fresh.answers[document] = undefined
    expect((await prove(token, key)).status).toBe(201)
  })

  test('is asked for its keys once for many unknown key ids', async () => {
    const fresh = await freshIssuer()
    const agents = await newAgents(8)
    const unknown = (i: number) => fresh.token(apiUrl, claims(), { header: { kid: `unknown${i}` } })
    for (const [i, { key }] of agents.entries()) expect((await prove(await unknown(i), key)).status).toBe(400)
    expect(fresh.requests).toEqual({ discovery: 1, keys: 1 })
  })

  test('that is not trusted any more is refused, and its proofs can be replaced', async () => {
    const fresh = await freshIssuer()
    const agent = await newAgent()
    expect((await prove(await fresh.token(apiUrl, claims()), agent.key)).status).toBe(201)
    await issuer.owner`select admin.distrust_issuer(${fresh.url})`
    const refused = await prove(await fresh.token(apiUrl, claims()), (await newAgent()).key)
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('not trusted')])
    expect((await getProof(agent.key)).body.proof?.issuer).toBe(fresh.url)
    expect((await prove(await issuer.token(apiUrl, claims()), agent.key)).status).toBe(201)
    expect((await getProof(agent.key)).body.proof?.issuer).toBe(issuer.url)
  })
})
