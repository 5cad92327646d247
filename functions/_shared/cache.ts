import type { LRUCache } from 'lru-cache'
import type { Bytes } from './database.ts'
import { cacheSeconds } from './settings.ts'

/** The most that is kept: answers, and bytes of memory for them all. */
const MAX_ANSWERS = 1_000
const MAX_BYTES = 32 * 1024 * 1024

/** An answer about the catalogue: its JSON in UTF-8, and the tag by which a client asks whether it has changed. */
export interface Answer {
  body: Bytes
  tag: string
}

type Load = () => Promise<Answer>

/**
 * The answers that are kept, by what was asked; undefined where CATALOGUE_CACHE_SECONDS is 0. Its `fetch` gives what is kept or
 * loads it: once for all who ask for the same meanwhile, and what a load throws is not kept.
 */
// Only loaded where the setting is on: it would cost every cold start.
export const answers = cacheSeconds > 0 ? await open() : undefined

async function open(): Promise<LRUCache<string, Answer, Load>> {
  const { LRUCache } = await import('lru-cache')
  return new LRUCache<string, Answer, Load>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    // A character of what was asked takes two bytes at the most.
    sizeCalculation: ({ body }, asked) => body.length + 2 * asked.length,
    ttl: cacheSeconds * 1_000,
    fetchMethod: (_asked, _stale, { context: load }) => load(),
    // What forgetAnswers() came between is given to those who wait for it, and not kept.
    ignoreFetchAbort: true,
  })
}

/** Forgets every answer, and what is being loaded now: it may have been read before the catalogue changed. */
export function forgetAnswers(): void {
  answers?.clear()
}
