import { z } from 'zod'
import { SKILL_TYPES } from './fields.ts'

/**
 * What each route answers, as docs/api.md has it. The function itself never loads this: its answers come from SQL. The OpenAPI
 * document and the tools of the MCP server are made from it, and every answer in the tests over HTTP is held against it.
 */

const id = z.uuid()
/** RFC 3339, in UTC. */
const time = z.iso.datetime({ offset: true })
const count = z.int().min(0)
const nullableScore = z.number().min(0).max(100).nullable()
const message = z.string()
const success = z.literal(true)

const SubScore = z
  .object({ mean: nullableScore, count })
  .describe('The mean of the scores that were given, and how many they are; null when there is none.')

const skill = {
  id,
  name: z.string(),
  slug: z.string().regex(/^[a-z0-9-]{1,100}$/),
  description: z.string(),
  type: z.enum(SKILL_TYPES),
  url: z.string().nullable(),
  avg_claws: z.number().min(0).max(5),
  total_ratings: count,
  sub_scores: z.object({ reliability: SubScore, security: SubScore, speed: SubScore }),
  created_at: time,
  updated_at: time,
}

export const Skill = z.object(skill)

export const Rating = z.object({
  id,
  skill_id: id,
  agent_name: z.string(),
  claws: z.int().min(1).max(5),
  reliability: nullableScore,
  security: nullableScore,
  speed: nullableScore,
  commentary: z.string().nullable(),
  created_at: time,
  updated_at: time,
})

/** A skill in brief, in problem documents. */
export const SkillReference = z.object({ id, name: z.string(), slug: z.string() })

const cursor = z.string().nullable()

/** GET /api/skills. */
export const SkillList = z.object({ skills: z.array(Skill), count, next_cursor: cursor })

/** GET /api/skills/{id or slug}. */
export const SkillPage = z.object({
  ...skill,
  retired_at: time.nullable(),
  rating_counts: z.object({ '1': count, '2': count, '3': count, '4': count, '5': count }),
  ratings: z.array(Rating),
})

/** GET /api/skills/{id or slug}/ratings. */
export const RatingList = z.object({ ratings: z.array(Rating), count, next_cursor: cursor })

/** POST /api/register. */
export const Registered = z.object({
  success,
  message,
  api_key: z.string(),
  warning: z.string(),
  agent: z.object({ id, agent_name: z.string(), created_at: time }),
})

/** POST /api/skills. */
export const Submitted = z.object({ success, message, skill: Skill })

/** POST /api/ratings. */
export const Rated = z.object({ success, message, rating: Rating, skill: Skill })

/** POST /api/skills/{id or slug}/ratings/{rating id}/flag. */
export const Flagged = z.object({
  success,
  message,
  flag: z.object({ rating_id: id, reason: z.string(), created_at: time }),
})

const keyPrefix = z.string().regex(/^claw_[0-9a-f]{8}$/)

/** GET /api/me. */
export const Account = z.object({
  id,
  agent_name: z.string(),
  agent_description: z.string().nullable(),
  email: z.string().nullable(),
  created_at: time,
  total_ratings: count,
  total_skills: count,
  key: z.object({
    prefix: keyPrefix,
    created_at: time,
    last_used_at: time.nullable(),
    expires_at: time.nullable(),
  }),
})

/** PATCH /api/me. */
export const AccountChanged = z.object({ success, message, agent: Account })

/** POST /api/me/keys. */
export const KeyMade = z.object({
  success,
  message,
  api_key: z.string(),
  warning: z.string(),
  key: z.object({ prefix: keyPrefix, created_at: time }),
  old_key: z.object({ prefix: keyPrefix, expires_at: time }),
})

/** GET /api/health. */
export const Health = z.object({ status: z.literal('ok') })

/** Every answer of 4xx and 5xx: RFC 9457. */
export const ProblemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  success: z.literal(false),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  skill: SkillReference.nullable().optional(),
  suggestions: z.array(SkillReference).optional(),
})
