import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import { tell, unknownKey } from './describe-failure.ts'
import { expectAllowed } from './oracle.ts'
import { anyRequest, fill, requireSameFields, SCENE_SKILLS, type Scene } from './requests.ts'
import { type Request, Sender } from './send.ts'
import { type Step, story } from './stories.ts'

/** What is tried: single requests of any kind, or stories held against the model. */
export const KINDS = ['requests', 'stories'] as const
export type Kind = (typeof KINDS)[number]

export interface FuzzOptions {
  /** Ends in /functions/v1. */
  baseUrl: string
  /** How many requests to send, at least; a story that has begun is told to its end. */
  requests: number
  /** The same seed makes the same requests and stories; how they mingle is up to the clock. */
  seed: number
  /** Tries this one case and no other: a kind, and the path that a failure printed with its seed. */
  replay?: { kind: Kind; path: string } | undefined
  /** Called now and then, with the sender, who counts. */
  progress?(sender: Sender): void
}

export interface FuzzResult {
  sent: number
  /** How many answers were 5xx. */
  failures: number
  statuses: string
  /** Each with the seed, the path and the least case that shows it. */
  differences: string[]
}

/** Several at a time, so that the service is never idle; more would only queue in front of its two cores. */
const TELLERS = 5
const SINGLES = 3
/** Of all requests, so many are sent singly. */
const SHARE_OF_SINGLES = 0.4
/** How long the search for a least case may go on, in milliseconds. */
const SHRINKING = 90_000

/**
 * Sends random requests and compares every answer with what the contract says, until so many were sent or one differs.
 * @throws Error when the zod schemas have a field that the fuzz run does not know
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  requireSameFields()
  const sender = new Sender(options.baseUrl)
  const ticker = setInterval(() => options.progress?.(sender), 5_000)
  try {
    const differences = await new Fuzzing(options, sender).run()
    return { sent: sender.sent, failures: sender.failures, statuses: sender.statusLine, differences }
  } finally {
    clearInterval(ticker)
    sender.close()
  }
}

class Fuzzing {
  readonly #differences: string[] = []
  #singles = 0

  constructor(
    private readonly options: FuzzOptions,
    private readonly sender: Sender,
  ) {}

  async run(): Promise<string[]> {
    const { replay, seed } = this.options
    const scene = await setScene(this.sender)
    if (replay) {
      await this.#check(replay.kind, seed, scene, replay.path)
      return this.#differences
    }
    await Promise.all([
      ...Array.from({ length: TELLERS }, (_, worker) => this.#keepOn('stories', worker, scene)),
      ...Array.from({ length: SINGLES }, (_, worker) => this.#keepOn('requests', TELLERS + worker, scene)),
    ])
    return this.#differences
  }

  async #keepOn(kind: Kind, worker: number, scene: Scene): Promise<void> {
    for (let round = 0; !this.#isDone(kind); round++) {
      // Every round of every worker has numbers of its own, all from the one seed.
      await this.#check(kind, derived(this.options.seed, worker, round), scene)
    }
  }

  #isDone(kind: Kind): boolean {
    if (this.#differences.length > 0) return true
    const { requests } = this.options
    const wanted = kind === 'requests' ? requests * SHARE_OF_SINGLES : requests
    return (kind === 'requests' ? this.#singles : this.sender.sent) >= wanted
  }

  async #check(kind: Kind, seed: number, scene: Scene, path?: string): Promise<void> {
    const parameters = {
      seed,
      numRuns: kind === 'requests' ? 100 : 3,
      interruptAfterTimeLimit: SHRINKING,
      // Small values first are of no use to a story that has three goes: it would hardly ever be a long one.
      unbiased: kind === 'stories',
      ...(path !== undefined && { path }),
    }
    const details =
      kind === 'requests'
        ? await fc.check(
            fc.asyncProperty(anyRequest, (request) => this.#single(request, scene)),
            parameters as fc.Parameters<[Request]>,
          )
        : await fc.check(
            fc.asyncProperty(story, (steps) => this.#story(steps)),
            parameters as fc.Parameters<[Step[]]>,
          )
    // Left off because of another's difference, which is no difference of its own.
    if (!details.failed || details.counterexample === null) return
    const { counterexample, counterexamplePath, numShrinks, errorInstance } = details
    this.#differences.push(
      [
        `${(errorInstance as Error)?.message ?? errorInstance}`,
        `the least case (after ${numShrinks} shrinks): ${fc.stringify(counterexample)}`,
        `again: npm run fuzz -- --replay ${kind} --seed=${details.seed} --path ${counterexamplePath}`,
      ].join('\n'),
    )
  }

  #story(steps: Step[]): Promise<void> {
    this.#goOn()
    return tell(steps, this.sender)
  }

  /** One difference is enough: whoever else is at work leaves off, so that it is printed soon. */
  #goOn(): void {
    fc.pre(this.#differences.length === 0)
  }

  async #single(described: Request, scene: Scene): Promise<void> {
    this.#goOn()
    this.#singles++
    const request = fill(described, scene)
    expectAllowed(request, await this.sender.send(request), scene)
  }
}

/** Two agents and a few skills, for requests that need some. */
async function setScene(sender: Sender): Promise<Scene> {
  const word = `f${Math.random().toString(36).slice(2, 12)}`
  const keys: string[] = []
  for (const name of ['Ada', 'Grace']) {
    const { status, body, text } = await sender.post('/api/register', { agent_name: `${word} ${name}` })
    ok(status === 201, text)
    keys.push(body.api_key)
  }
  const skills: Scene['skills'] = []
  for (let i = 0; i < SCENE_SKILLS; i++) {
    const skill = { name: `${word} skill ${i}`, description: 'Stands ready.', type: 'other' }
    const { status, body, text } = await sender.post('/api/skills', skill, keys[0])
    ok(status === 201, text)
    skills.push(body.skill)
  }
  return { keys: keys as [string, string], unknownKey: unknownKey(), skills }
}

/** A seed for one round of one worker. */
function derived(seed: number, worker: number, round: number): number {
  let mixed = (seed ^ Math.imul(worker + 1, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  return (mixed ^ (mixed >>> 15)) | 0
}
