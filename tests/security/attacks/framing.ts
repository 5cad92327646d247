// Requests whose end two servers may see in different places, followed by the start of another request.

export interface Framing {
  title: string
  /** The bytes of a request to this target, followed by the planted ones. */
  bytes(method: string, target: string, planted: string): string
}

const CRLF = '\r\n'
const chunk = (text: string) => `${text.length.toString(16)}${CRLF}${text}${CRLF}`
const lastChunk = `0${CRLF}${CRLF}`

type Body = (planted: string) => string
const plain: Body = (planted) => planted
const chunked: Body = (planted) => chunk(planted) + lastChunk
const afterLastChunk: Body = (planted) => lastChunk + planted

/** In a header, the length of the planted bytes. */
const LENGTH = '{length}'

function framing(headers: string[], body: Body, more: { version?: string; host?: string } = {}): Framing {
  const { version = 'HTTP/1.1', host = 'Host: here.example' } = more
  const lines = [...(host ? [host] : []), ...headers]
  return {
    title: JSON.stringify([version, ...lines, body.name].join(' ')),
    bytes: (method, target, planted) =>
      [
        `${method} ${target} ${version}`,
        ...lines.map((line) => line.replaceAll(LENGTH, String(planted.length))),
      ]
        .concat('', body(planted))
        .join(CRLF),
  }
}

const length = `Content-Length: ${LENGTH}`
const encoding = 'Transfer-Encoding: chunked'

const odd = (name: string, body: Body) => Object.defineProperty(body, 'name', { value: name })
const sized = (text: string) => text.length.toString(16)

/** Every way to frame a body, valid or not. `|` separates the values of a header. */
export const framings: Framing[] = [
  framing([length], plain),
  framing([encoding], chunked),
  framing([], plain),
  ...['0', '1', '100000'].map((value) => framing([`Content-Length: ${value}`], plain)),
  // The Connection header names the header that frames the body.
  ...'content-length|Content-Length, close|keep-alive,\tCONTENT-LENGTH|, ,content-length|upgrade, content-length'
    .split('|')
    .map((options) => framing([`Connection: ${options}`, length], plain)),
  framing(['Connection: keep-alive', 'connection: content-length', length], plain),
  framing([length, 'Connection: keep-alive,', ' content-length'], plain),
  ...'transfer-encoding|Transfer-Encoding, Trailer|transfer-encoding, content-length'
    .split('|')
    .map((options) => framing([`Connection: ${options}`, encoding], chunked)),
  framing(['Connection: transfer-encoding', encoding], afterLastChunk),
  framing(['Connection: content-type, host, x-forwarded-for', length], plain),
  framing(
    ['Proxy-Connection: content-length', 'Keep-Alive: content-length', 'TE: content-length', length],
    plain,
  ),
  // Both headers, or one of them twice.
  framing([length, encoding], afterLastChunk),
  framing([encoding, length], afterLastChunk),
  framing([encoding, 'Content-Length: 5'], chunked),
  framing([length, 'Connection: transfer-encoding', encoding], afterLastChunk),
  framing([encoding, 'Connection: content-length', length], afterLastChunk),
  framing([length, length], plain),
  framing([length, 'Content-Length: 0'], plain),
  framing(['Content-Length: 0', length], plain),
  framing([encoding, 'Transfer-Encoding: identity'], afterLastChunk),
  framing(['Transfer-Encoding: identity', encoding], afterLastChunk),
  framing([encoding, encoding], afterLastChunk),
  ...`${LENGTH}, ${LENGTH}|0, ${LENGTH}|+${LENGTH}|-${LENGTH}|0x10|0${LENGTH}|1e1|| `
    .split('|')
    .map((value) => framing([`Content-Length: ${value}`], plain)),
  // Encodings, header names and lines that one server knows and another does not.
  ...'xchunked|identity|chunked, identity|identity, chunked|gzip, chunked|chunked, chunked|"chunked"'
    .split('|')
    .flatMap((value) =>
      [chunked, afterLastChunk].map((body) => framing([`Transfer-Encoding: ${value}`], body)),
    ),
  ...'\x0bchunked|chunked\x0b|chunked;q=1|chunked,|,chunked|\x00chunked|chun\tked|CHUNKED'
    .split('|')
    .map((value) => framing([`Transfer-Encoding: ${value}`], afterLastChunk)),
  ...'Content-Length | Content-Length|Content-Length\x00|Content_Length|Content-Length\x0b|\x00Content-Length'
    .split('|')
    .map((name) => framing([`${name}: ${LENGTH}`], plain)),
  ...'Transfer-Encoding | Transfer-Encoding|\tTransfer-Encoding|Transfer_Encoding|X: y\rTransfer-Encoding|X: y\nTransfer-Encoding'
    .split('|')
    .map((name) => framing([`${name}: chunked`], afterLastChunk)),
  framing(['Content-Length:', ` ${LENGTH}`], plain),
  framing(['Transfer-Encoding:', ' chunked'], afterLastChunk),
  framing(['X-Folded: a', ` ${encoding}`, length], plain),
  // Chunks and trailers that break the rules.
  ...[';a=b', ';a="\r\n0\r\n\r\n"', ' ', '\t', `;${'x'.repeat(20_000)}`].map((extension) =>
    framing(
      [encoding],
      odd('extension', (text) => `${sized(text)}${extension}${CRLF}${text}${CRLF}${lastChunk}`),
    ),
  ),
  ...[
    odd('long size', (text) => `${'0'.repeat(20)}${chunk(text)}${lastChunk}`),
    odd('huge size', (text) => `1${'0'.repeat(16)}${CRLF}${text}`),
    odd('bare line feeds', (text) => `${sized(text)}\n${text}\n0\n\n`),
    odd('longer than its size', (text) => `1${CRLF}${text}${CRLF}${lastChunk}`),
  ].map((body) => framing([encoding], body)),
  framing(
    [encoding, 'Trailer: Content-Length'],
    odd(
      'trailers',
      (text) =>
        `0${CRLF}Content-Length: 0${CRLF}Transfer-Encoding: identity${CRLF}Host: evil.example${CRLF}${CRLF}${text}`,
    ),
  ),
  // Protocols, expectations, versions and hosts.
  ...['h2c', 'websocket', 'TLS/1.0'].flatMap((protocol) => [
    framing(
      ['Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABk'],
      plain,
    ),
    framing(['Connection: Upgrade', `Upgrade: ${protocol}`, length], plain),
  ]),
  framing(['Expect: 100-continue', length], plain),
  framing(['Expect: 100-continue'], plain),
  framing(['Expect: 100-continue', 'Connection: expect, content-length', length], plain),
  framing(['Expect: miracles', length], plain),
  framing(['Connection: keep-alive', length], plain, { version: 'HTTP/1.0' }),
  framing(['Connection: keep-alive', encoding], afterLastChunk, { version: 'HTTP/1.0' }),
  framing(['Connection: keep-alive'], plain, { version: 'HTTP/1.0', host: '' }),
  framing(['Host: evil.example', length], plain),
  framing([length], plain, { host: 'Host: here.example:80, evil.example' }),
  framing([length], plain, { host: '' }),
]
