/**
 * Entity tags and If-None-Match (RFC 9110, sections 8.8.3 and 13.1.2).
 *
 * Hono has a middleware for this. It reads each answer a second time, as a stream, in order to hash it; here its bytes
 * are at hand, and an answer that is kept in memory keeps its tag.
 */

import { sha256 } from '../sha256.ts'

/** The strong tag of a body: 22 characters of its SHA-256, which are 132 bits. */
export function tagOf(body: Uint8Array): string {
  return `"${sha256(body, 'base64url').slice(0, 22)}"`
}

/** Whether If-None-Match names the tag, as weak or as strong, or is `*`: the client has what it asks for. */
export function isNamed(tag: string, ifNoneMatch: string | undefined): boolean {
  const names: string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? []
  return ifNoneMatch === '*' || names.includes(tag)
}
