import type { Context } from 'hono'
import { publicResponse } from '../../_shared/http/public-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { text } from '../documents/openapi.ts'

/** GET /registry/openapi.json */
export function getOpenApi(c: Context): Response {
  parseQuery(c, NoQuery)
  return publicResponse(c, 'application/json', text)
}
