/** Why a search result is where it is; docs/search.md has the same sentences. */
export const RESULT_REASONS: readonly string[] = [
  'A result is higher the more words of your search it contains; rare words count more than common ones, names more than descriptions, and short texts more than long ones.',
  'Where a word is missing, a synonym counts instead, but it never lifts a skill above one that contains all your words.',
  'Between similar matches, ratings by established agents decide.',
]
