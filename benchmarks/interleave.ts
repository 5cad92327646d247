/**
 * Measures all targets in turn, so that other work on the machine slows them alike. The first turn warms up. The order changes, so
 * that no target always follows the other.
 * @returns the results of each target
 */
export async function interleave<Target, Result>(
  targets: Target[],
  turns: number,
  signal: AbortSignal,
  measure: (target: Target, i: number) => Promise<Result>,
): Promise<Result[][]> {
  const results = targets.map((): Result[] => [])
  for (let turn = 0; turn <= turns; turn++) {
    const order = [...targets.entries()]
    for (const [i, target] of turn % 2 ? order.toReversed() : order) {
      signal.throwIfAborted()
      const result = await measure(target, i)
      if (turn > 0) results[i]?.push(result)
    }
  }
  return results
}
