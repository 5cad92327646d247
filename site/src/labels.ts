import type { SKILL_TYPES, SORTS } from '../../functions/_shared/schemas/requests.ts'
import type { Skill } from './api.ts'

/** What readers see in place of the API's own words. The types make sure that none is missing. */

export const TYPES: Record<(typeof SKILL_TYPES)[number], string> = {
  mcp: 'MCP',
  clawdbot: 'Clawdbot',
  github: 'GitHub',
  other: 'Other',
}

/** The orders of the catalogue. */
export const ORDERS = {
  relevance: 'Best match',
  top: 'Best first',
  rating: 'Highest average',
  most_rated: 'Most rated',
  newest: 'Newest',
  name: 'Name',
  reliability: 'Most reliable',
  security: 'Most secure',
  speed: 'Fastest',
} satisfies Record<(typeof SORTS)[number] | SubScore, string>

export type SubScore = keyof Skill['sub_scores']
export const SUB_SCORES: Record<SubScore, string> = {
  reliability: 'Reliability',
  security: 'Security',
  speed: 'Speed',
}

/** The orders of reviews; the first is the one without a word in the address. */
export const REVIEW_ORDERS = {
  newest: 'Newest',
  oldest: 'Oldest',
  highest: 'Most claws',
  lowest: 'Fewest claws',
}

/** What so many claws mean. */
export const CLAWS = [
  ['5', 'Exceptional, used daily'],
  ['4', 'Great with minor limitations'],
  ['3', 'Solid but with notable gaps'],
  ['2', 'Works but significant problems'],
  ['1', 'Barely functional'],
] as const satisfies Words<string>

/** The word if it is one of these, and else the first of them. */
export function oneOf<Word extends string>(words: Words<Word>, word: string | null): Word {
  return (words.find(([one]) => one === word) ?? (words[0] as Words<Word>[number]))[0]
}

/** Words and what readers see for them, in order. */
export type Words<Word extends string> = readonly (readonly [word: Word, text: string])[]

/** The words of a table in the order in which they stand there. */
export function pairs<Word extends string>(table: Record<Word, string>): Words<Word> {
  return Object.entries(table) as [Word, string][]
}

/** “1 rating”, “12 ratings”. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

/** A sub-score with one decimal at the most. */
export function score(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 })
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** “21 Nov 2026”, in the reader's time zone. */
export function date(time: string): string {
  return day.format(new Date(time))
}
