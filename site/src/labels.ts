import {
  CLAWS as CLAWS_MEANINGS,
  perSubScore,
  type RATING_SORTS,
  type SKILL_TYPES,
  type SORTS,
  SUB_SCORES,
} from '../../functions/_shared/schemas/options.ts'

/** The labels of the API's values. */

export const TYPE_LABELS: Record<(typeof SKILL_TYPES)[number], string> = {
  mcp: 'MCP',
  clawdbot: 'OpenClaw (Clawdbot)',
  github: 'GitHub',
  other: 'Other',
}

/** The sort orders of the catalogue. */
export const SORT_LABELS = {
  relevance: 'Best match',
  top: 'Top rated',
  rating: 'Highest average',
  most_rated: 'Most rated',
  newest: 'Newest',
  name: 'Name',
  ...perSubScore((name) => SUB_SCORES[name].sortLabel as string),
} satisfies Record<(typeof SORTS)[number], string>

export const SUB_SCORE_LABELS = perSubScore((name) => SUB_SCORES[name].label as string)

/** The sort orders of ratings; the first is the default. */
export const RATING_SORT_LABELS = {
  newest: 'Newest',
  oldest: 'Oldest',
  highest: 'Most claws',
  lowest: 'Fewest claws',
} satisfies Record<(typeof RATING_SORTS)[number], string>

/** What people look for: searches that the home page offers. */
export const TOPICS = [
  'browser',
  'database',
  'mail',
  'memory',
  'files',
  'documents',
  'calendar',
  'code review',
  'images',
  'maps',
] as const

/** What each number of claws means. */
export const CLAWS: Options<string> = CLAWS_MEANINGS.map(([claws, meaning]) => [
  String(claws),
  meaning.charAt(0).toUpperCase() + meaning.slice(1),
])

/** Values with their labels, in order. */
export type Options<Value extends string> = readonly (readonly [value: Value, label: string])[]

/** The entries of a table of labels. */
export function optionsOf<Value extends string>(labels: Record<Value, string>): Options<Value> {
  return Object.entries(labels) as [Value, string][]
}

/** The value if it is among the options, otherwise the first option. */
export function selectOption<Value extends string>(options: Options<Value>, value: string | null): Value {
  return (options.find(([option]) => option === value) ?? (options[0] as Options<Value>[number]))[0]
}
