import { expect, test } from 'vitest'
import { figure, median, percentile, ratio } from '../../benchmarks/statistics.ts'

test('interpolates percentiles, and rejects those of nothing', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect([median([40, 10, 30, 20]), median([3, 1, 2])]).toEqual([25, 2])
  expect(percentile(hundred, 0.95)).toBeCloseTo(95.05, 10)
  expect([percentile(hundred, 0), percentile(hundred, 1)]).toEqual([1, 100])
  for (const invalid of [() => median([]), () => percentile([1], 95), () => percentile([1], Number.NaN)])
    expect(invalid).toThrow(RangeError)
})

test('has no ratio for a missing number, and rounds figures to three digits', () => {
  expect([ratio(3, 2), ratio(null, 2), ratio(3, undefined), ratio(3, 0)]).toEqual([1.5, null, null, null])
  const numbers = [0, 0.012345, 1.005, 999.4, 999.5, 1234567.8, null]
  expect(numbers.map(figure)).toEqual(['0', '0.0123', '1', '999', '1,000', '1,234,568', '–'])
})
