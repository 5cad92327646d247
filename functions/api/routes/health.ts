import type { Context } from 'hono'
import { call } from '../../_shared/database.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'

/** GET /api/health: asks the database whether it answers. */
export async function health(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return c.json(await call('health', {}), 200, { 'Cache-Control': 'no-store' })
}
