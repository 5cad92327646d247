import type { Context } from 'hono'
import { isNamed, tagOf } from '../../_shared/http/etag.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { text as index } from '../documents/index.ts'
import { text as llms } from '../documents/llms.ts'
import { text as openapi } from '../documents/openapi.ts'
import { text as skill } from '../documents/skill.ts'

/**
 * What the service says of itself: texts that `npm run openapi` writes. They are loaded with the rest of the function, so that an
 * upgrade in place cannot change them, or take them away, before they are first asked for.
 */

const encoder = new TextEncoder()

/** GET /api: the routes and the documents. */
export function getIndex(c: Context): Response {
  return answer(c, 'application/json', index)
}

/** GET /api/openapi.json. */
export function getOpenApi(c: Context): Response {
  return answer(c, 'application/json', openapi)
}

/** GET /api/skill.md: how an agent uses the service. */
export function getSkillMd(c: Context): Response {
  return answer(c, 'text/markdown; charset=utf-8', skill)
}

/** GET /api/llms.txt: what is where. */
export function getLlmsTxt(c: Context): Response {
  return answer(c, 'text/plain; charset=utf-8', llms)
}

function answer(c: Context, type: string, text: string): Response {
  parseQuery(c, NoQuery)
  const body = encoder.encode(text)
  const tag = tagOf(body)
  const headers = { ETag: tag, 'Cache-Control': 'public, max-age=300' }
  if (isNamed(tag, c.req.header('if-none-match'))) return c.body(null, 304, headers)
  return c.body(body, 200, { 'Content-Type': type, ...headers })
}
