import { describe, expect, test } from 'vitest'
import { atMost, markdownTable } from '../../benchmarks/report.ts'
import { figure, median, percentile, ratio } from '../../benchmarks/statistics.ts'

describe('statistics', () => {
  test('interpolates percentiles and keeps its input', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
    expect([median([40, 10, 30, 20]), median([3, 1, 2])]).toEqual([25, 2])
    expect(percentile(hundred, 0.95)).toBeCloseTo(95.05, 10)
    expect([percentile(hundred, 0), percentile(hundred, 1), hundred[0]]).toEqual([1, 100, 100])
  })

  test('rejects percentiles of nothing and fractions outside 0 to 1', () => {
    expect(() => median([])).toThrow(RangeError)
    expect(() => percentile([1], 95)).toThrow(RangeError)
    expect(() => percentile([1], Number.NaN)).toThrow(RangeError)
  })

  test('returns no ratio when a number is missing', () => {
    expect([ratio(3, 2), ratio(0, 2)]).toEqual([1.5, 0])
    expect([ratio(null, 2), ratio(3, undefined), ratio(3, 0)]).toEqual([null, null, null])
  })

  test('rounds figures to three digits', () => {
    const numbers = [0, 0.012345, 1.005, 12.34, 999.4, 999.5, 1234567.8, null]
    expect(numbers.map(figure)).toEqual(['0', '0.0123', '1', '12.3', '999', '1,000', '1,234,568', '–'])
  })
})

test('aligns numbers to the right and escapes Markdown', () => {
  const rows = [
    ['a|b', 1234.5],
    ['top', null],
  ]
  const lines = ['| Read |    ms |', '| ---- | ----: |', '| a\\|b | 1,235 |', '| top  |     – |']
  expect(markdownTable({ columns: ['Read', 'ms'], rows })).toBe(lines.join('\n'))
})

test('a limit is exceeded by a larger and by a missing number', () => {
  expect(atMost('CPU', 2, 1.5, ' ms')).toEqual({
    what: 'CPU',
    limit: '≤ 2 ms',
    measured: '1.5 ms',
    met: true,
  })
  expect([atMost('CPU', 2, 2).met, atMost('CPU', 2, 3).met, atMost('CPU', 2, null).met]).toEqual([
    ...[true, false, false],
  ])
})
