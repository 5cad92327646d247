import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Gateway } from '../../local/gateway/gateway.ts'
import { until } from './npm-start.ts'

const head = (request: IncomingMessage) => ({
  method: request.method,
  url: request.url,
  headers: request.rawHeaders.map((item, i) => (i % 2 === 0 ? item.toLowerCase() : item)),
})

test('a request arrives as it was sent, whatever its method, path, headers and body', async () => {
  const port = await before(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.setHeader('X-Two', ['one', 'two'])
    response.end(JSON.stringify({ ...head(request), body }))
  })
  const raw = await exchange(
    port,
    'GET /functions/v1/api//x%2F%ff?q=%&q=a+b HTTP/1.1\r\nHost: here.example\r\nx-api-key: a\r\nX-Api-Key: b\r\n' +
      'X-Forwarded-For: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\nConnection: close, x-secret-hop\r\nX-Secret-Hop: 1\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  )
  expect(raw).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(raw.match(/^X-Two: .*$/gm)).toHaveLength(2)
  const seen = JSON.parse(raw.slice(raw.indexOf('{'), raw.lastIndexOf('}') + 1))
  expect(seen).toMatchObject({ method: 'GET', url: '/api//x%2F%ff?q=%&q=a+b', body: 'abc' })
  const values = (name: string) =>
    (seen.headers as string[]).filter((_, i, all) => i % 2 === 1 && all[i - 1] === name)
  expect(values('x-api-key')).toEqual(['a', 'b'])
  expect(values('x-forwarded-for')).toEqual(['127.0.0.1'])
  expect(values('x-forwarded-host')).toEqual(['here.example'])
  expect(values('forwarded')).toEqual([])
  expect(values('x-secret-hop')).toEqual([])

  for (const method of ['TRACE', 'DELETE', 'PROPFIND', 'OPTIONS']) {
    const answer = await exchange(
      port,
      `${method} /rest/v1/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toContain(`"method":"${method}","url":"/rest/v1/x"`)
  }
  expect(await exchange(port, 'HEAD /rest/v1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1.1 200/,
  )
  const expecting =
    'POST /rest/v1 HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi'
  expect(await exchange(port, expecting)).toMatch(/^HTTP\/1.1 100 Continue[\s\S]*"body":"hi"/)
})

test('a path that nobody serves is 404, however close it comes', async () => {
  const port = await before((_, response) => response.end())
  for (const path of ['/', '/rest/v1x', '/functions/v2', '//rest/v1', '/rest/v1/../..%2f']) {
    const response = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`)
    expect(response).toMatch(
      path.startsWith('/rest/v1/') ? /^HTTP\/1.1 200/ : /^HTTP\/1.1 404[\s\S]*"code":"route_not_found"/,
    )
  }
})

test.each([
  ['letters in the address that are not percent-encoded', 'GET /rest/v1?q=é HTTP/1.1\r\nHost: h\r\n\r\n'],
  ['a header with a NUL', 'GET /rest/v1 HTTP/1.1\r\nHost: h\r\nX-A: a\0b\r\n\r\n'],
  ['an address of 70 KB', `GET /rest/v1?q=${'x'.repeat(70_000)} HTTP/1.1\r\nHost: h\r\n\r\n`],
])('%s: refused with a problem document', async (_, request) => {
  const port = await before((_, response) => response.end())
  const raw = await exchange(port, request)
  expect(raw).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  expect(raw).toContain('Content-Type: application/problem+json')
  expect(JSON.parse(raw.slice(raw.indexOf('{')))).toMatchObject({
    status: 400,
    success: false,
    code: 'invalid_request',
  })
})

test.each([
  [
    'a Connection header that names the framing',
    'Connection: close, Content-Length\r\nContent-Length: 2',
    'hi',
  ],
  ['the same in the second of two Connection headers', 'Connection: close\r\nconnection: content-length', ''],
  ['the same in a folded Connection header', 'Connection: close,\r\n Transfer-Encoding', ''],
  ...[
    'host',
    'authorization',
    'X-API-Key',
    'content-type',
    'content-encoding',
    'apikey',
    'x-forwarded-for',
    'prefer',
  ].map((name): [string, string, string] => [
    `a Connection header that names ${name}`,
    `Connection: keep-alive, ${name}`,
    '',
  ]),
  [
    'both Content-Length and Transfer-Encoding',
    'Content-Length: 2\r\nTransfer-Encoding: chunked',
    '0\r\n\r\n',
  ],
  ['Content-Length twice', 'Content-Length: 2\r\nContent-Length: 2', 'hi'],
  ['two numbers in Content-Length', 'Content-Length: 2, 2', 'hi'],
  ['a second Transfer-Encoding', 'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
  ['a Transfer-Encoding other than chunked', 'Transfer-Encoding: gzip, chunked', '0\r\n\r\n'],
  ['a second Host header', 'Host: evil.example', ''],
] satisfies [string, string, string][])(
  '%s: rejected with a problem document, and the connection is closed',
  async (_, headers, body) => {
    let requests = 0
    const port = await before((_, response) => {
      requests++
      response.end()
    })
    const raw = await exchange(port, `POST /rest/v1 HTTP/1.1\r\nHost: h\r\n${headers}\r\n\r\n${body}`)
    expect(raw).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(JSON.parse(raw.slice(raw.indexOf('{')))).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(requests).toBe(0)
  },
)

test.each([
  [
    'HTTP/1.0 with Transfer-Encoding',
    'POST /rest/v1 HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a target on another host than Host', 'GET http://evil.example/rest/v1 HTTP/1.1\r\nHost: h\r\n\r\n'],
  ['a target with credentials', 'GET http://user@h/rest/v1 HTTP/1.1\r\nHost: h\r\n\r\n'],
])('%s: rejected', async (_, request) => {
  const port = await before((_, response) => response.end())
  expect(await exchange(port, request)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"invalid_request"/)
})

test('a target that is a whole address on the same host, and a Connection header with empty options, are fine', async () => {
  const port = await before((request, response) => response.end(request.url))
  const request = 'GET http://H.example/rest/v1 HTTP/1.1\r\nHost: h.example\r\nConnection: ,close,\r\n\r\n'
  expect(await exchange(port, request)).toMatch(/^HTTP\/1.1 200 [\s\S]*\/rest\/v1/)
})

test('answers on one connection keep their order and their ends, whatever the method and the version', async () => {
  const port = await before((request, response) => {
    response.setHeader('Content-Length', 3)
    response.end(request.method === 'HEAD' ? undefined : request.url?.slice(-3))
  })
  const request = (method: string, name: string, headers = '') =>
    `${method} /rest/v1/${name} HTTP/1.1\r\nHost: h\r\n${headers}\r\n`
  const pipelined = await exchange(
    port,
    request('HEAD', 'one') +
      request('GET', 'two') +
      `${request('DELETE', 'thr', 'Content-Length: 2\r\n')}hi` +
      request('GET', 'fou', 'Connection: close\r\n'),
  )
  const bodies = pipelined.split(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n/)
  expect(bodies).toEqual(['', '', 'two', 'thr', 'fou'])
  const old = await exchange(port, 'GET /rest/v1/old HTTP/1.0\r\n\r\n')
  expect(old).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\nold$/)
})

test('an answer that comes before the whole body was sent reaches the client', async () => {
  const port = await before((_, response) => {
    response.writeHead(413, { Connection: 'close' })
    response.end('too much')
  })
  for (let i = 0; i < 20; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1`, {
      method: 'POST',
      body: Buffer.alloc(3_000_000),
    })
    expect([response.status, await response.text()]).toEqual([413, 'too much'])
  }
})

test('when the client goes away, so does its request', async () => {
  let gone = false
  let asked = false
  const port = await before((request) => {
    asked = true
    request.socket.once('close', () => {
      gone = true
    })
  })
  const client = connect(port, '127.0.0.1')
  client.write('GET /rest/v1 HTTP/1.1\r\nHost: h\r\n\r\n')
  await until(() => asked, 2_000)
  client.destroy()
  await until(() => gone, 2_000)
})

test('a part that breaks off before answering is 503; in the middle of an answer, the answer breaks off too', async () => {
  const tcp = createTcpServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((listening) => tcp.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void tcp.close())
  const port = await gatewayTo((tcp.address() as AddressInfo).port)
  const response = await fetch(`http://127.0.0.1:${port}/rest/v1`, { method: 'POST', body: 'x' })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])

  const half = await before((request, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('half', () => request.socket.destroy())
  })
  await expect(fetch(`http://127.0.0.1:${half}/rest/v1`).then((answer) => answer.text())).rejects.toThrow()
})

test.each([
  ['a control character in a header', 'HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 0\r\n\r\n'],
  ['a bare CR in a header', 'HTTP/1.1 200 OK\r\nX-A: a\rX-B: c\r\nContent-Length: 0\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello'],
  ['both lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
])('an answer of a part with %s is 503, and the next one is not affected', async (_, bytes) => {
  let requests = 0
  const tcp = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      requests++
      socket.write(requests === 1 ? bytes : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'latin1')
    })
  })
  await new Promise<void>((listening) => tcp.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void tcp.close())
  const port = await gatewayTo((tcp.address() as AddressInfo).port)
  const first = await fetch(`http://127.0.0.1:${port}/rest/v1`, { method: 'POST' })
  expect([first.status, first.headers.get('x-b')]).toEqual([503, null])
  const second = await fetch(`http://127.0.0.1:${port}/rest/v1`)
  expect([second.status, await second.text()]).toEqual([200, 'ok'])
})

test('a connection that the part closed while it was idle gives no error', async () => {
  let requests = 0
  const port = await before((request, response) => {
    requests++
    response.end('ok')
    // Closed without a word, as a server does whose patience with an idle connection has ended.
    setImmediate(() => request.socket.destroy())
  })
  for (let i = 0; i < 50; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1`)
    expect([response.status, await response.text()]).toEqual([200, 'ok'])
  }
  expect(requests).toBe(50)
})

/** A gateway before a part that answers like this; its port. */
async function before(listener: RequestListener): Promise<number> {
  const part: Server = createServer(listener)
  await new Promise<void>((listening) => part.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    part.close()
    part.closeAllConnections()
  })
  return gatewayTo((part.address() as AddressInfo).port)
}

async function gatewayTo(part: number): Promise<number> {
  const gateway = new Gateway([
    { prefix: '/functions/v1', port: part, stripped: '/functions/v1' },
    { prefix: '/rest/v1', port: part, stripped: '' },
  ])
  const port = await gateway.listen(0)
  onTestFinished(() => gateway.close(0))
  return port
}

/** Sends these bytes and gives back all that came until the connection was closed. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((answer, failed) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => {
      got += chunk
    })
    socket.once('close', () => answer(got))
    socket.once('error', failed)
  })
}
