import type { Context } from 'hono'
import { text as skill } from '../../_shared/documents/skill.ts'
import { publicResponse } from '../../_shared/http/public-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { siteUrl } from '../../_shared/settings.ts'
import { text as index } from '../documents/index.ts'
import { text as llms } from '../documents/llms.ts'
import { text as openapi } from '../documents/openapi.ts'

// `npm run generate -- openapi` writes the documents. They are loaded at the start, so that an upgrade in place cannot change them afterwards.

/** GET /api */
export const getIndex = documentHandler('application/json', index)
/** GET /api/openapi.json */
export const getOpenApi = documentHandler('application/json', openapi)
/** GET /api/skill.md */
export const getSkillMd = documentHandler('text/markdown; charset=utf-8', skill)
/** GET /api/llms.txt. ARD does not work without a web site. */
export const getLlmsTxt = documentHandler(
  'text/plain; charset=utf-8',
  siteUrl ? llms : llms.replace(/^.*\/registry\/ard.*\n/m, ''),
)

function documentHandler(type: string, text: string): (c: Context) => Response {
  return (c) => {
    parseQuery(c, NoQuery)
    return publicResponse(c, type, text)
  }
}
