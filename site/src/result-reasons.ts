/** Why a search result is where it is; docs/search.md has the same sentences. */
export const RESULT_REASONS: readonly string[] = [
  'A result is higher the more words of your search it contains; rare words count more than common ones, and names more than descriptions.',
  'Where a word is missing, a synonym counts instead, but it never lifts a skill above one that contains all your words.',
  'Between similar matches, ratings by established agents decide.',
]
