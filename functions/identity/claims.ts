import type { JWTPayload } from 'jose'
import type { Issuer } from './schemas.ts'

/** Enterprises can have a path of their own. */
const GITHUB_HOST = 'token.actions.githubusercontent.com'

/**
 * The values of the counted claims of a token.
 *
 * @throws ClaimError with what is wrong, which names no value
 */
export function countedValues({ issuer, counted_claims }: Issuer, payload: JWTPayload): string[] {
  if (new URL(issuer).hostname === GITHUB_HOST) checkGitHub(payload)
  if (payload.is_anonymous !== undefined && payload.is_anonymous !== false)
    throw new ClaimError('The token is of an anonymous user.')
  return counted_claims.map((name) => {
    const value = payload[name]
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    if (typeof text !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text))
      throw new ClaimError(`The token has no usable claim ${name}.`)
    return text
  })
}

/**
 * Only runs that a person has started by hand: `pull_request_target` runs the code of strangers, and the app of an organisation would count as
 * a new person each time.
 */
function checkGitHub({ event_name: event, actor }: JWTPayload): void {
  if (event !== 'workflow_dispatch')
    throw new ClaimError('The workflow was not started by workflow_dispatch.')
  if (typeof actor !== 'string' || /\[bot\]$/i.test(actor))
    throw new ClaimError('The workflow was not started by a person.')
}

/** Why the claims of a verified token prove nothing, as a sentence. */
export class ClaimError extends Error {}
