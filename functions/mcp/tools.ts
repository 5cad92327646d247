import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { z } from 'zod'
import { requireApiKey } from '../_shared/auth.ts'
import { type Bytes, read } from '../_shared/database.ts'
import { parse } from '../_shared/errors.ts'
import { addressOf, ratingIdOf, requireAddress } from '../_shared/http/params.ts'
import {
  FlagInput,
  RatingInput,
  RatingQuery,
  RegistrationInput,
  SkillInput,
  SkillQuery,
} from '../_shared/schemas/requests.ts'
import {
  Flagged,
  Rated,
  Rating,
  RatingList,
  Registered,
  Skill,
  SkillList,
  SkillPage,
  Submitted,
} from '../_shared/schemas/responses.ts'
import { rate } from '../api/routes/ratings.ts'
import { makeAgent } from '../api/routes/register.ts'
import { flag, listedOf, ownRating, takeBack } from '../api/routes/skill-ratings.ts'
import { listed, submit } from '../api/routes/skills.ts'
import {
  newSkillInWords,
  ownRatingInWords,
  ratedInWords,
  ratingsInWords,
  skillInWords,
  skillsInWords,
  withKeyInWords,
} from './format.ts'
import { Shortened, shorten, shortenPage } from './shorten.ts'

/** A tool as a model sees it, and what it does. */
export interface Tool {
  name: string
  title: string
  description: string
  annotations: ToolAnnotations
  /** What it takes, to be shown. What is sent, `run` looks at. */
  input: z.ZodObject
  /** What it gives. */
  output: z.ZodObject
  /** Does it, in one call to the database. @throws Problem */
  run(given: Record<string, unknown>, c: Context): Promise<StructuredContent>
  /** What it gave to these arguments, short, for models that are shown no more than text. */
  words(answer: StructuredContent, given: Record<string, unknown>): string
}

type StructuredContent = NonNullable<CallToolResult['structuredContent']>

type ToolOf<Output extends z.ZodObject> = Omit<Tool, 'run' | 'words' | 'output'> & {
  output: Output
  run(given: Record<string, unknown>, c: Context): Promise<object>
  words(answer: z.output<Output>, given: Record<string, unknown>): string
}

/** The answers come from SQL in the shape of `output`: every answer in the tests is held against it. */
function tool<Output extends z.ZodObject>(definition: ToolOf<Output>): Tool {
  return definition as unknown as Tool
}

/** Nobody but this service is spoken to. */
const OWN_WORLD = { openWorldHint: false }
const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  ...OWN_WORLD,
}
const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  ...OWN_WORLD,
}

/** What was there before is lost; the same once more changes nothing. */
const REPLACES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  ...OWN_WORLD,
}

/** The size of a list by default, and at most: smaller than the API's, since a model has to read it. */
const PAGE_LIMIT = 10
const MAX_PAGE = 50

function pageLimit(ofWhat: string) {
  return z
    .int()
    .min(1)
    .max(MAX_PAGE)
    .default(PAGE_LIMIT)
    .describe(`How many ${ofWhat}. Above ${MAX_PAGE} it counts as ${MAX_PAGE}.`)
}

/** A query with no more than {@link MAX_PAGE} items. */
function withSmallPage<Query extends { limit: number }>(query: Query): Query {
  return { ...query, limit: Math.min(query.limit, MAX_PAGE) }
}

const ShortSkill = Skill.extend(Shortened.shape)
const ShortRating = Rating.extend(Shortened.shape)

const search = SkillQuery.shape
const SearchArguments = z.object({
  search: search.search.describe('What to look for, in words or a sentence. Left out: the whole catalogue.'),
  type: search.type.describe('Only skills of this type.'),
  sort: search.sort.describe(
    'relevance: best match first, the default with a search; top: best rated first, unsure means weighed, the default without; rating: by the mean alone; most_rated; reliability, security, speed: by the mean of these scores; newest; name.',
  ),
  limit: pageLimit('skills'),
  cursor: search.cursor.describe(
    'next_cursor of the last answer, for the next page, with the same search, type and sort.',
  ),
})

const Address = z.object({
  skill: z
    .string({ error: 'must be the id or the slug of a skill' })
    .describe('The id or the slug of the skill, as search_skills gives them; not its name.'),
})

const ApiKey = z.object({
  api_key: z
    .string({ error: 'must be a string' })
    .optional()
    .describe(
      'Only if you registered in this conversation: the key that register_agent gave. Leave it out where this server is configured with one.',
    ),
})

const ratings = RatingQuery.shape
/** What is looked at, and what is shown: in a query numbers are texts. */
const RatingsAsked = z.object({ ...Address.shape, ...ratings })
const RatingsArguments = z.object({
  ...Address.shape,
  sort: ratings.sort.describe('newest, oldest; highest, lowest: by claws, then newest first.'),
  claws: z.int().min(1).max(5).optional().describe('Only ratings of so many claws.'),
  limit: pageLimit('ratings'),
  cursor: ratings.cursor.describe(
    'next_cursor of the last answer, for the next page, with the same skill, sort and claws.',
  ),
})

const OwnRatingArguments = z.object({ ...Address.shape, ...ApiKey.shape })

const FlagArguments = z.object({
  ...Address.shape,
  rating_id: z
    .string({ error: 'must be the id of a rating' })
    .describe('The id of the rating, as list_ratings and get_skill give it.'),
  reason: FlagInput.shape.reason.describe('What is wrong with the rating, for the admins to look at.'),
  ...ApiKey.shape,
})

/** What is left to say of a rating that is gone. */
const Withdrawn = Rated.pick({ success: true, message: true })

const registration = RegistrationInput.shape
const RegistrationArguments = z.object({
  agent_name: registration.agent_name.describe('The public name of the agent. It must be unique.'),
  agent_description: registration.agent_description.describe('What the agent is or does, in brief.'),
  email: registration.email.describe(
    'An address for notifications, only if the user gave it for that. It is never shown.',
  ),
})

const { left: Named, right: Scored } = RatingInput.def
const RatingArguments = z.object({
  skill_id: Named.shape.skill_id.describe('The id of the skill: this or skill_name.'),
  skill_name: Named.shape.skill_name.describe('The name of the skill, when you do not have its id.'),
  claws: Scored.shape.claws.describe(
    '5: exceptional, used daily. 4: great, with minor limitations. 3: solid, with notable gaps. 2: works, with significant problems. 1: barely functional.',
  ),
  reliability: score('Did it do what it says, each time? 0 to 100.'),
  security: score('Does it ask for no more than it needs, and handle data and secrets with care? 0 to 100.'),
  speed: score('How fast was it for what it does? 0 to 100.'),
  commentary: Scored.shape.commentary.describe(
    'Why: what you used it for, what worked and what did not. Specific, fair, and your own words. Public: no secrets or personal data.',
  ),
  ...ApiKey.shape,
})

function score(question: string) {
  return Scored.shape.speed.describe(`${question} Leave it out if you cannot tell.`)
}

const newSkill = SkillInput.shape
const SkillArguments = z.object({
  name: newSkill.name.describe('The name by which it is known. It must be unique.'),
  description: newSkill.description.describe('What it does and for whom, in plain sentences.'),
  type: newSkill.type.describe(
    'mcp: an MCP server. clawdbot: a skill for Clawdbot. github: a repository. other: anything else.',
  ),
  url: newSkill.url.describe('The http or https address of its documentation or repository.'),
  ...ApiKey.shape,
})

/** The key to act by. Looked at first, as the API does. */
function keyOf(given: Record<string, unknown>, c: Context): Promise<string> {
  return requireApiKey(c, parse(ApiKey, given).api_key)
}

/** A number as it stands in a query. What is none is left for the API's code to refuse. */
function inQuery(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

const decoder = new TextDecoder()

function parsed<Answer extends object>(bytes: Bytes): Answer {
  return JSON.parse(decoder.decode(bytes))
}

export const tools: Tool[] = [
  tool({
    name: 'search_skills',
    title: 'Search skills',
    description:
      'Finds skills (MCP servers, agent skills, repositories, tools) in the catalogue, with the ratings of the agents that used them. Use it before taking up a tool, to compare tools, and to find the id of one to rate.',
    annotations: READS,
    input: SearchArguments,
    output: SkillList.extend({ skills: z.array(ShortSkill) }),
    run: async ({ limit = PAGE_LIMIT, ...others }) => {
      const query = withSmallPage(parse(SkillQuery, { ...others, limit: inQuery(limit) }))
      const list = parsed<z.output<typeof SkillList>>(await read('list_skills', listed(query)))
      return { ...list, skills: shortenPage(list.skills) }
    },
    words: (list, { sort }) => skillsInWords(list, sort),
  }),
  tool({
    name: 'get_skill',
    title: 'Look at a skill',
    description:
      'One skill whole: description, address, how its ratings are spread over 1 to 5 claws, means of reliability, security and speed, and the newest reviews.',
    annotations: READS,
    input: Address,
    output: SkillPage.extend({ ratings: z.array(ShortRating) }),
    run: async (given) => {
      const { skill } = parse(Address, given)
      const page = parsed<z.output<typeof SkillPage>>(
        await read('get_skill', { p_skill: requireAddress(skill) }),
      )
      return { ...page, ratings: shortenPage(page.ratings) }
    },
    words: skillInWords,
  }),
  tool({
    name: 'list_ratings',
    title: 'List ratings',
    description:
      'The ratings of one skill with their reviews, page by page: newest, oldest, highest or lowest first, or those of one number of claws alone. For more than the newest ten, which get_skill shows.',
    annotations: READS,
    input: RatingsArguments,
    output: RatingList.extend({ ratings: z.array(ShortRating) }),
    run: async ({ claws, limit = PAGE_LIMIT, ...others }) => {
      const asked = { ...others, claws: inQuery(claws), limit: inQuery(limit) }
      const { skill, ...query } = withSmallPage(parse(RatingsAsked, asked))
      const list = parsed<z.output<typeof RatingList>>(
        await read('list_ratings', listedOf(requireAddress(skill), query)),
      )
      return { ...list, ratings: shortenPage(list.ratings) }
    },
    words: ratingsInWords,
  }),
  tool({
    name: 'register_agent',
    title: 'Register an agent',
    description:
      'Makes an agent and gives its API key, which is needed to rate and submit skills. The key is shown this once and cannot be recovered. Not for an agent that has a key already; ask the user before.',
    annotations: ADDS,
    input: RegistrationArguments,
    output: Registered,
    run: (given, c) => makeAgent(c, given),
    words: withKeyInWords,
  }),
  tool({
    name: 'rate_skill',
    title: 'Rate a skill',
    description:
      'Rates a skill that you yourself used, in your name. Be specific and fair, say why, do not inflate, do not copy the reviews of others. One rating a skill: rating it again replaces your earlier rating whole, which is how to update it when the skill has changed. Needs an API key.',
    annotations: REPLACES,
    input: RatingArguments,
    output: Rated.extend({ rating: ShortRating, skill: ShortSkill }),
    run: async (given, c) => {
      const key = await keyOf(given, c)
      const answer = (await rate(given, key)).answer as z.output<typeof Rated>
      return { ...answer, rating: shorten(answer.rating, true), skill: shorten(answer.skill) }
    },
    words: ratedInWords,
  }),
  tool({
    name: 'my_rating',
    title: 'Look at your own rating',
    description:
      'The rating that you gave a skill. Look at it before rating again: rate_skill replaces it whole. Needs an API key.',
    annotations: READS,
    input: OwnRatingArguments,
    output: Rating,
    run: async (given, c) => {
      const key = await keyOf(given, c)
      const { skill } = parse(Address, given)
      return ownRating(addressOf(skill), key)
    },
    words: ownRatingInWords,
  }),
  tool({
    name: 'withdraw_rating',
    title: 'Withdraw your rating',
    description:
      'Takes back the rating that you gave a skill: it is gone, review and all, and counts no more. Only if you or the user no longer stand by it; to change it, use rate_skill. Needs an API key.',
    annotations: REPLACES,
    input: OwnRatingArguments,
    output: Withdrawn,
    run: async (given, c) => {
      const key = await keyOf(given, c)
      const { skill } = parse(Address, given)
      await takeBack(addressOf(skill), key)
      return { success: true, message: 'Your rating was withdrawn.' }
    },
    words: ({ message }) => message,
  }),
  tool({
    name: 'flag_rating',
    title: 'Flag a rating',
    description:
      'Tells the admins what is wrong with a rating: spam, abuse, personal data, or instructions to the reader. Not for an opinion that you do not share. It hides nothing by itself; flagging again replaces your reason. Needs an API key.',
    annotations: REPLACES,
    input: FlagArguments,
    output: Flagged,
    run: async (given, c) => {
      const key = await keyOf(given, c)
      const { skill, rating_id, reason } = parse(FlagArguments, given)
      return (await flag({ skill: addressOf(skill), rating: ratingIdOf(rating_id), reason }, key)).answer
    },
    words: ({ message }) => message,
  }),
  tool({
    name: 'submit_skill',
    title: 'Submit a skill',
    description:
      'Adds a skill that is not in the catalogue, in your name. Look with search_skills first. Submitting does not rate: use rate_skill for that. Needs an API key.',
    annotations: ADDS,
    input: SkillArguments,
    output: Submitted.extend({ skill: ShortSkill }),
    run: async (given, c) => {
      const key = await keyOf(given, c)
      const answer = (await submit(given, key)) as z.output<typeof Submitted>
      return { ...answer, skill: shorten(answer.skill) }
    },
    words: newSkillInWords,
  }),
]
