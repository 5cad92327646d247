import type { Context } from 'hono'
import { call } from './database.ts'
import { NoQuery } from './fields.ts'
import { parseQuery } from './query.ts'

/** GET /api/health: asks the database whether it answers. */
export async function health(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return c.json(await call('health', {}), 200, { 'Cache-Control': 'no-store' })
}
