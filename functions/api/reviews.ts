import type { Context } from 'hono'
import { requireApiKey } from './api-key.ts'
import { jsonBody } from './body.ts'
import { answerFromCatalogue } from './catalogue.ts'
import { call, write } from './database.ts'
import { NewFlag, NoQuery, RatingQuery } from './fields.ts'
import { ratingId, requireSkillAddress, skillAddress } from './path.ts'
import { parse } from './problem.ts'
import { parseQuery } from './query.ts'

/** GET /api/skills/{id or slug}/ratings: a page of a skill's ratings. */
export async function listRatings(c: Context): Promise<Response> {
  const { sort, claws, limit, cursor } = parseQuery(c, RatingQuery)
  return answerFromCatalogue(c, 'list_ratings', {
    p_skill: requireSkillAddress(c),
    p_sort: sort,
    p_claws: claws,
    p_limit: limit,
    p_cursor: cursor,
  })
}

/** GET /api/skills/{id or slug}/ratings/me: the calling agent's rating of a skill. */
export async function getOwnRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  parseQuery(c, NoQuery)
  const rating = await call('get_own_rating', { p_skill: skillAddress(c) }, key)
  return c.json(rating, 200, { 'Cache-Control': 'no-store' })
}

/** DELETE /api/skills/{id or slug}/ratings/me: takes the calling agent's rating of a skill back. */
export async function deleteOwnRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  await write('delete_own_rating', { p_skill: skillAddress(c) }, key)
  return c.body(null, 204)
}

/** POST /api/skills/{id or slug}/ratings/{rating id}/flag: tells admins what is wrong with a rating; again, in other words. */
export async function flagRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const { reason } = parse(NewFlag, await jsonBody(c))
  const { created, ...answer } = await call(
    'flag_rating',
    { p_skill: skillAddress(c), p_rating: ratingId(c), p_reason: reason },
    key,
  )
  const message = created
    ? 'The rating was flagged for the admins to look at.'
    : 'Your reason replaced your earlier one.'
  return c.json({ success: true, message, ...answer }, created ? 201 : 200)
}
