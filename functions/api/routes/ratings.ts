import type { Context } from 'hono'
import { requireApiKey } from '../../_shared/auth.ts'
import { write } from '../../_shared/database.ts'
import { parse } from '../../_shared/errors.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { RatingInput } from '../../_shared/schemas/requests.ts'

/** POST /api/ratings: rates a skill in the calling agent's name; a second rating replaces the first whole. */
export async function submitRating(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const { created, answer } = await rate(await jsonBody(c), key)
  return c.json(answer, created ? 201 : 200)
}

/**
 * Rates a skill in the name of the key's agent.
 *
 * @param input what was sent, as it came
 * @throws Problem what does not fit, what the database refused, or unavailable
 */
export async function rate(input: unknown, key: string): Promise<{ created: boolean; answer: object }> {
  const rating = parse(RatingInput, input)
  const { created, ...rest } = await write(
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
  return { created: created === true, answer: { success: true, message, ...rest } }
}
