import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { unavailable } from '../_shared/database-errors.ts'
import { ApiError } from '../_shared/errors.ts'
import { isAllowed } from './issuers.ts'
import type { Issuer } from './schemas.ts'

const TIMEOUT_MS = 5_000
/** A key set of GitHub has 6 kB. */
const MAX_BYTES = 256 * 1024
/** How long the address of the keys is known without another discovery. */
const DISCOVERY_MS = 10 * 60_000
/** An unknown key id fetches the keys again, at most once in this time: anyone can send one. */
const COOLDOWN_MS = 30_000

/** One for each trusted issuer, so that it stays small. */
const keySets = new Map<string, { getKey: Promise<JWTVerifyGetKey>; expiresAt: number }>()

/**
 * Finds the key of a token at its issuer.
 *
 * @throws ApiError unavailable if the keys cannot be had; a JOSEError if the token names none of them
 */
export function keyOf(issuer: Issuer): JWTVerifyGetKey {
  return async (header, token) => {
    const getKey = await keySetOf(issuer)
    try {
      return await getKey(header, token)
    } catch (error) {
      const isOfToken =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
      throw isOfToken ? error : unreachable(error)
    }
  }
}

/** Requests at the same time share one discovery. One that failed is tried again. */
function keySetOf(issuer: Issuer): Promise<JWTVerifyGetKey> {
  const name = `${issuer.issuer} ${issuer.jwks_uri ?? ''}`
  const known = keySets.get(name)
  if (known && known.expiresAt > Date.now()) return known.getKey
  const getKey = createKeySet(issuer)
  keySets.set(name, { getKey, expiresAt: Date.now() + DISCOVERY_MS })
  getKey.catch(() => keySets.delete(name))
  return getKey
}

async function createKeySet(issuer: Issuer): Promise<JWTVerifyGetKey> {
  const address = issuer.jwks_uri ?? (await discover(issuer.issuer))
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: fetchBounded,
  })
}

/** The address of the keys in the discovery document of an issuer (OpenID Connect Discovery 1.0). */
async function discover(issuer: string): Promise<string> {
  try {
    const response = await fetchBounded(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
    const { jwks_uri: address } = document
    if (response.status !== 200 || document.issuer !== issuer) throw new Error('it is not of this issuer')
    if (typeof address !== 'string' || !isAllowed(address)) throw new Error('it has no usable jwks_uri')
    return address
  } catch (error) {
    throw unreachable(error)
  }
}

/** Fetches a document of at most {@link MAX_BYTES}, without redirects. */
async function fetchBounded(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { ...init, headers, redirect: 'manual', signal })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new Response(new Blob(chunks), { status: response.status === 200 ? 200 : 502 })
}

/** The reason is for the log: it names no part of the token. */
function unreachable(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { log } = unavailable(
    `The keys of the issuer cannot be had: ${error instanceof Error ? error.name : 'unknown'}.`,
  )
  return new ApiError('unavailable', {
    detail: 'The keys of the issuer cannot be had at the moment. Try again shortly.',
    ...(log !== undefined && { log }),
  })
}
