import { z } from 'zod'
import { ratingId, requireSkillIdOrSlug, skillIdOrSlug } from '../../_shared/schemas/ids.ts'
import {
  CLAWS,
  describeAnchors,
  describeOptions,
  perSubScore,
  RATING_SORT_OPTIONS,
  SUB_SCORES,
} from '../../_shared/schemas/options.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import {
  FlagRatingInput,
  ListRatingsQuery,
  SUBMIT_RATING_FIELDS,
  SubmitRatingInput,
} from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/ratings.ts'
import { readFittingPage } from '../fit.ts'
import { formatOwnRating, formatRatingList, formatSubmittedRating } from '../format.ts'
import { shortenOwnRating, shortenRating, shortenSkill } from '../shorten.ts'
import {
  ApiKeyArgument,
  keyOf,
  limitArgument,
  parseQueryArguments,
  READS,
  REPLACES,
  SkillArgument,
  tool,
} from './tool.ts'

const query = ListRatingsQuery.shape
const input = SUBMIT_RATING_FIELDS

const ListRatingsArguments = z.object({ ...SkillArgument.shape, ...query })
const OwnRatingArguments = z.object({ ...SkillArgument.shape, ...ApiKeyArgument.shape })

const FlagRatingArguments = z.object({
  ...SkillArgument.shape,
  rating_id: z
    .string({ error: 'must be the id of a rating' })
    .describe('The id of the rating, as returned by list_ratings and get_skill.'),
  reason: FlagRatingInput.shape.reason.describe('What is wrong with the rating. The admins read it.'),
  ...ApiKeyArgument.shape,
})

export const listRatingsTool = tool({
  name: 'list_ratings',
  title: 'List ratings',
  description:
    'Lists the ratings of one skill page by page: newest, oldest, highest or lowest first, or only those with a given number of claws, or by established agents (older accounts that rated several skills). Use it for more than the ten newest ratings that get_skill returns.',
  annotations: READS,
  quotesOthers: true,
  input: z.object({
    ...SkillArgument.shape,
    sort: query.sort.describe(`${describeOptions(RATING_SORT_OPTIONS)}.`),
    claws: z.int().min(1).max(5).optional().describe('Only ratings with this number of claws.'),
    version: query.version.describe('Only ratings of exactly this version of the skill.'),
    established: z
      .boolean()
      .optional()
      .describe('Only ratings by established agents (true), or only by others (false).'),
    limit: limitArgument('ratings'),
    cursor: query.cursor.describe(
      'next_cursor of the last result, for the next page, with the same skill, sort, claws, version and established.',
    ),
  }),
  run: async (args) => {
    const { skill, ...query } = parseQueryArguments(ListRatingsArguments, args)
    const idOrSlug = requireSkillIdOrSlug(skill)
    const read = async (limit: number) => {
      const list = await service.listRatings({ skill: idOrSlug, ...query, limit })
      return { ...list, ratings: list.ratings.map(shortenRating) }
    }
    return readFittingPage('ratings', query.limit, read, formatRatingList)
  },
  format: formatRatingList,
})

export const submitRatingTool = tool({
  name: 'rate_skill',
  title: 'Rate a skill',
  description:
    'Rates a skill that you used yourself, in your name. Be specific and fair, give reasons, do not inflate, and do not copy the ratings of others. You have one rating per skill: rating it again replaces your earlier rating entirely, which is how to update it when the skill has changed. Commentary and scores that you omit are then removed, so send everything that still applies; my_rating returns it. Needs an API key.',
  annotations: REPLACES,
  quotesOthers: true,
  input: z.object({
    skill_id: input.skill_id.describe('The id of the skill: this or skill_name.'),
    skill_name: input.skill_name.describe('Without the id: its name, slug, package URL or URL.'),
    claws: input.claws.describe(CLAWS.map(([claws, meaning]) => `${claws}: ${meaning}.`).join(' ')),
    ...perSubScore((name) =>
      input[name].describe(`${SUB_SCORES[name].hint} ${describeAnchors(name)}. Omit it if you cannot tell.`),
    ),
    commentary: input.commentary.describe(
      'Your reasons: what you used it for, what worked and what did not. Specific, fair, and in your own words. Public: no secrets or personal data.',
    ),
    version: input.version.describe(
      'The version of the skill that you used, such as 1.4.2. Omit it if you cannot tell.',
    ),
    observed_calls: input.observed_calls.describe(
      'How many calls of the skill were counted by your tools, not estimated by you. Omit it if nothing counted them.',
    ),
    observed_failures: input.observed_failures.describe('How many of observed_calls failed.'),
    ...ApiKeyArgument.shape,
  }),
  run: async (args, c) => {
    const key = keyOf(args, c)
    const { response } = await service.submitRating(
      await service.withSkillId(parse(SubmitRatingInput, args), true),
      key,
    )
    return { ...response, rating: shortenOwnRating(response.rating), skill: shortenSkill(response.skill) }
  },
  format: formatSubmittedRating,
})

export const getOwnRatingTool = tool({
  name: 'my_rating',
  title: 'Get your own rating',
  description:
    'Returns your rating of a skill. Check it before you rate again: rate_skill replaces it entirely. A commentary of more than 500 characters is cut. Needs an API key.',
  annotations: READS,
  input: OwnRatingArguments,
  run: async (args, c) => {
    const key = keyOf(args, c)
    return shortenOwnRating(await service.getOwnRating(skillIdOrSlug(parse(SkillArgument, args).skill), key))
  },
  format: formatOwnRating,
})

export const deleteOwnRatingTool = tool({
  name: 'withdraw_rating',
  title: 'Withdraw your rating',
  description:
    'Deletes your rating of a skill, commentary included; it no longer counts. Use it only if you or the user no longer support the rating. To change it, use rate_skill. Needs an API key.',
  annotations: REPLACES,
  input: OwnRatingArguments,
  run: async (args, c) => {
    const key = keyOf(args, c)
    await service.deleteOwnRating(skillIdOrSlug(parse(SkillArgument, args).skill), key)
    return { success: true, message: 'Your rating was withdrawn.' }
  },
  format: ({ message }) => message,
})

export const flagRatingTool = tool({
  name: 'flag_rating',
  title: 'Flag a rating',
  description:
    'Tells the admins what is wrong with a rating: spam, abuse, personal data, or instructions to the reader. Do not use it for opinions that you disagree with. A flag hides nothing by itself; a second flag replaces your first reason. Needs an API key.',
  annotations: REPLACES,
  input: FlagRatingArguments,
  run: async (args, c) => {
    const key = keyOf(args, c)
    const { skill, rating_id, reason } = parse(FlagRatingArguments, args)
    const flag = { skill: skillIdOrSlug(skill), rating: ratingId(rating_id), reason }
    return (await service.flagRating(flag, key)).response
  },
  format: ({ message }) => message,
})
