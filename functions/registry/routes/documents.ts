import type { Context } from 'hono'
import { publicResponse } from '../../_shared/http/public-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { URN_PREFIX } from '../ard/entries.ts'
import { text } from '../documents/openapi.ts'

/** GET /registry/openapi.json */
export function getOpenApi(c: Context): Response {
  parseQuery(c, NoQuery)
  return publicResponse(c, 'application/json', URN_PREFIX ? text : withoutArd(text))
}

/** The document without what does not work without a web site. */
function withoutArd(text: string): string {
  const { paths, ...rest } = JSON.parse(text) as { paths: object }
  const others = Object.entries(paths).filter(([path]) => !path.startsWith('/ard/'))
  return JSON.stringify({ ...rest, paths: Object.fromEntries(others) })
}
