import type { Context } from 'hono'
import { etagOf, matchesEtag } from './etag.ts'

/**
 * Responds with data of the catalogue, or with 304 if the client has it already.
 *
 * @throws ApiError what `read` throws
 */
export async function catalogueResponse<Query>(
  c: Context,
  read: (query: Query) => Promise<object>,
  query: Query,
): Promise<Response> {
  const body = JSON.stringify(await read(query))
  const etag = etagOf(body)
  const headers = { ETag: etag, 'Cache-Control': 'no-cache' }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(body, 200, { 'Content-Type': 'application/json', ...headers })
}
