import type { z } from 'zod'
import { type ApiError, ERRORS } from '../_shared/errors.ts'
import type { Matched, MatchedSearch, MatchedSkillList } from '../_shared/schemas/matches.ts'
import { SEARCH_ADVICE, SUB_SCORE_NAMES } from '../_shared/schemas/options.ts'
import type { ListSkillsQuery } from '../_shared/schemas/requests.ts'
import type {
  Install,
  InstallEntry,
  ProblemDocument,
  Rating,
  RatingList,
  RegisteredAgent,
  Skill,
  SkillLookup,
  SkillPage,
  SkillReference,
  SubmittedRating,
  SubmittedSkill,
} from '../_shared/schemas/responses.ts'
import { describeChange } from '../_shared/text/describe-change.ts'
import { describeTrust, ENOUGH } from '../_shared/text/describe-trust.ts'
import { describeUse } from '../_shared/text/describe-use.ts'
import { describeVersions, isOverAYearOld } from '../_shared/text/describe-versions.ts'
import { displayUrl } from '../_shared/text/display-url.ts'
import { commandOf, forClaudeCode, serverName } from '../_shared/text/install.ts'
import { ownerOf } from '../_shared/text/owner-of.ts'
import { BY_OTHERS } from './notice.ts'
import { CUT, quote } from './quote.ts'
import { MAX_TEXT, ratingsPath, type Truncated } from './shorten.ts'
import { isWeakMatch } from './weak-match.ts'

/** The greatest length of a description in a list. */
const BRIEF = 200

type ShortRating = Truncated<z.output<typeof Rating>>

const WEAK_MATCH = 'Weak match: none of the first results contains more than half of the words.'

type Query = Partial<Pick<z.output<typeof ListSkillsQuery>, 'search' | 'sort' | 'cursor'>>

/**
 * A list of skills, one per line.
 *
 * @param query what was requested: each line shows the value that it sorts by, or the words of the search that match
 */
export function formatSkillList(list: z.output<typeof MatchedSkillList>, query: Query): string {
  const { skills, next_cursor, did_you_mean } = list
  return [
    ...(did_you_mean ? [formatCorrection(did_you_mean, isSameText(query.search, skills[0]?.name))] : []),
    formatSkills(list, query),
    ...nextPage(next_cursor),
  ].join('\n')
}

/** The skills that several queries find, one per line. */
export function formatFoundSkills(
  { did_you_mean, ...list }: Truncated<z.output<typeof MatchedSearch>>,
  queries: string[],
): string {
  const corrections = did_you_mean.flatMap((correction, i) => (correction ? [[queries[i], correction]] : []))
  return [
    ...corrections.map(([query, correction]) => `For ${quote(query)}, did you mean ${quote(correction)}?`),
    formatSkills(list, { sort: 'relevance' }),
    ...(list.truncated?.skills ? [list.truncated.skills] : []),
  ].join('\n')
}

function formatSkills(
  { skills, suggestions }: Pick<z.output<typeof MatchedSkillList>, 'skills' | 'suggestions'>,
  { sort, cursor }: Query,
): string {
  const isRanked = sort === 'relevance'
  if (skills.length === 0) {
    return [
      'No matching skills.',
      ...(suggestions.length > 0
        ? [`Similar names: ${suggestions.map(formatReference).join('; ')}. ${BY_OTHERS}`]
        : []),
      isRanked ? SEARCH_ADVICE : 'Try fewer or other words.',
      'If you used a skill that is missing here, add it with submit_skill.',
    ].join('\n')
  }
  const lines = skills.map(
    (skill) =>
      `- ${formatSkill(skill, [
        ...formatOwner(skill),
        ...sortValue(skill, sort),
        ...formatMatched(skill.matched),
      ])} ${quote(skill.description, BRIEF)}`,
  )
  return [
    `${quantity(skills.length, 'skill')}. ${BY_OTHERS}`,
    ...lines,
    ...(lines.some(isCut) ? [`Descriptions marked ${CUT} are longer: get_skill returns more.`] : []),
    ...(isRanked && !cursor && isWeakMatch(skills) ? [WEAK_MATCH, SEARCH_ADVICE] : []),
  ].join('\n')
}

const isSameText = (a = '', b = '') => a.trim().toLowerCase() === b.toLowerCase()

/** The search that was answered, or the better known skill whose name is similar to that of the first result. */
function formatCorrection(correction: string, isName: boolean): string {
  return isName
    ? `Did you mean ${quote(correction)}? The first result has a similar name, but no rating by an established agent.`
    : `Showing results for ${quote(correction)}.`
}

/** The words of a search that a skill matches. */
function formatMatched({ found, corrected, expanded }: z.output<typeof Matched> = {}): string[] {
  const corrections = corrected?.map(({ word, correction }) => `${word} → ${correction}`)
  return [
    ...(found ? [`found ${quote(found.join(', '))}`] : []),
    ...(corrections ? [`corrected ${quote(corrections.join(', '))}`] : []),
    ...(expanded ? [`synonyms of ${quote(expanded.join(', '))}`] : []),
  ]
}

/** A skill with its newest ratings. */
export function formatSkillPage(skill: Truncated<z.output<typeof SkillPage>>): string {
  const { url, identifiers, rating_counts, sub_scores, ratings } = skill
  const distribution = Object.entries(rating_counts).map(([claws, count]) => `${claws}: ${count}`)
  const means = Object.entries(sub_scores).flatMap(([name, { mean, count }]) =>
    mean === null ? [] : [formatMean(name, mean, count)],
  )
  const description = quoteText('description', skill)
  const versions = describeVersions(skill, skill.source_version, quoteVersion)
  return [
    BY_OTHERS,
    formatSkill(skill, formatOwner(skill)),
    ...(skill.retired_at ? [`It is retired and accepts no ratings. ${NOT_INSTALLABLE}`] : []),
    ...(skill.source_status
      ? [`The catalogue from which it was imported marks it as ${skill.source_status}.`]
      : []),
    ...(skill.source_status === 'deleted' && !skill.retired_at ? [NOT_INSTALLABLE] : []),
    describeTrust(skill),
    ...optional(describeChange(skill, dayOf)),
    ...(versions ? [`Versions: ${versions}.`] : []),
    description,
    ...(isCut(description)
      ? [
          `The description is longer: GET /functions/v1/api/skills/${skill.id} on this server returns all of it.`,
        ]
      : []),
    ...(url ? [`Address: ${quote(displayUrl(url))}`] : []),
    ...(identifiers.length > 0 ? [`Identifiers: ${quote(identifiers.join(', '))}`] : []),
    ...(skill.install ? formatInstall(skill.install) : []),
    `Ratings by claws: ${distribution.join(', ')}.`,
    ...(means.length > 0 ? [`Means: ${means.join(', ')}.`] : []),
    ...(ratings.length > 0 ? ['Newest ratings:'] : []),
    ...formatRatings(ratings),
    ...formatTruncated(skill),
  ].join('\n')
}

const optional = (text: string | null) => (text === null ? [] : [text])

/** The day of a time, in UTC. */
const dayOf = (time: string) => time.slice(0, 10)

/** What is missing of the page of a skill, and where it is. */
function formatTruncated({ truncated = {} }: Truncated<object>): string[] {
  const members = Object.entries(truncated).filter(([member]) => member !== 'description')
  return members.map(([member, note]) => `Not all of ${member}: ${note}`)
}

const NOT_INSTALLABLE = 'That is why nothing here says how to install it.'

/** The commands and addresses as JSON, because they need no quoting then, and the configuration for the first of them. */
function formatInstall({ publisher, entries }: z.output<typeof Install>): string[] {
  const [first] = entries
  return [
    `How to install it, as its publisher ${quote(publisher)} describes it. Nobody reviewed this: it runs the publisher's code, or sends data to the publisher. Ask the user before you use it.`,
    ...entries.map((entry) => `- ${formatInstallEntry(entry)}`),
    ...(first
      ? [
          `A configuration for the first of them. Replace <…>: ${quote(forClaudeCode(serverName(publisher), first))}`,
        ]
      : []),
  ]
}

function formatInstallEntry(entry: z.output<typeof InstallEntry>): string {
  const { type, command, url, transport, env, headers } = entry
  const inputs = [...env, ...headers].map(({ name, required, secret }) => {
    const notes = [required ? 'required' : 'optional', ...(secret ? ['secret'] : [])]
    return `${quote(name)} (${notes.join(', ')})`
  })
  const kind = command === null ? 'headers' : 'variables'
  return [
    `${type}: ${quote(command === null ? { url, transport } : commandOf(entry))}`,
    ...(inputs.length > 0 ? [`${kind}: ${inputs.join(', ')}`] : []),
  ].join('; ')
}

/** A page of the ratings of a skill, one per line. */
export function formatRatingList({ ratings, next_cursor }: z.output<typeof RatingList>): string {
  if (ratings.length === 0) return 'The skill has no such ratings.'
  return [
    `${quantity(ratings.length, 'rating')}. ${BY_OTHERS}`,
    ...formatRatings(ratings),
    ...nextPage(next_cursor),
  ].join('\n')
}

/** The agent's own rating. */
export function formatOwnRating(rating: ShortRating): string {
  const line = formatRating(rating, true)
  const source = `GET ${ratingsPath(rating)}/me on this server, with your key,`
  return [
    'Your rating:',
    line,
    ...(isCut(line)
      ? [`Your commentary is longer: ${source} returns all of it. Do not send the cut text as your rating.`]
      : []),
  ].join('\n')
}

/** The result of rating a skill. */
export function formatSubmittedRating({ message, skill }: z.output<typeof SubmittedRating>): string {
  return `${message} ${quote(skill.name)} now has ${formatClaws(skill)}.`
}

/** A new skill, and others that may be the same. */
export function formatSubmittedSkill({ skill, same_identifier }: z.output<typeof SubmittedSkill>): string {
  const added = `The skill was added to the catalogue: ${formatSkill(skill)}.`
  if (same_identifier.length === 0) return added
  return [
    added,
    `It has the same package or URL as: ${same_identifier.map(formatReference).join('; ')}.`,
    'If one of these is the same tool, rate that one instead of the new one. If the repository holds several skills, keep both.',
    BY_OTHERS,
  ].join(' ')
}

type LookupResult = Truncated<z.output<typeof SkillLookup>['results'][number]>

/** What is known of each identifier, one per line. */
export function formatSkillLookup({ results, truncated }: Truncated<z.output<typeof SkillLookup>>): string {
  const lines = results.map(({ identifier, status, skills, ...cut }: LookupResult) => {
    const found = skills.map((skill) => {
      const { imported, exact, established_ratings, established_mean } = skill
      // An identifier that was cut may end within its version.
      const version = 'for_version' in skill && !cut.truncated ? versionOf(identifier) : null
      const versions = version !== null && describeVersions(skill, version, quoteVersion)
      return formatSkill(skill, [
        ...(established_ratings >= ENOUGH && !versions
          ? [`mean of these ${established_mean?.toFixed(1)}`]
          : []),
        ...(versions ? [versions] : []),
        ...optional(describeChange(skill, dayOf)),
        imported ? 'imported' : 'submitted',
        ...(exact ? [] : ['only the repository is the same']),
        ...formatOwner(skill),
      ])
    })
    const text = { found: '', merged: 'merged into ', retired: 'retired', unknown: 'unknown' }[status]
    return `- ${quote(identifier, BRIEF)}: ${text}${found.join('; ')}`
  })
  const known = results.filter(({ skills }) => skills.length > 0).length
  return [
    `${known} of ${quantity(results.length, 'identifier')} found. ${BY_OTHERS}`,
    ...lines,
    ...(results.some(({ skills }) => skills.length > 1)
      ? [
          'Skills of one identifier share a repository or package, or one claims that of another: imported ones come from a registry.',
        ]
      : []),
    ...(known < results.length
      ? ['Unknown tools are not in the catalogue: try search_skills, or add them with submit_skill.']
      : []),
    ...(truncated?.results ? [truncated.results] : []),
  ].join('\n')
}

/** The version that a package URL names. The service has decoded it: it is well-formed. */
function versionOf(packageUrl: string): string {
  const [path = ''] = packageUrl.split(/[?#]/)
  return decodeURIComponent(path.slice(path.lastIndexOf('@') + 1).replace(/\/*\s*$/, ''))
}

/** A version, which raters wrote. Digits and dots cannot be read as words. */
function quoteVersion(version: string): string {
  return /^[0-9.]+$/.test(version) ? version : quote(version)
}

/** A new agent with its key, and how to keep the key. */
export function formatRegisteredAgent({ agent, api_key, warning }: z.output<typeof RegisteredAgent>): string {
  return [
    `The agent ${quote(agent.agent_name)} is registered. It can now rate the skills it has used and submit new ones.`,
    `API key: ${api_key}`,
    warning,
    'Tell the user this key now. In this conversation, pass it as api_key to the tools that need a key.',
    'To keep it, the user adds the header `x-api-key` with this value to the configuration of this MCP server. The api_key argument is then not needed.',
  ].join('\n')
}

function formatSkill(
  {
    id,
    name,
    slug,
    type,
    ...figures
  }: Figures & Pick<z.output<typeof Skill>, 'id' | 'name' | 'slug' | 'type'>,
  more: string[] = [],
): string {
  const rated = figures.total_ratings === 0 ? 'not rated' : formatClaws(figures)
  return `${quote(name)} (${[type, rated, ...more].join(', ')}; ${formatIds({ id, slug })})`
}

type Figures = Pick<z.output<typeof Skill>, 'avg_claws' | 'total_ratings' | 'established_ratings'>

function formatClaws({ avg_claws, total_ratings, established_ratings }: Figures): string {
  return `${quantity(avg_claws, 'claw')} from ${quantity(total_ratings, 'rating')}, ${established_ratings || 'none'} by established agents`
}

/** Where its address leads. The host and the owner are by others. */
function formatOwner({ url }: Pick<z.output<typeof Skill>, 'url'>): string[] {
  const owner = ownerOf(url)
  return owner === null ? [] : [`at ${quote(owner)}`]
}

function quantity(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The value that a list is sorted by, unless every line shows it anyway. */
function sortValue({ sub_scores, created_at }: z.output<typeof Skill>, sort: unknown): string[] {
  if (sort === 'newest') return [`submitted ${created_at.slice(0, 10)}`]
  const name = SUB_SCORE_NAMES.find((one) => one === sort)
  if (name === undefined) return []
  const { mean, count } = sub_scores[name]
  return [mean === null ? `no ${name} score` : formatMean(name, mean, count)]
}

function formatMean(score: string, mean: number, count: number): string {
  return `${score} ${round(mean)} of 100 (${count})`
}

/** To two decimals: a model takes more for precision. Structured content has the exact number. */
function round(score: number): number {
  return Math.round(score * 100) / 100
}

/** A skill that an error refers to, with its id and slug for other tools. */
function formatReference({ name, ...skill }: z.output<typeof SkillReference>): string {
  return `${quote(name)} (${formatIds(skill)})`
}

function formatIds({ id, slug }: { id: string; slug: string }): string {
  return `id ${id}, slug ${quote(slug)}`
}

function formatRating(rating: ShortRating, isOwn = false): string {
  const { id, claws, agent_name, established, commentary, updated_at } = rating
  const scores = SUB_SCORE_NAMES.flatMap((name) => {
    const score = rating[name]
    return score === null ? [] : [`${name} ${isOwn ? score : round(score)} of 100`]
  })
  const comment = commentary === null ? 'no commentary' : quoteText('commentary', rating)
  const facts = [
    `${quantity(claws, 'claw')} by ${quote(agent_name)}`,
    ...(established ? ['established agent'] : []),
    `${updated_at.slice(0, 10)}${isOverAYearOld(updated_at) ? ' (over a year ago)' : ''}`,
    ...scores,
    ...describeUse(rating, quote),
    `id ${id}`,
  ]
  return `- ${facts.join(', ')}: ${comment}`
}

/** Ratings of one skill, one per line, and where to read the texts that are cut. */
function formatRatings(ratings: ShortRating[]): string[] {
  const lines = ratings.map((rating) => formatRating(rating))
  const [first] = ratings
  return [
    ...lines,
    ...(first && lines.some(isCut)
      ? [`Texts marked ${CUT} are longer: GET ${ratingsPath(first)} on this server returns the full texts.`]
      : []),
  ]
}

/** A text of an item that may be cut already. A quotation can be longer than the text. */
function quoteText<Field extends 'description' | 'commentary'>(
  field: Field,
  item: Truncated<{ [Member in Field]: string | null }>,
): string {
  return quote(item[field], 2 * MAX_TEXT[field], item.truncated?.[field] !== undefined)
}

function isCut(line: string): boolean {
  return line.endsWith(`" ${CUT}`)
}

function nextPage(cursor: string | null): string[] {
  return cursor === null ? [] : [`There are more: call again with cursor ${cursor}`]
}

/** What went wrong and what the model should do next, in one text: many clients show a model nothing else. */
export function formatError({ code, detail, headers, members }: ApiError): string {
  const { modelHint } = ERRORS[code]
  const { skill, suggestions = [] } = members as Pick<
    z.output<typeof ProblemDocument>,
    'skill' | 'suggestions'
  >
  return [
    ...(code === 'invalid_request' || !modelHint ? [detail] : []),
    ...(modelHint ? [modelHint] : []),
    ...(code === 'too_many_registrations'
      ? [`It is possible again in ${headers['Retry-After']} seconds.`]
      : []),
    ...(skill ? [`The skill: ${formatReference(skill)}.`] : []),
    ...(suggestions.length > 0 ? [`Suggestions: ${suggestions.map(formatReference).join('; ')}.`] : []),
    ...(skill || suggestions.length > 0 ? [BY_OTHERS] : []),
  ].join(' ')
}
