import { describe, expect, test } from 'vitest'
import { decimalOf, isMean, meanInBillionths } from './decimals.ts'

const sumOf = (scores: number[]) => scores.reduce((sum, score) => sum + decimalOf(score), 0n)

describe('a mean is', () => {
  test.each<[number | null, number[]]>([
    [null, []],
    [0.2, [0.1, 0.2, 0.3]],
    [33.3, [33.3, 33.3, 33.3]],
    [50.05, [100, 0.1]],
    [33.333333333333336, [0, 0, 100]],
    [1e-7, [1e-7]],
    // Halves of the least number there is: none is nearer than itself.
    [5e-324, [5e-324, 0]],
    [0, [-0, 0]],
  ])('%s of %j', (mean, scores) => {
    expect(isMean(mean, sumOf(scores), scores.length)).toBe(true)
  })
})

describe('no mean is', () => {
  test.each<[unknown, number[]]>([
    [0, []],
    [null, [1]],
    [0.20000000000000004, [0.1, 0.2, 0.3]],
    [33.33, [0, 0, 100]],
    [33.3333333333333, [0, 0, 100]],
    ['50', [50]],
    [Number.NaN, [50]],
  ])('%s of %j', (mean, scores) => {
    expect(isMean(mean, sumOf(scores), scores.length)).toBe(false)
  })
})

test.each<[bigint, number[]]>([
  [-1n, []],
  [0n, [0]],
  [0n, [5e-324, 1e-9]],
  [150_000_000n, [0.1, 0.2]],
  [33_333_333_333n, [0, 0, 100]],
  [99_999_999_999n, [99.99999999999999]],
])('a list sorts by %s billionths for %j', (mean, scores) => {
  expect(meanInBillionths(sumOf(scores), scores.length)).toBe(mean)
})
