import type { SkillRatingClient } from '../api/client.ts'
import { ApiError, dataOf } from '../api/problem.ts'
import type { LookupResult, LookupSkill, LookupStatus } from '../api/schemas.ts'
import { lookup, orUndefined } from '../cli/service.ts'
import { type Counts, countsOf, readCounts } from '../observe/counts.ts'
import type { Installed } from './scan.ts'

export type Verdict = 'good' | 'mixed' | 'poor' | 'unrated' | 'unknown' | 'retired' | 'merged'

export type Alternative = {
  name: string
  slug: string
  avg_claws: number
  total_ratings: number
  established_ratings: number
}

/** One installed skill, as `doctor --json` prints it. */
export type Finding = {
  name: string
  client: string
  source: string
  identifier: string
  status: LookupStatus
  skill: LookupSkill | null
  verdict: Verdict
  alternative: Alternative | null
  observed_calls: number | null
  observed_failures: number | null
}

/** From so many claws on; below `MIXED`, a skill is poor. */
const GOOD = 3.5
const MIXED = 2.5

/** A few searches at most: most users have few poor skills. */
const MAX_ALTERNATIVES = 20

/** What the service knows about the installed skills: one request for each 100 identifiers, and a search for each poor one. */
export async function findingsOf(client: SkillRatingClient, installed: Installed[]): Promise<Finding[]> {
  const identifiers = identifiersOf(installed)
  const results = await lookup(client, identifiers)
  const byIdentifier = new Map(identifiers.map((identifier, index) => [identifier, results[index]]))
  const observed = observedOf(installed)
  const findings = installed.map((one) => finding(one, byIdentifier.get(one.identifier), observed(one)))
  await addAlternatives(client, findings)
  return findings
}

/** Each once. This is everything that the lookup sends. */
export function identifiersOf(installed: Installed[]): string[] {
  return [...new Set(installed.map(({ identifier }) => identifier))]
}

function finding(
  installed: Installed,
  result: LookupResult | undefined,
  counts: Counts | undefined,
): Finding {
  const { name, client, source, identifier } = installed
  const status = result?.status ?? 'unknown'
  const skill = sameSkill(name, identifier, result?.skills ?? [])
  return {
    name,
    client,
    source,
    identifier,
    status,
    skill,
    verdict: verdictOf(status, skill),
    alternative: null,
    observed_calls: counts?.calls ?? null,
    observed_failures: counts?.failures ?? null,
  }
}

/**
 * Of skills that share an identifier: the one with the same name, else the first. A repository can have many skills, so of several none
 * is taken for another.
 */
function sameSkill(name: string, identifier: string, skills: LookupSkill[]): LookupSkill | null {
  const words = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const named = skills.find((skill) => words(skill.name) === words(name) || skill.slug === words(name))
  const isRepository = /^pkg:git(hub|lab)\//.test(identifier)
  return named ?? (isRepository && skills.length > 1 ? null : (skills[0] ?? null))
}

export function verdictOf(status: LookupStatus, skill: LookupSkill | null): Verdict {
  if (status !== 'found') return status
  if (!skill) return 'unknown'
  if (skill.total_ratings === 0) return 'unrated'
  if (skill.avg_claws >= GOOD) return 'good'
  return skill.avg_claws >= MIXED ? 'mixed' : 'poor'
}

/**
 * The counted calls of a server of Claude Code. Servers of the same name that are different skills cannot be told apart, so they have
 * none.
 */
export function observedOf(installed: Installed[]): (one: Installed) => Counts | undefined {
  const servers = installed.filter((one) => one.client === 'claude-code' && one.server !== undefined)
  const skills = new Map<string, Set<string>>()
  for (const { server = '', identifier } of servers)
    skills.set(server, (skills.get(server) ?? new Set()).add(identifier))
  const counts = countsOf([...skills.keys()], readCounts())
  return ({ client, server }) =>
    client === 'claude-code' && server !== undefined && skills.get(server)?.size === 1
      ? counts.get(server)
      : undefined
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
 * The first good one of the skills that do the same; for a retired one, of those that a search for the words of its identifier finds.
 * Those that established agents rated come first.
 */
async function alternativeTo(
  client: SkillRatingClient,
  { skill, identifier }: Finding,
): Promise<Alternative | null> {
  const candidates = skill ? await similar(client, skill.slug) : await search(client, searchWords(identifier))
  const better = candidates.filter(
    (one) => one.id !== skill?.id && one.total_ratings > 0 && one.avg_claws >= GOOD,
  )
  // Ratings by new agents cost nothing, so that anyone could put a skill in the place of another.
  const best = better.find(({ established_ratings }) => established_ratings > 0) ?? better[0]
  if (!best) return null
  const { name, slug, avg_claws, total_ratings, established_ratings } = best
  return { name, slug, avg_claws, total_ratings, established_ratings }
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
