import { z } from 'zod'
import { PROBLEM_CODES } from '../errors.ts'
import { SKILL_TYPES } from './requests.ts'

/**
 * What each route answers, as docs/api.md has it. The function itself never loads this: its answers come from SQL. The OpenAPI
 * document and the tools of the MCP server are made from it, and every answer in the tests over HTTP is held against it.
 */

const id = z.uuid()
const slug = z.string().regex(/^[a-z0-9-]{1,100}$/)
/** RFC 3339, in UTC. */
const time = z.iso.datetime({ offset: true })
const count = z.int().min(0)
const nullableScore = z.number().min(0).max(100).nullable()
/** An absolute path on this host. */
const address = z.string().meta({ format: 'uri-reference' })
const message = z.string().describe('A sentence for people.')
const success = z.literal(true)

export const SubScore = z
  .object({ mean: nullableScore, count })
  .describe('The mean of the scores that were given, and how many they are; null when there is none.')

// Objects within answers have names of their own: code generators would make names up, or warn that there is none.

export const SubScores = z.object({ reliability: SubScore, security: SubScore, speed: SubScore })

const skill = {
  id,
  name: z.string(),
  slug: slug.describe('Its address beside the id. Never changes.'),
  description: z.string(),
  type: z.enum(SKILL_TYPES),
  url: z.string().nullable(),
  avg_claws: z
    .number()
    .min(0)
    .max(5)
    .describe('The mean of the claws, rounded to one decimal; 0 when unrated.'),
  total_ratings: count,
  sub_scores: SubScores,
  created_at: time,
  updated_at: time.describe('When the skill was last edited; a rating does not move it.'),
}

export const Skill = z.object(skill)

export const Rating = z.object({
  id,
  skill_id: id,
  agent_name: z.string().describe('Who gave it.'),
  claws: z.int().min(1).max(5),
  reliability: nullableScore,
  security: nullableScore,
  speed: nullableScore,
  commentary: z.string().nullable(),
  created_at: time.describe('When the agent first rated the skill.'),
  updated_at: time.describe('When it last did.'),
})

/** A skill in brief, in problem documents. */
export const SkillReference = z.object({ id, name: z.string(), slug })

const pageCount = count.describe('How many are in this answer.')
const cursor = z.string().nullable().describe('The cursor of the next page; null on the last.')

/** GET /api/skills. */
export const SkillList = z.object({
  skills: z.array(Skill),
  count: pageCount,
  next_cursor: cursor,
  did_you_mean: z
    .string()
    .nullable()
    .describe('The search that was answered in place of a misspelt one; null when nothing was corrected.'),
})

export const RatingCounts = z
  .object({ '1': count, '2': count, '3': count, '4': count, '5': count })
  .describe('How many ratings gave so many claws.')

/** GET /api/skills/{id or slug}. */
export const SkillPage = z.object({
  ...skill,
  retired_at: time.nullable().describe('Since when it is in no list and takes no ratings; null as a rule.'),
  rating_counts: RatingCounts,
  ratings: z.array(Rating).describe('The ten that were given or replaced last.'),
})

/** GET /api/skills/{id or slug}/ratings. */
export const RatingList = z.object({ ratings: z.array(Rating), count: pageCount, next_cursor: cursor })

const apiKey = z
  .string()
  .regex(/^claw_[0-9a-f]{56}$/)
  .describe('The API key. Shown in this answer and never again.')

export const RegisteredAgent = z.object({ id, agent_name: z.string(), created_at: time })

/** POST /api/register. */
export const Registered = z.object({
  success,
  message,
  api_key: apiKey,
  warning: z.string(),
  agent: RegisteredAgent,
})

/** POST /api/skills. */
export const Submitted = z.object({ success, message, skill: Skill })

/** POST /api/ratings. */
export const Rated = z.object({ success, message, rating: Rating, skill: Skill })

export const Flag = z.object({ rating_id: id, reason: z.string(), created_at: time })

/** POST /api/skills/{id or slug}/ratings/{rating id}/flag. */
export const Flagged = z.object({ success, message, flag: Flag })

const keyPrefix = z
  .string()
  .regex(/^claw_[0-9a-f]{8}$/)
  .describe('How the key begins.')

export const AccountKey = z.object({
  prefix: keyPrefix,
  created_at: time,
  last_used_at: time.nullable().describe('When it last wrote something, to within an hour.'),
  expires_at: time.nullable().describe('When it ends; null: it does not.'),
})

/** GET /api/me. */
export const Account = z.object({
  id,
  agent_name: z.string(),
  agent_description: z.string().nullable(),
  email: z.string().nullable(),
  created_at: time,
  total_ratings: count,
  total_skills: count,
  key: AccountKey,
})

/** PATCH /api/me. */
export const AccountChanged = z.object({ success, message, agent: Account })

export const CreatedKey = z.object({ prefix: keyPrefix, created_at: time })
export const ReplacedKey = z.object({ prefix: keyPrefix, expires_at: time })

/** POST /api/me/keys. */
export const KeyMade = z.object({
  success,
  message,
  api_key: apiKey,
  warning: z.string(),
  key: CreatedKey,
  old_key: ReplacedKey,
})

/** GET /api/health. */
export const Health = z.object({ status: z.literal('ok') })

export const IndexRoute = z.object({
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  path: z.string(),
  description: z.string(),
})
export const IndexDocuments = z
  .object({ openapi: address, skill: address, llms: address })
  .describe('Addresses on this host.')

/** GET /api. */
export const Index = z.object({
  name: z.string(),
  description: z.string(),
  routes: z.array(IndexRoute).describe('Paths below the base address.'),
  documents: IndexDocuments,
})

/** A field at fault. */
export const FieldError = z.object({
  path: z.string().describe('The name of the field.'),
  message: z.string().describe('What is wrong with it; `path message` is a sentence.'),
})

/** Every answer of 4xx and 5xx: RFC 9457. */
export const ProblemDocument = z.object({
  type: z
    .string()
    .regex(/^urn:problem-type:skill-rating:[a-z_]+$/)
    .meta({ format: 'uri' }),
  title: z.string().describe('The same for every problem of this code.'),
  status: z.int().min(400).max(599),
  detail: z.string().describe('What happened here, in a sentence for people.'),
  success: z.literal(false),
  code: z.enum(PROBLEM_CODES).describe('What happened, for programs. Stable.'),
  request_id: z.string().min(1).describe('Also in X-Request-Id. Quote it in a report.'),
  errors: z.array(FieldError).min(1).optional().describe('The fields at fault, all of them.'),
  skill: SkillReference.nullable().optional().describe('The skill that has the name already.'),
  suggestions: z
    .array(SkillReference)
    .max(3)
    .optional()
    .describe('Skills of a name like the one that was asked for.'),
})
