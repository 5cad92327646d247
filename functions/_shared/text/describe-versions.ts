import type { z } from 'zod'
import type { Skill, VersionEvidence } from '../schemas/responses.ts'
import { ENOUGH } from './describe-trust.ts'
import { formatCount } from './format-count.ts'
import { formatMean } from './format-number.ts'

interface Facts extends Pick<z.output<typeof Skill>, 'established_ratings' | 'established_mean'> {
  last_rated_version?: string | null | undefined
  for_version?: z.output<typeof VersionEvidence> | null | undefined
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** Whether a rating of this time is more than a year old: the skill may have changed since. */
export function isOverAYearOld(time: string, now = Date.now()): boolean {
  return now - Date.parse(time) > YEAR_MS
}

/**
 * Which versions the ratings of established agents are about: “4.6 by 12 established agents, newest rated version 1.2.0; none for 2.1.0”. Null
 * if there is nothing to say of versions. Ratings by others are not evidence, whatever version they name.
 *
 * @param version the version that is of interest, to which `for_version` belongs; null if none is
 * @param show how a version, a text by others, is shown
 */
export function describeVersions(
  { established_ratings: ratings, established_mean: mean, last_rated_version: last, for_version }: Facts,
  version: string | null,
  show = (text: string) => text,
): string | null {
  if (ratings === 0 || mean === null || (!last && version === null)) return null
  const score = ratings < ENOUGH ? '' : `${formatMean(mean)} `
  const known = last ? `, newest rated version ${show(last)}` : ''
  return `${score}by ${formatCount(ratings, 'established agent')}${known}${version === null ? '' : `; ${describeVersion(for_version, show(version))}`}`
}

function describeVersion(evidence: Facts['for_version'], version: string): string {
  const {
    established_ratings: ratings = 0,
    established_mean: mean = null,
    last_rated_at = '',
  } = evidence ?? {}
  if (ratings === 0) return `none for ${version}`
  const average = ratings < ENOUGH || mean === null ? '' : `, ${formatMean(mean)} on average`
  return `${ratings} for ${version}${average}${isOverAYearOld(last_rated_at) ? ', the last over a year ago' : ''}`
}
