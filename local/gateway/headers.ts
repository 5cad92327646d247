import type { IncomingMessage } from 'node:http'
import { connectionOptions } from './request-framing.ts'

// Headers of one connection (RFC 9110, section 7.6.1), and Expect, which the gateway answers itself.
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]
// Headers with which a client could pretend to have another address.
const forwarded = [
  ...[
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-forwarded-proto',
    'x-real-ip',
  ],
]

/** The headers for upstream: names and values in turn. */
export function upstreamHeaders(request: IncomingMessage, port: number): string[] {
  const { host, 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const client = request.socket.remoteAddress ?? ''
  return [
    ...['Host', `127.0.0.1:${port}`],
    ...['X-Forwarded-For', client.replace(/^::ffff:/, '')],
    ...['X-Forwarded-Proto', 'http'],
    ...(host === undefined ? [] : ['X-Forwarded-Host', host]),
    // The length is the one that Node's parser used. undici sends all other bodies in chunks.
    ...(length === undefined || encoding !== undefined ? [] : ['Content-Length', length]),
    ...without(request.rawHeaders, [...hopByHop, ...forwarded, 'host', 'content-length']),
  ]
}

/** The headers for the client: names and values in turn. */
export function clientHeaders(raw: string[], isLast: boolean): string[] {
  return [...without(raw, hopByHop), ...(isLast ? ['Connection', 'close'] : [])]
}

/** Removes these headers and those that the Connection header names. */
function without(raw: string[], names: string[]): string[] {
  const removed = new Set([...names, ...connectionOptions(raw)])
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string
    if (!removed.has(name.toLowerCase())) kept.push(name, raw[i + 1] as string)
  }
  return kept
}
