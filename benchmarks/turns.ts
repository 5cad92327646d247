import type { Sql } from 'postgres'
import type { LoadGenerator, Send } from './load.ts'
import { median, percentile } from './statistics.ts'

/** One turn of a load: requests a second, and milliseconds until the answer. */
export type Turn = { rate: number; p50: number; p99: number }

/** Something that takes a load. */
export type Contender = { name: string; run(connections: number, seconds: number): Promise<Turn> }

/** A contender's turns, in order: equal places of two contenders lay next to each other in time. */
export type Outcome = { turns: Turn[]; failure?: string }

/** A server behind HTTP, and what it is asked. */
export function overHttp(
  name: string,
  generator: LoadGenerator,
  origin: string,
  requests: Send[],
): Contender {
  return {
    name,
    run: (connections, seconds) => generator.run({ origin, connections, requests, seconds }),
  }
}

/** A statement over the connections of a pool, without HTTP, by as many callers as there would be connections. */
export function overPool(name: string, pool: Sql, statement: (sql: Sql) => PromiseLike<unknown>): Contender {
  return {
    name,
    async run(connections, seconds) {
      const latencies: number[] = []
      const begun = performance.now()
      const end = begun + seconds * 1_000
      await Promise.all(
        Array.from({ length: connections }, async () => {
          for (let sent = performance.now(); sent < end; ) {
            await statement(pool)
            const now = performance.now()
            latencies.push(now - sent)
            sent = now
          }
        }),
      )
      const rate = latencies.length / ((performance.now() - begun) / 1_000)
      return { rate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
    },
  }
}

/**
 * Gives each contender a short turn after the other, again and again, so that what else the machine does meets all alike. The
 * first round is to warm up and is thrown away.
 *
 * One that fails is told and left out of the later rounds: its figures would count refusals as work.
 */
export async function inTurns(
  contenders: Contender[],
  { connections, turns, seconds, log }: TurnOptions,
): Promise<Map<Contender, Outcome>> {
  const outcomes = new Map<Contender, Outcome>(contenders.map((contender) => [contender, { turns: [] }]))
  for (let round = 0; round <= turns; round++) {
    for (const [contender, outcome] of outcomes) {
      if (outcome.failure) continue
      try {
        const turn = await contender.run(connections, seconds)
        if (round > 0) outcome.turns.push(turn)
      } catch (error) {
        outcome.failure = (error as Error).message
        log(`FAILED: ${contender.name}: ${outcome.failure}`)
      }
    }
  }
  return outcomes
}

export type TurnOptions = {
  connections: number
  /** How many turns each has. */
  turns: number
  /** How long one is. */
  seconds: number
  log(line: string): void
}

/** The medians of the turns; null when the contender failed. */
export function summary({ turns, failure }: Outcome): Turn | null {
  if (failure || turns.length === 0) return null
  const of = (value: (turn: Turn) => number) => median(turns.map(value))
  return { rate: of(({ rate }) => rate), p50: of(({ p50 }) => p50), p99: of(({ p99 }) => p99) }
}

/** What two contenders' turns give that lay next to each other in time; nothing when one of them failed. */
export function pairs(a: Outcome, b: Outcome, compare: (a: Turn, b: Turn) => number): number[] {
  if (a.failure || b.failure) return []
  return a.turns.flatMap((turn, i) => (b.turns[i] ? [compare(turn, b.turns[i] as Turn)] : []))
}
