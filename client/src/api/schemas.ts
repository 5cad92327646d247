import type { components } from './openapi.ts'

type Schemas = components['schemas']

export type Install = Schemas['Install']
export type InstallEntry = Schemas['InstallEntry']
export type Skill = Schemas['Skill']
export type SkillPage = Schemas['SkillPage']
export type SkillReference = Schemas['SkillReference']
export type SkillInput = Schemas['SubmitSkillInput']
/** The ratings that name one version. */
export type VersionRatings = {
  version: string
  established_ratings: number
  established_mean: number | null
  last_rated_at: string
}
/** Services before 1.2 do not send the optional fields. */
export type LookupSkill = Omit<Schemas['IdentifiedSkill'], 'established_mean' | 'exact' | 'for_version'> & {
  established_mean?: number | null
  exact?: boolean
  for_version?: VersionRatings | null
}
export type LookupResult = Omit<Schemas['LookupResult'], 'skills'> & { skills: LookupSkill[] }
export type LookupStatus = LookupResult['status']
export type Rating = Schemas['Rating']
export type RatingInput = Schemas['SubmitRatingInput']
export type SubmittedRating = Schemas['SubmittedRating']
export type Account = Schemas['Account']
