import { call } from './database.ts'
import { type Issuer, StoredIssuers } from './schemas.ts'
import { allowsLoopback, ownAudience } from './settings.ts'

/** The issuers whose tokens are accepted here. */
export async function listIssuers(): Promise<Issuer[]> {
  const { issuers } = await call('list_issuers', {}, StoredIssuers)
  return issuers.flatMap((issuer) => {
    const audience = issuer.audience ?? ownAudience
    const isUsable = isAllowed(issuer.issuer) && (issuer.jwks_uri === null || isAllowed(issuer.jwks_uri))
    return audience !== undefined && isUsable ? [{ ...issuer, audience }] : []
  })
}

/** Whether the function connects to an address: https, or with the setting a port of 127.0.0.1. SQL has checked the names of hosts. */
export function isAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) return false
  return protocol === 'https:' || (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1')
}
