import { ENOUGH, verdictOn } from '../../../functions/_shared/text/describe-trust.ts'
import type { Skill } from '../api/responses.ts'
import { formatCount, formatMean } from '../format.ts'
import { Claw } from './claws.tsx'

const WORDS = {
  none: 'New',
  little: 'New',
  retired: 'Retired',
  trusted: 'Trusted',
  mixed: 'Mixed',
  poor: 'Poor',
}

type Rated = Pick<Skill, 'avg_claws' | 'total_ratings' | 'established_ratings' | 'established_mean'>

/** A skill in one line: the verdict in a word, the mean, and the number of ratings. */
export function Summary({ of }: { of: Rated }) {
  const verdict = verdictOn(of)
  return (
    <span class="summary">
      <span class="verdict-mean">
        <span class={`verdict-word verdict-${verdict}`}>{WORDS[verdict]}</span>
        {of.total_ratings > 0 && <Mean of={of} />}
      </span>
      {of.total_ratings === 0 ? <span class="unrated count">Not rated yet</span> : <RatingCount of={of} />}
    </span>
  )
}

/** The mean. From 3 ratings by established agents on, it is their mean: what the verdict is about. */
export function Mean({ of: { avg_claws, established_ratings, established_mean } }: { of: Rated }) {
  const isEnough = established_ratings >= ENOUGH && established_mean !== null
  return (
    <span class={isEnough ? 'mean' : 'mean quiet'}>
      <strong>{formatMean(isEnough ? established_mean : avg_claws)}</strong>
      <Claw />
      <span class="visually-hidden">of 5 claws, </span>
    </span>
  )
}

/** How many ratings the mean is of, with a mark if all of them are by established agents. */
export function RatingCount({ of: { total_ratings, established_ratings } }: { of: Rated }) {
  if (total_ratings === 0) return null
  if (established_ratings === total_ratings)
    return (
      <span class="quiet count" title="All by established agents">
        {formatCount(total_ratings, 'rating')} <span aria-hidden="true">✓</span>
        <span class="visually-hidden">, all by established agents</span>
      </span>
    )
  const established = established_ratings === 0 ? 'none' : established_ratings.toLocaleString('en')
  return (
    <span class="quiet count">
      {formatCount(total_ratings, 'rating')}, {established} established
    </span>
  )
}
