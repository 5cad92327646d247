import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { ApiError } from '../_shared/errors.ts'
import { sha256 } from '../_shared/sha256.ts'
import { ClaimError, countedValues } from './claims.ts'
import { listIssuers } from './issuers.ts'
import { keyOf } from './keys.ts'
import type { Issuer } from './schemas.ts'

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
const TOLERANCE_SECONDS = 60
/** SQL knows a token that wrote something for a minute more than it is accepted. */
const MAX_AGE_SECONDS = 600

export interface VerifiedToken {
  issuer: Issuer
  /** The values of its counted claims. */
  values: string[]
  /** SHA-256 of what is signed. The signature is left out: it has several spellings that are valid. */
  hash: string
  issuedAt: Date
}

/**
 * Checks an ID token: its issuer, signature, audience, times and claims, in this order.
 *
 * @throws ApiError invalid_token with the check that failed, and nothing of the token; unavailable if the keys of the issuer cannot be had
 */
export async function verify(token: string): Promise<VerifiedToken> {
  const issuer = await issuerOf(token)
  const payload = await verified(token, issuer)
  // Several audiences would be several services that can pass the token on.
  if (Array.isArray(payload.aud) && payload.aud.length !== 1) throw invalidToken(CLAIM_TEXTS.aud)
  const { iat } = payload as { iat: number }
  try {
    const values = countedValues(issuer, payload)
    const hash = sha256(token.slice(0, token.lastIndexOf('.')), 'hex')
    return { issuer, values, hash, issuedAt: new Date(iat * 1_000) }
  } catch (error) {
    if (error instanceof ClaimError) throw invalidToken(error.message)
    throw error
  }
}

async function issuerOf(token: string): Promise<Issuer> {
  const name = unverifiedIssuer(token)
  const issuer = (await listIssuers()).find((trusted) => trusted.issuer === name)
  if (!issuer) throw invalidToken('The issuer of the token is not trusted here.')
  return issuer
}

function unverifiedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    throw invalidToken('The token is not a signed JWT.')
  }
}

async function verified(token: string, issuer: Issuer): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keyOf(issuer), {
      algorithms: ALGORITHMS,
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
      throw invalidToken(
        CLAIM_TEXTS[error.claim as keyof typeof CLAIM_TEXTS] ??
          `The claim ${error.claim} of the token is not valid.`,
      )
    // Also a header that jose does not support.
    if (error instanceof errors.JOSEError) throw invalidToken('The signature of the token is not valid.')
    throw error
  }
}

const CLAIM_TEXTS = {
  iss: 'The issuer of the token is not trusted here.',
  aud: 'The audience of the token is not this service.',
  exp: 'The token has expired.',
  nbf: 'The token is not valid yet.',
  iat: 'The token was issued too long ago, or in the future.',
}

function invalidToken(detail: string): ApiError {
  return new ApiError('invalid_token', { detail })
}
