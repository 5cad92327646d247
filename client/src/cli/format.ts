import { homedir } from 'node:os'
import { sep } from 'node:path'
import { SUB_SCORE_NAMES } from '../api/options.ts'
import type { Changed, Install, InstallEntry, LookupSkill, Rating, Skill, SkillPage } from '../api/schemas.ts'
import { type Finding, judgedMean } from '../doctor/findings.ts'
import { table, tableWidth, wrap } from './layout.ts'
import { colours } from './output.ts'
import { safeText } from './text.ts'

export function skillTable(skills: Skill[]): string {
  const columns = [
    { title: 'SKILL', weight: 2 },
    { title: 'TYPE' },
    { title: 'CLAWS', align: 'right' as const },
    { title: 'RATINGS', align: 'right' as const },
    { title: 'SLUG', weight: 2 },
  ]
  const rows = skills.map((skill) => [skill.name, skill.type, clawsOf(skill), ratingsOf(skill), skill.slug])
  return table(columns, rows, tableWidth())
}

export function clawsOf({ avg_claws, total_ratings }: Pick<Skill, 'avg_claws' | 'total_ratings'>): string {
  return total_ratings ? avg_claws.toFixed(1) : '–'
}

/**
 * Such as “4.6 by 12 established agents, newest rated version 1.2.0; none for 2.1.0”, as the service says it; empty if there is nothing to say
 * about the version.
 */
export function versionText({ version, skill }: Finding): string {
  const { for_version: one, last_rated_version: last, established_ratings: ratings = 0 } = skill ?? {}
  if (!skill || !version || !ratings || one === undefined) return ''
  const all = [judgedMean(skill)?.toFixed(1), `by ${count(ratings, 'established agent')}`]
  const known = last ? `, newest rated version ${last}` : ''
  return `${all.filter(Boolean).join(' ')}${known}; ${one?.established_ratings || 'none'} for ${version}${one ? evidence(one) : ''}`
}

/** That a skill installs something else than before; empty if it does not. */
export function changeText(skill: Partial<Changed> & { established_ratings: number }): string {
  const { changed_at, established_since_change = 0, established_ratings } = skill
  if (!changed_at) return ''
  return `since ${safeText(changed_at.slice(0, 10))} it installs something else; ${established_since_change} of ${established_ratings} established ratings are newer`
}

type VersionRatings = NonNullable<LookupSkill['for_version']>

function evidence(ratings: VersionRatings): string {
  const mean = judgedMean(ratings)
  const age = ratings.established_ratings > 0 ? ageOf(ratings.last_rated_at, ', the last ') : ''
  return `${mean === undefined ? '' : `, ${mean.toFixed(1)} on average`}${age}`
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** Says that ratings are old; empty for others. */
function ageOf(time: string, before: string): string {
  return Date.now() - Date.parse(time) > YEAR_MS ? `${before}over a year ago` : ''
}

/** How many ratings, and how many of them by established agents. */
export function ratingsOf(skill: Pick<Skill, 'total_ratings' | 'established_ratings'>): string {
  const { total_ratings, established_ratings } = skill
  return total_ratings ? `${total_ratings} (${established_ratings} est.)` : '0'
}

export function skillText(skill: SkillPage): string {
  const scores = Object.entries(skill.sub_scores).flatMap(([name, { mean, count }]) =>
    mean === null ? [] : [`${name} ${round(mean)} of 100 (${count})`],
  )
  const lines = [
    colours.bold(safeText(skill.name)),
    `${safeText(skill.type)} · ${clawsOf(skill)} claws · ${count(skill.total_ratings, 'rating')}, ${skill.established_ratings} by established agents`,
    ...(scores.length > 0 ? [scores.join(' · ')] : []),
    ...(skill.retired_at ? [colours.red('Retired: it accepts no more ratings.')] : []),
    ...(skill.source_status ? [colours.red(`Its source marks it as ${safeText(skill.source_status)}.`)] : []),
    ...(changeText(skill) ? wrap(`Note: ${changeText(skill)}.`, tableWidth()).map(colours.yellow) : []),
    ...(skill.url ? [safeText(skill.url)] : []),
    `slug ${safeText(skill.slug)}`,
    ...skill.identifiers.map((identifier) => colours.dim(safeText(identifier))),
    '',
    ...wrap(safeText(skill.description), tableWidth()),
    ...(skill.install ? ['', ...installLines(skill.install)] : []),
    ...skill.ratings.flatMap((rating) => ['', ...ratingLines(rating)]),
  ]
  return lines.join('\n')
}

function installLines({ publisher, entries }: Install): string[] {
  const columns = tableWidth()
  const warning = `To install it, as its publisher ${publisher} says (nobody reviewed this):`
  return [
    ...wrap(safeText(warning), columns),
    ...entries.flatMap((entry) => [
      `  ${installLine(entry)}`,
      ...wrap(fieldsOf(entry), columns - 4).map((line) => `    ${line}`),
    ]),
  ].filter((line) => line.trim())
}

function installLine(entry: InstallEntry): string {
  const { command, url, transport } = entry
  if (command === null) return `${safeText(url ?? '')} (${safeText(transport)})`
  return [command, ...argumentsOf(entry)].map(quoted).join(' ')
}

/** A word of a line for a POSIX shell, as on the web site: in double quotes, which other shells have, too, if none of them reads its characters. */
function quoted(word: string): string {
  const text = safeText(word)
  if (/^[\w@+=:,./-]+$/.test(text)) return text
  return /^[\w@+=:,./<>?& -]+$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}

/** Docker copies a variable without a value from the environment: only required ones, and each with a placeholder. */
function argumentsOf({ type, args, env }: InstallEntry): string[] {
  const names = env.filter(({ required }) => required).map(({ name }) => name)
  return args.flatMap((word, i) => {
    if (type !== 'docker') return [word]
    if (word === '-e') return names.includes(args[i + 1] ?? '') ? [word] : []
    if (args[i - 1] === '-e') return names.includes(word) ? [`${word}=<${word}>`] : []
    return [word]
  })
}

/** The variables or headers that an entry needs. */
function fieldsOf({ env, headers }: InstallEntry): string {
  const fields = [...env, ...headers].map(({ name, required, secret }) => {
    const notes = [...(required ? [] : ['optional']), ...(secret ? ['secret'] : [])]
    return safeText(notes.length > 0 ? `${name} (${notes.join(', ')})` : name)
  })
  return fields.length > 0 ? `${env.length > 0 ? 'variables' : 'headers'}: ${fields.join(', ')}` : ''
}

/** Paths in the user's home as `~/…`. */
export function shortPath(path: string): string {
  return path.replaceAll(homedir() + sep, `~${sep}`)
}

/** A rating: what was rated, with which evidence, and the reasons. */
export function ratingLines(rating: Rating, columns = tableWidth()): string[] {
  const scores = SUB_SCORE_NAMES.flatMap((name) =>
    rating[name] === null ? [] : [`${name} ${round(rating[name])}`],
  )
  const evidence = evidenceOf(rating)
  const by = `${safeText(rating.agent_name)}${rating.established ? '' : ' (new agent)'}`
  return [
    `${colours.bold(`${rating.claws} of 5`)} by ${by}, ${rating.updated_at.slice(0, 10)}${ageOf(rating.updated_at, ', ')}`,
    ...(scores.length > 0 ? [scores.join(' · ')] : []),
    ...(evidence ? wrap(evidence, columns) : []),
    ...(rating.commentary ? wrap(safeText(rating.commentary), columns) : []),
  ]
}

/** “version 1.4.2 · 214 calls, 3 failed, as counted by the agent's own tools”; empty without evidence. */
export function evidenceOf({ version, observed_calls, observed_failures }: Rating): string {
  const failed = typeof observed_failures === 'number' ? `, ${observed_failures} failed` : ''
  const calls =
    typeof observed_calls === 'number'
      ? `${count(observed_calls, 'call')}${failed}, as counted by the agent's own tools`
      : ''
  return [version ? `version ${safeText(version)}` : '', calls].filter(Boolean).join(' · ')
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
