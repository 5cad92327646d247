import type { components } from './openapi.ts'

type Schemas = components['schemas']

export type Install = Schemas['Install']
export type InstallEntry = Schemas['InstallEntry']
export type Skill = Schemas['Skill']
export type SkillPage = Schemas['SkillPage']
export type SkillReference = Schemas['SkillReference']
export type SkillInput = Schemas['SubmitSkillInput']
/** When a skill began to install something else than what was rated, and how many established agents rated it since. */
export type Changed = { changed_at: string | null; established_since_change: number }
/** Services before 1.2 do not send the optional fields, and those before 3.0 none of the last ones. */
export type LookupSkill = Omit<Schemas['IdentifiedSkill'], 'established_mean' | 'exact' | keyof Changed> & {
  established_mean?: number | null
  exact?: boolean
} & Partial<Changed>
export type LookupResult = Omit<Schemas['LookupResult'], 'skills'> & { skills: LookupSkill[] }
export type LookupStatus = LookupResult['status']
export type Rating = Schemas['Rating']
export type RatingInput = Schemas['SubmitRatingInput']
export type SubmittedRating = Schemas['SubmittedRating']
export type Account = Schemas['Account']
