import { createClient, type SkillRatingClient } from '../api/client.ts'
import { LENGTHS } from '../api/options.ts'
import { ApiError, dataOf, UnavailableError } from '../api/problem.ts'
import type { LookupResult, LookupSkill, SkillPage, SkillReference } from '../api/schemas.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { CliError, EXIT, usageError } from './errors.ts'
import { readOffered } from './newer-version.ts'
import { endProgress, progress } from './output.ts'
import { safeText, withoutSecrets } from './text.ts'

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
    async fetch(request) {
      const response = await fetch(request)
      readOffered(response)
      return response
    },
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

/**
 * The page of a skill by its id, slug, name or identifier.
 * @throws CliError if there is none, or if several could be meant
 */
export async function findSkill({ client }: Service, skill: string): Promise<SkillPage> {
  const text = withoutSecrets(skill)
  const [result] = await lookup(client, [text]).catch((error) => {
    throw argumentError(error)
  })
  const found = result && onlySkill(result)
  if (result && !found && result.skills.length > 0) throw ambiguous(text, result.skills)
  // A retired skill has a page, too.
  const slug = found?.slug ?? (ID_OR_SLUG.test(text) ? text : undefined)
  const page = slug === undefined ? undefined : await skillPage(client, slug)
  if (page) return page
  if (result?.status === 'retired') throw new CliError(`“${text}” is retired, and nothing replaces it.`)
  throw new CliError(`The catalogue has no skill “${text}”.${await nextStep(client, text)}`)
}

/** The service names the field of a lookup, but the user gave an argument. */
function argumentError(error: unknown): unknown {
  const fault = error instanceof ApiError ? error.problem.errors?.[0] : undefined
  return fault?.path === 'identifiers.0' ? usageError(`The argument SKILL ${fault.message}.`) : error
}

/** The skills with similar names, or how to search. */
async function nextStep(client: SkillRatingClient, text: string): Promise<string> {
  const query = { search: text.slice(0, LENGTHS.search[1]), limit: MAX_CANDIDATES }
  const { skills, suggestions } = isAddress(text)
    ? { skills: [], suggestions: [] }
    : await dataOf(client.GET('/api/skills', { params: { query } }))
  return (
    similarNames(skills.length > 0 ? skills : suggestions) ||
    ` Search for it: skill-rating search ${/^[\w .-]+$/.test(text) ? `"${text}"` : 'WORDS'}`
  )
}

/** A sentence with the names, if there are any. Older services suggest none. */
export function similarNames(skills: SkillReference[] | undefined): string {
  if (!skills?.length) return ''
  return ` Similar: ${skills.map(({ name, slug }) => `${safeText(name)} (${slug})`).join(', ')}.`
}

/** The skills of a result that have the whole identifier, and do not only share its repository. */
export function exactSkills({ identifier, skills }: LookupResult): LookupSkill[] {
  // A service that does not say so cannot tell the skills of a repository apart.
  return skills.filter(({ exact }) => exact ?? !/^pkg:git(hub|lab)\/|git(hub|lab)\.com/i.test(identifier))
}

/** The skill of a result, if it is certain. Of those with one address, the one whose address a registry has checked. */
function onlySkill(result: LookupResult): LookupSkill | undefined {
  const exact = exactSkills(result)
  const imported = exact.filter((one) => one.imported && isAddress(result.identifier))
  const [skill, ...others] = imported.length > 0 ? imported : exact
  return others.length === 0 ? skill : undefined
}

const isAddress = (identifier: string) => /^(pkg:|git@|[a-z+]+:\/\/)/i.test(identifier)

/** The service answers with no more. */
const MAX_CANDIDATES = 3

function ambiguous(text: string, skills: LookupSkill[]): CliError {
  const list = skills.map(({ name, slug, id }) => `${name} (${slug}) ${id}`).join(', ')
  const more = skills.length >= MAX_CANDIDATES ? ' There may be more: search for the name.' : ''
  if (skills.every(({ exact }) => exact === false))
    return new CliError(
      `“${text}” is not in the catalogue. It has no skill at this path. The repository has ${list}.${more}`,
    )
  return new CliError(
    `“${text}” does not name one skill. Use the id of the one that you mean: ${list}.${more}`,
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

/** As much as one request may ask for. */
const MAX_IDENTIFIERS = 100
const MAX_CHARACTERS = 20_000

/** Identifiers in the portions in which they are looked up. */
export function lookupBatches(identifiers: string[]): string[][] {
  const batches: string[][] = []
  let characters = 0
  for (const identifier of identifiers) {
    characters += identifier.length
    const batch = batches.at(-1)
    if (batch && batch.length < MAX_IDENTIFIERS && characters <= MAX_CHARACTERS) batch.push(identifier)
    else {
      batches.push([identifier])
      characters = identifier.length
    }
  }
  return batches
}

/** The results for identifiers, in their order. */
export async function lookup(client: SkillRatingClient, identifiers: string[]): Promise<LookupResult[]> {
  const results: LookupResult[] = []
  const batches = lookupBatches(identifiers)
  for (const batch of batches) {
    if (batches.length > 1) progress(`Looking up ${results.length} of ${identifiers.length} skills`)
    const data = await dataOf(client.POST('/api/lookup', { body: { identifiers: batch } }))
    // The results have the order of the identifiers, and no other relation to them.
    if (data.results?.length !== batch.length)
      throw new UnavailableError('The response does not have a result for each identifier.')
    results.push(...data.results)
  }
  endProgress()
  return results
}
