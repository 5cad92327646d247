import { randomBytes } from 'node:crypto'
import { wellFormedKey } from '../../../scripts/support/well-formed-key.ts'
import { HttpClient, type RequestOptions } from '../../support/http-client.ts'
import { expectContract } from '../../support/openapi-contract.ts'
import type { Answer } from './assertions.ts'
import type { Body, Caller } from './model.ts'

/** Sends requests and counts the responses. */
export class Sender {
  sent = 0
  readonly statuses = new Map<number, number>()
  readonly #client: HttpClient

  constructor(baseUrl: string) {
    this.#client = new HttpClient(baseUrl)
  }

  async send(method: string, path: string, options: RequestOptions): Promise<Answer> {
    this.sent++
    const answer: Answer = await this.#client.request(method, path, options)
    const { body } = options
    expectContract({ method, path, sent: body && Buffer.from(body).toString(), ...answer })
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    return answer
  }

  /** How many responses were 5xx, except what is not implemented. */
  get failures(): number {
    const isFailure = (status: number) => status >= 500 && status !== 501
    return [...this.statuses].reduce((sum, [status, count]) => sum + (isFailure(status) ? count : 0), 0)
  }

  get statusLine(): string {
    const sorted = [...this.statuses].sort(([a], [b]) => a - b)
    return sorted.map(([status, count]) => `${status}: ${count.toLocaleString('en')}`).join('  ')
  }

  close(): void {
    this.#client.close()
  }
}

/** What the commands of one run share beside the model. */
export class Session {
  /** In every name, so that runs do not meet each other's agents and skills. */
  readonly word = `q${randomBytes(6).toString('hex').slice(0, 11)}`
  readonly #unknownKey = wellFormedKey()

  constructor(readonly sender: Sender) {}

  get(path: string, caller: Caller = 'no key', method = 'GET'): Promise<Answer> {
    return this.sender.send(method, path, { key: this.#keyOf(caller) })
  }

  /** Posts a value as JSON, or bytes as they are. */
  post(path: string, body: Body | Uint8Array, caller: Caller = 'no key'): Promise<Answer> {
    return this.sender.send('POST', path, {
      key: this.#keyOf(caller),
      headers: { 'content-type': 'application/json' },
      body: body instanceof Uint8Array ? body : JSON.stringify(body),
    })
  }

  /** The value with the word of this session in its texts. */
  fill<T>(value: T): T {
    if (typeof value === 'string')
      return value.replaceAll('~', this.word).replaceAll('～', this.word.toUpperCase()) as T
    if (Array.isArray(value)) return value.map((item) => this.fill(item)) as T
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.fill(item)])) as T
  }

  #keyOf(caller: Caller): string | undefined {
    if (caller === 'no key') return undefined
    return caller === 'unknown key' ? this.#unknownKey : caller.key
  }
}
