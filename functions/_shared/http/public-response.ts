import type { Context } from 'hono'
import { etagOf, matchesEtag } from './etag.ts'

/** Responds with text that every cache may keep for five minutes, or with 304 if the client has it already. */
export function publicResponse(
  c: Context,
  type: string,
  text: string,
  others: Record<string, string> = {},
): Response {
  const etag = etagOf(text)
  const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300', ...others }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(text, 200, { 'Content-Type': type, ...headers })
}
