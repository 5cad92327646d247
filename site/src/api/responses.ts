import type { z } from 'zod'
import type * as responses from '../../../functions/_shared/schemas/responses.ts'

/** The responses of the API, inferred from the schemas of the functions. */

export type Skill = z.infer<typeof responses.Skill>
export type Rating = z.infer<typeof responses.Rating> & { established?: boolean }
export type SkillList = z.infer<typeof responses.SkillList>
export type SkillPage = z.infer<typeof responses.SkillPage> & {
  established_ratings?: number
  submitted_by?: string | null
  rating_history?: RatingMonth[]
}
export type RatingList = Omit<z.infer<typeof responses.RatingList>, 'ratings'> & { ratings: Rating[] }
export type Registered = z.infer<typeof responses.Registered>
export type Submitted = z.infer<typeof responses.Submitted>
export type Rated = z.infer<typeof responses.Rated>
export type Flagged = z.infer<typeof responses.Flagged>
export type Account = z.infer<typeof responses.Account>
export type ProblemDocument = z.infer<typeof responses.ProblemDocument>

/** GET /api/stats. */
export interface Stats {
  total_skills: number
  total_ratings: number
  total_agents: number
}

/** A month in the history of a skill. */
export interface RatingMonth {
  month: string
  count: number
  mean: number
}

/** GET /api/agents/{id or name}. */
export interface AgentProfile {
  agent_name: string
  agent_description: string | null
  created_at: string
  established: boolean
  total_ratings: number
  total_skills: number
  ratings: (Rating & { skill: { name: string; slug: string } })[]
}
