import type { Context } from 'hono'
import { Problem } from './errors.ts'
import { isApiKey } from './text/text.ts'

const CHALLENGE = 'Bearer realm="skill-rating"'

/** What goes with a key that was just made. */
export const SHOWN_ONCE = 'Save this API key now: it is shown only here and cannot be recovered.'

/**
 * The API key of a request, from `x-api-key` or `Authorization: Bearer`, or from elsewhere in it.
 *
 * Well-formed is `claw_`, 48 hex characters, and 8 more that are the start of the SHA-256 of all before them; whether it
 * is known, the database says.
 *
 * @param elsewhere what else of the request is meant for a key
 * @throws Problem missing_api_key, invalid_api_key, conflicting_api_keys
 */
export async function requireApiKey(c: Context, elsewhere?: string): Promise<string> {
  const given = [c.req.header('x-api-key'), bearerKey(c.req.header('authorization')), elsewhere]
  const [key, ...others] = given.filter(Boolean)
  if (others.some((other) => other !== key)) {
    throw new Problem('conflicting_api_keys', {
      detail: 'The x-api-key and Authorization headers hold two different API keys; send one.',
    })
  }
  if (!key) {
    throw new Problem('missing_api_key', {
      detail:
        'Send the API key as x-api-key: KEY or as Authorization: Bearer KEY. POST /api/register gives one.',
      headers: { 'WWW-Authenticate': CHALLENGE },
    })
  }
  if (!isApiKey(key)) throw invalidApiKey()
  return key
}

/** Whether a request carries what is meant for an API key, good or bad, by either header. */
export function carriesApiKey(c: Context): boolean {
  return Boolean(c.req.header('x-api-key') || bearerKey(c.req.header('authorization')))
}

/** The same answer for a malformed, an unknown and a revoked key. */
export function invalidApiKey(): Problem {
  return new Problem('invalid_api_key', {
    detail: 'The API key is malformed, unknown or revoked. A lost key cannot be recovered: register again.',
    headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` },
  })
}

/** supabase-js clients fill Authorization with a token of their own: only what begins like a key is an attempt at one. */
function bearerKey(authorization: string | undefined): string | undefined {
  const token = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]
  return token?.startsWith('claw_') ? token : undefined
}
