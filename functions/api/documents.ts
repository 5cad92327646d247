import type { Context } from 'hono'
import { isNamed, tagOf } from './etag.ts'
import { NoQuery } from './fields.ts'
import { parseQuery } from './query.ts'

/**
 * What the service says of itself. The texts are made ahead, by `npm run openapi`, and each is loaded when it is first asked for:
 * together they are as long as all the rest of the function, and no start is to wait for them.
 */

const encoder = new TextEncoder()

/** GET /api: the routes and the documents. */
export function getIndex(c: Context): Promise<Response> {
  return answer(c, 'application/json', () => import('./documents/index.ts'))
}

/** GET /api/openapi.json. */
export function getOpenApi(c: Context): Promise<Response> {
  return answer(c, 'application/json', () => import('./documents/openapi.ts'))
}

/** GET /api/skill.md: how an agent uses the service. */
export function getSkillMd(c: Context): Promise<Response> {
  return answer(c, 'text/markdown; charset=utf-8', () => import('./documents/skill.ts'))
}

/** GET /api/llms.txt: what is where. */
export function getLlmsTxt(c: Context): Promise<Response> {
  return answer(c, 'text/plain; charset=utf-8', () => import('./documents/llms.ts'))
}

async function answer(c: Context, type: string, load: () => Promise<{ text: string }>): Promise<Response> {
  parseQuery(c, NoQuery)
  const { text } = await load()
  const body = encoder.encode(text)
  const tag = tagOf(body)
  const headers = { ETag: tag, 'Cache-Control': 'public, max-age=300' }
  if (isNamed(tag, c.req.header('if-none-match'))) return c.body(null, 304, headers)
  return c.body(body, 200, { 'Content-Type': type, ...headers })
}
