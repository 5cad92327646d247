// Bytes that are not a valid request, or that no HTTP client sends; framing.ts has those with an ambiguous end. Each must end in a 4xx,
// in a closed connection, or in a response that changes nothing.
import { randomBytes } from 'node:crypto'
import { type RawExchange, statusesIn } from '../../support/raw-socket.ts'
import type { Fixtures } from './fixtures.ts'

/** Through the gateway, or directly to the function, as another process of this machine could. */
export interface Endpoint {
  name: 'the gateway' | 'the function'
  port: number
  /** What comes before /api in a path. */
  prefix: string
}

export function endpoints({ stack }: Fixtures): Endpoint[] {
  return [
    { name: 'the gateway', port: Number(new URL(stack.apiUrl).port), prefix: '/functions/v1' },
    { name: 'the function', port: Number(new URL(stack.internal.functionUrl).port), prefix: '' },
  ]
}

/** In Latin-1, so that every byte can be written. */
export interface RawRequests {
  mustFail: string[]
  /** There is a valid reading, for which 200 or 204 is fine. */
  mayBeAnswered: string[]
  /** A server may wait for more bytes. */
  mayWait: string[]
}

const CRLF = '\r\n'

export function rawRequests({ attacker, unrated }: Fixtures, { prefix }: Endpoint): RawRequests {
  const rating = JSON.stringify({ skill_id: unrated.id, claws: 1 })
  const host = ['Host: here.example', 'Connection: close']
  const post = (headers: string[], body = rating, path = '/api/ratings') =>
    [`POST ${prefix}${path} HTTP/1.1`, ...host, 'Content-Type: application/json', ...headers, '', body].join(
      CRLF,
    )
  const get = (target: string, headers: string[] = [], version = 'HTTP/1.1') =>
    [`GET ${target} ${version}`, ...host, ...headers, '', ''].join(CRLF)
  const key = `x-api-key: ${attacker.key}`
  const length = `Content-Length: ${rating.length}`
  const health = `${prefix}/api/health`
  const withHeaders = (...headers: string[]) => get(health, headers)
  const encoding = 'Transfer-Encoding: chunked'
  const chunks = (size: string, content = rating) => `${size}${CRLF}${content}${CRLF}0${CRLF}${CRLF}`
  const chunked = chunks(rating.length.toString(16))
  return {
    mustFail: [
      ...['zz', '-1', 'FFFFFFFFFFFFFFFFFF', '0x5', ' ', '5 5', '2'].map((size) =>
        post([key, encoding], chunks(size)),
      ),
      post([key, encoding], chunks(`1;${'x'.repeat(70_000)}`, '{')),
      post([encoding, 'Trailer: x-api-key'], chunked.replace(/\r\n$/, `${key}${CRLF}${CRLF}`)),
      post([`${key}\0`, length]),
      post([`x-api-key : ${attacker.key}`, length]),
      post(['Expect: miracles', length]),
      ...[
        'x-a: b\0c',
        'x\0a: b',
        'x-a: b\rx-c: d',
        'nonsense',
        ': x',
        'x-\xe9: x',
        `x-a: ${'x'.repeat(1_000_000)}`,
      ].map((header) => withHeaders(header)),
      withHeaders(...Array.from({ length: 20_000 }, () => 'a: b')),
      ...[`?search=${'x'.repeat(70_000)}`, `?search=${'x'.repeat(15_000)}`, `/${'x'.repeat(70_000)}`].map(
        (path) => get(`${prefix}/api/skills${path}`),
      ),
      ...[
        `${health}?\0`,
        `${health}?a b`,
        `${health}?a\nb`,
        'file:///etc/passwd',
        '',
        `${prefix}/api/../../../etc/passwd`,
      ].map((target) => get(target)),
      'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n',
      get(health, [], 'HTTP/9.9'),
      ...['get', 'G\u00cbT', 'G'.repeat(1_000_000)].map((method) => get(health).replace('GET', method)),
      `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\x00'.repeat(32)}`,
      randomBytes(4_096).toString('latin1'),
    ],
    mayBeAnswered: [
      ...['x-a: \x01\x02\x7f', 'Host: evil.example', 'Upgrade: h2c', `x-a: b${CRLF} c: d`].map((header) =>
        withHeaders(header),
      ),
      withHeaders(...Array.from({ length: 200 }, (_, i) => `x-h${i}: v`)),
      withHeaders(
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ).replace(...(['Connection: close', 'Connection: Upgrade, close'] as const)),
      ...[`${health}?\xff\xfe`, `${health}?{"a"}^|\``, `http://evil.example${health}`].map((target) =>
        get(target),
      ),
      'OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
      `GET ${health} HTTP/1.1\r\nConnection: close\r\n\r\n`,
      `GET ${health} HTTP/1.1\r\nHost: @/\\:?#\r\nConnection: close\r\n\r\n`,
      get(health, [], 'HTTP/1.0'),
      get(health).replace('close', 'keep-alive') + withHeaders('x-a: b\0c'),
      get(health).replaceAll(CRLF, '\n'),
      `${withHeaders('Content-Length: 5')}hello`,
    ],
    mayWait: [`GET ${health}\r\n`, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', CRLF.repeat(1_000)],
  }
}

/** What is wrong with an exchange, if anything. */
export function checkExchange(kind: keyof RawRequests, bytes: string, { received, isClosed }: RawExchange) {
  const statuses = statusesIn(received)
  const isFine = (status: number) =>
    (status >= 400 && status < 500) || (kind === 'mayBeAnswered' && (status === 200 || status === 204))
  if (statuses.length === 0 ? isClosed || kind === 'mayWait' : statuses.every(isFine)) return []
  return [`${JSON.stringify(bytes.slice(0, 300))}: ${statuses.join(' and ') || 'no response'}`]
}
