import { createHash } from 'node:crypto'

/** How many agents have a key, the first ones. */
export const KEYS = 100

/**
 * The API key of an agent in the benchmark's data, well-formed and the same everywhere; it opens nothing but that data.
 * @param agent 0 to 99
 */
export function benchmarkKey(agent: number): string {
  if (!Number.isInteger(agent) || agent < 0 || agent >= KEYS)
    throw new RangeError(`No key for agent ${agent}.`)
  const body = `claw_${sha256(`benchmark ${agent}`).slice(0, 48)}`
  return body + sha256(body).slice(0, 8)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
