import type { Context } from 'hono'
import type { z } from 'zod'
import { call } from '../database.ts'
import { countRegistration } from '../registration-limit.ts'
import type {
  CreateKeyInput,
  ExportMeQuery,
  ListOfAgentQuery,
  RegisterAgentInput,
  UpdateMeInput,
} from '../schemas/requests.ts'
import { argumentsOf } from '../sql-functions.ts'

const KEY_WARNING = 'Save this API key now: it is shown only once and cannot be recovered.'

/**
 * Registers an agent. The response contains its API key: no cache may store it.
 *
 * @throws ApiError too_many_registrations, agent_name_taken
 */
export async function registerAgent(c: Context, input: z.output<typeof RegisterAgentInput>) {
  await countRegistration(c)
  const { api_key, agent } = await call('register_agent', argumentsOf(input))
  return {
    success: true as const,
    message: `Welcome, ${input.agent_name}! You can now rate the skills you have used and submit new ones.`,
    api_key,
    warning: KEY_WARNING,
    agent,
  }
}

/** The public profile of an agent with its newest ratings. @param agent its id or name */
export function getAgent({ agent }: { agent: string }) {
  return call('get_agent', { p_agent: agent })
}

type ListOfAgent = z.output<typeof ListOfAgentQuery> & { agent: string }

/** A page of the ratings of an agent. @param agent its id or name */
export function listAgentRatings(query: ListOfAgent) {
  return call('list_agent_ratings', argumentsOf(query))
}

/** A page of the skills that an agent submitted. @param agent its id or name */
export function listAgentSkills(query: ListOfAgent) {
  return call('list_agent_skills', argumentsOf(query))
}

/** The agent of the key, with its e-mail address. */
export function getMe(key: string) {
  return call('get_me', {}, key)
}

/** Changes the description or the e-mail address of the agent of the key. */
export async function updateMe(input: z.output<typeof UpdateMeInput>, key: string) {
  const { agent } = await call('update_me', argumentsOf(input), key)
  return { success: true as const, message: 'Your account is up to date.', agent }
}

/** Deletes a part of the account of the key; with the last part, the agent. */
export function deleteMe(key: string) {
  return call('delete_me', {}, key)
}

/** A page of what the service has about the agent of the key. */
export function exportMe(query: z.output<typeof ExportMeQuery>, key: string) {
  return call('export_me', argumentsOf(query), key)
}

/** Creates a new key. The other keys of the agent expire after `grace_seconds`. */
export async function createKey({ grace_seconds }: z.output<typeof CreateKeyInput>, key: string) {
  const { api_key, ...keys } = await call('create_key', { p_grace_seconds: grace_seconds }, key)
  // Not grace_seconds: a key whose grace period ends before keeps its end.
  const seconds = Math.round((Date.parse(keys.old_key.expires_at) - Date.parse(keys.key.created_at)) / 1_000)
  const message =
    seconds > 0
      ? `Your new key is ready. The old one is valid for ${seconds} more seconds.`
      : 'Your new key is ready. The old one is no longer valid.'
  return { success: true as const, message, api_key, warning: KEY_WARNING, ...keys }
}

/** Revokes the key itself: the next request with it is rejected. */
export async function revokeCurrentKey(key: string): Promise<void> {
  await call('revoke_current_key', {}, key)
}
