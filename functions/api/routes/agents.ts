import type { Context } from 'hono'
import { jsonBody } from '../../_shared/http/body.ts'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { requireAgentIdOrName } from '../../_shared/schemas/ids.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import { ListOfAgentQuery, NoQuery, RegisterAgentInput } from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/agents.ts'

/** POST /api/register */
export async function registerAgent(c: Context): Promise<Response> {
  const input = parse(RegisterAgentInput, await jsonBody(c))
  return c.json(await service.registerAgent(c, input), 201, { 'Cache-Control': 'no-store' })
}

/** GET /api/agents/{id or name} */
export function getAgent(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return catalogueResponse(c, service.getAgent, { agent: requireAgentIdOrName(c.req.param('agent')) })
}

/** GET /api/agents/{id or name}/ratings */
export function listAgentRatings(c: Context): Promise<Response> {
  return catalogueResponse(c, service.listAgentRatings, listOfAgentQuery(c))
}

/** GET /api/agents/{id or name}/skills */
export function listAgentSkills(c: Context): Promise<Response> {
  return catalogueResponse(c, service.listAgentSkills, listOfAgentQuery(c))
}

function listOfAgentQuery(c: Context) {
  const query = parseQuery(c, ListOfAgentQuery)
  return { agent: requireAgentIdOrName(c.req.param('agent')), ...query }
}
