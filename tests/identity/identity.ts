// The function `identity` of the local stack, and issuers that it trusts.
import postgres from 'postgres'
import { beforeAll } from 'vitest'
import { HttpClient, type HttpResponse, type RequestOptions } from '../support/http-client.ts'
import { startIssuer, type TestIssuer } from './issuer.ts'

export type Proof = { issuer: string; name: string; subject: string; created_at: string }
export type Answer = { proof: Proof | null; code: string; detail: string }

/** A client of the function at a base URL. */
export function identityClient(base: string) {
  const client = new HttpClient(base)
  const request = <Body = Answer>(method: string, path: string, options: RequestOptions = {}) =>
    client.request<Body>(method, `/identity${path}`, options)
  return {
    request,
    prove: (token: unknown, key?: string): Promise<HttpResponse<Answer>> =>
      request('POST', '/proofs', {
        key,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id_token: token }),
      }),
    getProof: (key?: string) => request('GET', '/proofs', { key }),
    deleteProof: (key?: string) => request('DELETE', '/proofs', { key }),
  }
}

/** An issuer for the tests of a file, which the database with this URL trusts. It counts by `owner` and `sub`. */
export function trustedIssuer(databaseUrl: string) {
  const own = {} as TestIssuer & { name: string; owner: postgres.Sql }
  beforeAll(async () => {
    const issuer = await startIssuer()
    const owner = postgres(databaseUrl, { max: 4, onnotice: () => {} })
    const name = `Issuer ${new URL(issuer.url).port}`
    await owner`select admin.trust_issuer(${issuer.url}, ${name}, counted_claims => '{owner,sub}')`
    Object.assign(own, issuer, { name, owner })
    return async () => {
      await owner`select admin.distrust_issuer(${issuer.url})`
      await owner.end({ timeout: 1 })
      await issuer.close()
    }
  })
  return own
}
