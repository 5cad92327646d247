import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Gateway } from '../../local/gateway/gateway.ts'
import { until } from '../support/process.ts'
import { exchangeBytes } from '../support/raw-socket.ts'

/** The last request of a connection. */
const last = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`

/** A request with so many headers. */
const withHeaders = (count: number) =>
  `GET /rest/v1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${'X: y\r\n'.repeat(count - 2)}\r\n`

const head = (request: IncomingMessage) => ({
  method: request.method,
  url: request.url,
  headers: request.rawHeaders.map((item, i) => (i % 2 === 0 ? item.toLowerCase() : item)),
})

test('forwards method, path, headers and body unchanged', async () => {
  const port = await gatewayTo(async (request, response) => {
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
  // A Connection header cannot remove a header, such as a key.
  expect(values('x-secret-hop')).toEqual(['1'])

  for (const method of ['TRACE', 'DELETE', 'PROPFIND', 'OPTIONS']) {
    const answer = await exchange(port, last(method, '/rest/v1/x'))
    expect(answer).toContain(`"method":"${method}","url":"/rest/v1/x"`)
  }
  expect(await exchange(port, last('HEAD', '/rest/v1'))).toMatch(/^HTTP\/1.1 200/)
  const expecting =
    'POST /rest/v1 HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi'
  expect(await exchange(port, expecting)).toMatch(/^HTTP\/1.1 100 Continue[\s\S]*"body":"hi"/)
  const unknown = 'GET /rest/v1 HTTP/1.1\r\nHost: h\r\nExpect: x\r\nConnection: close\r\n\r\n'
  expect(await exchange(port, unknown)).toMatch(/^HTTP\/1.1 200 OK/)
})

test('returns 404 for a path without a route', async () => {
  const port = await gatewayTo((_, response) => response.end())
  for (const path of ['/', '/rest/v1x', '/functions/v2', '//rest/v1', '/rest/v1/../..%2f']) {
    expect(await exchange(port, last('GET', path))).toMatch(
      path.startsWith('/rest/v1/') ? /^HTTP\/1.1 200/ : /^HTTP\/1.1 404[\s\S]*"code":"route_not_found"/,
    )
  }
})

test('serves an index of the routes, for GET and HEAD', async () => {
  const routes = [{ method: 'GET', path: '/functions/v1/api', description: 'The API.' }]
  const gateway = new Gateway([{ prefix: '/functions/v1', port: 1, stripped: '' }], {
    path: '/functions/v1',
    routes,
  })
  const port = await gateway.listen(0)
  onTestFinished(() => gateway.close(0))
  for (const path of ['/functions/v1', '/functions/v1/', '/functions/v1?x']) {
    const found = await exchange(port, last('GET', path))
    expect(found).toMatch(/^HTTP\/1.1 200 OK[\s\S]*Content-Type: application\/json\r\n/)
    expect(JSON.parse(found.slice(found.indexOf('{')))).toEqual({ routes })
    expect(await exchange(port, last('HEAD', path))).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\n$/)
  }
  expect(await exchange(port, last('DELETE', '/functions/v1'))).toMatch(
    /^HTTP\/1.1 405[\s\S]*Allow: GET, HEAD/,
  )
  // The functions answer OPTIONS, and what is below it.
  expect(await exchange(port, last('OPTIONS', '/functions/v1'))).toMatch(/^HTTP\/1.1 503/)
  expect(await exchange(port, last('GET', '/functions/v1/x'))).toMatch(/^HTTP\/1.1 503/)
})

const post = (headers: string, body = '') => `POST /rest/v1 HTTP/1.1\r\nHost: h\r\n${headers}\r\n\r\n${body}`

test.each<[what: string, request: string]>([
  ['letters in the address that are not percent-encoded', 'GET /rest/v1?q=é HTTP/1.1\r\nHost: h\r\n\r\n'],
  ['a header with a NUL', 'GET /rest/v1 HTTP/1.1\r\nHost: h\r\nX-A: a\0b\r\n\r\n'],
  ['an address of 70 KB', `GET /rest/v1?q=${'x'.repeat(70_000)} HTTP/1.1\r\nHost: h\r\n\r\n`],
  [
    'both Content-Length and Transfer-Encoding',
    post('Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  ],
  ['Content-Length twice', post('Content-Length: 2\r\nContent-Length: 2', 'hi')],
  ['two numbers in Content-Length', post('Content-Length: 2, 2', 'hi')],
  ['no Host', 'GET /rest/v1 HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['101 headers', withHeaders(101)],
])('rejects %s with a problem document and closes the connection', async (_, request) => {
  let requests = 0
  const port = await gatewayTo((_, response) => {
    requests++
    response.end()
  })
  const raw = await exchange(port, request)
  expect(raw).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  expect(raw).toContain('Content-Type: application/problem+json')
  const problem = { status: 400, success: false, code: 'invalid_request' }
  expect(JSON.parse(raw.slice(raw.indexOf('{')))).toMatchObject(problem)
  expect(requests).toBe(0)
})

test('forwards 100 headers', async () => {
  const port = await gatewayTo((_, response) => response.end())
  expect(await exchange(port, withHeaders(100))).toMatch(/^HTTP\/1.1 200/)
})

test('takes the path of an absolute URL, and nothing else', async () => {
  const port = await gatewayTo((request, response) => response.end(`${request.headers.host}${request.url}`))
  const request =
    'GET http://user@evil.example/rest/v1 HTTP/1.1\r\nHost: h.example\r\nConnection: close\r\n\r\n'
  expect(await exchange(port, request)).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\n127\.0\.0\.1:\d+\/rest\/v1/)
})

test('keeps the order and the length of answers on one connection', async () => {
  const port = await gatewayTo((request, response) => {
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

test('sends an early answer to a client that is still sending its body', async () => {
  const port = await gatewayTo((_, response) => {
    response.writeHead(413, { Connection: 'close' })
    response.end('too much')
  })
  for (let i = 0; i < 5; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1`, {
      method: 'POST',
      body: Buffer.alloc(3_000_000),
    })
    expect([response.status, await response.text()]).toEqual([413, 'too much'])
  }
})

test('returns 408 for a body that is not complete in time, and ends the upstream request', async () => {
  let isGone = false
  const port = await gatewayTo((request, response) => {
    request.resume().once('end', () => response.end('ok'))
    request.socket.once('close', () => {
      isGone = true
    })
  }, 200)
  const client = connect(port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  client.on('data', (text: string) => {
    received += text
  })
  client.write(post('Content-Length: 3', 'hi'))
  await until(() => received.includes('"code":"request_timeout"') && isGone, 5_000)
  expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  client.destroy()
  expect(await exchange(port, post('Content-Length: 2\r\nConnection: close', 'hi'))).toMatch(
    /^HTTP\/1\.1 200/,
  )
})

test('aborts the upstream request when the client disconnects', async () => {
  let gone = false
  let asked = false
  const port = await gatewayTo((request) => {
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

test('returns 503 as a problem document when upstream disconnects, and aborts an answer that has started', async () => {
  const port = await gatewayToSocket((socket) => socket.once('data', () => socket.destroy()))
  const response = await fetch(`http://127.0.0.1:${port}/rest/v1`, { method: 'POST', body: 'x' })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'retry-after': '1',
    'access-control-allow-origin': '*',
  })
  const request_id = response.headers.get('x-request-id')
  const problem = { status: 503, code: 'unavailable', success: false, request_id }
  expect([response.status, await response.json()]).toMatchObject([503, problem])

  const half = await gatewayTo((request, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('half', () => request.socket.destroy())
  })
  await expect(fetch(`http://127.0.0.1:${half}/rest/v1`).then((answer) => answer.text())).rejects.toThrow()
})

test('returns 503 for an upstream answer that is not valid, and forwards the next one', async () => {
  let requests = 0
  const port = await gatewayToSocket((socket) =>
    socket.on('data', () => {
      requests++
      socket.write(
        requests === 1
          ? 'HTTP/1.1 200 OK\r\nX-A: a\rX-B: c\r\n\r\n'
          : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      )
    }),
  )
  const first = await fetch(`http://127.0.0.1:${port}/rest/v1`, { method: 'POST' })
  expect([first.status, first.headers.get('x-b')]).toEqual([503, null])
  expect(await (await fetch(`http://127.0.0.1:${port}/rest/v1`)).text()).toBe('ok')
})

test('retries when upstream has closed an idle connection', async () => {
  let requests = 0
  const port = await gatewayTo((request, response) => {
    requests++
    response.end('ok')
    // As a server does when an idle connection times out.
    setImmediate(() => request.socket.destroy())
  })
  for (let i = 0; i < 20; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1`)
    expect([response.status, await response.text()]).toEqual([200, 'ok'])
  }
  expect(requests).toBe(20)
})

/** Starts a gateway for /functions/v1 and /rest/v1 in front of an HTTP server. Returns its port. */
async function gatewayTo(listener: RequestListener, bodyTimeoutMs?: number): Promise<number> {
  const server = createServer(listener)
  onTestFinished(() => server.closeAllConnections())
  return gatewayToServer(server, bodyTimeoutMs)
}

/** The same for a TCP server. */
function gatewayToSocket(onConnect: (socket: Socket) => void): Promise<number> {
  return gatewayToServer(
    createTcpServer((socket) => {
      socket.on('error', () => {})
      onConnect(socket)
    }),
  )
}

async function gatewayToServer(server: Server, bodyTimeoutMs?: number): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const routes = [
    { prefix: '/functions/v1', port, stripped: '/functions/v1' },
    { prefix: '/rest/v1', port, stripped: '' },
  ]
  const gateway = new Gateway(routes, undefined, bodyTimeoutMs)
  const gatewayPort = await gateway.listen(0)
  onTestFinished(async () => {
    await gateway.close(0)
    server.close()
  })
  return gatewayPort
}

/** Sends bytes and returns everything that arrives until the connection closes. */
async function exchange(port: number, bytes: string): Promise<string> {
  const { received, isClosed } = await exchangeBytes(port, bytes, 30_000)
  if (!isClosed) throw new Error(`The connection is still open after 30 s: ${received}`)
  return received
}
