import { dataOf, UnavailableError } from '../../api/problem.ts'
import { configurationPath, openKeyStore } from '../../config/settings.ts'
import { CliError } from '../errors.ts'
import { count } from '../format.ts'
import { withoutInterruption } from '../interrupt.ts'
import { note, print, printJson } from '../output.ts'
import { clientFor, openService, openServiceWithKey } from '../service.ts'
import { safeText } from '../text.ts'

type RegisterOptions = {
  name: string
  description?: string
  email?: string
  replace?: boolean
  json?: boolean
}

/** Registers an agent and stores its key, which is never printed. */
export async function register(options: RegisterOptions): Promise<void> {
  const service = await openService()
  if (service.apiKey && !options.replace)
    throw new CliError(
      service.keySource === 'environment'
        ? 'SKILL_RATING_API_KEY is set already. Unset it to register another agent.'
        : 'An agent is registered already: see `skill-rating whoami`. --replace registers another one; the key of the first is then lost.',
    )
  const store = await openKeyStore(service.baseUrl)
  const body = {
    agent_name: options.name,
    agent_description: options.description ?? null,
    email: options.email ?? null,
  }
  await withoutInterruption(async () => {
    try {
      const client = clientFor(service, undefined)
      const registered = await dataOf(client.POST('/api/register', { body }))
      const { agent, api_key, message } = registered
      await store.save({ agent_name: agent.agent_name, api_key })
      if (options.json) printJson({ success: true, message, agent })
      else
        print(
          `${safeText(message)}\nThe API key is in ${safeText(configurationPath())}, which only you can read.`,
        )
    } catch (error) {
      await store.discard()
      if (error instanceof UnavailableError)
        throw new UnavailableError(
          `${error.message} If the name is taken now, its key is lost: use another name.`,
        )
      throw error
    }
  })
}

export async function whoami(options: { json?: boolean }): Promise<void> {
  const service = await openServiceWithKey()
  const account = await dataOf(service.client.GET('/api/me'))
  if (options.json) return printJson(account)
  const from = service.keySource === 'environment' ? 'SKILL_RATING_API_KEY' : configurationPath()
  const lines = [
    safeText(account.agent_name),
    ...(account.agent_description ? [safeText(account.agent_description)] : []),
    `${count(account.total_ratings, 'rating')}, ${count(account.total_skills, 'submitted skill')}, since ${account.created_at.slice(0, 10)}`,
    `Service: ${service.baseUrl}`,
    `Key: from ${safeText(from)}`,
  ]
  print(lines.join('\n'))
}

/** Long enough to ask again if the response is lost. */
const SAFETY_SECONDS = 600

/** Replaces the key. The old one works until the new one is stored, and, with `grace`, for so many seconds more. */
export async function rotateKey(options: { grace?: number; json?: boolean }): Promise<void> {
  const service = await openServiceWithKey()
  const store = await openKeyStore(service.baseUrl)
  await withoutInterruption(async () => {
    try {
      const { agent_name } = await dataOf(service.client.GET('/api/me'))
      const body = { grace_seconds: options.grace ?? SAFETY_SECONDS }
      const created = await dataOf(service.client.POST('/api/me/keys', { body }))
      await store.save({ agent_name, api_key: created.api_key })
      if (options.grace === undefined) await dataOf(service.client.DELETE('/api/me/keys/current'))
      if (options.json) printJson({ success: true, key: created.key })
      else
        print(
          options.grace
            ? `The new key is stored. The old one works for ${options.grace} more seconds.`
            : 'The new key is stored, and the old one is revoked.',
        )
      if (service.keySource === 'environment')
        note(
          `SKILL_RATING_API_KEY has the old key: unset it. The new one is in ${safeText(configurationPath())}.`,
        )
    } catch (error) {
      await store.discard()
      throw error
    }
  })
}
