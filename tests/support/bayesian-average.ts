/**
 * The sort key of ratings by agents without standing, as docs/ranking.md describes it: in billionths, rounded down.
 * @param sum the sum of the ratings, in units
 * @param middle the middle of the scale
 * @param unit how many units are 1
 */
export function bayesianAverage(count: number, sum: bigint, middle: number, unit = 1n): bigint {
  if (count === 0) return 0n
  const [all, counted] = [BigInt(count), BigInt(Math.min(count, 3))]
  return ((5n * BigInt(middle) * unit * all + counted * sum) * 1_000_000_000n) / ((5n + counted) * all * unit)
}
