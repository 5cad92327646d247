import type { Context } from 'hono'
import { ApiError } from './errors.ts'
import { isApiKey } from './text/text.ts'

/**
 * The API key of a request, from `x-api-key`, `Authorization: Bearer`, or an argument of an MCP tool.
 *
 * This checks the form of the key. The database checks whether the key is known.
 *
 * @param argument a key from elsewhere in the request
 * @throws ApiError missing_api_key, invalid_api_key, conflicting_api_keys
 */
export function requireApiKey(c: Context, argument?: string): string {
  const sent = [c.req.header('x-api-key'), bearerKey(c.req.header('authorization')), argument]
  const [key, ...others] = sent.filter(Boolean)
  if (others.some((other) => other !== key)) throw new ApiError('conflicting_api_keys')
  if (!key) throw new ApiError('missing_api_key')
  if (!isApiKey(key)) throw new ApiError('invalid_api_key')
  return key
}

/**
 * supabase-js clients send a token of their own in Authorization: only a token that starts like a key counts as one. Of a header that is
 * sent twice, either token does, and both together are malformed.
 */
function bearerKey(authorization: string | undefined): string | undefined {
  const token = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]
  return token && /(?:^|, *[Bb]earer +)claw_/.test(token) ? token : undefined
}
