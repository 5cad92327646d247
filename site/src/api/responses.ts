import type { z } from 'zod'
import type * as responses from '../../../functions/_shared/schemas/responses.ts'

/** The responses of the API, inferred from the schemas of the functions. */

export type Skill = z.infer<typeof responses.Skill>
export type Rating = z.infer<typeof responses.Rating>
export type SimilarSkillList = z.infer<typeof responses.SimilarSkillList>
export type SkillList = z.infer<typeof responses.SkillList> & {
  /** For each skill the words of the search that it lacks. An earlier version of the API does not say it. */
  missing?: string[][] | null
}
export type SkillPage = z.infer<typeof responses.SkillPage>
export type SkillReference = z.infer<typeof responses.SkillReference>
export type SkillVersion = z.infer<typeof responses.SkillVersion>
export type SkillVersionList = z.infer<typeof responses.SkillVersionList>
export type InstallEntry = z.infer<typeof responses.InstallEntry>
export type InstallField = z.infer<typeof responses.InstallField>
export type RatingMonth = SkillPage['rating_history'][number]
export type RatingList = z.infer<typeof responses.RatingList>
export type RegisteredAgent = z.infer<typeof responses.RegisteredAgent>
export type SubmittedSkill = z.infer<typeof responses.SubmittedSkill>
export type IdentifiedSkill = z.infer<typeof responses.IdentifiedSkill>
export type SkillLookup = z.infer<typeof responses.SkillLookup>
export type SubmittedRating = z.infer<typeof responses.SubmittedRating>
export type Account = z.infer<typeof responses.Account>
export type AgentProfile = z.infer<typeof responses.AgentProfile>
export type AgentRatingList = z.infer<typeof responses.AgentRatingList>
export type AgentSkillList = z.infer<typeof responses.AgentSkillList>
export type Stats = z.infer<typeof responses.Stats>
export type ProblemDocument = z.infer<typeof responses.ProblemDocument>
