import { createClient, type SkillRatingClient } from '../api/client.ts'
import { ApiError, dataOf } from '../api/problem.ts'
import type { LookupResult, SkillPage } from '../api/schemas.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { CliError, EXIT } from './errors.ts'
import { endProgress, progress } from './output.ts'

export type Service = Settings & { client: SkillRatingClient }

/** The configured service. */
export async function openService(): Promise<Service> {
  const settings = await readSettings()
  return { ...settings, client: clientFor(settings, settings.apiKey) }
}

/** For what needs no key: the service must not learn who asks. */
export async function openServiceWithoutKey(): Promise<Service> {
  const settings = await readSettings()
  return { ...settings, client: clientFor(settings, undefined) }
}

/** A client with another key. */
export function clientFor(settings: Settings, apiKey: string | undefined): SkillRatingClient {
  return createClient({
    baseUrl: settings.baseUrl,
    apiKey,
    onRetry: (delayMs) => progress(`The service is busy: trying again in ${Math.ceil(delayMs / 1000)} s`),
  })
}

/** @throws CliError without a key */
export async function openServiceWithKey(): Promise<Service> {
  const service = await openService()
  if (service.apiKey) return service
  throw new CliError(
    'No API key for this service was found. Run `skill-rating register --name NAME`, or set SKILL_RATING_API_KEY.',
    EXIT.findings,
  )
}

const ID_OR_SLUG = /^[a-z0-9-]{1,100}$/i

/** The page of a skill by its id, slug, name or identifier. @throws CliError if there is none */
export async function findSkill({ client }: Service, skill: string): Promise<SkillPage> {
  const text = skill.trim()
  if (ID_OR_SLUG.test(text)) {
    const page = await skillPage(client, text)
    if (page) return page
  }
  const [result] = await lookup(client, [text])
  const found = result?.skills[0]
  const page = found && (await skillPage(client, found.slug))
  if (page) return page
  if (result?.status === 'retired') throw new CliError(`“${text}” is retired, and nothing replaces it.`)
  throw new CliError(
    `The catalogue has no skill “${text}”. Search for it: skill-rating search ${JSON.stringify(text)}`,
  )
}

/** Undefined if the skill is unknown. */
export async function skillPage(client: SkillRatingClient, skill: string): Promise<SkillPage | undefined> {
  return orUndefined(
    'skill_not_found',
    dataOf(client.GET('/api/skills/{skill}', { params: { path: { skill } } })),
  )
}

export async function orUndefined<T>(code: string, request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.code === code) return undefined
    throw error
  }
}

/** As many as one request may ask for. */
export const LOOKUP_LIMIT = 100

/** The results for identifiers, in their order. */
export async function lookup(client: SkillRatingClient, identifiers: string[]): Promise<LookupResult[]> {
  const results: LookupResult[] = []
  for (let from = 0; from < identifiers.length; from += LOOKUP_LIMIT) {
    if (identifiers.length > LOOKUP_LIMIT) progress(`Looking up ${from} of ${identifiers.length} skills`)
    const body = { identifiers: identifiers.slice(from, from + LOOKUP_LIMIT) }
    const data = await dataOf(client.POST('/api/lookup', { body }))
    results.push(...data.results)
  }
  endProgress()
  return results
}
