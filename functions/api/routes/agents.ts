import type { Context } from 'hono'
import { jsonBody } from '../../_shared/http/body.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import { RegistrationInput } from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/agents.ts'

/** POST /api/register */
export async function registerAgent(c: Context): Promise<Response> {
  const input = parse(RegistrationInput, await jsonBody(c))
  return c.json(await service.registerAgent(c, input), 201, { 'Cache-Control': 'no-store' })
}
