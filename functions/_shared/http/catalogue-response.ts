import type { Context } from 'hono'
import type { LRUCache } from 'lru-cache'
import { hasApiKey } from '../auth.ts'
import { type CachedResponse, catalogueCache } from '../catalogue-cache.ts'
import { etagOf, matchesEtag } from './etag.ts'

/**
 * Responds with data of the catalogue, or with 304 if the client has it already.
 *
 * If CATALOGUE_CACHE_SECONDS is set, X-Cache says whether the response was cached (`hit` or `miss`). A request with a key, valid or
 * not, always reads the database (`bypass`).
 *
 * @param read the service that reads the data; its name and the query identify the response in the cache
 * @throws ApiError what `read` throws
 */
export async function catalogueResponse<Query>(
  c: Context,
  read: (query: Query) => Promise<object>,
  query: Query,
): Promise<Response> {
  const load = async () => {
    const body = JSON.stringify(await read(query))
    return { body, etag: etagOf(body) }
  }
  const { body, etag, headers } =
    catalogueCache && !hasApiKey(c)
      ? await cached(catalogueCache, JSON.stringify([read.name, query]), load)
      : await uncached(load)
  const allHeaders = { ETag: etag, ...headers }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, allHeaders)
  return c.body(body, 200, { 'Content-Type': 'application/json', ...allHeaders })
}

type Load = () => Promise<CachedResponse>
type WithHeaders = CachedResponse & { headers: Record<string, string> }

/** Without it, a cache on the way would give its responses to requests with a key too. */
const VARY = { Vary: 'Authorization, X-Api-Key' }

async function uncached(load: Load): Promise<WithHeaders> {
  const headers = { 'Cache-Control': 'no-cache', ...(catalogueCache && { 'X-Cache': 'bypass', ...VARY }) }
  return { ...(await load()), headers }
}

async function cached(
  cache: LRUCache<string, CachedResponse, Load>,
  request: string,
  load: Load,
): Promise<WithHeaders> {
  const status: LRUCache.Status<string, CachedResponse, Load> = {}
  const response = await cache.forceFetch(request, { context: load, status })
  // After a write, the cache has another response or none. The remaining time is negative if it expired while it was loaded.
  const remaining = cache.peek(request) === response ? cache.getRemainingTTL(request) : 0
  const seconds = Math.max(0, Math.floor(remaining / 1_000))
  const headers = {
    'Cache-Control': `public, max-age=${seconds}`,
    'X-Cache': status.fetch === 'hit' ? 'hit' : 'miss',
    ...VARY,
  }
  return { ...response, headers }
}
