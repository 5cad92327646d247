import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { LOCAL_BASE_URL } from '../api/client.ts'
import { CliError, usageError } from '../cli/errors.ts'
import { isPrivateHost } from '../doctor/hosts.ts'
import { type Replacement, replaceFile } from './atomic-write.ts'

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
}

/** The user's configuration, which only the user can read. */
export function configurationPath(): string {
  return join(envPaths('skill-rating', { suffix: '' }).config, 'config.json')
}

export async function readSettings(): Promise<Settings> {
  const configuration = await readConfiguration()
  const baseUrl = checkedBaseUrl(process.env.SKILL_RATING_URL || configuration.url || LOCAL_BASE_URL)
  const fromEnvironment = process.env.SKILL_RATING_API_KEY?.trim() || undefined
  const apiKey = fromEnvironment ?? configuration.credentials?.[baseUrl]?.api_key
  if (apiKey !== undefined) checkKey(apiKey, baseUrl)
  const keySource = fromEnvironment ? 'environment' : apiKey ? 'file' : undefined
  return { baseUrl, apiKey, keySource }
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
  try {
    return JSON.parse(text) as Configuration
  } catch {
    // A message of JSON.parse() may quote the key.
    throw new CliError(`The configuration ${path} is not valid JSON.`)
  }
}

/** A change of the configuration whose file exists before the key does. */
export type KeyStore = { save(credential: Credential): Promise<void>; discard(): Promise<void> }

/** Prepares the file for a new key: what cannot be stored must not be created. */
export async function openKeyStore(baseUrl: string): Promise<KeyStore> {
  const replacement = await prepare()
  return {
    discard: replacement.discard,
    async save(credential) {
      const configuration = await readConfiguration()
      const credentials = { ...configuration.credentials, [baseUrl]: credential }
      // The service of the first key is the one that commands use.
      await replacement.commit(asText({ ...configuration, url: configuration.url ?? baseUrl, credentials }))
    },
  }
}

async function prepare(): Promise<Replacement> {
  try {
    return await replaceFile(configurationPath(), 0o600)
  } catch (error) {
    throw new CliError(`The configuration cannot be written: ${(error as Error).message}.`)
  }
}

/** The identifiers that the user let `doctor` send to this service. */
export async function approvedIdentifiers(baseUrl: string): Promise<Set<string>> {
  const { approved } = await readConfiguration()
  return new Set(approved?.[baseUrl])
}

export async function approveIdentifiers(baseUrl: string, identifiers: string[]): Promise<void> {
  const configuration = await readConfiguration()
  const approved = { ...configuration.approved, [baseUrl]: identifiers }
  const replacement = await prepare()
  await replacement.commit(asText({ ...configuration, approved }))
}

function asText(configuration: Configuration): string {
  return `${JSON.stringify(configuration, null, 2)}\n`
}
