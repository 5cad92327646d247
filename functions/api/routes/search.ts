import type { Context } from 'hono'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { FindSkillsQuery } from '../../_shared/schemas/requests.ts'
import { findSkills as find } from '../../_shared/services/skills.ts'

/** GET /api/search, for the command `npx skills find` */
export function findSkills(c: Context): Promise<Response> {
  return catalogueResponse(c, find, parseQuery(c, FindSkillsQuery))
}
