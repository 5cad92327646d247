import type { Context } from 'hono'
import { skillNotFound } from '../database.ts'
import { isSlug, isUuid } from '../schemas/requests.ts'

/**
 * The skill in the path of a request, by its id or slug; empty where no skill can have what stands there. A route that wants a key
 * asks the database all the same: whether the key is known comes first.
 */
export function skillAddress(c: Context): string {
  return addressOf(c.req.param('skill') ?? '')
}

/**
 * The skill in the path of a request that anybody may send.
 *
 * @throws Problem skill_not_found where no skill can have what stands there
 */
export function requireSkillAddress(c: Context): string {
  return requireAddress(c.req.param('skill') ?? '')
}

/**
 * The id or slug of a skill as the database knows it.
 *
 * @throws Problem skill_not_found where no skill can have this one
 */
export function requireAddress(skill: string): string {
  const address = addressOf(skill)
  if (!address) throw skillNotFound()
  return address
}

/** The id or slug of a skill as the database knows it; empty for a text that can be neither. */
export function addressOf(skill: string): string {
  // Not a slug in capitals: an address is written in one way.
  return isUuid(skill) || isSlug(skill) ? skill.toLowerCase() : ''
}

/** The id of a rating in the path of a request; empty where it is no UUID. */
export function ratingId(c: Context): string {
  return ratingIdOf(c.req.param('rating') ?? '')
}

/** The id of a rating; empty for a text that is no UUID. */
export function ratingIdOf(rating: string): string {
  return isUuid(rating) ? rating : ''
}
