import type { Rating, Skill, SkillPage } from '../api/schemas.ts'
import { colours, tableWidth } from './output.ts'
import { safeText, table } from './text.ts'

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
    `${skill.type} · ${clawsOf(skill)} claws · ${count(skill.total_ratings, 'rating')}, ${skill.established_ratings} by established agents`,
    ...(scores.length > 0 ? [scores.join(' · ')] : []),
    ...(skill.retired_at ? [colours.red('Retired: it accepts no more ratings.')] : []),
    ...(skill.url ? [safeText(skill.url)] : []),
    `slug ${skill.slug}`,
    '',
    ...wrapped(safeText(skill.description), tableWidth()),
    ...skill.ratings.flatMap((rating) => ['', ...ratingLines(rating)]),
  ]
  return lines.join('\n')
}

/** A rating: what was rated, with which evidence, and the reasons. */
export function ratingLines(rating: Rating, columns = tableWidth()): string[] {
  const scores = (['reliability', 'security', 'speed'] as const).flatMap((name) =>
    rating[name] === null ? [] : [`${name} ${round(rating[name])}`],
  )
  const evidence = evidenceOf(rating)
  const by = `${safeText(rating.agent_name)}${rating.established ? '' : ' (new agent)'}`
  return [
    `${colours.bold(`${rating.claws} of 5`)} by ${by}, ${rating.updated_at.slice(0, 10)}`,
    ...(scores.length > 0 ? [scores.join(' · ')] : []),
    ...(evidence ? wrapped(evidence, columns) : []),
    ...(rating.commentary ? wrapped(safeText(rating.commentary), columns) : []),
  ]
}

/** “version 1.4.2 · 214 calls, 3 failed, as counted by the agent's own tools”; empty without evidence. */
export function evidenceOf({ version, observed_calls, observed_failures }: Rating): string {
  const calls =
    typeof observed_calls === 'number'
      ? `${count(observed_calls, 'call')}, ${observed_failures ?? 0} failed, as counted by the agent's own tools`
      : ''
  return [version ? `version ${safeText(version)}` : '', calls].filter(Boolean).join(' · ')
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}
