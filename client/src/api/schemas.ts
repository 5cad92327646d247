import type { components } from './openapi.ts'

type Schemas = components['schemas']

export type Install = Schemas['Install']
export type InstallEntry = Schemas['InstallEntry']
export type Skill = Schemas['Skill']
export type SkillPage = Schemas['SkillPage']
export type SkillReference = Schemas['SkillReference']
export type SkillInput = Schemas['SubmitSkillInput']
export type LookupResult = Schemas['LookupResult']
export type LookupSkill = LookupResult['skills'][number]
export type LookupStatus = LookupResult['status']
export type Rating = Schemas['Rating']
export type RatingInput = Schemas['SubmitRatingInput']
export type SubmittedRating = Schemas['SubmittedRating']
export type Account = Schemas['Account']
