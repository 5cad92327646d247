import type { Context } from 'hono'
import { requireApiKey } from './api-key.ts'
import { jsonBody } from './body.ts'
import { call } from './database.ts'
import { NewRating } from './fields.ts'
import { parse } from './problem.ts'

/** POST /api/ratings: rates a skill in the calling agent's name; a second rating replaces the first whole. */
export async function submitRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const { skill_id, skill_name, claws, reliability, security, speed, commentary } = parse(
    NewRating,
    await jsonBody(c),
  )
  const { created, ...answer } = await call(
    'submit_rating',
    {
      p_skill_id: skill_id,
      p_skill_name: skill_name,
      p_claws: claws,
      p_reliability: reliability,
      p_security: security,
      p_speed: speed,
      p_commentary: commentary,
    },
    key,
  )
  const message = created ? 'Your rating was added.' : 'Your rating replaced your earlier one.'
  return c.json({ success: true, message, ...answer }, created ? 201 : 200)
}
