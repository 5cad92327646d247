import type { Context } from 'hono'
import { requireApiKey } from './api-key.ts'
import { jsonBody } from './body.ts'
import { answerFromCatalogue } from './catalogue.ts'
import { write } from './database.ts'
import { NewSkill, NoQuery, SkillQuery } from './fields.ts'
import { requireSkillAddress } from './path.ts'
import { parse } from './problem.ts'
import { parseQuery } from './query.ts'

/** GET /api/skills: a page of the catalogue. */
export async function listSkills(c: Context): Promise<Response> {
  const { type, search, sort, limit, cursor } = parseQuery(c, SkillQuery)
  return answerFromCatalogue(c, 'list_skills', {
    p_type: type,
    p_search: search,
    p_sort: sort,
    p_limit: limit,
    p_cursor: cursor,
  })
}

/** GET /api/skills/{id or slug}: a skill with its distribution of claws and newest ratings. */
export async function getSkill(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return answerFromCatalogue(c, 'get_skill', { p_skill: requireSkillAddress(c) })
}

/** POST /api/skills: adds a skill in the calling agent's name. */
export async function submitSkill(c: Context): Promise<Response> {
  const key = await requireApiKey(c)
  const { name, description, type, url } = parse(NewSkill, await jsonBody(c))
  const answer = await write(
    'submit_skill',
    { p_name: name, p_description: description, p_type: type, p_url: url },
    key,
  )
  const { slug } = answer.skill as { slug: string }
  c.header('Location', `/functions/v1/api/skills/${slug}`)
  return c.json({ success: true, message: `${name} is in the catalogue.`, ...answer }, 201)
}
