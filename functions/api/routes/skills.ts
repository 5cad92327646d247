import type { Context } from 'hono'
import { requireApiKey } from '../../_shared/auth.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { requireSkillIdOrSlug, skillIdOrSlug } from '../../_shared/schemas/ids.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import {
  FlagSkillInput,
  ListSkillsQuery,
  LookupSkillsInput,
  NoQuery,
  SubmitSkillInput,
} from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/skills.ts'

/** GET /api/skills */
export function listSkills(c: Context): Promise<Response> {
  return catalogueResponse(c, service.listSkills, service.withSort(parseQuery(c, ListSkillsQuery)))
}

/** GET /api/skills/{id or slug} */
export function getSkill(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return catalogueResponse(c, service.getSkill, { skill: requireSkillIdOrSlug(c.req.param('skill')) })
}

/** GET /api/skills/{id or slug}/similar */
export function listSimilarSkills(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return catalogueResponse(c, service.listSimilarSkills, {
    skill: requireSkillIdOrSlug(c.req.param('skill')),
  })
}

/** GET /api/skills/{id or slug}/versions */
export function listSkillVersions(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  return catalogueResponse(c, service.listSkillVersions, {
    skill: requireSkillIdOrSlug(c.req.param('skill')),
  })
}

/** POST /api/skills */
export async function submitSkill(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const input = parse(SubmitSkillInput, await jsonBody(c))
  const response = await service.submitSkill(input, key)
  return c.json(response, 201, { Location: `/functions/v1/api/skills/${response.skill.slug}` })
}

/** POST /api/skills/{id or slug}/flag */
export async function flagSkill(c: Context): Promise<Response> {
  const key = requireApiKey(c)
  const { reason } = parse(FlagSkillInput, await jsonBody(c))
  const skill = skillIdOrSlug(c.req.param('skill'))
  const { created, response } = await service.flagSkill({ skill, reason }, key)
  return c.json(response, created ? 201 : 200)
}

/** POST /api/lookup */
export async function lookupSkills(c: Context): Promise<Response> {
  const input = parse(LookupSkillsInput, await jsonBody(c))
  return c.json(await service.lookupSkills(input))
}
