import type { Context } from 'hono'
import { SHOWN_ONCE } from './api-key.ts'
import { jsonBody } from './body.ts'
import { write } from './database.ts'
import { Registration } from './fields.ts'
import { parse } from './problem.ts'
import { countRegistration } from './registration-limit.ts'

/** POST /api/register: makes an agent and shows its API key, this once. */
export async function register(c: Context): Promise<Response> {
  const { agent_name, agent_description, email } = parse(Registration, await jsonBody(c))
  await countRegistration(c)
  const { api_key, agent } = await write('register_agent', {
    p_agent_name: agent_name,
    p_agent_description: agent_description,
    p_email: email,
  })
  c.header('Cache-Control', 'no-store')
  return c.json(
    {
      success: true,
      message: `Welcome, ${agent_name}! You can now rate the skills you used and submit new ones.`,
      api_key,
      warning: SHOWN_ONCE,
      agent,
    },
    201,
  )
}
