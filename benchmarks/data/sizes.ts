import { createHash } from 'node:crypto'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'

export type Size = 'S' | 'M' | 'L' | 'C'

/**
 * M and L are ten times the size before. C, for the catalogue, has the skills of L, the ratings of S and no documents for search: it
 * loads in minutes, for lists, lookups and migrations.
 */
export const SIZES: Record<Size, { skills: number; ratings: number; agents: number }> = {
  S: { skills: 10_000, ratings: 100_000, agents: 2_000 },
  M: { skills: 100_000, ratings: 1_000_000, agents: 20_000 },
  L: { skills: 1_000_000, ratings: 10_000_000, agents: 200_000 },
  C: { skills: 1_000_000, ratings: 100_000, agents: 2_000 },
}

/** How many agents of the data have a key: the first ones. */
export const KEYS = 100

/** The API key of an agent in the benchmark's data, the same on every machine. */
export function benchmarkKey(agent: number): string {
  return wellFormedKey(createHash('sha256').update(`benchmark ${agent}`).digest('hex').slice(0, 48))
}
