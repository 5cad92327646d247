import fc from 'fast-check'
import { HttpClient } from '../support/http-client.ts'
import type { Request } from './arbitraries.ts'
import type { Answer } from './assertions.ts'
import { type Command, commands, ending, opening } from './commands.ts'
import { Model } from './model.ts'
import { type Sender, Session } from './session.ts'

export type FuzzOptions = {
  /** Ends in /functions/v1. */
  baseUrl: string
  /** How many requests to send at least. */
  requests: number
  seed: number
  /** Repeats one failure: the path and replay path that it printed. */
  replay?: { path: string; commands: string } | undefined
  progress?(sender: CountingSender): void
}

export type FuzzResult = { sender: CountingSender; differences: string[] }

/** More would only wait for the two cores of the service. */
const WORKERS = 6
const SHRINKING_TIMEOUT_MS = 90_000

export class CountingSender implements Sender {
  sent = 0
  readonly statuses = new Map<number, number>()
  readonly #client: HttpClient

  constructor(baseUrl: string) {
    this.#client = new HttpClient(baseUrl)
  }

  async send({ method, path, headers, body }: Request): Promise<Answer> {
    this.sent++
    const answer: Answer = await this.#client.request(method, path, { headers, body })
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    return answer
  }

  /** How many responses were 5xx. */
  get failures(): number {
    return [...this.statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)
  }

  get statusLine(): string {
    const sorted = [...this.statuses].sort(([a], [b]) => a - b)
    return sorted.map(([status, count]) => `${status}: ${count.toLocaleString('en')}`).join('  ')
  }

  close(): void {
    this.#client.close()
  }
}

/** Runs commands against a new model. @throws Error at the first response that differs from the model */
export async function runCommands(sequence: Iterable<Command>, sender: Sender): Promise<void> {
  const [model, session] = [new Model(), new Session(sender)]
  for (const command of opening) await command.run(model, session)
  await fc.asyncModelRun(() => ({ model, real: session }), sequence)
  for (const command of ending) await command.run(model, session)
}

/** Sends random requests until there were enough or a response differs from the model. */
export async function fuzz({ baseUrl, requests, seed, replay, progress }: FuzzOptions): Promise<FuzzResult> {
  const sender = new CountingSender(baseUrl)
  const differences: string[] = []
  const check = async (parameters: fc.Parameters<[Iterable<Command>]>) => {
    const details = await fc.check(
      fc.asyncProperty(commands(replay?.commands) as fc.Arbitrary<Iterable<Command>>, async (sequence) => {
        // One difference is enough: the other workers stop.
        fc.pre(differences.length === 0)
        await runCommands(sequence, sender)
      }),
      { numRuns: 1, unbiased: true, interruptAfterTimeLimit: SHRINKING_TIMEOUT_MS, ...parameters },
    )
    if (!details.failed || details.counterexample === null) return
    const [sequence] = details.counterexample
    const commandPath = /replayPath="([^"]*)"/.exec(String(sequence))?.[1] ?? ''
    differences.push(
      [
        (details.errorInstance as Error | null)?.message,
        `after ${details.numShrinks} shrinks: ${sequence}`,
        `Repeat it: npm run fuzz -- --seed=${details.seed} --path ${details.counterexamplePath} --commands ${commandPath}`,
      ].join('\n'),
    )
  }
  const ticker = setInterval(() => progress?.(sender), 5_000)
  try {
    if (replay) await check({ seed, path: replay.path })
    else {
      const seeds = seedsFrom(seed)
      const work = async () => {
        while (sender.sent < requests && differences.length === 0)
          await check({ seed: seeds.next().value as number })
      }
      await Promise.all(Array.from({ length: WORKERS }, work))
    }
    return { sender, differences }
  } finally {
    clearInterval(ticker)
    sender.close()
  }
}

/** A different 32-bit seed for each run. */
function* seedsFrom(seed: number): Generator<number, never> {
  for (let run = 1; ; run++) {
    const mixed = Math.imul(seed ^ Math.imul(run, 0x9e3779b1), 0x21f0aaad)
    yield (mixed ^ (mixed >>> 15)) | 0
  }
}
