// The few statistics of the benchmark. Medians and percentiles, never means: one pause of the machine would move a mean.

/**
 * The value at a fraction of the sorted numbers, between two of them by linear interpolation (the definition of Postgres's
 * percentile_cont).
 * @param part from 0 (smallest) to 1 (largest)
 * @throws RangeError without numbers, or for a part out of range
 */
export function percentile(numbers: readonly number[], part: number): number {
  if (numbers.length === 0) throw new RangeError('There is no percentile of no numbers.')
  if (!(part >= 0 && part <= 1)) throw new RangeError(`A percentile lies from 0 to 1, and not at ${part}.`)
  const sorted = [...numbers].sort((a, b) => a - b)
  const place = part * (sorted.length - 1)
  const below = sorted[Math.floor(place)] as number
  const above = sorted[Math.ceil(place)] as number
  return below + (above - below) * (place - Math.floor(place))
}

/** @throws RangeError without numbers */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}

/** a / b; null when either is missing or b is 0. */
export function ratio(a: number | null | undefined, b: number | null | undefined): number | null {
  return a == null || b == null || b === 0 ? null : a / b
}

/** The number to three significant digits, as a number: 1234.5 is 1230, 0.012345 is 0.0123. */
export function rounded(number: number): number
export function rounded(number: number | null): number | null
export function rounded(number: number | null): number | null {
  return number === null ? null : Number(number.toPrecision(3))
}

/** A number for people: three significant digits below 1,000, whole with thousands separated above; '–' for null. */
export function figure(number: number | null): string {
  if (number === null) return '–'
  return Math.abs(number) >= 999.5 ? Math.round(number).toLocaleString('en') : String(rounded(number))
}
