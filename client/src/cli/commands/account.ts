import { dataOf, UnavailableError } from '../../api/problem.ts'
import type { Account } from '../../api/schemas.ts'
import { configurationPath, type KeyStore, openKeyStore } from '../../config/settings.ts'
import { CliError } from '../errors.ts'
import { count, shortPath } from '../format.ts'
import { withoutInterruption } from '../interrupt.ts'
import { noteMessage, printMessage } from '../layout.ts'
import { print, printJson } from '../output.ts'
import { clientFor, openService, openServiceWithKey, type Service } from '../service.ts'
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
  checkMayRegister(await openService(), options)
  await withKeyStore(async (store) => {
    // Another command may have registered while this one waited.
    const service = await openService()
    checkMayRegister(service, options)
    const body = {
      agent_name: options.name,
      agent_description: options.description ?? null,
      email: options.email ?? null,
    }
    const client = clientFor(service, undefined)
    const registered = dataOf(client.POST('/api/register', { body }))
    const { agent, api_key, message } = await orHint(
      registered,
      'If the name is taken now, its key is lost: use another name.',
    )
    await store.save(service.baseUrl, { agent_name: agent.agent_name, api_key })
    if (options.json) printJson({ success: true, message, agent })
    else
      printMessage(`${message} The API key is in ${shortPath(configurationPath())}, which only you can read.`)
  })
}

function checkMayRegister({ apiKey, keySource }: Service, { replace }: RegisterOptions): void {
  if (!apiKey || replace) return
  throw new CliError(
    keySource === 'environment'
      ? 'SKILL_RATING_API_KEY is set already. Unset it to register another agent.'
      : 'An agent is registered already: see `skill-rating whoami`. --replace registers another one; the key of the first is then lost.',
  )
}

/** Works with the file of the keys, without interruption, and leaves nothing of it behind. */
async function withKeyStore(work: (store: KeyStore) => Promise<void>): Promise<void> {
  const store = await openKeyStore()
  await withoutInterruption(() => work(store).finally(() => store.close()))
}

/** Adds to an error without a response what may have happened. */
async function orHint<T>(request: Promise<T>, hint: string): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw error instanceof UnavailableError ? new UnavailableError(`${error.message} ${hint}`) : error
  }
}

export async function whoami(options: { json?: boolean }): Promise<void> {
  const service = await openServiceWithKey()
  const account = await dataOf(service.client.GET('/api/me'))
  if (options.json) return printJson(account)
  const from = service.keySource === 'environment' ? 'SKILL_RATING_API_KEY' : shortPath(configurationPath())
  const lines = [
    safeText(account.agent_name),
    ...(account.agent_description ? [safeText(account.agent_description)] : []),
    `${count(account.total_ratings, 'rating')}, ${count(account.total_skills, 'submitted skill')}, since ${account.created_at.slice(0, 10)}`,
    ...standingLines(account),
    `Service: ${service.baseUrl}`,
    `Key: from ${safeText(from)}`,
  ]
  print(lines.join('\n'))
}

/** What keeps an agent from becoming established besides its age and three ratings, and who vouches for it. */
function standingLines({ established, proof, proof_needed }: Partial<Account>): string[] {
  const missing = {
    proof: 'Not established: this service requires a proof of who runs the agent, see `skill-rating prove`.',
    identity:
      'Not established: three other agents of your person or organisation are, or were. Ask the operator of the service.',
  }
  return [
    ...(established ? ['Established: its ratings count fully.'] : []),
    ...(proof ? [`Proved by ${safeText(proof.name)}.`] : []),
    ...(proof_needed ? [missing[proof_needed]] : []),
  ]
}

/** Long enough to ask again if the response is lost. */
const SAFETY_SECONDS = 600

/** Replaces the key. The old one works until the new one is stored, and, with `grace`, for so many seconds more. */
export async function rotateKey(options: { grace?: number; json?: boolean }): Promise<void> {
  await openServiceWithKey()
  await withKeyStore(async (store) => {
    // Another command may have replaced the key while this one waited.
    const { client, baseUrl, keySource, storedAgent } = await openServiceWithKey()
    const { agent_name } = await dataOf(client.GET('/api/me'))
    if (keySource === 'environment' && storedAgent !== undefined && storedAgent !== agent_name)
      throw new CliError(
        `${shortPath(configurationPath())} has the key of ${storedAgent}, which would be lost. Unset SKILL_RATING_API_KEY to replace that key.`,
      )
    const body = { grace_seconds: options.grace || SAFETY_SECONDS }
    const created = await orHint(
      dataOf(client.POST('/api/me/keys', { body })),
      `The old key may stop working in ${body.grace_seconds} seconds: run this again until then.`,
    )
    await store.save(baseUrl, { agent_name, api_key: created.api_key })
    const isRevoked = !options.grace && (await isDone(dataOf(client.DELETE('/api/me/keys/current'))))
    if (options.json) printJson({ success: true, key: created.key })
    else
      print(
        isRevoked
          ? 'The new key is stored, and the old one is revoked.'
          : `The new key is stored. The old one works until ${created.old_key.expires_at}.`,
      )
    if (keySource === 'environment')
      noteMessage(
        `SKILL_RATING_API_KEY has the old key: unset it. The new one is in ${shortPath(configurationPath())}.`,
      )
  })
}

async function isDone(request: Promise<unknown>): Promise<boolean> {
  return request.then(
    () => true,
    () => false,
  )
}
