import type { LRUCache } from 'lru-cache'
import { cacheSeconds } from './settings.ts'

const MAX_RESPONSES = 1_000
const MAX_BYTES = 32 * 1024 * 1024

/** A response of the catalogue: its JSON, and its ETag. */
export interface CachedResponse {
  body: string
  etag: string
}

type Load = () => Promise<CachedResponse>

/**
 * The cached responses, by request; undefined if CATALOGUE_CACHE_SECONDS is 0. Its `fetch` returns a cached response or loads it,
 * once for all requests that wait for it. Errors are not cached.
 */
// Loaded only if the setting is on: it would slow every cold start.
export const catalogueCache = cacheSeconds > 0 ? await create() : undefined

async function create(): Promise<LRUCache<string, CachedResponse, Load>> {
  const { LRUCache } = await import('lru-cache')
  return new LRUCache<string, CachedResponse, Load>({
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    // A character takes at most two bytes.
    sizeCalculation: ({ body }, request) => 2 * (body.length + request.length),
    ttl: cacheSeconds * 1_000,
    fetchMethod: (_request, _stale, { context: load }) => load(),
    // A load that clearCatalogueCache() interrupts still answers the requests that wait for it, and is not cached.
    ignoreFetchAbort: true,
  })
}

/** Removes every response, and what is being loaded now: it may have been read before the catalogue changed. */
export function clearCatalogueCache(): void {
  catalogueCache?.clear()
}
