import type { Context } from 'hono'
import { etagOf, matchesEtag } from '../../_shared/http/etag.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { text as index } from '../documents/index.ts'
import { text as llms } from '../documents/llms.ts'
import { text as openapi } from '../documents/openapi.ts'
import { text as skill } from '../documents/skill.ts'

// `npm run openapi` writes the documents. They are loaded at the start, so that an upgrade in place cannot change them afterwards.

/** GET /api */
export const getIndex = documentHandler('application/json', index)
/** GET /api/openapi.json */
export const getOpenApi = documentHandler('application/json', openapi)
/** GET /api/skill.md */
export const getSkillMd = documentHandler('text/markdown; charset=utf-8', skill)
/** GET /api/llms.txt */
export const getLlmsTxt = documentHandler('text/plain; charset=utf-8', llms)

function documentHandler(type: string, text: string): (c: Context) => Response {
  return (c) => {
    parseQuery(c, NoQuery)
    const etag = etagOf(text)
    const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300' }
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    return c.body(text, 200, { 'Content-Type': type, ...headers })
  }
}
