// The HTTP client of all tests. It sends what it is given: any method, header lines in their order and as often as given, and each
// request exactly once (fetch() joins header lines and repeats some requests by itself).
import { Agent, type OutgoingHttpHeaders, request as sendHttp } from 'node:http'
import { Agent as SecureAgent, request as sendHttps } from 'node:https'

/** By name, or as pairs where a name occurs twice. */
export type HeaderLines = Record<string, string> | readonly (readonly [name: string, value: string])[]

export interface RequestOptions {
  /** An agent's API key, sent as x-api-key. */
  key?: string | undefined
  headers?: HeaderLines | undefined
  body?: string | Uint8Array | undefined
  /** Sends the body in chunks of this many bytes, without a Content-Length. */
  chunkSize?: number | undefined
}

export interface HttpResponse<Body> {
  status: number
  headers: Headers
  text: string
  /** The parsed text, where the Content-Type is JSON. */
  body: Body
}

export class HttpClient {
  readonly baseUrl: string
  readonly #agent: Agent
  readonly #timeoutMs: number

  /** @param keepAlive false for a new connection for each request */
  constructor(baseUrl: string, { maxSockets = 64, timeoutMs = 30_000, keepAlive = true } = {}) {
    this.baseUrl = baseUrl
    this.#timeoutMs = timeoutMs
    // Closes idle connections before the service does: a connection that closes while it is reused loses a request.
    const options = { keepAlive, maxSockets, timeout: 4_000 }
    this.#agent = baseUrl.startsWith('https:') ? new SecureAgent(options) : new Agent(options)
  }

  /** Sends a request to a path below the base URL. The path is not normalised. */
  request<Body>(
    method: string,
    path: string,
    { key, headers = {}, body, chunkSize }: RequestOptions = {},
  ): Promise<HttpResponse<Body>> {
    const { protocol, host, hostname, port, pathname } = new URL(this.baseUrl)
    const content = typeof body === 'string' ? Buffer.from(body) : body
    const lines = [
      ['Host', host],
      ...(content && !chunkSize ? [['Content-Length', String(content.length)]] : []),
      ...(chunkSize ? [['Transfer-Encoding', 'chunked']] : []),
      ...(key === undefined ? [] : [['x-api-key', key]]),
      ...(Array.isArray(headers) ? headers : Object.entries(headers)),
    ]
    const options = {
      agent: this.#agent,
      method,
      hostname,
      port,
      path: pathname.replace(/\/$/, '') + path,
      // Node accepts an array of names and values here; its types do not say so.
      headers: lines.flat() as unknown as OutgoingHttpHeaders,
      signal: AbortSignal.timeout(this.#timeoutMs),
    }
    const send = protocol === 'https:' ? sendHttps : sendHttp
    return new Promise((resolve, reject) => {
      let hasResponse = false
      const request = send(options, (response) => {
        hasResponse = true
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const received = new Headers()
          for (let i = 0; i < response.rawHeaders.length; i += 2) {
            received.append(response.rawHeaders[i] ?? '', response.rawHeaders[i + 1] ?? '')
          }
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: received, text, body: parse(received, text) })
        })
      })
      // A service may answer and close before it has read the whole body.
      request.on('error', (error) => hasResponse || reject(error))
      if (content && chunkSize) {
        for (let at = 0; at < content.length; at += chunkSize) {
          request.write(content.subarray(at, at + chunkSize))
        }
        request.end()
      } else request.end(content)
    })
  }

  /** Sends a value as JSON. */
  sendJson<Body>(
    method: string,
    path: string,
    value: unknown,
    options: RequestOptions = {},
  ): Promise<HttpResponse<Body>> {
    const headers = { 'Content-Type': 'application/json', ...(options.headers as Record<string, string>) }
    return this.request(method, path, { ...options, headers, body: JSON.stringify(value) })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function parse<Body>(headers: Headers, text: string): Body {
  const isJson = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '') && text !== ''
  return (isJson ? JSON.parse(text) : undefined) as Body
}

// biome-ignore lint/suspicious/noExplicitAny: each test expects its own shape.
export type Answer = HttpResponse<any>

/** Sends a request to the API of a stack, with its body as JSON, on a connection of its own. */
export function callApi(
  baseUrl: string,
  method: string,
  path: string,
  { body, ...options }: Omit<RequestOptions, 'body'> & { body?: unknown } = {},
): Promise<Answer> {
  const client = new HttpClient(baseUrl, { keepAlive: false, timeoutMs: 10_000 })
  return body === undefined
    ? client.request(method, path, options)
    : client.sendJson(method, path, body, options)
}
