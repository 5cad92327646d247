import type { Context } from 'hono'
import { skillNotFound } from './database.ts'
import { isSlug, isUuid } from './fields.ts'

/**
 * The skill in the path of a request, by its id or slug; empty where no skill can have what stands there. A route that wants a key
 * asks the database all the same: whether the key is known comes first.
 */
export function skillAddress(c: Context): string {
  const skill = c.req.param('skill') ?? ''
  // Not a slug in capitals: an address is written in one way.
  return isUuid(skill) || isSlug(skill) ? skill.toLowerCase() : ''
}

/**
 * The skill in the path of a request that anybody may send.
 *
 * @throws Problem skill_not_found where no skill can have what stands there
 */
export function requireSkillAddress(c: Context): string {
  const skill = skillAddress(c)
  if (!skill) throw skillNotFound()
  return skill
}

/** The id of a rating in the path of a request; empty where it is no UUID. */
export function ratingId(c: Context): string {
  const rating = c.req.param('rating') ?? ''
  return isUuid(rating) ? rating : ''
}
