export { formatCount } from '../../functions/_shared/text/format-count.ts'
export { formatMean, formatShare } from '../../functions/_shared/text/format-number.ts'

/** “88.0”: a mean of sub-scores, always with one decimal. */
export function formatScoreMean(mean: number): string {
  return mean.toFixed(1)
}

/** A sub-score as it was given, with at most one decimal. */
export function formatScore(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 })
}

const ageFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const DAY_MS = 24 * 60 * 60 * 1_000

/** “today”, “10 days ago”, “2 months ago”. */
export function formatAge(time: string, now = Date.now()): string {
  const days = Math.max(0, Math.floor((now - Date.parse(time)) / DAY_MS))
  if (days < 60) return ageFormat.format(-days, 'day')
  return days < 730
    ? ageFormat.format(-Math.floor(days / 30.44), 'month')
    : ageFormat.format(-Math.floor(days / 365.25), 'year')
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** “21 Nov 2026”, in the reader's time zone. */
export function formatDate(time: string): string {
  return dateFormat.format(new Date(time))
}
