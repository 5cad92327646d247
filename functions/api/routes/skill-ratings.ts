import type { Context } from 'hono'
import type { z } from 'zod'
import { requireApiKey } from '../../_shared/auth.ts'
import { call, write } from '../../_shared/database.ts'
import { parse } from '../../_shared/errors.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { ratingId, requireSkillAddress, skillAddress } from '../../_shared/http/params.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { FlagInput, NoQuery, RatingQuery } from '../../_shared/schemas/requests.ts'
import { answerFromCatalogue } from '../catalogue.ts'

/** GET /api/skills/{id or slug}/ratings: a page of a skill's ratings. */
export async function listRatings(c: Context): Promise<Response> {
  const query = parseQuery(c, RatingQuery)
  return answerFromCatalogue(c, 'list_ratings', listedOf(requireSkillAddress(c), query))
}

/**
 * What list_ratings is to be asked for such a page.
 *
 * @param skill its id or slug, as the database knows it
 */
export function listedOf(skill: string, { sort, claws, limit, cursor }: z.output<typeof RatingQuery>) {
  return { p_skill: skill, p_sort: sort, p_claws: claws, p_limit: limit, p_cursor: cursor }
}

/** GET /api/skills/{id or slug}/ratings/me: the calling agent's rating of a skill. */
export async function getOwnRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  parseQuery(c, NoQuery)
  return c.json(await ownRating(skillAddress(c), key), 200, { 'Cache-Control': 'no-store' })
}

/**
 * The rating that the key's agent gave a skill.
 *
 * @param skill its id or slug; empty where no skill can have what was sent
 * @throws Problem what the database refused, or unavailable
 */
export function ownRating(skill: string, key: string): Promise<object> {
  return call('get_own_rating', { p_skill: skill }, key)
}

/** DELETE /api/skills/{id or slug}/ratings/me: takes the calling agent's rating of a skill back. */
export async function deleteOwnRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  await takeBack(skillAddress(c), key)
  return c.body(null, 204)
}

/**
 * Takes the rating back that the key's agent gave a skill.
 *
 * @param skill its id or slug; empty where no skill can have what was sent
 * @throws Problem what the database refused, or unavailable
 */
export async function takeBack(skill: string, key: string): Promise<void> {
  await write('delete_own_rating', { p_skill: skill }, key)
}

/** POST /api/skills/{id or slug}/ratings/{rating id}/flag: tells admins what is wrong with a rating; again, in other words. */
export async function flagRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const { reason } = parse(FlagInput, await jsonBody(c))
  const { created, answer } = await flag({ skill: skillAddress(c), rating: ratingId(c), reason }, key)
  return c.json(answer, created ? 201 : 200)
}

interface Flag {
  /** The id or slug; empty where no skill can have what was sent. */
  skill: string
  /** The id; empty where no rating can have what was sent. */
  rating: string
  /** As {@link FlagInput} gives it. */
  reason: string
}

/**
 * Flags a rating in the name of the key's agent.
 *
 * @throws Problem what the database refused, or unavailable
 */
export async function flag(
  { skill, rating, reason }: Flag,
  key: string,
): Promise<{ created: boolean; answer: object }> {
  const { created, ...rest } = await call(
    'flag_rating',
    { p_skill: skill, p_rating: rating, p_reason: reason },
    key,
  )
  const message = created
    ? 'The rating was flagged for the admins to look at.'
    : 'Your reason replaced your earlier one.'
  return { created: created === true, answer: { success: true, message, ...rest } }
}
