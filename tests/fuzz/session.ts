import { createHash, randomBytes } from 'node:crypto'
import type { Mutation, MutationKind, Request } from './arbitraries.ts'
import { type Answer, expectProblem } from './assertions.ts'
import type { Body, Caller } from './model.ts'
import { jsonObject } from './rules.ts'

export interface Sender {
  send(request: Request): Promise<Answer>
}

/** What the commands of one run share beside the model. */
export class Session {
  /** In every name, so that runs do not meet each other's agents and skills. */
  readonly word = `q${randomBytes(6).toString('hex').slice(0, 11)}`
  readonly unknownKey = unknownKey()

  constructor(readonly sender: Sender) {}

  get(path: string, caller: Caller = 'no key', method = 'GET'): Promise<Answer> {
    return this.sender.send({ method, path, headers: this.#keyHeader(caller) })
  }

  /**
   * Posts a body, with a change to the request.
   * @returns the body that arrives, and its response; undefined when the change decides the response, which is then checked
   */
  async post(
    path: string,
    body: Body,
    caller: Caller,
    mutated?: { kind: MutationKind; change: Mutation },
  ): Promise<{ body: Body; answer: Answer } | undefined> {
    const json: [string, string] = ['content-type', 'application/json']
    const plain = {
      method: 'POST',
      path,
      headers: [json, ...this.#keyHeader(caller)],
      body: JSON.stringify(body),
    }
    // Without a key of its own a request fails before most changes have an effect.
    if (!mutated || typeof caller === 'string') return { body, answer: await this.sender.send(plain) }

    const { kind, change } = mutated
    const fillKeys = (value: string) =>
      value.replaceAll('{{key}}', caller.key).replaceAll('{{unknown key}}', this.unknownKey)
    const headers = (change.headers ?? []).map(([name, value]): [string, string] => [name, fillKeys(value)])
    const kept = kind === 'key' ? [json] : kind === 'type' ? this.#keyHeader(caller) : plain.headers
    const request = { ...plain, ...change, headers: [...kept, ...headers] }
    const answer = await this.sender.send(request)
    // Registration ignores keys.
    if (change.codes && !(kind === 'key' && path === '/api/register')) {
      return void expectProblem(answer, ...change.codes)
    }
    if (kind !== 'body') return { body, answer }
    const bytes = Buffer.from(request.body)
    if (bytes.length > 256 * 1024) return void expectProblem(answer, 'body_too_large')
    const parsed = jsonObject(bytes)
    if (!parsed) return void expectProblem(answer, 'invalid_json')
    return { body: parsed, answer }
  }

  /** The value with the word of this session in its texts. */
  fill<T>(value: T): T {
    if (typeof value === 'string')
      return value.replaceAll('~', this.word).replaceAll('～', this.word.toUpperCase()) as T
    if (Array.isArray(value)) return value.map((item) => this.fill(item)) as T
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.fill(item)])) as T
  }

  #keyHeader(caller: Caller): [string, string][] {
    if (caller === 'no key') return []
    return [['x-api-key', caller === 'unknown key' ? this.unknownKey : caller.key]]
  }
}

/** A well-formed key that belongs to no agent. */
function unknownKey(): string {
  const start = `claw_${randomBytes(24).toString('hex')}`
  return start + createHash('sha256').update(start).digest('hex').slice(0, 8)
}
