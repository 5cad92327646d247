import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { BODY_TIMEOUT_MS } from '../../functions/_shared/http/body.ts'
import { subjectPath } from '../../site/paths.ts'
import { clientHeaders, upstreamHeaders } from './headers.ts'
import {
  badRequest,
  methodNotAllowed,
  notFound,
  rejectUnparsable,
  requestProblem,
  requestTimeout,
  sendProblem,
  unavailable,
} from './problems.ts'
import { discardBody, yieldBetweenChunks } from './request-body.ts'
import type { Site } from './static-site.ts'

export type Route = {
  /** The start of the path, without a slash at the end. */
  prefix: string
  /** The upstream port on 127.0.0.1. */
  port: number
  /** The part of the prefix that is removed for upstream. */
  stripped: string
  /** What is put before the path for upstream. */
  added?: string
}

/** What is served at one path, and with a slash after it: which routes there are. */
export type Index = { path: string; routes: { method: string; path: string; description: string }[] }

/** How long a page waits for the answer whether its skill or agent exists. */
const subjectTimeoutMs = 1_000

/** The limit of the hosted platform. */
const upstreamTimeoutMs = 150_000

/** How long a body may take. The functions stop waiting before, and answer as their clients expect. */
const defaultBodyTimeoutMs = BODY_TIMEOUT_MS + 1_000

/** A reverse proxy: the single address of the stack. */
export class Gateway {
  /** Served where no route matches. */
  site: Site | undefined
  readonly #server: Server
  // Requests cannot get into each other: Node's parser, which is strict, decides where one ends, and undici writes the framing of each body
  // itself and checks an idle connection before it uses it again.
  readonly #upstream = new Agent({ headersTimeout: upstreamTimeoutMs, bodyTimeout: upstreamTimeoutMs })
  #isClosing = false

  constructor(
    private readonly routes: Route[],
    private readonly index?: Index,
    private readonly bodyTimeoutMs = defaultBodyTimeoutMs,
  ) {
    const options = {
      keepAliveTimeout: 10_000,
      maxHeaderSize: 32 * 1024,
      insecureHTTPParser: false,
      // Node would answer without a problem document: see requestProblem.
      requireHostHeader: false,
    }
    this.#server = createServer(options, (request, response) => this.#handle(request, response))
    this.#server.on('clientError', rejectUnparsable)
    // Another expectation than 100-continue is ignored: Node would answer 417 without a problem document.
    this.#server.on('checkExpectation', (request, response) => this.#handle(request, response))
  }

  /** Listens on 127.0.0.1. Answers 503 while an upstream does not run. */
  async listen(port: number): Promise<number> {
    await once(this.#server.listen({ port, host: '127.0.0.1', exclusive: true }), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Accepts no more requests, and waits for open requests until the timeout. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeIdleConnections()
    const timer = setTimeout(() => this.#server.closeAllConnections(), timeoutMs)
    await closed
    clearTimeout(timer)
    await this.#upstream.destroy()
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const problem = requestProblem(request)
    if (problem) {
      sendProblem(request, response, problem)
      return
    }
    const target = targetOf(request)
    const isIndex = target.split(/[?#]/, 1)[0]?.replace(/\/$/, '') === this.index?.path
    // The function answers OPTIONS for every path.
    if (this.index && isIndex && request.method !== 'OPTIONS') {
      if (isReading(request)) sendJson(request, response, { routes: this.index.routes })
      else sendProblem(request, response, methodNotAllowed)
      return
    }
    const route = this.routes.find(
      ({ prefix }) => target.startsWith(prefix) && /^([/?]|$)/.test(target.slice(prefix.length)),
    )
    if (!route) {
      void this.#serveSite(target, request, response)
      return
    }
    const path = (route.added ?? '') + target.slice(route.stripped.length)
    void this.#forward(request, response, route.port, path.startsWith('/') ? path : `/${path}`)
  }

  async #serveSite(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = isReading(request)
    const found = this.site?.find(target)
    // People get a page, and programs a problem document.
    const acceptsHtml = isRead && /\btext\/html\b/.test(request.headers.accept ?? '')
    const file = found ?? (acceptsHtml ? this.site?.notFoundPage : undefined)
    if (!file) sendProblem(request, response, notFound)
    else if (!isRead) sendProblem(request, response, methodNotAllowed)
    else {
      const isKnown = found && !(await this.#isMissing(target))
      // Node omits the content for HEAD.
      response.writeHead(isKnown ? 200 : 404, file.headers).end(file.content)
      discardBody(request)
    }
  }

  /** Whether the page is about a skill or an agent that the API does not know. Without an answer, the page says so itself. */
  async #isMissing(target: string): Promise<boolean> {
    const path = subjectPath(target)
    const api = this.routes.find(({ prefix }) => prefix === '/functions/v1')
    if (path === undefined || !api) return false
    try {
      const { statusCode, body } = await this.#upstream.request({
        origin: `http://127.0.0.1:${api.port}`,
        method: 'HEAD',
        path,
        headersTimeout: subjectTimeoutMs,
      })
      await body.dump()
      return statusCode === 404
    } catch {
      return false
    }
  }

  async #forward(
    request: IncomingMessage,
    response: ServerResponse,
    port: number,
    path: string,
    isRetry = false,
  ): Promise<void> {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || Number(length ?? 0) > 0
    const clientGone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) clientGone.abort()
    })
    if (hasBody) this.#limitBodyTime(request, response, clientGone)
    try {
      await this.#upstream.stream(
        {
          origin: `http://127.0.0.1:${port}`,
          method: request.method as Dispatcher.HttpMethod,
          path,
          headers: upstreamHeaders(request, port),
          body: hasBody ? request.pipe(yieldBetweenChunks()) : null,
          signal: clientGone.signal,
          responseHeaders: 'raw',
        },
        ({ statusCode, headers }) => {
          // Upstream has answered before the end of the body, so it does not need the rest.
          discardBody(request)
          // With `responseHeaders: 'raw'` these are names and values in turn. The types of undici are wrong about it.
          const raw = headers as unknown as string[]
          return response.writeHead(statusCode, clientHeaders(raw, this.#isClosing))
        },
      )
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // undici has aborted an answer that had started, so that the client knows it is incomplete.
      if (response.headersSent || response.destroyed) return
      // undici rejects some characters that Node's server accepts.
      if (code === 'UND_ERR_INVALID_ARG') sendProblem(request, response, badRequest())
      // Upstream may close an idle connection at the moment it is used again.
      else if (!isRetry && !hasBody && isReading(request) && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code))
        await this.#forward(request, response, port, path, true)
      else sendProblem(request, response, unavailable)
    }
  }

  /** Answers a request whose body is not complete in time, unless upstream has answered before, and ends the one to upstream. */
  #limitBodyTime(request: IncomingMessage, response: ServerResponse, upstream: AbortController): void {
    const timer = setTimeout(() => {
      if (request.complete || response.headersSent) return
      sendProblem(request, response, requestTimeout)
      upstream.abort()
    }, this.bodyTimeoutMs)
    request.once('close', () => clearTimeout(timer))
  }
}

function sendJson(request: IncomingMessage, response: ServerResponse, content: object): void {
  const body = JSON.stringify(content, null, 2)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-cache',
  }
  // Node omits the content for HEAD.
  response.writeHead(200, headers).end(body)
  discardBody(request)
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The path and query of a request. Some clients send an absolute URL, as to a proxy. */
function targetOf(request: IncomingMessage): string {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '')
  return target.startsWith('?') || target === '' ? `/${target}` : target
}
