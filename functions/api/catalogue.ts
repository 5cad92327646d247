import type { Context } from 'hono'
import type { LRUCache } from 'lru-cache'
import { carriesApiKey } from '../_shared/auth.ts'
import { type Answer, answers } from '../_shared/cache.ts'
import { type Reader, read } from '../_shared/database.ts'
import { isNamed, tagOf } from '../_shared/http/etag.ts'

/**
 * Answers with what a SQL function gives that reads the catalogue: 200 with its ETag, or 304 to a client that has it already.
 *
 * Where CATALOGUE_CACHE_SECONDS is set, X-Cache says whether it was kept in memory (`hit` or `miss`). A request with a key,
 * good or bad, gets what the database says now (`bypass`).
 *
 * @throws Problem what the function raised, or unavailable
 */
export async function answerFromCatalogue<Name extends Reader>(
  c: Context,
  name: Name,
  parameters: Parameters<typeof read<Name>>[1],
): Promise<Response> {
  const load = async () => {
    const body = await read(name, parameters)
    return { body, tag: tagOf(body) }
  }
  const { body, tag, headers } =
    answers && !carriesApiKey(c)
      ? await kept(answers, JSON.stringify([name, parameters]), load)
      : await current(load)
  const all = { ETag: tag, ...headers }
  if (isNamed(tag, c.req.header('if-none-match'))) return c.body(null, 304, all)
  return c.body(body, 200, { 'Content-Type': 'application/json', ...all })
}

type Load = () => Promise<Answer>
type WithHeaders = Answer & { headers: Record<string, string> }

/** Without it a cache on the way would give what it kept to requests with a key as well. */
const VARY = { Vary: 'Authorization, X-Api-Key' }

async function current(load: Load): Promise<WithHeaders> {
  // Clients may keep it, and ask each time whether it still holds.
  const headers = { 'Cache-Control': 'no-cache', ...(answers && { 'X-Cache': 'bypass', ...VARY }) }
  return { ...(await load()), headers }
}

async function kept(cache: LRUCache<string, Answer, Load>, asked: string, load: Load): Promise<WithHeaders> {
  const status: LRUCache.Status<string, Answer, Load> = {}
  const answer = await cache.forceFetch(asked, { context: load, status })
  // Less than nothing when it has run out while it was asked for again.
  const seconds = Math.max(0, Math.floor(cache.getRemainingTTL(asked) / 1_000))
  const headers = {
    'Cache-Control': `public, max-age=${seconds}`,
    'X-Cache': status.fetch === 'hit' ? 'hit' : 'miss',
    ...VARY,
  }
  return { ...answer, headers }
}
