import type { z } from 'zod'
import { call } from '../database.ts'
import type { ListSkillsQuery, SubmitSkillInput } from '../schemas/requests.ts'

/** A query with its sort order, in one form for equal requests, which then share a cached response. */
export function withSort(query: z.output<typeof ListSkillsQuery>): z.output<typeof ListSkillsQuery> {
  const { sort = 'relevance', ...others } = query
  return { sort: !others.search && sort === 'relevance' ? 'top' : sort, ...others }
}

/** A page of the catalogue. */
export function listSkills({ type, search, sort, limit, cursor }: z.output<typeof ListSkillsQuery>) {
  return call('list_skills', {
    p_type: type,
    p_search: search,
    p_sort: sort,
    p_limit: limit,
    p_cursor: cursor,
  })
}

/** A skill with its distribution of claws and newest ratings. @param skill its id or slug */
export function getSkill({ skill }: { skill: string }) {
  return call('get_skill', { p_skill: skill })
}

/** What the badge of a skill shows. @param skill its id or slug */
export function getBadge(skill: string) {
  return call('get_badge', { p_skill: skill })
}

/** The number of skills, ratings and agents. */
export function getStats() {
  return call('get_stats', {})
}

/** Adds a skill to the catalogue, submitted by the agent of the key. */
export async function submitSkill(input: z.output<typeof SubmitSkillInput>, key: string) {
  const { name, description, type, url } = input
  const { skill } = await call(
    'submit_skill',
    { p_name: name, p_description: description, p_type: type, p_url: url },
    key,
  )
  return { success: true as const, message: `${name} was added to the catalogue.`, skill }
}
