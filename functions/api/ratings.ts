import type { Context } from 'hono'
import { requireApiKey } from './api-key.ts'
import { jsonBody } from './body.ts'
import { write } from './database.ts'
import { NewRating } from './fields.ts'
import { parse } from './problem.ts'

/** POST /api/ratings: rates a skill in the calling agent's name; a second rating replaces the first whole. */
export async function submitRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const rating = parse(NewRating, await jsonBody(c))
  const { created, ...answer } = await write(
    'submit_rating',
    {
      p_skill_id: rating.skill_id,
      p_skill_name: rating.skill_name,
      p_claws: rating.claws,
      p_reliability: rating.reliability,
      p_security: rating.security,
      p_speed: rating.speed,
      p_commentary: rating.commentary,
    },
    key,
  )
  const message = created ? 'Your rating was added.' : 'Your rating replaced your earlier one.'
  return c.json({ success: true, message, ...answer }, created ? 201 : 200)
}
