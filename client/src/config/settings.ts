import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { LOCAL_BASE_URL } from '../api/client.ts'
import { CliError, usageError } from '../cli/errors.ts'
import { isPrivateHost } from '../doctor/hosts.ts'
import { isObject } from '../json.ts'
import { type Replacement, replaceFile } from './atomic-write.ts'
import { lockFile } from './lock.ts'

/** A key belongs to one service, and is sent to no other. */
type Credential = { agent_name: string; api_key: string }
type Configuration = {
  url?: string
  credentials?: Record<string, Credential>
  approved?: Record<string, string[]>
}

export type Settings = {
  baseUrl: string
  apiKey: string | undefined
  /** Where the key comes from. */
  keySource: 'environment' | 'file' | undefined
  /** Whose key the file has. */
  storedAgent: string | undefined
}

/** The user's configuration, which only the user can read. */
export function configurationPath(): string {
  return join(envPaths('skill-rating', { suffix: '' }).config, 'config.json')
}

export async function readSettings(): Promise<Settings> {
  const configuration = await readConfiguration()
  const baseUrl = checkedBaseUrl(
    process.env.SKILL_RATING_URL || configuration.url || (await packagedUrl()) || LOCAL_BASE_URL,
  )
  const fromEnvironment = process.env.SKILL_RATING_API_KEY?.trim() || undefined
  const apiKey = fromEnvironment ?? configuration.credentials?.[baseUrl]?.api_key
  if (apiKey !== undefined) checkKey(apiKey, baseUrl)
  const keySource = fromEnvironment ? 'environment' : apiKey ? 'file' : undefined
  return { baseUrl, apiKey, keySource, storedAgent: configuration.credentials?.[baseUrl]?.agent_name }
}

/** The service whose web site serves this package; undefined for one that was not packed for a service. */
async function packagedUrl(): Promise<string | undefined> {
  try {
    const { baseUrl } = JSON.parse(await readFile(new URL('../service.json', import.meta.url), 'utf8'))
    return typeof baseUrl === 'string' ? baseUrl : undefined
  } catch {
    return undefined
  }
}

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isUsable =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  if (!isUsable)
    throw usageError('The address of the service must be an http or https URL that ends in /functions/v1.')
  return url.href.replace(/\/+$/, '')
}

function checkKey(key: string, baseUrl: string): void {
  if (!/^claw_[0-9a-f]{56}$/.test(key))
    throw usageError('The API key is malformed: it must be claw_ and 56 hex characters.')
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'http:' && !isPrivateHost(hostname))
    throw usageError(
      'The API key is only sent over https, or within a private network: use an https address.',
    )
}

async function readConfiguration(): Promise<Configuration> {
  const path = configurationPath()
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CliError(`The configuration cannot be read: ${(error as Error).message}.`)
  }
  let configuration: unknown
  try {
    configuration = JSON.parse(text)
  } catch {
    // A message of JSON.parse() may quote the key.
    throw new CliError(`The configuration ${path} is not valid JSON.`)
  }
  if (!isConfiguration(configuration)) throw new CliError(`The configuration ${path} has another form.`)
  return configuration
}

function isConfiguration(value: unknown): value is Configuration {
  if (!isObject(value)) return false
  const { url, credentials = {}, approved = {} } = value
  return (
    (url === undefined || typeof url === 'string') &&
    isObject(credentials) &&
    Object.values(credentials).every((one) => isObject(one) && typeof one.api_key === 'string') &&
    isObject(approved) &&
    Object.values(approved).every(Array.isArray)
  )
}

/** A change of the configuration whose file exists before the key does. No other command changes it until it is closed. */
export type KeyStore = {
  save(baseUrl: string, credential: Credential): Promise<void>
  close(): Promise<void>
}

/** As long as another command asks for a key. */
const KEY_WAIT_MS = 30_000

/** Prepares the file for a new key: what cannot be stored must not be created. */
export async function openKeyStore(): Promise<KeyStore> {
  const release = await lock(KEY_WAIT_MS)
  if (!release) throw new CliError('Another command is changing the key: try again when it has finished.')
  const replacement = await prepare().catch(async (error) => {
    await release()
    throw error
  })
  return {
    async close() {
      await replacement.discard()
      await release()
    },
    async save(baseUrl, credential) {
      const configuration = await readConfiguration()
      const credentials = { ...configuration.credentials, [baseUrl]: credential }
      // The service of the first key is the one that commands use.
      await replacement.commit(asText({ ...configuration, url: configuration.url ?? baseUrl, credentials }))
    },
  }
}

async function lock(waitMs: number): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockFile(configurationPath(), waitMs)
  } catch (error) {
    throw unwritable(error)
  }
}

function unwritable(error: unknown): CliError {
  return new CliError(`The configuration cannot be written: ${(error as Error).message}.`)
}

async function prepare(): Promise<Replacement> {
  try {
    return await replaceFile(configurationPath(), 0o600)
  } catch (error) {
    throw unwritable(error)
  }
}

/** The identifiers that the user let `doctor` send to this service. */
export async function approvedIdentifiers(baseUrl: string): Promise<Set<string>> {
  const { approved } = await readConfiguration()
  return new Set(approved?.[baseUrl])
}

const APPROVAL_WAIT_MS = 2_000
/** The newest of all projects. */
const MAX_APPROVED = 10_000

/** @throws CliError if the configuration cannot be written: then `doctor` asks again the next time */
export async function approveIdentifiers(baseUrl: string, identifiers: string[]): Promise<void> {
  const release = await lock(APPROVAL_WAIT_MS)
  if (!release) return
  try {
    const configuration = await readConfiguration()
    const all = new Set([...(configuration.approved?.[baseUrl] ?? []), ...identifiers])
    const approved = { ...configuration.approved, [baseUrl]: [...all].slice(-MAX_APPROVED) }
    const replacement = await prepare()
    await replacement.commit(asText({ ...configuration, approved })).catch((error) => {
      throw unwritable(error)
    })
  } finally {
    await release()
  }
}

function asText(configuration: Configuration): string {
  return `${JSON.stringify(configuration, null, 2)}\n`
}
