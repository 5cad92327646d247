/**
 * The value at a fraction of the sorted numbers, interpolated like percentile_cont in Postgres.
 * @throws RangeError without numbers, or for a fraction outside 0 to 1
 */
export function percentile(numbers: readonly number[], fraction: number): number {
  if (numbers.length === 0) throw new RangeError('No numbers have no percentile.')
  if (!(fraction >= 0 && fraction <= 1)) throw new RangeError(`${fraction} is not between 0 and 1.`)
  const sorted = [...numbers].sort((a, b) => a - b)
  const position = fraction * (sorted.length - 1)
  const below = sorted[Math.floor(position)] as number
  const above = sorted[Math.ceil(position)] as number
  return below + (above - below) * (position - Math.floor(position))
}

/** Medians and not means: one pause of the machine would move a mean. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}

/** a / b, or null when either is missing. */
export function ratio(a: number | null | undefined, b: number | null | undefined): number | null {
  return a == null || b == null || b === 0 ? null : a / b
}

/** Three significant digits below 1,000, whole numbers above; – for null. */
export function figure(number: number | null | undefined): string {
  if (number == null) return '–'
  return Math.abs(number) >= 999.5
    ? Math.round(number).toLocaleString('en')
    : String(Number(number.toPrecision(3)))
}
