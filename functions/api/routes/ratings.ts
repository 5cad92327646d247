import type { Context } from 'hono'
import { requireApiKey } from '../../_shared/auth.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { ratingId, requireSkillIdOrSlug, skillIdOrSlug } from '../../_shared/schemas/ids.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import {
  FlagRatingInput,
  ListRatingsQuery,
  NoQuery,
  SubmitRatingInput,
} from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/ratings.ts'

/** GET /api/skills/{id or slug}/ratings */
export function listRatings(c: Context): Promise<Response> {
  const query = parseQuery(c, ListRatingsQuery)
  const skill = requireSkillIdOrSlug(c.req.param('skill'))
  return catalogueResponse(c, service.listRatings, { skill, ...query })
}

/** POST /api/ratings */
export async function submitRating(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const input = parse(SubmitRatingInput, await jsonBody(c))
  const { created, response } = await service.submitRating(input, key)
  return c.json(response, created ? 201 : 200)
}

/** GET /api/skills/{id or slug}/ratings/me */
export async function getOwnRating(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  parseQuery(c, NoQuery)
  const rating = await service.getOwnRating(skillIdOrSlug(c.req.param('skill')), key)
  return c.json(rating, 200, { 'Cache-Control': 'no-store' })
}

/** DELETE /api/skills/{id or slug}/ratings/me */
export async function deleteOwnRating(c: Context): Promise<Response> {
  await service.deleteOwnRating(skillIdOrSlug(c.req.param('skill')), requireApiKey(c))
  return c.body(null, 204)
}

/** POST /api/skills/{id or slug}/ratings/{rating id}/flag */
export async function flagRating(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const { reason } = parse(FlagRatingInput, await jsonBody(c))
  const skill = skillIdOrSlug(c.req.param('skill'))
  const rating = ratingId(c.req.param('rating'))
  const { created, response } = await service.flagRating({ skill, rating, reason }, key)
  return c.json(response, created ? 201 : 200)
}
