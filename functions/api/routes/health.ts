import type { Context } from 'hono'
import { call } from '../../_shared/database.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'

/** GET /api/health: checks that the database answers. */
export async function getHealth(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return c.json(await call('health', {}), 200, { 'Cache-Control': 'no-store' })
}
