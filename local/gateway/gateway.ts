import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, Transform } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import { findAmbiguity, optionsOfConnection } from './request-framing.ts'
import type { Site, SiteFile } from './static-site.ts'

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

/** The client has gone away, so nobody waits for the answer any more. */
class ClientGone extends Error {}

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

/** How long a part may be silent before its request is given up, as on the hosted platform. */
const partTimeoutMs = 150_000
/** How much of a body is read for the sake of a client that sends on although it has its answer; bytes, milliseconds. */
const drainLimit = 64 * 1024 * 1024
const drainPatience = 10_000

// These belong to one connection and not to the request (RFC 9110, section 7.6.1), or were answered by this gateway (Expect).
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
  // undici frames every body itself, and checks an idle connection before it uses it again.
  readonly #upstream = new Agent({ headersTimeout: partTimeoutMs, bodyTimeout: partTimeoutMs })
  #closing = false

  constructor(private readonly routes: Route[]) {
    // A part may lawfully be slow to answer; a client that is slow to ask is cut off after Node's usual 5 minutes.
    const options = { keepAliveTimeout: 10_000, maxHeaderSize: 32 * 1024, insecureHTTPParser: false }
    this.#server = createServer(options, (request, response) => this.#handle(request, response))
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
    await this.#upstream.destroy()
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const ambiguity = findAmbiguity(request)
    if (ambiguity) {
      // What follows on this connection may not be what it seems.
      response.shouldKeepAlive = false
      answer(request, response, { ...badRequest, detail: ambiguity })
      return
    }
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
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || Number(length ?? 0) > 0
    void this.#forward({
      request,
      response,
      port: route.port,
      path: rest.startsWith('/') ? rest : `/${rest}`,
      hasBody,
      mayRetry: !hasBody && (request.method === 'GET' || request.method === 'HEAD'),
    })
  }

  async #forward(exchange: Exchange): Promise<void> {
    const { request, response, port, path, hasBody, mayRetry } = exchange
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort(new ClientGone())
    })
    try {
      await this.#upstream.stream(
        {
          origin: `http://127.0.0.1:${port}`,
          method: request.method as Dispatcher.HttpMethod,
          path,
          headers: requestHeaders(request, port),
          body: hasBody ? request.pipe(yieldBetweenChunks()) : null,
          signal: gone.signal,
          responseHeaders: 'raw',
        },
        ({ statusCode, headers }) => {
          // The answer is there although the body is still coming: the part does not want the rest.
          if (!request.complete) {
            request.unpipe()
            drain(request)
          }
          // With `responseHeaders: 'raw'` these are names and values in turn, which undici's types do not say.
          return response.writeHead(
            statusCode,
            responseHeaders(headers as unknown as string[], this.#closing),
          )
        },
      )
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // undici has broken off an answer that had begun, which tells the client that it is not complete.
      if (response.headersSent || response.destroyed) return
      // undici refuses a few characters in a path or a header that Node's server accepts.
      if (code === 'UND_ERR_INVALID_ARG') answer(request, response, badRequest)
      // A part may close an idle connection in the very moment in which it is used again. A request that changes nothing is
      // safe to repeat.
      else if (mayRetry && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code))
        await this.#forward({ ...exchange, mayRetry: false })
      else answer(request, response, unavailable)
    }
  }
}

/**
 * Passes a body on so that what has arrived from the part is read before each chunk is sent. A part that rejects a body answers and
 * closes; the next write then fails, and with the connection an answer is lost that has not been read yet.
 */
function yieldBetweenChunks(): Transform {
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
  const { host, 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const client = request.socket.remoteAddress ?? ''
  return [
    // The client's name for its host is not an address of the part, and may not even be a host.
    ...['Host', `127.0.0.1:${port}`],
    ...['X-Forwarded-For', client.replace(/^::ffff:/, '')],
    ...['X-Forwarded-Proto', 'http'],
    ...(host === undefined ? [] : ['X-Forwarded-Host', host]),
    // The framing comes from what Node's parser made of the request. undici sends any other body in chunks.
    ...(length === undefined || encoding !== undefined ? [] : ['Content-Length', length]),
    ...endToEnd(request.rawHeaders, [...hopByHop, ...forwarding, 'host', 'content-length']),
  ]
}

function responseHeaders(raw: string[], isLast: boolean): string[] {
  const headers = endToEnd(raw, hopByHop)
  return isLast ? [...headers, 'Connection', 'close'] : headers
}

/** Names and values in turn, without the given names and those that the Connection header lists. */
function endToEnd(raw: string[], without: string[]): string[] {
  const dropped = new Set([...without, ...optionsOfConnection(raw)])
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
