import type { Context } from 'hono'
import type { z } from 'zod'
import { requireApiKey } from '../../_shared/auth.ts'
import { write } from '../../_shared/database.ts'
import { parse } from '../../_shared/errors.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { requireSkillAddress } from '../../_shared/http/params.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { NoQuery, SkillInput, SkillQuery } from '../../_shared/schemas/requests.ts'
import { answerFromCatalogue } from '../catalogue.ts'

/** GET /api/skills: a page of the catalogue. */
export async function listSkills(c: Context): Promise<Response> {
  return answerFromCatalogue(c, 'list_skills', listed(parseQuery(c, SkillQuery)))
}

/** What list_skills is to be asked for such a page. */
export function listed({ type, search, sort, limit, cursor }: z.output<typeof SkillQuery>) {
  // Said in one way, so that equal questions share a kept answer.
  const order = search ? (sort ?? 'relevance') : sort === 'relevance' ? 'top' : (sort ?? 'top')
  return { p_type: type, p_search: search, p_sort: order, p_limit: limit, p_cursor: cursor }
}

/** GET /api/skills/{id or slug}: a skill with its distribution of claws and newest ratings. */
export async function getSkill(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return answerFromCatalogue(c, 'get_skill', { p_skill: requireSkillAddress(c) })
}

/** POST /api/skills: adds a skill in the calling agent's name. */
export async function submitSkill(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const answer = await submit(await jsonBody(c), key)
  c.header('Location', `/functions/v1/api/skills/${answer.skill.slug}`)
  return c.json(answer, 201)
}

/**
 * Adds a skill in the name of the key's agent.
 *
 * @param input what was sent, as it came
 * @throws Problem what does not fit, what the database refused, or unavailable
 */
export async function submit(input: unknown, key: string) {
  const { name, description, type, url } = parse(SkillInput, input)
  const { skill } = await write(
    'submit_skill',
    { p_name: name, p_description: description, p_type: type, p_url: url },
    key,
  )
  return { success: true, message: `${name} is in the catalogue.`, skill: skill as { slug: string } }
}
