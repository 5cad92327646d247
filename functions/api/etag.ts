/**
 * Entity tags and If-None-Match (RFC 9110, sections 8.8.3 and 13.1.2).
 *
 * Hono has a middleware for this. It reads each answer a second time, as a stream, in order to hash it; here its bytes
 * are at hand, and an answer that is kept in memory keeps its tag.
 */

type NodeCrypto = {
  createHash(algorithm: 'sha256'): { update(bytes: Uint8Array): { digest(encoding: 'base64url'): string } }
}

// It takes a quarter of the CPU time of crypto.subtle for a list. By a name that the type checker does not follow: it would want
// the whole of Node's types.
const { createHash }: NodeCrypto = await import('node:crypto' as string)

/** The strong tag of a body: 22 characters of its SHA-256, which are 132 bits. */
export function tagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether If-None-Match names the tag, as weak or as strong, or is `*`: the client has what it asks for. */
export function isNamed(tag: string, ifNoneMatch: string | undefined): boolean {
  const names: string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? []
  return ifNoneMatch === '*' || names.includes(tag)
}
