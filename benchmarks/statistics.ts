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

/** The mean; NaN without numbers. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** At most so many items of a list, spread evenly over it. */
export function spread<Item>(list: readonly Item[], most: number): Item[] {
  if (list.length <= most) return [...list]
  return list.filter(
    (_, i) => Math.floor(((i + 1) * most) / list.length) > Math.floor((i * most) / list.length),
  )
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

/** A difference of measures from 0 to 1, with its sign. */
export function signed(difference: number): string {
  return `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(3)}`
}
