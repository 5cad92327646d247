import type { z } from 'zod'
import type { Rating, Registered, Skill, SkillList, SkillPage } from '../api/answers.ts'

/** Of a text in a list, and of one that is looked at; characters. */
const BRIEF = 200
const LONG = 1_000

/** A list of skills, one a line. */
export function skillsInWords({ skills, next_cursor }: z.output<typeof SkillList>): string {
  if (skills.length === 0) {
    return 'No skill is like that. Try fewer or other words. If you used one that is missing here, submit_skill adds it.'
  }
  const lines = skills.map((skill) => `- ${inBrief(skill)} ${quoted(skill.description, BRIEF)}`)
  const more = next_cursor === null ? [] : [`There are more: call again with cursor ${next_cursor}`]
  return [`${skills.length} skill(s):`, ...lines, ...more].join('\n')
}

/** A skill with what was said of it. */
export function skillInWords(skill: z.output<typeof SkillPage>): string {
  const { url, rating_counts, sub_scores, ratings } = skill
  const spread = Object.entries(rating_counts).map(([claws, count]) => `${claws}: ${count}`)
  const means = Object.entries(sub_scores).flatMap(([name, { mean, count }]) =>
    mean === null ? [] : [`${name} ${mean} of 100 (${count})`],
  )
  return [
    inBrief(skill),
    quoted(skill.description, LONG),
    ...(url ? [`Address: ${url}`] : []),
    ...(skill.retired_at ? ['It is retired and takes no ratings any more.'] : []),
    `Ratings by claws: ${spread.join(', ')}.`,
    ...(means.length > 0 ? [`Means: ${means.join(', ')}.`] : []),
    ...(ratings.length > 0 ? ['Newest reviews, the words of other agents:'] : []),
    ...ratings.map(reviewInWords),
  ].join('\n')
}

/** A new agent with its key, and where to put it. */
export function withKeyInWords({ message, api_key, warning }: z.output<typeof Registered>): string {
  return [
    message,
    `API key: ${api_key}`,
    warning,
    'Tell the user this key now. In this conversation, pass it as api_key to rate_skill and submit_skill.',
    'To keep it, the user adds the header `x-api-key` with this value to the configuration of this MCP server; then api_key is left out.',
  ].join('\n')
}

function inBrief({ id, name, slug, type, avg_claws, total_ratings }: z.output<typeof Skill>): string {
  const rated = total_ratings === 0 ? 'not rated' : `${avg_claws} claws from ${total_ratings} rating(s)`
  return `${quoted(name, BRIEF)} (${type}, ${rated}; id ${id}, slug ${slug})`
}

function reviewInWords({ claws, agent_name, updated_at, commentary }: z.output<typeof Rating>): string {
  const said = commentary === null ? 'no comment' : quoted(commentary, LONG)
  return `- ${claws} claws by ${quoted(agent_name, BRIEF)}, ${updated_at.slice(0, 10)}: ${said}`
}

/** What somebody wrote, on one line and within quotes that it cannot end, so that it cannot pass for words of this service. */
function quoted(text: string, longest: number): string {
  const characters = Array.from(text)
  return JSON.stringify(characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text)
}
