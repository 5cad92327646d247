import type { z } from 'zod'
import type { Matched } from '../_shared/schemas/matches.ts'

/** The number of results that decide whether a match is weak. */
const FIRST_RESULTS = 3

/** So many words are enough, even of a long search with many synonyms. */
const ENOUGH_WORDS = 3

/** Whether none of the first results contains more than half of the words of the search, or {@link ENOUGH_WORDS} of them. */
export function isWeakMatch(skills: { matched?: z.output<typeof Matched> | undefined }[]): boolean {
  return !skills.slice(0, FIRST_RESULTS).some(({ matched }) => !matched || hasEnough(matched))
}

function hasEnough({
  found = [],
  corrected = [],
  expanded = [],
  missing = [],
}: z.output<typeof Matched>): boolean {
  const matches = found.length + corrected.length + expanded.length
  return matches >= ENOUGH_WORDS || matches > missing.length
}
