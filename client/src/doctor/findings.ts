import type { SkillRatingClient } from '../api/client.ts'
import { ApiError, dataOf } from '../api/problem.ts'
import type { Changed, LookupResult, LookupSkill, LookupStatus } from '../api/schemas.ts'
import { note } from '../cli/output.ts'
import { exactSkills, lookup, orUndefined } from '../cli/service.ts'
import { type Counts, type ProxyCounts, readCounts, readProxyCounts } from '../observe/counts.ts'
import { callsFolder, meaningOf, type Source } from '../observe/files.ts'
import { sentIdentifier } from './identifier.ts'
import type { Installed, Scan } from './installed.ts'
import { Unreadable } from './read.ts'

export type Verdict = 'good' | 'mixed' | 'poor' | 'unrated' | 'unknown' | 'retired' | 'merged'

export type Alternative = {
  name: string
  slug: string
  avg_claws: number
  total_ratings: number
  established_ratings: number
  established_mean: number
}

/** One installed skill, as `doctor --json` prints it. */
export type Finding = {
  name: string
  client: string
  source: string
  identifier: string
  /** Null if it is not certain. */
  version: string | null
  status: LookupStatus
  skill: LookupSkill | null
  /** Other imported skills with the whole identifier, which are rated better or not judged. */
  same_package: LookupSkill[]
  verdict: Verdict
  alternative: Alternative | null
  observed_calls: number | null
  observed_failures: number | null
  /** By tool, the most called first; null if they were not counted by the proxy. */
  observed_tools: { tool: string; calls: number; failures: number }[] | null
  /** Messages that the proxy did not read, because they were too long. */
  observed_unread: number | null
}

/** So many ratings by established agents make a verdict. Identities are free, so those of others say nothing. */
const ENOUGH_RATINGS = 3

/** From so many claws on; below `MIXED`, a skill is poor. */
const GOOD = 3.5
const MIXED = 2.5
/** A worse mean of what a skill installed before still counts. */
const MIDDLE = 3

/** A few searches at most: most users have few poor skills. */
const MAX_ALTERNATIVES = 20

/** What the service knows about the installed skills: one request for each 100 identifiers, and a search for each poor one. */
export async function findingsOf(client: SkillRatingClient, found: Scan): Promise<Finding[]> {
  const { installed } = found
  const identifiers = identifiersOf(installed)
  const results = await lookup(client, identifiers)
  const byIdentifier = new Map(identifiers.map((identifier, index) => [identifier, results[index]]))
  const observed = observedOf(found)
  const findings = installed.map((one) => finding(one, byIdentifier.get(sentIdentifier(one)), observed(one)))
  await addAlternatives(client, findings)
  return findings
}

/** Each once. This is everything that the lookup sends. */
export function identifiersOf(installed: Installed[]): string[] {
  return [...new Set(installed.map(sentIdentifier))]
}

function finding(
  installed: Installed,
  result: LookupResult | undefined,
  counts: Counts | ProxyCounts | undefined,
): Finding {
  const { name, client, source, identifier, version = null } = installed
  const status = result?.status ?? 'unknown'
  const [skill = null, ...same_package] = result ? installedSkills(result) : []
  return {
    name,
    client,
    source,
    identifier,
    version,
    status,
    skill,
    same_package,
    verdict: verdictOf(status, skill),
    alternative: null,
    observed_calls: counts?.calls ?? null,
    observed_failures: counts?.failures ?? null,
    observed_tools: counts && 'tools' in counts ? toolCounts(counts.tools) : null,
    observed_unread: counts && 'unread' in counts ? counts.unread : null,
  }
}

/** More than most servers have; a server names its tools. */
const MAX_TOOLS = 100

function toolCounts(tools: Map<string, Counts>): NonNullable<Finding['observed_tools']> {
  return [...tools]
    .map(([tool, counts]) => ({ tool, ...counts }))
    .sort((one, other) => other.calls - one.calls || (one.tool < other.tool ? -1 : 1))
    .slice(0, MAX_TOOLS)
}

/**
 * The skills that have the whole identifier, first the one that counts. A whole repository can have many skills, so of several none is taken
 * for another. An import shows that the identifier belongs to the skill: of several of these, the one that is rated worst, since a publisher can
 * list a package again under another name. Of skills that only claim it, the one that most established agents rated: the first one can be a
 * copy of a poor skill, with a rating by a new account.
 */
function installedSkills(result: LookupResult): LookupSkill[] {
  const exact = exactSkills(result)
  const isRepository = /^pkg:git(hub|lab)\/[^#]*$/.test(result.identifier)
  if (isRepository && exact.length > 1) return []
  const imported = exact.filter((one) => one.imported)
  const byRatings = (imported.length > 0 ? imported : exact).toSorted(
    (one, other) => other.established_ratings - one.established_ratings,
  )
  if (imported.length === 0) return byRatings.slice(0, 1)
  const meanOr6 = (skill: LookupSkill) => judgedMean(skill) ?? 6
  return byRatings.sort((one, other) => meanOr6(one) - meanOr6(other))
}

type Rated = { established_ratings: number; established_mean?: number | null } & Partial<Changed>

/**
 * The mean that a skill is judged by, as it is shown here and on the web site, with one decimal; undefined if too few established agents
 * rated it, or if the service does not say. A good mean of what the skill installed before says nothing of what it installs now.
 */
export function judgedMean({ established_ratings, established_mean, ...change }: Rated): number | undefined {
  const isEnough = established_ratings >= ENOUGH_RATINGS && typeof established_mean === 'number'
  if (!isEnough) return undefined
  const { changed_at, established_since_change = 0 } = change
  const isOfOther = changed_at && established_since_change < ENOUGH_RATINGS && established_mean >= MIDDLE
  return isOfOther ? undefined : Number(established_mean.toFixed(1))
}

export function verdictOf(status: LookupStatus, skill: LookupSkill | null): Verdict {
  if (status !== 'found') return status
  if (!skill) return 'unknown'
  const mean = judgedMean(skill)
  if (mean === undefined) return 'unrated'
  if (mean >= GOOD) return 'good'
  return mean >= MIXED ? 'mixed' : 'poor'
}

/** The clients whose hooks can count. */
const HOOKED = ['claude-code', 'codex', 'gemini-cli'] as const

/** The counted calls of a server: those of the proxy, if it starts the server, else those of the client's hooks. */
export function observedOf({ installed }: Scan): (one: Installed) => Counts | ProxyCounts | undefined {
  const clients = HOOKED.filter((client) => installed.some((one) => one.client === client && one.server))
  const hooks = new Map(
    clients.map((client) => [client as string, ifReadable(client, () => readCounts(client))]),
  )
  const proxied = ifReadable('proxy', () => readProxyCounts())
  return ({ client, server, identifier, source, isProxied }) => {
    if (server === undefined) return undefined
    return isProxied
      ? proxied.get(identifier)
      : hooks.get(client)?.get(meaningOf({ server, identifier, source }))
  }
}

/** A part of what was counted could be taken for all of it. */
function ifReadable<T>(source: Source, read: () => Map<string, T>): Map<string, T> {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    note(
      `The calls counted by ${source} are left out: a file in ${callsFolder()} cannot be used, because ${error.message}.`,
    )
    return new Map()
  }
}

async function addAlternatives(client: SkillRatingClient, findings: Finding[]): Promise<void> {
  const wanted = findings.filter(({ verdict }) => verdict === 'poor' || verdict === 'retired')
  const known = new Map<string, Promise<Alternative | null>>()
  for (const one of wanted) {
    const { identifier } = one
    if (!known.has(identifier) && known.size >= MAX_ALTERNATIVES) continue
    const alternative = known.get(identifier) ?? alternativeTo(client, one)
    known.set(identifier, alternative)
    one.alternative = await alternative
  }
}

/**
 * The first good one of the skills that do the same; for a retired one, of those whose text has all words of its identifier. Nobody says that
 * one of these does the same.
 */
async function alternativeTo(
  client: SkillRatingClient,
  { skill, identifier }: Finding,
): Promise<Alternative | null> {
  const words = searchWords(identifier)
  const candidates = skill ? await similar(client, skill.slug) : await search(client, words)
  for (const candidate of candidates) {
    const { id, name, slug, avg_claws, total_ratings, established_ratings, established_mean } = candidate
    const mean = judgedMean({ established_ratings, established_mean })
    if (id === skill?.id || mean === undefined || mean < GOOD) continue
    if (!skill && !hasWords(`${name} ${candidate.description}`, words)) continue
    return {
      name,
      slug,
      avg_claws,
      total_ratings,
      established_ratings,
      established_mean: established_mean ?? mean,
    }
  }
  return null
}

function hasWords(text: string, words: string): boolean {
  const own = new Set(wordsOf(text))
  return wordsOf(words).every((word) => own.has(word))
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

async function similar(client: SkillRatingClient, skill: string) {
  const request = dataOf(client.GET('/api/skills/{skill}/similar', { params: { path: { skill } } }))
  return (await orUndefined('skill_not_found', request))?.skills ?? []
}

async function search(client: SkillRatingClient, words: string) {
  if (!words) return []
  try {
    return (await dataOf(client.GET('/api/skills', { params: { query: { search: words, limit: 10 } } })))
      .skills
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** The words of the name in an identifier: those of `pkg:npm/%40playwright/mcp` are “playwright mcp”. */
export function searchWords(identifier: string): string {
  const path = decodeURIComponent(identifier.replace(/^pkg:[a-z]+\//, '').replace(/^https?:\/\//, ''))
  return path
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^(com|www|io|org|https?|server)$/.test(word))
    .join(' ')
    .slice(0, 200)
}
