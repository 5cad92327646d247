import type { Context } from 'hono'
import { requireApiKey } from '../../_shared/auth.ts'
import { jsonBody, optionalJsonBody } from '../../_shared/http/body.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import { CreateKeyInput, ExportMeQuery, NoQuery, UpdateMeInput } from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/agents.ts'

// These responses contain the agent's e-mail address or keys: no cache may store them.
const PRIVATE = { 'Cache-Control': 'no-store' }

/** GET /api/me */
export async function getMe(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  parseQuery(c, NoQuery)
  return c.json(await service.getMe(key), 200, PRIVATE)
}

/** PATCH /api/me */
export async function updateMe(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const input = parse(UpdateMeInput, await jsonBody(c))
  return c.json(await service.updateMe(input, key), 200, PRIVATE)
}

/** DELETE /api/me */
export async function deleteMe(c: Context): Promise<Response> {
  const { remaining } = await service.deleteMe(requireApiKey(c))
  return remaining > 0 ? c.json({ remaining }, 202, PRIVATE) : c.body(null, 204, PRIVATE)
}

/** GET /api/me/export */
export async function exportMe(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const query = parseQuery(c, ExportMeQuery)
  return c.json(await service.exportMe(query, key), 200, PRIVATE)
}

/** POST /api/me/keys */
export async function createKey(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const input = parse(CreateKeyInput, await optionalJsonBody(c))
  return c.json(await service.createKey(input, key), 201, PRIVATE)
}

/** DELETE /api/me/keys/current */
export async function revokeCurrentKey(c: Context): Promise<Response> {
  await service.revokeCurrentKey(requireApiKey(c))
  return c.body(null, 204, PRIVATE)
}
