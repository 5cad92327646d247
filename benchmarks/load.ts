// A closed-loop load: each connection sends its next request when its last one is answered. In a process of its own, so that
// neither the gateway, which runs in the benchmark's, nor the generator waits for the other.
import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** One request. */
export type Send = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

export type Load = {
  /** `http://127.0.0.1:port`, without a path. */
  origin: string
  connections: number
  /** Sent in this order, by all connections together, and from the first again. */
  requests: Send[]
  /** The load ends after so many seconds, or after `count` requests, whichever comes first. */
  seconds?: number
  count?: number
  /** Statuses that are as good as 2xx and 3xx here. */
  counted?: number[]
}

export type LoadResult = {
  /** Answered as they should be. */
  requests: number
  seconds: number
  /** Requests a second. */
  rate: number
  /** Milliseconds from sending a request to the end of its answer. */
  p50: number
  p99: number
  /** How many answers had each status. */
  statuses: Record<number, number>
  /** Connections that broke, by the reason. */
  errors: Record<string, number>
  /** Length of one answer's body. */
  bytes: number
  /** CPU time of the generator itself, in milliseconds. */
  cpu: number
}

/** The process that sends. One load at a time. */
export class LoadGenerator {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(): Promise<LoadGenerator> {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), {
      execArgv: ['--import', loader],
    })
    const generator = new LoadGenerator(child)
    await generator.#message()
    return generator
  }

  /**
   * Sends a load to its end.
   * @throws Error when an answer has a status other than 2xx, 3xx and `counted`, or a connection breaks: a figure that
   * counted refusals as work would be worth nothing
   */
  async run(load: Load): Promise<LoadResult> {
    const answer = this.#message()
    this.#child.send(load)
    const result = (await answer) as LoadResult | { failure: string }
    if ('failure' in result) throw new Error(`${load.origin}${load.requests[0]?.path}: ${result.failure}`)
    const total = Object.values(result.statuses).reduce((sum, count) => sum + count, 0)
    const broken = Object.values(result.errors).reduce((sum, count) => sum + count, 0)
    if (total !== result.requests || broken > 0 || total === 0) {
      throw new Error(
        `${load.origin}${load.requests[0]?.path} at ${load.connections} connections: of ${total} answers ` +
          `${result.requests} were good; by status ${JSON.stringify(result.statuses)}, broken ${JSON.stringify(result.errors)}`,
      )
    }
    return result
  }

  get pid(): number {
    return this.#child.pid as number
  }

  async stop(): Promise<void> {
    const gone = new Promise((exit) => this.#child.once('exit', exit))
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await gone
  }

  #message(): Promise<unknown> {
    return new Promise((got, fail) => {
      const ended = (code: number | null) => fail(new Error(`The load generator ended (${code}).`))
      this.#child.once('exit', ended)
      this.#child.once('message', (message) => {
        this.#child.off('exit', ended)
        got(message)
      })
    })
  }
}
