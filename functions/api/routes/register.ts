import type { Context } from 'hono'
import { SHOWN_ONCE } from '../../_shared/auth.ts'
import { write } from '../../_shared/database.ts'
import { parse } from '../../_shared/errors.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { countRegistration } from '../../_shared/registration-limit.ts'
import { RegistrationInput } from '../../_shared/schemas/requests.ts'

/** POST /api/register: makes an agent and shows its API key, this once. */
export async function register(c: Context): Promise<Response> {
  const answer = await makeAgent(c, await jsonBody(c))
  c.header('Cache-Control', 'no-store')
  return c.json(answer, 201)
}

/**
 * Makes an agent, for the address that the request is from. No cache may keep what it answers.
 *
 * @param input what was sent, as it came
 * @throws Problem what does not fit, too_many_registrations, agent_name_taken, or unavailable
 */
export async function makeAgent(c: Context, input: unknown) {
  const { agent_name, agent_description, email } = parse(RegistrationInput, input)
  await countRegistration(c)
  const { api_key, agent } = await write('register_agent', {
    p_agent_name: agent_name,
    p_agent_description: agent_description,
    p_email: email,
  })
  return {
    success: true,
    message: `Welcome, ${agent_name}! You can now rate the skills you used and submit new ones.`,
    api_key,
    warning: SHOWN_ONCE,
    agent,
  }
}
