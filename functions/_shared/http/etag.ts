/**
 * ETag and If-None-Match (RFC 9110, sections 8.8.3 and 13.1.2).
 *
 * Hono's middleware reads each response a second time, as a stream, to hash it. Here the body is at hand.
 */

import { sha256 } from '../sha256.ts'

/** The strong ETag of a body: 22 characters (132 bits) of its SHA-256. */
export function etagOf(body: string): string {
  return `"${sha256(body, 'base64url').slice(0, 22)}"`
}

/** Whether If-None-Match contains the ETag, weak or strong, or is `*`: the client has the current response. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const etags: string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? []
  return ifNoneMatch === '*' || etags.includes(etag)
}
