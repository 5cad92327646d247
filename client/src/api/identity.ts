import createFetchClient, { type Client } from 'openapi-fetch'
import type { ClientOptions } from './client.ts'
import { retryingFetch } from './retry.ts'

export type Issuer = { issuer: string; name: string; audience: string }
export type Proof = { issuer: string; name: string; subject: string; created_at: string }

type Json<Body> = { headers: Record<string, unknown>; content: { 'application/json': Body } }
type Sent<Body> = { content: { 'application/json': Body } }
type Parameters = { query?: never; header?: never; path?: never; cookie?: never }
type Operation<Body> = { parameters: Parameters; responses: { 200: Json<Body> } }
/** docs/openapi.json describes only the function `api`. */
type IdentityPaths = {
  '/identity/issuers': { get: Operation<{ issuers: Issuer[] }> }
  '/identity/proofs': { post: Operation<{ proof: Proof }> & { requestBody: Sent<{ id_token: string }> } }
}

/** A client of the function `identity`. A proof can be sent again: the same token changes nothing. */
export function createIdentityClient(options: ClientOptions & { baseUrl: string }): Client<IdentityPaths> {
  return createFetchClient<IdentityPaths>({
    baseUrl: options.baseUrl,
    fetch: retryingFetch(options),
    headers: options.apiKey ? { 'x-api-key': options.apiKey } : {},
  })
}
