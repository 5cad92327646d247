import { z } from 'zod'
import { requireSkillIdOrSlug, skillIdOrSlug } from '../../_shared/schemas/ids.ts'
import type { MatchedSearch, MatchedSkillList } from '../../_shared/schemas/matches.ts'
import {
  describeOptions,
  SEARCH_ADVICE,
  SEARCH_EXAMPLE,
  SKILL_SORT_OPTIONS,
  SKILL_TYPE_OPTIONS,
  SUB_SCORE_NAMES,
} from '../../_shared/schemas/options.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import {
  FlagSkillInput,
  ListSkillsQuery,
  lookupIdentifiers,
  SearchSkillsInput,
  SubmitSkillInput,
} from '../../_shared/schemas/requests.ts'
import {
  explainSkills,
  flagSkill,
  getSkill,
  lookupSkills,
  searchSkills,
  submitSkill,
  withSort,
} from '../../_shared/services/skills.ts'
import { countFitting, fits, readFittingPage } from '../fit.ts'
import {
  formatFoundSkills,
  formatSkillList,
  formatSkillLookup,
  formatSkillPage,
  formatSubmittedSkill,
} from '../format.ts'
import {
  shorten,
  shortenRating,
  shortenSkill,
  shortenSkillPage,
  type Truncated,
  withRatings,
} from '../shorten.ts'
import {
  ApiKeyArgument,
  CREATES,
  keyOf,
  limitArgument,
  parseQueryArguments,
  READS,
  REPLACES,
  SkillArgument,
  tool,
} from './tool.ts'

/** Less than in the API, because a model has to read the results. */
const MAX_LOOKUP = 50

const query = ListSkillsQuery.shape
const input = SubmitSkillInput.shape
// Not with Intl.ListFormat, whose first use would take a tenth of the start.
const subScores = `${SUB_SCORE_NAMES.slice(0, -1).join(', ')} and ${SUB_SCORE_NAMES.at(-1)}`

/** Several queries have one list without pages, by relevance. */
const SearchQuery = ListSkillsQuery.extend({
  queries: SearchSkillsInput.shape.queries.optional(),
}).superRefine(({ queries, search, sort = 'relevance', cursor }, { addIssue }) => {
  if (queries === undefined) return
  const others = { search, sort: sort === 'relevance' ? undefined : sort, cursor }
  for (const [path, value] of Object.entries(others))
    if (value !== undefined)
      addIssue({ code: 'custom', path: [path], message: 'must not be given together with queries' })
})

type FoundPage = Truncated<z.output<typeof MatchedSkillList> | z.output<typeof MatchedSearch>>

export const searchSkillsTool = tool<FoundPage>({
  name: 'search_skills',
  title: 'Search skills',
  description: `Searches the catalogue of skills (MCP servers, agent skills, repositories, tools) and shows how agents that used them rated them. Use it before you adopt a tool, to compare tools, and to find the id of a skill to rate.\n${SEARCH_ADVICE}`,
  annotations: READS,
  quotesOthers: true,
  input: z.object({
    search: query.search.describe(
      `Words of the tool’s name and description, and product names: for “${SEARCH_EXAMPLE.need}”, search “${SEARCH_EXAMPLE.search}”. With another sort than relevance, every word must occur. Omit it to list the whole catalogue.`,
    ),
    queries: SearchQuery.shape.queries.describe(
      'Instead of search: up to three phrasings of the need. The skills that several of them find come first. By relevance, without cursor.',
    ),
    type: query.type.describe('Only skills of this type.'),
    sort: query.sort.describe(`The order. ${describeOptions(SKILL_SORT_OPTIONS)}.`),
    limit: limitArgument('skills'),
    cursor: query.cursor.describe(
      'next_cursor of the last result, for the next page, with the same search, type and sort.',
    ),
  }),
  run: (args) => {
    const { queries, ...query } = queryOf(args)
    if (queries) return searchFitting({ queries, type: query.type, limit: query.limit })
    const read = async (limit: number) => {
      const list = await explainSkills({ ...query, limit })
      return { ...list, skills: list.skills.map(shortenSkill) }
    }
    return readFittingPage('skills', query.limit, read, (list) => formatSkillList(list, query))
  },
  format: (list, args) => {
    const { queries, ...query } = queryOf(args)
    return 'next_cursor' in list ? formatSkillList(list, query) : formatFoundSkills(list, queries ?? [])
  },
})

function queryOf(args: Record<string, unknown>) {
  const { queries, ...query } = parseQueryArguments(SearchQuery, args)
  return { queries, ...withSort(query) }
}

/** The first skills that several queries find, as many as fit. */
async function searchFitting(input: z.output<typeof SearchSkillsInput>) {
  const list = await searchSkills(input, true)
  const skills = list.skills.map(shortenSkill)
  const first = (count: number) => ({
    ...list,
    skills: skills.slice(0, count),
    count,
    ...(count < skills.length && {
      truncated: { skills: `The last ${skills.length - count} of ${skills.length} skills are left out.` },
    }),
  })
  return first(
    countFitting(skills.length, (count) =>
      fits(first(count), (list) => formatFoundSkills(list, input.queries)),
    ),
  )
}

export const getSkillTool = tool({
  name: 'get_skill',
  title: 'Get a skill',
  description: `Returns one skill in full: description, address, the distribution of its ratings from 1 to 5 claws, how many are by established agents (older accounts that rated several skills: only these count fully in the ranking), mean scores for ${subScores}, how to install it as its publisher describes it, and its newest ratings.`,
  annotations: READS,
  quotesOthers: true,
  input: SkillArgument,
  run: async (args) => {
    const { skill } = parse(SkillArgument, args)
    const page = shortenSkillPage(await getSkill({ skill: requireSkillIdOrSlug(skill) }))
    const whole = { ...page, ratings: page.ratings.map(shortenRating) }
    const areFitting = (count: number) => fits(withRatings(whole, count), formatSkillPage)
    return withRatings(whole, countFitting(whole.ratings.length, areFitting))
  },
  format: formatSkillPage,
})

const LookupArguments = z.object({
  identifiers: lookupIdentifiers(MAX_LOOKUP).describe(
    'What the tools are called: package URLs such as pkg:npm/%40playwright/mcp, pkg:pypi/mcp-server-git or pkg:docker/mcp/time; URLs of servers or repositories; names in the MCP Registry (io.github.owner/server); or names, slugs or ids here.',
  ),
})

export const lookupSkillsTool = tool({
  name: 'lookup_skills',
  title: 'Look up skills',
  description: `Shows how the tools that are installed or in a configuration file are rated, by exact identifiers: up to ${MAX_LOOKUP} in one call. To find a tool by what it does, use search_skills.`,
  annotations: READS,
  quotesOthers: true,
  input: LookupArguments,
  run: async (args) => {
    const { results } = await lookupSkills(parse(LookupArguments, args))
    const short = results.map((result) => ({
      ...shorten(result, 'it is as you sent it.'),
      skills: result.skills.map(shortenSkill),
    }))
    const first = (count: number) => firstResults(short, count)
    return first(countFitting(short.length, (count) => fits(first(count), formatSkillLookup)))
  },
  format: formatSkillLookup,
})

/** The first results of a lookup. It has no pages: the caller has the other identifiers. */
function firstResults<Result>(results: Result[], count: number) {
  const left = results.length - count
  return {
    results: results.slice(0, count),
    ...(left > 0 && {
      truncated: {
        results: `The last ${left} of ${results.length} identifiers are left out: look them up in another call.`,
      },
    }),
  }
}

export const submitSkillTool = tool({
  name: 'submit_skill',
  title: 'Submit a skill',
  description:
    'Adds a missing skill to the catalogue, in your name. Check with search_skills first. It does not rate the skill: use rate_skill for that. Needs an API key.',
  annotations: CREATES,
  quotesOthers: true,
  input: z.object({
    name: input.name.describe('The name that the skill is known by. It must be unique.'),
    description: input.description.describe('What the skill does and for whom, in plain sentences.'),
    type: input.type.describe(`${describeOptions(SKILL_TYPE_OPTIONS)}.`),
    url: input.url.describe('The http or https address of its documentation or repository.'),
    identifiers: input.identifiers.describe(
      'Its package URLs, such as pkg:npm/%40playwright/mcp, by which lookup_skills finds it.',
    ),
    ...ApiKeyArgument.shape,
  }),
  run: async (args, c) => {
    const key = keyOf(args, c)
    const response = await submitSkill(parse(SubmitSkillInput, args), key)
    return { ...response, skill: shortenSkill(response.skill) }
  },
  format: formatSubmittedSkill,
})

const FlagSkillArguments = z.object({
  ...SkillArgument.shape,
  reason: FlagSkillInput.shape.reason.describe('What is wrong with the skill. The admins read it.'),
  ...ApiKeyArgument.shape,
})

export const flagSkillTool = tool({
  name: 'flag_skill',
  title: 'Flag a skill',
  description:
    'Tells the admins what is wrong with a skill in the catalogue: malware, spam, abuse, a duplicate, a wrong address, or instructions to the reader. If it merely works badly, use rate_skill. A flag hides nothing by itself; a second flag replaces your first reason. Needs an API key.',
  annotations: REPLACES,
  input: FlagSkillArguments,
  run: async (args, c) => {
    const key = keyOf(args, c)
    const { skill, reason } = parse(FlagSkillArguments, args)
    return (await flagSkill({ skill: skillIdOrSlug(skill), reason }, key)).response
  },
  format: ({ message }) => message,
})
