import type { IncomingMessage } from 'node:http'

/**
 * The options that a Connection header may name: those of HTTP itself, and experimental headers. Anything else may be a header that is
 * meant for the part behind the gateway (RFC 9110, section 7.6.1), and a gateway that obeyed would remove it: the framing, a key.
 */
const CONNECTION_OPTION =
  /^(|close|keep-alive|proxy-connection|te|trailers?|upgrade|http2-settings|x-(?!api-key$|client-info$|forwarded-|http-method|real-ip$|request-id$).+)$/

/** The options of all Connection headers in a list of names and values in turn, in lower case. */
export function optionsOfConnection(rawHeaders: string[]): string[] {
  return valuesOf(rawHeaders, 'connection').flatMap((value) =>
    value.split(',').map((option) => option.trim().toLowerCase()),
  )
}

/**
 * Why two servers could disagree about where this request ends or what it asks for, as a sentence for the client; undefined when they
 * could not. Node's own parser rejects most of these requests. This check does not depend on its version and options.
 */
export function findAmbiguity({ rawHeaders, httpVersion, url = '' }: IncomingMessage): string | undefined {
  const [lengths, encodings, hosts] = ['content-length', 'transfer-encoding', 'host'].map((name) =>
    valuesOf(rawHeaders, name),
  ) as [string[], string[], string[]]
  const named = optionsOfConnection(rawHeaders).find((option) => !CONNECTION_OPTION.test(option))
  if (named !== undefined) return 'The Connection header names a header that belongs to the request itself.'
  if (lengths.length > 0 && encodings.length > 0)
    return 'Send either Content-Length or Transfer-Encoding, not both.'
  if (lengths.length > 1 || !lengths.every((length) => /^\d{1,15}$/.test(length)))
    return 'Content-Length must be sent once, as a whole number.'
  if (encodings.length > 1 || !encodings.every((encoding) => encoding.toLowerCase() === 'chunked'))
    return 'Transfer-Encoding must be sent once; the only one supported is chunked.'
  if (encodings.length > 0 && httpVersion !== '1.1') return 'Transfer-Encoding requires HTTP/1.1.'
  if (hosts.length > 1) return 'The Host header must be sent once.'
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  if (authority !== undefined && authority.toLowerCase() !== hosts[0]?.toLowerCase())
    return 'The host in the request line and the Host header must be the same.'
  return undefined
}

function valuesOf(rawHeaders: string[], name: string): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)
}
