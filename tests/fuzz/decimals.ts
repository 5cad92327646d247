// Exact arithmetic for sub-scores: every number of JSON is read as the decimal it is written as.

/** A decimal in units of 10^-{@link SCALE}: no number of JavaScript has more decimals that matter. */
export type Decimal = bigint

const SCALE = 340

// Long numbers: making them anew each time would cost more than all the rest.
const POWERS_OF_TEN = Array.from({ length: SCALE + 310 }, (_, exponent) => 10n ** BigInt(exponent))

/** The decimal that JSON writes a number as. */
export function decimalOf(number: number): Decimal {
  const [, sign, whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(number)) ?? []
  const power = POWERS_OF_TEN[SCALE - fraction.length + Number(exponent)]
  if (power === undefined) throw new RangeError(`${number} is no number that a decimal can hold.`)
  return BigInt(sign + whole + fraction) * power
}

/**
 * Whether a number is the mean of so many decimals of this sum: the nearest of all when the mean has up to 15 significant digits, as
 * near as a JSON number can be (to two units in its last place) when it has more.
 */
export function isMean(number: unknown, sum: Decimal, count: number): boolean {
  if (count === 0) return number === null
  if (typeof number !== 'number' || !Number.isFinite(number)) return false
  const n = BigInt(count)
  const shown = decimalOf(number)
  if (sum % n === 0n && String(sum / n).replace(/0+$/, '').length <= 15) return number === numberOf(sum / n)
  const difference = shown * n - sum
  const room = sum >> 51n
  // The least numbers of all have fewer digits than others.
  return (difference < 0n ? -difference : difference) <= room + n * 10n ** 17n
}

/** The mean of so many decimals of this sum in whole billionths, as the list sorts by it; -1 when there are none. */
export function meanInBillionths(sum: Decimal, count: number): bigint {
  return count === 0 ? -1n : (sum * 1_000_000_000n) / (BigInt(count) * (POWERS_OF_TEN[SCALE] as bigint))
}

/** About the mean of so many decimals of this sum, for a message; null when there are none. */
export function nearMean(sum: Decimal, count: number): number | null {
  return count === 0 ? null : numberOf(sum / BigInt(count))
}

/** The number of JavaScript that is nearest to a decimal. */
function numberOf(decimal: Decimal): number {
  return Number(`${decimal}e-${SCALE}`)
}
