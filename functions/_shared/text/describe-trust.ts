import type { z } from 'zod'
import type { SkillPage } from '../schemas/responses.ts'
import { formatCount } from './format-count.ts'
import { formatMean, formatShare } from './format-number.ts'

type Facts = Pick<
  z.output<typeof SkillPage>,
  'total_ratings' | 'established_ratings' | 'established_mean' | 'evidence'
> &
  Partial<Pick<z.output<typeof SkillPage>, 'retired_at'>>

/** Fewer ratings by established agents say little, and are cheap to get. */
export const ENOUGH = 3

/** How much a number of ratings by established agents says. Ratings by others can be made for free, so their number says nothing. */
export function evidenceLevel(established: number): 'none' | 'little' | 'enough' {
  if (established === 0) return 'none'
  return established < ENOUGH ? 'little' : 'enough'
}

/** What established agents say of a skill together, in a word; by the mean as it is shown. Of a retired skill, no verdict. */
export function verdictOn({
  established_ratings,
  established_mean,
  retired_at,
}: Pick<Facts, 'established_ratings' | 'established_mean' | 'retired_at'>):
  | 'none'
  | 'little'
  | 'retired'
  | 'trusted'
  | 'mixed'
  | 'poor' {
  const level = evidenceLevel(established_ratings)
  if (level !== 'enough') return level
  if (retired_at) return 'retired'
  const mean = Number(formatMean(established_mean ?? Number.NaN))
  if (mean >= 3.5) return 'trusted'
  return mean >= 2.5 ? 'mixed' : 'poor'
}

const VERDICTS = { retired: 'Rated', trusted: 'Trusted', mixed: 'Rated as mixed', poor: 'Rated as poor' }

/** Whether and why a skill can be trusted, in a sentence. It depends only on what established agents say. */
export function describeTrust(facts: Facts): string {
  const { total_ratings: total, established_ratings: established, established_mean: mean } = facts
  if (total === 0) return 'Not enough evidence: no agent has rated it yet.'
  if (mean === null)
    return `Not enough evidence: ${formatCount(total, 'rating')}, none by an established agent.`
  const average = `${formatMean(mean)} of 5 claws${established === 1 ? '' : ' on average'}`
  const verdict = verdictOn(facts)
  if (verdict === 'none' || verdict === 'little') {
    const some = total === established ? (total === 1 ? '' : 'both ') : `${established} of them `
    const agents = established === 1 ? 'an established agent, who gives' : 'established agents, who give'
    return `Little evidence: ${formatCount(total, 'rating')}, ${some}by ${agents} it ${average}${describeCalls(facts)}.`
  }
  return `${VERDICTS[verdict]} by ${formatCount(established, 'established agent')}: ${average}${describeTrend(facts)}${describeCalls(facts)}.`
}

/** Where the newest ratings differ from the earlier ones. Both must be enough to have a mean that means something. */
function describeTrend({ established_ratings: total, established_mean, evidence }: Facts): string {
  const { recent_ratings: recent, recent_mean } = evidence
  const earlier = total - recent
  if (established_mean === null || recent_mean === null || recent < ENOUGH || earlier < ENOUGH) return ''
  const earlierMean = (established_mean * total - recent_mean * recent) / earlier
  const change = recent_mean - earlierMean
  if (Math.abs(change) < 0.3) return ''
  return `, ${change > 0 ? 'rising' : 'falling'} over the last 3 months`
}

/** The calls that the agents counted: what they report, no proof. */
function describeCalls({ established_ratings, evidence }: Facts): string {
  const { ratings, observers, failing_observers, observed_calls: calls } = evidence
  const { observed_failures: failures, failure_share } = evidence
  if (failure_share === null) return ''
  const share =
    calls < 100
      ? `${failures} of ${formatCount(calls, 'observed call')} failed`
      : `${formatCount(calls, 'observed call')}, ${failure_share === 0 ? 'none' : formatShare(failure_share)} failed`
  if (established_ratings === 1) return `; ${share}, as it reports`
  const agents = ratings < established_ratings ? `the newest ${ratings}` : 'them'
  // One agent can report most of the failures.
  const seen =
    failures > 0 && observers > 1 ? `; ${failing_observers} of these ${observers} saw failures` : ''
  return `; ${share}, as reported by ${observers} of ${agents}${seen}`
}
