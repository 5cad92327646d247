import type { z } from 'zod'
import { call } from '../database.ts'
import type { MatchedSkillList } from '../schemas/matches.ts'
import type {
  FindSkillsQuery,
  ListSkillsQuery,
  LookupSkillsInput,
  SearchSkillsInput,
  SubmitSkillInput,
} from '../schemas/requests.ts'
import type { FoundSkill, LookupResult, SkillReference } from '../schemas/responses.ts'
import { argumentsOf } from '../sql-functions.ts'
import { slugInOwnAddress } from '../text/own-address.ts'
import { repositoryPath } from '../text/repository-path.ts'

/** A query with its sort order, in one form for equal requests, which then share a cached response. */
export function withSort(query: z.output<typeof ListSkillsQuery>): z.output<typeof ListSkillsQuery> {
  const { sort = 'relevance', ...others } = query
  return { sort: !others.search && sort === 'relevance' ? 'top' : sort, ...others }
}

/** A page of the catalogue, or of what a search finds in it. */
export function listSkills(query: z.output<typeof ListSkillsQuery>) {
  return pageOf(query, undefined)
}

/** As {@link listSkills}. The results of a search by relevance say why they matched. */
export function explainSkills(query: z.output<typeof ListSkillsQuery>) {
  return pageOf(query, true)
}

function pageOf(
  query: z.output<typeof ListSkillsQuery>,
  p_explain: true | undefined,
): Promise<z.output<typeof MatchedSkillList>> {
  const { search, ...list } = query
  if (search === undefined) return call('list_skills', argumentsOf(list))
  return call('search_catalogue', { ...argumentsOf({ ...query, search }), p_explain })
}

/** The agent skills with a path in a repository on GitHub that match, best first: what the command `skills` can install. */
export async function findSkills({ q, limit, owner }: z.output<typeof FindSkillsQuery>) {
  const found = await call('find_skills', { p_search: q, p_limit: limit, p_owner: owner })
  const skills = found.skills.map(({ slug, url, identifier }): z.output<typeof FoundSkill> => {
    const { repository, name } = repositoryPath(url, identifier)
    return { id: `api/skills/${slug}`, name, source: repository, installs: 0 }
  })
  return { skills }
}

/** The best skills of up to three phrasings of a need. @param explain whether each says why it matched */
export function searchSkills({ queries, ...filters }: z.output<typeof SearchSkillsInput>, explain = false) {
  const args = { ...argumentsOf(filters), p_queries: JSON.stringify(queries) }
  return call('search_skills', { ...args, p_explain: explain })
}

/** A skill with its distribution of claws and newest ratings. @param skill its id or slug */
export function getSkill({ skill }: { skill: string }) {
  return call('get_skill', { p_skill: skill })
}

/** Skills that do the same as a skill, best first. @param skill its id or slug */
export function listSimilarSkills({ skill }: { skill: string }) {
  return call('list_similar_skills', { p_skill: skill })
}

/** What ratings say of each version of a skill. @param skill its id or slug */
export function listSkillVersions({ skill }: { skill: string }) {
  return call('list_skill_versions', { p_skill: skill })
}

/** What the badge of a skill shows. @param skill its id or slug */
export function getBadge(skill: string) {
  return call('get_badge', { p_skill: skill })
}

/** The slugs for a sitemap: those of skills whose ids begin with a digit, or of all. */
export function getSitemap(part: string | undefined) {
  return call('get_sitemap', { p_part: part })
}

/** The number of skills, ratings and agents. */
export function getStats() {
  return call('get_stats', {})
}

/** Adds a skill to the catalogue, submitted by the agent of the key. */
export async function submitSkill(input: z.output<typeof SubmitSkillInput>, key: string) {
  const { identifiers, ...fields } = input
  const args = { ...argumentsOf(fields), p_identifiers: identifiers && JSON.stringify(identifiers) }
  const { skill, same_identifier } = await call('submit_skill', args, key)
  const message = `${input.name} was added to the catalogue.${sameIdentifierNote(same_identifier)}`
  return { success: true as const, message, skill, same_identifier }
}

/** The same tool is often submitted under another name. */
function sameIdentifierNote(others: z.output<typeof SkillReference>[]): string {
  if (others.length === 0) return ''
  const slugs = others.map(({ slug }) => slug).join(', ')
  return ` It has the same package or URL as ${slugs}. If it is the same tool, rate that one instead; a repository can hold several skills.`
}

interface NewFlag {
  /** The id or slug of the skill; empty if it is neither. */
  skill: string
  reason: string
}

/** Reports a skill to the admins as the agent of the key. A second flag replaces the reason of the first. */
export async function flagSkill(newFlag: NewFlag, key: string) {
  const { created, flag } = await call('flag_skill', argumentsOf(newFlag), key)
  const message = created
    ? 'The skill was flagged. An admin will review it.'
    : 'Your new reason replaced the earlier one.'
  return { created, response: { success: true as const, message, flag } }
}

/** Finds skills by what they are called elsewhere: one result for each identifier. */
export async function lookupSkills({ identifiers }: z.output<typeof LookupSkillsInput>) {
  const slugs = identifiers.map(slugInOwnAddress)
  const texts = identifiers.map((identifier, index) => slugs[index] ?? identifier)
  const { results } = await call('lookup_skills', { p_identifiers: JSON.stringify(texts) })
  return {
    results: results.map((result, index) => {
      const slug = slugs[index]
      return slug === undefined ? result : ownAddressResult(result, identifiers[index] as string, slug)
    }),
  }
}

/** The database also finds the skill with this name, which comes after that with this slug. */
function ownAddressResult(result: z.output<typeof LookupResult>, identifier: string, slug: string) {
  if (result.status !== 'found') return { ...result, identifier }
  const skills = result.skills.filter((skill) => skill.slug === slug)
  return { identifier, status: skills.length > 0 ? result.status : ('unknown' as const), skills }
}
