// An issuer of ID tokens on loopback, with real keys and real discovery, that tests can make misbehave.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Algorithm = 'RS256' | 'ES256' | 'EdDSA'
type Answer = (response: ServerResponse) => void

/** What a token has besides what it needs. */
export interface TokenOptions {
  algorithm?: Algorithm
  header?: Record<string, unknown>
  /** Seconds from now. */
  issued?: number
  expires?: number
  audience?: string | string[]
}

/** Starts an issuer with a key for each algorithm. */
export async function startIssuer() {
  const keys = {} as Record<Algorithm, CryptoKeyPair>
  for (const algorithm of ['RS256', 'ES256', 'EdDSA'] as const)
    keys[algorithm] = await generateKeyPair(algorithm, { extractable: true })
  const keySet = async () => ({
    keys: await Promise.all(
      Object.entries(keys).map(async ([alg, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        alg,
        kid: alg.toLowerCase(),
        use: 'sig',
      })),
    ),
  })
  /** Replaces a document; how often each was asked for. */
  const answers: { [document in 'discovery' | 'keys']?: Answer | undefined } = {}
  const requests = { discovery: 0, keys: 0 }
  const server = createServer(async (request, response) => {
    const document = request.url === '/.well-known/openid-configuration' ? 'discovery' : 'keys'
    requests[document]++
    const answer = answers[document]
    if (answer) return answer(response)
    const body = document === 'keys' ? await keySet() : { issuer: url, jwks_uri: `${url}/keys` }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    return closed
  }

  /** A token for a service, with these claims. */
  async function token(
    audience: string,
    claims: Record<string, unknown>,
    options: TokenOptions = {},
  ): Promise<string> {
    const { algorithm = 'RS256', header, issued = 0, expires = 300 } = options
    const now = Math.floor(Date.now() / 1_000)
    return new SignJWT({
      iss: url,
      aud: options.audience ?? audience,
      iat: now + issued,
      exp: now + expires,
      jti: crypto.randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: algorithm, kid: algorithm.toLowerCase(), typ: 'JWT', ...header })
      .sign(keys[algorithm].privateKey)
  }

  return { url, keys, keySet, answers, requests, token, close }
}

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>
