import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as sendHttp } from 'node:http'
import { Agent as SecureAgent, request as sendHttps } from 'node:https'

/** A request as it goes over the wire: nothing is encoded, joined or added but its length. */
export interface Request {
  method: string
  /** Below the base address, with its query: `/api/skills?limit=1`. */
  path: string
  headers: [name: string, value: string][]
  body?: string | Uint8Array
}

/** What came back. `body` is the value of a JSON text, undefined when it is none. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: whoever reads it compares it with what it must be.
  body: any
}

/** Sends requests over connections that are kept open, and counts the answers. */
export class Sender {
  readonly baseUrl: URL
  /** How many answers there were of each status. */
  readonly statuses = new Map<number, number>()
  sent = 0
  readonly #agent: Agent

  /** @param baseUrl ends in /functions/v1 */
  constructor(baseUrl: string) {
    this.baseUrl = new URL(baseUrl.replace(/\/+$/, ''))
    // Idle connections are closed before the service would close them: one that dies as it is used again loses a request.
    const options = { keepAlive: true, timeout: 4_000 }
    this.#agent = this.#isSecure ? new SecureAgent(options) : new Agent(options)
  }

  /** @throws Error when no whole answer comes within half a minute */
  async send(request: Request): Promise<Answer> {
    this.sent++
    const answer = await this.#exchange(request)
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    return answer
  }

  get(path: string): Promise<Answer> {
    return this.send({ method: 'GET', path, headers: [] })
  }

  /** Posts a value as JSON, in the name of whoever has the key. */
  post(path: string, value: unknown, key?: string): Promise<Answer> {
    return this.send({
      method: 'POST',
      path,
      headers: [
        ['content-type', 'application/json'],
        ...(key === undefined ? [] : ([['x-api-key', key]] as [string, string][])),
      ],
      body: JSON.stringify(value),
    })
  }

  /** How many answers said that the service failed. */
  get failures(): number {
    let failures = 0
    for (const [status, count] of this.statuses) if (status >= 500) failures += count
    return failures
  }

  /** `200: 1,234  201: 56`, for progress lines. */
  get statusLine(): string {
    const inOrder = [...this.statuses].sort(([a], [b]) => a - b)
    return inOrder.map(([status, count]) => `${status}: ${count.toLocaleString('en')}`).join('  ')
  }

  close(): void {
    this.#agent.destroy()
  }

  get #isSecure(): boolean {
    return this.baseUrl.protocol === 'https:'
  }

  #exchange({ method, path, headers, body }: Request): Promise<Answer> {
    const { host, hostname, port, pathname } = this.baseUrl
    const content = typeof body === 'string' ? Buffer.from(body) : body
    const length = content === undefined ? [] : ['Content-Length', String(content.length)]
    const options = {
      agent: this.#agent,
      method,
      hostname,
      port,
      path: pathname + path,
      // Node takes an array here, which its types do not say; only so can a header be given twice.
      headers: ['Host', host, ...length, ...headers.flat()] as unknown as OutgoingHttpHeaders,
      signal: AbortSignal.timeout(30_000),
    }
    return new Promise((resolve, reject) => {
      const send = this.#isSecure ? sendHttps : sendHttp
      send(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const { statusCode = 0, headers: received } = response
          resolve({ status: statusCode, headers: received, text, body: parsed(text) })
        })
      })
        .on('error', reject)
        .end(content)
    })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
