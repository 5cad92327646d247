import type { Context } from 'hono'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { getStats as readStats } from '../../_shared/services/skills.ts'

/** GET /api/stats */
export function getStats(c: Context): Promise<Response> {
  return catalogueResponse(c, readStats, parseQuery(c, NoQuery))
}
