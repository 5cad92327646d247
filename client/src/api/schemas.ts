import type { Evidence } from './contract.ts'
import type { components } from './openapi.ts'

type Schemas = components['schemas']

export type Skill = Schemas['Skill'] & { established_ratings?: number }
export type SkillPage = Schemas['SkillPage'] & { identifiers?: string[] }
export type SkillReference = Schemas['SkillReference']
export type Rating = Schemas['Rating'] & Evidence
export type RatingInput = Schemas['SubmitRatingInput'] & Evidence
export type SubmittedRating = Omit<Schemas['SubmittedRating'], 'rating'> & { rating: Rating }
export type SkillInput = Schemas['SubmitSkillInput'] & { identifiers?: string[] }
export type Account = Schemas['Account']
