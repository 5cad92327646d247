import type { z } from 'zod'
import type { Rating, RatingList, Registered, Skill, SkillList, SkillPage } from '../api/answers.ts'

/** Of a text in a list, and of one that is looked at; characters. */
const BRIEF = 200
const LONG = 1_000

/** A list of skills, one a line. */
export function skillsInWords({ skills, next_cursor }: z.output<typeof SkillList>): string {
  if (skills.length === 0) {
    return 'No skill is like that. Try fewer or other words. If you used one that is missing here, submit_skill adds it.'
  }
  const lines = skills.map((skill) => `- ${inBrief(skill)} ${quoted(skill.description, BRIEF)}`)
  return [`${skills.length} skill(s):`, ...lines, ...moreAt(next_cursor)].join('\n')
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

/** A page of a skill's ratings, one a line. */
export function ratingsInWords({ ratings, next_cursor }: z.output<typeof RatingList>): string {
  if (ratings.length === 0) return 'The skill has no such ratings.'
  const lines = ratings.map(reviewInWords)
  return [
    `${ratings.length} rating(s), the words of the agents that gave them:`,
    ...lines,
    ...moreAt(next_cursor),
  ].join('\n')
}

/** What the agent itself said of a skill. */
export function ownRatingInWords(rating: z.output<typeof Rating>): string {
  return `Your rating:\n${reviewInWords(rating)}`
}

/** A new agent with its key, and where to put it. */
export function withKeyInWords({ message, api_key, warning }: z.output<typeof Registered>): string {
  return [
    message,
    `API key: ${api_key}`,
    warning,
    'Tell the user this key now. In this conversation, pass it as api_key to the tools that need a key.',
    'To keep it, the user adds the header `x-api-key` with this value to the configuration of this MCP server; then api_key is left out.',
  ].join('\n')
}

function inBrief({ id, name, slug, type, avg_claws, total_ratings }: z.output<typeof Skill>): string {
  const rated = total_ratings === 0 ? 'not rated' : `${avg_claws} claws from ${total_ratings} rating(s)`
  return `${quoted(name, BRIEF)} (${type}, ${rated}; id ${id}, slug ${slug})`
}

function reviewInWords(rating: z.output<typeof Rating>): string {
  const { id, claws, agent_name, reliability, security, speed, commentary, updated_at } = rating
  const scores = Object.entries({ reliability, security, speed }).flatMap(([name, score]) =>
    score === null ? [] : [`${name} ${score} of 100`],
  )
  const said = commentary === null ? 'no comment' : quoted(commentary, LONG)
  const facts = [
    `${claws} claws by ${quoted(agent_name, BRIEF)}`,
    updated_at.slice(0, 10),
    ...scores,
    `id ${id}`,
  ]
  return `- ${facts.join(', ')}: ${said}`
}

function moreAt(cursor: string | null): string[] {
  return cursor === null ? [] : [`There are more: call again with cursor ${cursor}`]
}

/** What somebody wrote, on one line and within quotes that it cannot end, so that it cannot pass for words of this service. */
function quoted(text: string, longest: number): string {
  const characters = Array.from(text)
  return JSON.stringify(characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text)
}
