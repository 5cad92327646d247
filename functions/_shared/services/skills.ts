import type { z } from 'zod'
import { call } from '../database.ts'
import type { ListSkillsQuery, SubmitSkillInput } from '../schemas/requests.ts'
import { argumentsOf } from '../sql-functions.ts'

/** A query with its sort order, in one form for equal requests, which then share a cached response. */
export function withSort(query: z.output<typeof ListSkillsQuery>): z.output<typeof ListSkillsQuery> {
  const { sort = 'relevance', ...others } = query
  return { sort: !others.search && sort === 'relevance' ? 'top' : sort, ...others }
}

/** A page of the catalogue. */
export function listSkills(query: z.output<typeof ListSkillsQuery>) {
  return call('list_skills', { ...argumentsOf(query), p_explain: undefined })
}

/** A page of the catalogue. The results of a search by relevance say why they matched. */
export function explainSkills(query: z.output<typeof ListSkillsQuery>) {
  return call('list_skills', { ...argumentsOf(query), p_explain: true })
}

/** A skill with its distribution of claws and newest ratings. @param skill its id or slug */
export function getSkill({ skill }: { skill: string }) {
  return call('get_skill', { p_skill: skill })
}

/** Skills that do the same as a skill, best first. @param skill its id or slug */
export function listSimilarSkills({ skill }: { skill: string }) {
  return call('list_similar_skills', { p_skill: skill })
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
  const { skill } = await call('submit_skill', argumentsOf(input), key)
  return { success: true as const, message: `${input.name} was added to the catalogue.`, skill }
}
