import { formatCount } from './format-count.ts'

interface Facts {
  established_ratings: number
  /** When an import gave the skill another package or endpoint; null if none did. An earlier version of the API does not say it. */
  changed_at?: string | null | undefined
  /** The established ratings that are newer. */
  established_since_change?: number | null | undefined
}

/**
 * That the ratings of a skill are about what it installed earlier: “Since 21 Nov 2026 it installs something else; 2 of 5 established
 * ratings are newer.” Null if it installs what was rated.
 *
 * @param showDate how a time is shown
 */
export function describeChange(facts: Facts, showDate: (time: string) => string): string | null {
  const { established_ratings: ratings, changed_at, established_since_change: newer } = facts
  if (!changed_at || ratings === 0) return null
  const are = ratings === 1 ? 'is' : 'are'
  return `Since ${showDate(changed_at)} it installs something else; ${newer || 'none'} of ${formatCount(ratings, 'established rating')} ${are} newer.`
}
