import type { Context } from 'hono'
import { requireApiKey, SHOWN_ONCE } from '../../_shared/auth.ts'
import { call } from '../../_shared/database.ts'
import { parse } from '../../_shared/errors.ts'
import { jsonBody, optionalJsonBody } from '../../_shared/http/body.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { AccountInput, KeyInput, NoQuery } from '../../_shared/schemas/requests.ts'

// What these answer is the calling agent's own, its e-mail address and keys among it: no cache may keep it.
const PRIVATE = { 'Cache-Control': 'no-store' }

/** GET /api/me: the calling agent, and the key that it called by. */
export async function getAccount(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  parseQuery(c, NoQuery)
  return c.json(await call('get_me', {}, key), 200, PRIVATE)
}

/** PATCH /api/me: changes the description of the calling agent, its e-mail address, or both. */
export async function editAccount(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const { agent_description, email } = parse(AccountInput, await jsonBody(c))
  const answer = await call('update_me', { p_agent_description: agent_description, p_email: email }, key)
  return c.json({ success: true, message: 'Your account is up to date.', ...answer }, 200, PRIVATE)
}

/** POST /api/me/keys: a new key, shown this once; the agent's other keys end after `grace_seconds`. */
export async function makeKey(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const { grace_seconds } = parse(KeyInput, await optionalJsonBody(c))
  const { api_key, ...answer } = await call('create_key', { p_grace_seconds: grace_seconds }, key)
  const message =
    grace_seconds > 0
      ? `Here is your new key. The old one is accepted for ${grace_seconds} more seconds.`
      : 'Here is your new key. The old one is no longer accepted.'
  return c.json({ success: true, message, api_key, warning: SHOWN_ONCE, ...answer }, 201, PRIVATE)
}

/** DELETE /api/me/keys/current: the key of this request is refused from the next one on. */
export async function revokeKey(c: Context): Promise<Response> {
  await call('revoke_current_key', {}, await requireApiKey(c))
  return c.body(null, 204, PRIVATE)
}
