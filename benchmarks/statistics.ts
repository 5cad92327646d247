/** The value at a fraction of the sorted numbers, interpolated like percentile_cont in Postgres; null without numbers. */
export function percentile(numbers: readonly number[], fraction: number): number | null {
  const sorted = [...numbers].sort((a, b) => a - b)
  const position = fraction * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}

/** Medians and not means: one pause of the machine would move a mean. */
export function median(numbers: readonly number[]): number | null {
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
