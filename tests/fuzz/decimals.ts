// Exact arithmetic for sub-scores: a JSON number is the decimal that it is written as.

/** A decimal in units of 10^-{@link SCALE}. */
export type Decimal = bigint

const SCALE = 340

const POWERS_OF_TEN = Array.from({ length: SCALE + 310 }, (_, exponent) => 10n ** BigInt(exponent))

/** The decimal that JSON writes for a number. */
export function decimalOf(number: number): Decimal {
  const [, sign, whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(number)) ?? []
  const power = POWERS_OF_TEN[SCALE - fraction.length + Number(exponent)]
  if (power === undefined) throw new RangeError(`${number} is not a decimal.`)
  return BigInt(sign + whole + fraction) * power
}

/** Whether a number is the mean: exactly for means of up to 15 significant digits, else to two units in the last place. */
export function isMean(number: unknown, sum: Decimal, count: number): boolean {
  if (count === 0) return number === null
  if (typeof number !== 'number' || !Number.isFinite(number)) return false
  const n = BigInt(count)
  const shown = decimalOf(number)
  if (sum % n === 0n && String(sum / n).replace(/0+$/, '').length <= 15) return number === numberOf(sum / n)
  const difference = shown * n - sum
  const room = sum >> 51n
  return (difference < 0n ? -difference : difference) <= room + n * 10n ** 17n
}

/** Approximately the mean, for a message. */
export function nearMean(sum: Decimal, count: number): number | null {
  return count === 0 ? null : numberOf(sum / BigInt(count))
}

/** The nearest JavaScript number. */
function numberOf(decimal: Decimal): number {
  return Number(`${decimal}e-${SCALE}`)
}
