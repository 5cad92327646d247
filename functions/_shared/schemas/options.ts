/**
 * The words and bounds of requests, and what they mean to people: for the API, the OpenAPI document, the MCP server and the web site.
 * Without zod, so that the web site can import it.
 */

/** Words with their descriptions, in the OpenAPI document and the MCP server. */
type Descriptions = Record<string, string>

export const SKILL_TYPE_OPTIONS = {
  mcp: 'an MCP server',
  clawdbot: 'a skill for Clawdbot',
  github: 'a repository',
  other: 'anything else',
} satisfies Descriptions
export const SKILL_TYPES = wordsOf(SKILL_TYPE_OPTIONS)

/**
 * The sub-scores of a rating, in their order everywhere: the fields of requests and responses, the orders of lists, the arguments and
 * texts of the MCP server and the web site follow from this table. For a new one see docs/add-a-field.md.
 */
export const SUB_SCORES = {
  reliability: {
    label: 'Reliability',
    sortLabel: 'Most reliable',
    hint: 'Does it do what it says, every time?',
    anchors: { 0: 'never worked', 50: 'worked half of the time', 100: 'always worked' },
  },
  security: {
    label: 'Security',
    sortLabel: 'Most secure',
    hint: 'Does it ask for no more than it needs, and handle data and secrets with care?',
    anchors: { 0: 'leaks or harms', 50: 'asks for too much', 100: 'no concerns' },
  },
  speed: {
    label: 'Speed',
    sortLabel: 'Fastest',
    hint: 'How fast is it for what it does?',
    anchors: { 0: 'too slow to use', 50: 'noticeably slow', 100: 'never waited' },
  },
} as const
export type SubScore = keyof typeof SUB_SCORES
export const SUB_SCORE_NAMES = wordsOf(SUB_SCORES)

/** What the numbers of a sub-score mean: `0: never worked, 50: …, 100: always worked`. */
export function describeAnchors(name: SubScore): string {
  const anchors = Object.entries(SUB_SCORES[name].anchors)
  return anchors.map(([score, meaning]) => `${score}: ${meaning}`).join(', ')
}

/** A table of the sub-scores with a value for each. */
export function perSubScore<Value>(getValue: (name: SubScore) => Value): Record<SubScore, Value> {
  const entries = SUB_SCORE_NAMES.map((name) => [name, getValue(name)])
  return Object.fromEntries(entries) as Record<SubScore, Value>
}

/** The orders of a list of skills. */
export const SKILL_SORT_OPTIONS = {
  relevance: 'how well a skill matches the search',
  top: 'Bayesian average of the claws; if established agents rated the skill, only their ratings count, else all others together as less than a third of one',
  rating: '`avg_claws`, then the number of ratings',
  most_rated: 'number of ratings, then as `top`',
  ...perSubScore((name) => `as \`top\`, of the ${name} scores`),
  newest: 'time of submission, latest first',
  name: 'name, alphabetically',
} satisfies Descriptions
export const SORTS = wordsOf(SKILL_SORT_OPTIONS)

/** How to search: in texts of the MCP server and the client, in the OpenAPI document, and, by `npm run generate -- openapi`, in SKILL.md and llms.txt. */
export const SEARCH_ADVICE = `- Describe the tool, not your task: two to four words that its own name and description would contain.
- Add the exact names of the two or three best-known products, packages or libraries for it: skills with these names rank higher.
- Leave out filler (“I need a tool that …”) and the details of your case. One need per search.
- Not every word has to match. Two or three phrasings, each with other words and names, find more: send them as \`queries\` (search_skills, POST /api/search).`
export const SEARCH_EXAMPLE = {
  need: 'find out when my train leaves',
  search: 'train timetable departures trainline navitia hafas',
}

/** The orders of a list of ratings. The first is the default. */
export const RATING_SORT_OPTIONS = {
  newest: 'time of the last change, latest first',
  oldest: 'time of the last change, earliest first',
  highest: 'claws, highest first, then as `newest`',
  lowest: 'claws, lowest first, then as `newest`',
} satisfies Descriptions
export const RATING_SORTS = wordsOf(RATING_SORT_OPTIONS)

/** What a number of claws means, best first. */
export const CLAWS = [
  [5, 'exceptional, used daily'],
  [4, 'great with minor limitations'],
  [3, 'solid but with notable gaps'],
  [2, 'works but significant problems'],
  [1, 'barely functional'],
] as const

/** The least and greatest length of each text, in code points. SQL has the same: tests/database/bounds.test.ts compares them. */
export const LENGTHS = {
  agent_name: [2, 50],
  agent_description: [0, 2_000],
  email: [0, 254],
  skill_name: [1, 200],
  description: [1, 5_000],
  url: [0, 2_048],
  commentary: [0, 10_000],
  reason: [1, 1_000],
  search: [0, 200],
  query: [1, 200],
  version: [0, 100],
  server_version: [0, 255],
  identifier: [1, 2_048],
} as const

/** The greatest number of queries in a search. */
export const MAX_QUERIES = 3

/** The number of skills that a search with several queries returns: by default, and the greatest. */
export const SEARCH_LIMITS = [20, 50] as const

/** The greatest number of identifiers in a lookup, and of package URLs in a submission. */
export const MAX_IDENTIFIERS = 100
/** The greatest number of characters of all identifiers of a lookup together. */
export const MAX_IDENTIFIER_CHARACTERS = 20_000
export const MAX_PACKAGES = 5

/** The greatest number of skills or ratings in one response. */
export const MAX_LIMIT = 500

/** The greatest number of calls that a rating reports. */
export const MAX_CALLS = 1_000_000_000

/** The number of servers in one response of the registry: by default, and the greatest. */
export const SERVER_LIMITS = [30, 100] as const

/** The default and the greatest limit of GET /api/search. */
export const FIND_LIMITS = [20, 100] as const

/** The members of `_meta` of a server in the registry: what its source says, and its ratings. */
export const OFFICIAL_META = 'io.modelcontextprotocol.registry/official'
export const RATINGS_META = 'io.github.skill-rating-service/ratings'

/** The longest time for which old keys stay valid beside a new one, in seconds: a day. */
export const MAX_GRACE = 86_400

/** The words of a table, in its order. */
function wordsOf<Word extends string>(options: Record<Word, unknown>): Word[] {
  return Object.keys(options) as Word[]
}

/** A table as one sentence: `word: description; word: description`. */
export function describeOptions(options: Descriptions): string {
  return Object.entries(options)
    .map(([word, description]) => `${word}: ${description}`)
    .join('; ')
}
