import type { Context } from 'hono'
import { requireApiKey } from '../../_shared/auth.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { CreateProofInput } from '../schemas.ts'
import * as service from '../service.ts'

const MAX_BODY = 32 * 1024

// The subject is nobody else's business.
const PRIVATE = { 'Cache-Control': 'no-store' }

/** POST /identity/proofs */
export async function createProof(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const { id_token } = parse(CreateProofInput, await jsonBody(c, { maxBytes: MAX_BODY }))
  const { created, proof } = await service.createProof(id_token, key)
  return c.json({ proof }, created ? 201 : 200, PRIVATE)
}

/** GET /identity/proofs */
export async function getProof(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  parseQuery(c, NoQuery)
  return c.json(await service.getProof(key), 200, PRIVATE)
}

/** DELETE /identity/proofs */
export async function deleteProof(c: Context): Promise<Response> {
  await service.deleteProof(requireApiKey(c))
  return c.body(null, 204, PRIVATE)
}
