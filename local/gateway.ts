import { randomUUID } from 'node:crypto'
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { Transform } from 'node:stream'
import type { Site, SiteFile } from './site.ts'

/** One folder of the gateway's address and who answers there. */
export type Route = {
  /** Path in front, without a slash at its end. */
  prefix: string
  /** Port on 127.0.0.1 of the part that answers. */
  port: number
  /** What of the prefix the part does not see. */
  stripped: string
}

/** A request on its way to a part, and its answer on the way back. */
type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  port: number
  path: string
  hasBody: boolean
  mayRetry: boolean
}

type Problem = { title: string; status: number; detail: string; code: string }

const notFound: Problem = {
  title: 'No such route',
  status: 404,
  detail: 'Nothing is served at this path.',
  code: 'route_not_found',
}
const methodNotAllowed: Problem = {
  title: 'Method not allowed',
  status: 405,
  detail: 'This path answers GET, HEAD.',
  code: 'method_not_allowed',
}
const badRequest: Problem = {
  title: 'The request is invalid',
  status: 400,
  detail: 'The request line or a header holds characters that are not allowed there; percent-encode them.',
  code: 'invalid_request',
}
/** By Node's code for what it could not read: 400 all of it, as the API's own problems with what a request says. */
const unreadable: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: {
    ...badRequest,
    detail: 'The address and headers of the request are longer than 32 KiB together.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { ...badRequest, detail: 'The request did not arrive in time.' },
}
const unavailable: Problem = {
  title: 'The service is unavailable',
  status: 503,
  detail: 'This part of the service is not answering just now; try again in a moment.',
  code: 'unavailable',
}

/** How long a part may be silent before its request is given up, as on the hosted platform; milliseconds. */
const patience = 150_000
/** How much of a body is read for the sake of a client that sends on although it has its answer; bytes, milliseconds. */
const drainLimit = 64 * 1024 * 1024
const drainPatience = 10_000

// Of one connection and not of the request (RFC 9110, section 7.6.1), and what this gateway has already answered itself.
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]
// What a client might use to pretend it came from elsewhere.
const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

/** The one address of the stack: hands each request, as it is, to the part that answers it. */
export class Gateway {
  /** What is served where no part answers: nothing as long as there is none. */
  site: Site | undefined
  readonly #server: Server
  // A new connection for each request would use up the machine's ports under load. Idle ones are closed before the
  // parts would close them.
  readonly #agent = new Agent({ keepAlive: true, timeout: 4_000, maxFreeSockets: 64 })
  #closing = false

  constructor(private readonly routes: Route[]) {
    // A part may lawfully be slow to answer; a client that is slow to ask is cut off after Node's usual 5 minutes.
    this.#server = createServer({ keepAliveTimeout: 10_000, maxHeaderSize: 32 * 1024 }, (request, response) =>
      this.#handle(request, response),
    )
    this.#server.on('clientError', refuseUnreadable)
  }

  /** Listens on 127.0.0.1. Requests are answered 503 as long as the part behind is not there. */
  listen(port: number): Promise<number> {
    return new Promise((listening, failed) => {
      this.#server.once('error', failed)
      this.#server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
        this.#server.off('error', failed)
        listening((this.#server.address() as AddressInfo).port)
      })
    })
  }

  /** Takes no more requests, and gives those under way so many milliseconds to be answered. */
  async close(milliseconds: number): Promise<void> {
    this.#closing = true
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeIdleConnections()
    const timer = setTimeout(() => this.#server.closeAllConnections(), milliseconds)
    await closed
    clearTimeout(timer)
    this.#agent.destroy()
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const target = targetOf(request)
    const route = this.routes.find(
      ({ prefix }) => target.startsWith(prefix) && /^([/?]|$)/.test(target.slice(prefix.length)),
    )
    if (!route) {
      const file = this.site?.find(target)
      if (file) serve(request, response, file)
      else answer(request, response, notFound)
      return
    }
    const rest = target.slice(route.stripped.length)
    this.#forward({
      request,
      response,
      port: route.port,
      path: rest.startsWith('/') ? rest : `/${rest}`,
      hasBody:
        request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined,
      mayRetry: request.method === 'GET' || request.method === 'HEAD',
    })
  }

  #forward(exchange: Exchange): void {
    const { request, response, port, path, hasBody } = exchange
    let upstream: ClientRequest
    try {
      const headers = requestHeaders(request, port)
      const { method } = request
      upstream = send({
        agent: this.#agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers,
        timeout: patience,
      })
    } catch {
      // Node takes a few more characters in a path or a header than it is willing to send.
      answer(request, response, badRequest)
      return
    }

    let answered = false
    upstream.on('response', (incoming) => {
      answered = true
      // The answer is there although the body is still coming: the part wants no more of it.
      if (!request.complete) {
        request.unpipe()
        drain(request)
      }
      const headers = responseHeaders(incoming, this.#closing)
      response.writeHead(incoming.statusCode as number, incoming.statusMessage, headers)
      // Only breaking off can tell the client that the answer is not whole.
      incoming.on('error', () => response.destroy())
      // A connection in the middle of a body is of no use to the next request.
      incoming.on('end', () => upstream.writableFinished || upstream.destroy())
      incoming.pipe(response)
    })
    upstream.on('timeout', () => upstream.destroy(new Error('no answer in time')))
    upstream.on('error', () => {
      // Once the answer has begun, its own events tell how it goes; what is then refused is the rest of the body.
      if (answered || response.destroyed) return
      // A part may close a connection that was kept open in the very moment in which it is used again. It has not seen the
      // request then, and one that changes nothing is safe to send once more in any case.
      if (exchange.mayRetry && upstream.reusedSocket && !hasBody) {
        this.#forward({ ...exchange, mayRetry: false })
        return
      }
      answer(request, response, unavailable)
    })
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })

    if (hasBody) request.pipe(inTurns()).pipe(upstream)
    else upstream.end()
  }
}

/**
 * Passes a body on so that, before each piece, what has arrived from the part is read. A part that wants no more of a body answers
 * and closes; writing to it then fails, and Node throws away with the connection an answer that it has not read yet.
 */
function inTurns(): Transform {
  return new Transform({ transform: (chunk, _, pass) => void setImmediate(pass, null, chunk) })
}

/**
 * Reads and forgets the rest of a body whose answer is already known. Closing the connection instead would reset it, and
 * the client could lose the answer before reading it (RFC 9112, section 9.6). Not for ever, though.
 */
function drain(request: IncomingMessage): void {
  let read = 0
  request.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > drainLimit) request.destroy()
  })
  request.resume()
  const timer = setTimeout(() => request.destroy(), drainPatience)
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
}

/** The request's target as it was sent, as a path: some clients send whole addresses, as to a proxy. */
function targetOf(request: IncomingMessage): string {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '')
  return target.startsWith('?') || target === '' ? `/${target}` : target
}

function requestHeaders(request: IncomingMessage, port: number): string[] {
  const kept = endToEnd(request.rawHeaders, [...hopByHop, ...forwarding, 'host'])
  const client = request.socket.remoteAddress ?? ''
  const added = [
    // What a client calls its host is no address of the part, and may not even be a host.
    'Host',
    `127.0.0.1:${port}`,
    'X-Forwarded-For',
    client.replace(/^::ffff:/, ''),
    'X-Forwarded-Proto',
    'http',
    'Connection',
    'keep-alive',
  ]
  if (request.headers.host !== undefined) added.push('X-Forwarded-Host', request.headers.host)
  // How the body ends is up to this connection, but it must be said for methods that usually have none.
  if (request.headers['transfer-encoding'] !== undefined) added.push('Transfer-Encoding', 'chunked')
  else if (
    request.headers['content-length'] === undefined &&
    !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(request.method ?? '')
  ) {
    added.push('Content-Length', '0')
  }
  return [...added, ...kept]
}

function responseHeaders(incoming: IncomingMessage, last: boolean): string[] {
  const headers = endToEnd(incoming.rawHeaders, hopByHop)
  return last ? [...headers, 'Connection', 'close'] : headers
}

/** Names and values in turn, without those of the given names and those that belong to the connection. */
function endToEnd(raw: string[], without: string[]): string[] {
  const dropped = new Set(without)
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]?.toLowerCase() !== 'connection') continue
    for (const name of (raw[i + 1] ?? '').split(',')) dropped.add(name.trim().toLowerCase())
  }
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string
    if (!dropped.has(name.toLowerCase())) kept.push(name, raw[i + 1] as string)
  }
  return kept
}

/** Answers what Node could not read as a request at all, such as an address with letters that are not percent-encoded. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const problem = unreadable[error.code ?? ''] ?? badRequest
  const { headers, body } = documentOf(problem)
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
}

function serve(request: IncomingMessage, response: ServerResponse, file: SiteFile): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    answer(request, response, methodNotAllowed)
    return
  }
  // To HEAD, Node itself leaves the content out.
  response.writeHead(200, file.headers).end(file.content)
  drain(request)
}

/** Answers with a problem document in the function's own form, so that a client has to know one form alone. */
function answer(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  if (response.destroyed || response.headersSent) return
  const { headers, body } = documentOf(problem)
  response.writeHead(problem.status, headers)
  response.end(body)
  if (!request.complete) {
    request.unpipe()
    drain(request)
  }
}

function documentOf(problem: Problem): { headers: Record<string, string | number>; body: string } {
  const id = randomUUID()
  const body = JSON.stringify({
    type: `urn:problem-type:skill-rating:${problem.code}`,
    ...problem,
    success: false,
    request_id: id,
  })
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
    'X-Request-Id': id,
    ...(problem.status === 503 ? { 'Retry-After': '1' } : {}),
    ...(problem.status === 405 ? { Allow: 'GET, HEAD' } : {}),
  }
  return { headers, body }
}
