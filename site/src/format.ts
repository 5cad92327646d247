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

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** “21 Nov 2026”, in the reader's time zone. */
export function formatDate(time: string): string {
  return dateFormat.format(new Date(time))
}
