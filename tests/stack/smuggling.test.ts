import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { Gateway } from '../../local/gateway/gateway.ts'
import { framings, methods, send } from '../security/attacks/framing.ts'

const CRLF = '\r\n'
/** Swallows the first line of whatever follows it on the connection. */
const UNFINISHED = `DELETE /rest/v1/planted HTTP/1.1${CRLF}Host: here.example${CRLF}X-Swallow: `
/** Has an answer of its own, which somebody else could get. */
const WHOLE = `GET /rest/v1/planted HTTP/1.1${CRLF}Host: here.example${CRLF}${CRLF}`
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

test.each([
  ...methods.map((method) => [method, 'the beginning of a request', UNFINISHED]),
  ...usual.map((method) => [method, 'a request', WHOLE]),
] as [string, string, string][])(
  '%s with %s as its body, however it is framed, never becomes part of the request of another client',
  async (attackMethod, _, planted) => {
    const { port, received } = await gatewayToEcho()
    const wrong: string[] = []
    await Promise.all(
      framings.map(async ({ title, bytes }, i) => {
        const leave = await send(port, bytes(attackMethod, '/rest/v1/attack', planted))
        const id = `victim-${i}`
        const { method, url, headers, body } = await ask(port, i % 2 === 0 ? 'GET' : 'POST', id)
        leave()
        if (
          url !== `/rest/v1/${id}` ||
          body !== (method === 'POST' ? id : '') ||
          headers['x-swallow'] !== undefined
        )
          wrong.push(`${title}: ${method} ${url} ${JSON.stringify(headers)} ${body}`)
      }),
    )
    expect(wrong).toEqual([])
    const victims = received.filter(({ url }) => url?.startsWith('/rest/v1/victim-'))
    expect(victims).toHaveLength(framings.length)
    // Everything else was sent by the attacker, as a request of its own.
    const others = received.filter((request) => !victims.includes(request))
    expect(
      others.map(({ url }) => url).filter((url) => !/^\/rest\/v1\/(attack|planted)$/.test(url ?? '')),
    ).toEqual([])
    expect(received.filter(({ headers }) => headers['x-swallow'] !== undefined)).toEqual([])
  },
)

test('after a body that servers are free to ignore, the connection to the part is not used again', async () => {
  // A part that reads no body at all, and takes what comes for the next request.
  const requests: string[][] = []
  const part = createTcpServer((socket) => {
    const own: string[] = []
    requests.push(own)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      for (const [line] of bytes.toString('latin1').matchAll(/^[A-Z-]+ \/\S* HTTP\/1\.1\r$/gm)) {
        own.push(line.trim())
        socket.write(`HTTP/1.1 200 OK${CRLF}Content-Length: 0${CRLF}${CRLF}`)
      }
    })
  })
  await new Promise<void>((listening) => part.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void part.close())
  const port = await gatewayTo((part.address() as AddressInfo).port)
  const ignoring = methods.filter(
    (method) => !['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH'].includes(method),
  )
  for (const method of ignoring) {
    const leave = await send(
      port,
      `${method} /rest/v1/attack HTTP/1.1${CRLF}Host: h${CRLF}Content-Length: ${WHOLE.length}${CRLF}${CRLF}${WHOLE}`,
    )
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1/victim`)
    expect(response.status).toBe(200)
    leave()
  }
  const shared = requests.filter((lines) => /attack.*victim/.test(lines.join()))
  expect(shared).toEqual([])
  expect(requests.flat().filter((line) => line.includes('/attack'))).toHaveLength(ignoring.length)
})

test('an answer that nobody asked for is not given to the next client', async () => {
  // A part that answers each request twice, as if it had been tricked into seeing two.
  const part = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const path = /^\S+ (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? ''
      const reply = (body: string) =>
        `HTTP/1.1 200 OK${CRLF}Content-Length: ${body.length}${CRLF}${CRLF}${body}`
      socket.write(reply(path), () => socket.write(reply('for the attacker')))
    })
  })
  await new Promise<void>((listening) => part.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void part.close())
  const port = await gatewayTo((part.address() as AddressInfo).port)
  for (let i = 0; i < 50; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1/${i}`)
    expect(await response.text()).toBe(`/rest/v1/${i}`)
  }
})

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** A gateway before a part that answers with what it received, and a list of all that. */
async function gatewayToEcho(): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const part = createServer(async ({ method, url, headers }, response) => {
    const body = await text(response.req).catch(() => 'broken off')
    const request = { method, url, headers, body }
    received.push(request)
    response.end(JSON.stringify(request))
  })
  await new Promise<void>((listening) => part.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    part.close()
    part.closeAllConnections()
  })
  return { port: await gatewayTo((part.address() as AddressInfo).port), received }
}

async function gatewayTo(part: number): Promise<number> {
  const gateway = new Gateway([{ prefix: '/rest/v1', port: part, stripped: '' }])
  const port = await gateway.listen(0)
  onTestFinished(() => gateway.close(0))
  return port
}

/** An honest request on a connection of its own. */
async function ask(port: number, method: string, id: string): Promise<Received> {
  const response = await fetch(`http://127.0.0.1:${port}/rest/v1/${id}`, {
    method,
    ...(method === 'POST' && { body: id }),
  })
  return (await response.json()) as Received
}
