import type { Context } from 'hono'
import { jsonBody } from '../../_shared/http/body.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import { SearchSkillsInput } from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/skills.ts'

/** POST /api/search */
export async function searchSkills(c: Context): Promise<Response> {
  const input = parse(SearchSkillsInput, await jsonBody(c))
  return c.json(await service.searchSkills(input))
}
