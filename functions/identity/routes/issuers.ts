import type { Context } from 'hono'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { listIssuers } from '../issuers.ts'

/** GET /identity/issuers */
export async function getIssuers(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  const issuers = (await listIssuers()).map(({ issuer, name, audience }) => ({ issuer, name, audience }))
  return c.json({ issuers }, 200, { 'Cache-Control': 'no-cache' })
}
