import type { IncomingMessage } from 'node:http'

/** Headers of one connection (RFC 9110, section 7.6.1), and Expect, which the gateway answers itself. */
const hopByHop =
  /^(connection|keep-alive|proxy-(authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade|expect)$/
/** Headers that the gateway sets, and those with which a client could pretend to have another address. */
const replaced = /^(host|content-length|forwarded|x-forwarded-(for|host|port|proto)|x-real-ip)$/

/** The headers for upstream: names and values in turn. */
export function upstreamHeaders(request: IncomingMessage, port: number): string[] {
  const { host, 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const client = request.socket.remoteAddress ?? ''
  return [
    'Host',
    `127.0.0.1:${port}`,
    'X-Forwarded-For',
    client.replace(/^::ffff:/, ''),
    'X-Forwarded-Proto',
    'http',
    ...(host === undefined ? [] : ['X-Forwarded-Host', host]),
    // The length is the one that Node's parser used. undici sends all other bodies in chunks.
    ...(length === undefined || encoding !== undefined ? [] : ['Content-Length', length]),
    ...without(request.rawHeaders, hopByHop, replaced),
  ]
}

/** The headers for the client: names and values in turn. */
export function clientHeaders(raw: string[], isLast: boolean): string[] {
  return [...without(raw, hopByHop), ...(isLast ? ['Connection', 'close'] : [])]
}

/**
 * Removes the headers whose names in lower case match. As hono/proxy does, it keeps those that a Connection header names: a client could
 * have a key removed.
 */
function without(raw: string[], ...names: RegExp[]): string[] {
  return raw.filter((_, i) => {
    const name = (raw[i - (i % 2)] as string).toLowerCase()
    return !names.some((pattern) => pattern.test(name))
  })
}
