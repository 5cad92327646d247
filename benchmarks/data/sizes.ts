import { createHash } from 'node:crypto'

export type Size = 'S' | 'M' | 'L'

/** Each size is ten times the one before. */
export const SIZES: Record<Size, { skills: number; ratings: number; agents: number }> = {
  S: { skills: 10_000, ratings: 100_000, agents: 2_000 },
  M: { skills: 100_000, ratings: 1_000_000, agents: 20_000 },
  L: { skills: 1_000_000, ratings: 10_000_000, agents: 200_000 },
}

/** How many agents of the data have a key: the first ones. */
export const KEYS = 100

/** The API key of an agent in the benchmark's data: well-formed and the same on every machine. */
export function benchmarkKey(agent: number): string {
  const body = `claw_${sha256(`benchmark ${agent}`).slice(0, 48)}`
  return body + sha256(body).slice(0, 8)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
