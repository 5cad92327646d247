import { LENGTHS } from '../../functions/_shared/schemas/options.ts'
import { ENOUGH } from '../../functions/_shared/text/describe-trust.ts'
import { request } from './api/client.ts'
import type { SimilarSkillList, Skill, SkillList, SkillPage } from './api/responses.ts'

const COUNT = 4

/** Other skills that do the same as a skill, best first: those that are better rated, and the rest. */
export interface AlternativeSkills {
  better: Skill[]
  others: Skill[]
}

/** Similar skills, or the best results for the skill's own words. */
export async function alternativesTo(skill: SkillPage, signal: AbortSignal): Promise<AlternativeSkills> {
  const similar = await request<SimilarSkillList>('GET', `skills/${skill.slug}/similar`, { signal })
  return sorted(skill, similar.skills.length > 0 ? similar.skills : await withSameWords(skill, signal))
}

async function withSameWords(skill: SkillPage, signal: AbortSignal): Promise<Skill[]> {
  const search = [...`${skill.name} ${skill.description}`].slice(0, LENGTHS.search[1]).join('')
  const { skills } = await request<SkillList>('GET', 'skills', { signal }, { search, limit: '20' })
  const own = tellingWords(skill)
  return skills.filter(
    (one) => one.id !== skill.id && [...tellingWords(one)].filter((word) => own.has(word)).length >= 2,
  )
}

function sorted(skill: SkillPage, skills: Skill[]): AlternativeSkills {
  const isEnough = ({ established_ratings }: Skill) => established_ratings >= ENOUGH
  // Of a skill that few have rated, everything good is better rated.
  const least = isEnough(skill) ? (skill.established_mean ?? 0) : 3
  const isBetter = (one: Skill) =>
    isEnough(one) && (one.established_mean ?? 0) >= Math.max(least, 3) && scoreOf(one) > scoreOf(skill)
  const best = skills.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const better = best.filter(isBetter).slice(0, COUNT)
  return { better, others: best.filter((one) => !better.includes(one)).slice(0, COUNT - better.length) }
}

/** The score by ratings of established agents, as in the order “Top rated”: 3 without any. */
function scoreOf({ established_ratings: ratings, established_mean: mean }: Skill): number {
  return (5 * 3 + ratings * (mean ?? 0)) / (5 + ratings)
}

/** Words that most skills have, and those that say nothing. */
const GENERIC = new Set(
  `the and for with from that this you your any can its into all are has have not but use uses used using lets let agent agents tool
  tools skill skills server servers mcp api app apps library plugin package command line code assistant claude model models data built
  every before when without only`.split(/\s+/),
)

/** What tells one skill from another: the words of its name and of the beginning of its description. */
function tellingWords({ name, description }: Pick<Skill, 'name' | 'description'>): Set<string> {
  const words = `${name} ${description.slice(0, 400)}`.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(words.filter((word) => !GENERIC.has(word)).map((word) => word.replace(/(?<=..)s$/, '')))
}
