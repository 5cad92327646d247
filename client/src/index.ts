// The library: a typed client of the Skill Rating Service.
export { type ClientOptions, createClient, LOCAL_BASE_URL, type SkillRatingClient } from './api/client.ts'
export type { paths as Paths } from './api/openapi.ts'
export { ApiError, dataOf, type Problem, UnavailableError } from './api/problem.ts'
export { type RetryOptions, retryingFetch } from './api/retry.ts'
export type {
  Account,
  LookupResult,
  LookupSkill,
  LookupStatus,
  Rating,
  RatingInput,
  Skill,
  SkillInput,
  SkillPage,
  SkillReference,
  SubmittedRating,
} from './api/schemas.ts'
