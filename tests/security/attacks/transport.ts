import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { framings, send } from './framing.ts'
import { type Cast, freeName, tally } from './target.ts'

/** Where raw bytes go: through the gateway, as everybody's do, or straight to the function, as from another process of this machine. */
export interface Wire {
  name: string
  port: number
  /** What stands before /api in a path. */
  prefix: string
}

export function wires({ stack }: Cast): Wire[] {
  return [
    { name: 'the gateway', port: Number(new URL(stack.apiUrl).port), prefix: '/functions/v1' },
    { name: 'the function itself', port: Number(new URL(stack.internal.functionUrl).port), prefix: '' },
  ]
}

/** Bytes that are no proper request, or one that no honest client sends. */
export interface RawAttack {
  title: string
  /** In Latin-1, so that every byte can be said. */
  bytes: string
  /** Whether a plain 200 or 204 is a fine answer too: such bytes have a lawful reading that changes nothing. */
  mayBeAnswered?: true
  /** Whether a server may go on waiting, for what it takes to be only a beginning. */
  mayWait?: true
}

const CRLF = '\r\n'

/** Every one must end in a 4xx, in a closed connection, or in an answer that changes nothing. */
export function transport({ mallory, other }: Cast, { prefix }: Wire): RawAttack[] {
  const rating = JSON.stringify({ skill_id: other.id, claws: 1 })
  const post = (headers: string[], body = rating, path = '/api/ratings') =>
    [
      `POST ${prefix}${path} HTTP/1.1`,
      'Host: here.example',
      'Connection: close',
      'Content-Type: application/json',
      ...headers,
      '',
      body,
    ].join(CRLF)
  const get = (target: string, headers: string[] = [], version = 'HTTP/1.1') =>
    [`GET ${target} ${version}`, 'Host: here.example', 'Connection: close', ...headers, '', ''].join(CRLF)
  const key = `x-api-key: ${mallory.key}`
  const health = `${prefix}/api/health`
  const chunked = `${rating.length.toString(16)}${CRLF}${rating}${CRLF}0${CRLF}${CRLF}`
  // Behind a request whose end is in doubt; whoever takes it for the next request gets an agent.
  const planted = JSON.stringify({ agent_name: freeName() })
  const smuggled = post([`Content-Length: ${planted.length}`], planted, '/api/register')

  return [
    {
      title: 'both lengths, another request behind',
      bytes: post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0${CRLF}${CRLF}${smuggled}`),
    },
    {
      title: 'both lengths, the other way round',
      bytes: post([key, 'Transfer-Encoding: chunked', `Content-Length: ${rating.length}`], rating),
    },
    {
      title: 'two lengths',
      bytes: post([key, `Content-Length: ${rating.length}`, `Content-Length: ${rating.length + 1}`]),
    },
    {
      title: 'two lengths in one',
      bytes: post([key, `Content-Length: ${rating.length}, ${rating.length + 1}`]),
    },
    ...[
      '-1',
      '-0',
      '+5',
      '0x10',
      '1e2',
      '5 5',
      '99999999999999999999999',
      '18446744073709551616',
      '',
      'x',
      '\u00b2',
    ].map((length) => ({
      title: `a length of ${length}`,
      bytes: post([key, `Content-Length: ${length}`], `${smuggled}`),
      // "Content-Length:" with nothing is refused or none at all; then what follows is a request of its own.
    })),
    ...[
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: \x0bchunked',
    ].map((header) => ({ title: header, bytes: post([key, header], chunked) })),
    {
      title: 'two transfer encodings',
      bytes: post([key, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked),
    },
    ...['zz', '-1', 'FFFFFFFFFFFFFFFFFF', '0x5', ' ', '5 5'].map((size) => ({
      title: `a chunk of the size ${size}`,
      bytes: post([key, 'Transfer-Encoding: chunked'], `${size}${CRLF}${rating}${CRLF}0${CRLF}${CRLF}`),
    })),
    {
      title: 'a chunk longer than it says',
      bytes: post([key, 'Transfer-Encoding: chunked'], `2${CRLF}${rating}${CRLF}0${CRLF}${CRLF}`),
    },
    {
      title: 'a chunk with an extension of 70 KB',
      bytes: post(
        [key, 'Transfer-Encoding: chunked'],
        `1;${'x'.repeat(70_000)}${CRLF}{${CRLF}0${CRLF}${CRLF}`,
      ),
    },
    {
      title: 'the key in a trailer',
      bytes: post(
        ['Transfer-Encoding: chunked', 'Trailer: x-api-key'],
        chunked.replace(/\r\n$/, `${key}${CRLF}${CRLF}`),
      ),
    },
    { title: 'a NUL in a header', bytes: get(health, ['x-a: b\0c']) },
    { title: 'a NUL in the name of a header', bytes: get(health, ['x\0a: b']) },
    { title: 'a NUL in the key', bytes: post([`${key}\0`, `Content-Length: ${rating.length}`]) },
    { title: 'a bare CR in a header', bytes: get(health, ['x-a: b\rx-c: d']) },
    {
      title: 'a header that goes on in the next line',
      bytes: get(health, ['x-a: b', ' c: d']),
      mayBeAnswered: true,
    },
    {
      title: 'a space before the colon',
      bytes: post([`x-api-key : ${mallory.key}`, `Content-Length: ${rating.length}`]),
    },
    { title: 'a header without a colon', bytes: get(health, ['nonsense']) },
    { title: 'a header without a name', bytes: get(health, [': x']) },
    { title: 'bytes above ASCII in the name of a header', bytes: get(health, ['x-\xe9: x']) },
    {
      title: 'control characters in a header',
      bytes: get(health, ['x-a: \x01\x02\x7f']),
      mayBeAnswered: true,
    },
    {
      title: '200 headers',
      bytes: get(
        health,
        Array.from({ length: 200 }, (_, i) => `x-h${i}: v`),
      ),
      mayBeAnswered: true,
    },
    {
      title: '20,000 headers',
      bytes: get(
        health,
        Array.from({ length: 20_000 }, () => 'a: b'),
      ),
    },
    { title: 'a header of 1 MB', bytes: get(health, [`x-a: ${'x'.repeat(1_000_000)}`]) },
    { title: 'a URL of 70 KB', bytes: get(`${prefix}/api/skills?search=${'x'.repeat(70_000)}`) },
    { title: 'a path of 70 KB', bytes: get(`${prefix}/api/skills/${'x'.repeat(70_000)}`) },
    { title: 'a URL of 15 KB', bytes: get(`${prefix}/api/skills?search=${'x'.repeat(15_000)}`) },
    { title: 'a URL with a NUL', bytes: get(`${health}?\0`) },
    { title: 'a URL with bytes above ASCII', bytes: get(`${health}?\xff\xfe`), mayBeAnswered: true },
    { title: 'a URL with a space', bytes: get(`${health}?a b`) },
    { title: 'a URL with a line break', bytes: get(`${health}?a\nb`) },
    { title: 'a URL with curly braces and quotes', bytes: get(`${health}?{"a"}^|\``), mayBeAnswered: true },
    {
      title: 'a whole address as the target',
      bytes: get(`http://evil.example${health}`),
      mayBeAnswered: true,
    },
    { title: 'another protocol as the target', bytes: get('file:///etc/passwd') },
    { title: 'no target', bytes: get('') },
    {
      title: 'an asterisk as the target',
      bytes: 'OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
      mayBeAnswered: true,
    },
    {
      title: 'CONNECT',
      bytes: 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n',
    },
    { title: 'a path that climbs', bytes: get(`${prefix}/api/../../../etc/passwd`) },
    { title: 'no host', bytes: `GET ${health} HTTP/1.1\r\nConnection: close\r\n\r\n`, mayBeAnswered: true },
    { title: 'two hosts', bytes: get(health, ['Host: evil.example']), mayBeAnswered: true },
    {
      title: 'a host that is none',
      bytes: `GET ${health} HTTP/1.1\r\nHost: @/\\:?#\r\nConnection: close\r\n\r\n`,
      mayBeAnswered: true,
    },
    { title: 'HTTP/1.0', bytes: get(health, [], 'HTTP/1.0'), mayBeAnswered: true },
    { title: 'HTTP/0.9', bytes: `GET ${health}\r\n`, mayWait: true },
    { title: 'HTTP/9.9', bytes: get(health, [], 'HTTP/9.9') },
    { title: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', mayWait: true },
    {
      title: 'an upgrade to HTTP/2',
      bytes: get(health, ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']),
      mayBeAnswered: true,
    },
    {
      title: 'an upgrade to a web socket',
      bytes: get(health, [
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ]).replace('Connection: close', 'Connection: Upgrade, close'),
      mayBeAnswered: true,
    },
    {
      title: 'an expectation nobody meets',
      bytes: post(['Expect: miracles', `Content-Length: ${rating.length}`]),
    },
    { title: 'a method in lower case', bytes: get(health).replace('GET', 'get') },
    { title: 'a method that is none', bytes: get(health).replace('GET', 'G\u00cbT') },
    { title: 'a method of 1 MB', bytes: get(health).replace('GET', 'G'.repeat(1_000_000)) },
    {
      title: 'two requests at once, the second of them bad',
      bytes: get(health).replace('close', 'keep-alive') + get(health, ['x-a: b\0c']),
      mayBeAnswered: true,
    },
    {
      title: 'the first bytes of TLS',
      bytes: `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\x00'.repeat(32)}`,
    },
    { title: 'line breaks without CR', bytes: get(health).replaceAll(CRLF, '\n'), mayBeAnswered: true },
    { title: 'nothing but line breaks', bytes: CRLF.repeat(1_000), mayWait: true },
    { title: 'random bytes', bytes: randomBytes(4_096).toString('latin1') },
    { title: 'a GET with a body', bytes: `${get(health, ['Content-Length: 5'])}hello`, mayBeAnswered: true },
    {
      title: 'a body after an answer that needs none',
      bytes: post([`Content-Length: ${rating.length}`], rating, '/api/nowhere') + smuggled.slice(0, 20),
    },
  ]
}

/**
 * Sends a request with a deletion of Ada's rating as its body, framed in every way, and Ada's own request after each of them.
 * @returns what Ada was told that she had not asked for, in sentences
 */
export async function smuggle({ ada, skill }: Cast, wire: Wire, method: string): Promise<string[]> {
  // As the function sees its paths. The line that is swallowed would be Ada's request line, and the key that follows is hers.
  const planted = `DELETE /api/skills/${skill.slug}/ratings/me HTTP/1.1${CRLF}X-Swallow: `
  const own = [
    `GET ${wire.prefix}/api/me HTTP/1.1`,
    ...['Host: here.example', `x-api-key: ${ada.key}`, 'Connection: close', '', ''],
  ].join(CRLF)
  const violations: string[] = []
  // One after the other, so that no other attack takes the connection before Ada does.
  for (const { title, bytes } of framings) {
    const leave = await send(wire.port, bytes(method, `${wire.prefix}/api/health`, planted))
    const { received } = await exchange(wire, own, 10_000)
    leave()
    if (statusesIn(received).join() !== '200' || !received.includes(ada.email))
      violations.push(`${title}: ${received}`)
  }
  return violations
}

/** What came back until the connection was closed, or for so many milliseconds. */
export interface Exchange {
  received: string
  closed: boolean
}

/** Sends the bytes. A server that waits for more of them is not waited for beyond so many milliseconds. */
export function exchange({ port }: Wire, bytes: string, milliseconds = 2_000): Promise<Exchange> {
  tally.function++
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    const done = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ received, closed })
    }
    const timer = setTimeout(() => done(false), milliseconds)
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.once('error', () => done(true))
    socket.once('close', () => done(true))
  })
}

/** What is wrong with how an exchange went, if anything. */
export function judgeExchange({ title, mayBeAnswered, mayWait }: RawAttack, { received, closed }: Exchange) {
  const statuses = statusesIn(received)
  tally.failures.function += statuses.filter((status) => status >= 500).length
  const isFine = (status: number) =>
    (status >= 400 && status < 500) || (mayBeAnswered && (status === 200 || status === 204))
  if (statuses.length === 0 ? closed || mayWait : statuses.every(isFine)) return undefined
  return `${title}: ${statuses.join(' and ') || 'no answer'}`
}

/** The statuses of the answers in what was received. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
}

/** Sends the beginning of a request and leaves the rest out; the connection stays open until it is destroyed. */
export function begin({ port }: Wire, bytes: string): Promise<Socket> {
  tally.function++
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.resume().once('connect', () => socket.write(bytes, 'latin1', () => resolve(socket)))
  })
}
