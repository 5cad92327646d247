import type { Context } from 'hono'
import { jsonBody } from '../../_shared/http/body.ts'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import { FindSkillsQuery, SearchSkillsInput } from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/skills.ts'

/** GET /api/search, for the command `npx skills find` */
export function findSkills(c: Context): Promise<Response> {
  return catalogueResponse(c, service.findSkills, parseQuery(c, FindSkillsQuery))
}

/** POST /api/search */
export async function searchSkills(c: Context): Promise<Response> {
  const input = parse(SearchSkillsInput, await jsonBody(c))
  return c.json(await service.searchSkills(input))
}
