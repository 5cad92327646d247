/** “3.0”: a mean of claws, always with one decimal. */
export function formatMean(claws: number): string {
  return claws.toFixed(1)
}

/** “4.1 %”: a share from 0 to 1. Its space does not break a line. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return `less than ${formatShare(0.001)}`
  // Not all, though it would be rounded to 100 %.
  if (share >= 0.995 && share < 1) return `more than ${formatShare(0.99)}`
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}\u00a0%`
}
