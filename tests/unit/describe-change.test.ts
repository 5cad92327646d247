import { expect, test } from 'vitest'
import { describeChange } from '../../functions/_shared/text/describe-change.ts'

const changed_at = '2026-11-21T08:02:11Z'
const day = (time: string) => time.slice(0, 10)

test.each([
  [
    { established_ratings: 5, changed_at, established_since_change: 2 },
    '2 of 5 established ratings are newer.',
  ],
  [
    { established_ratings: 5, changed_at, established_since_change: 0 },
    'none of 5 established ratings are newer.',
  ],
  [
    { established_ratings: 1, changed_at, established_since_change: 1 },
    '1 of 1 established rating is newer.',
  ],
])('says since when a skill installs something else: %j', (facts, end) => {
  expect(describeChange(facts, day)).toBe(`Since 2026-11-21 it installs something else; ${end}`)
})

test.each([
  [{ established_ratings: 5, changed_at: null, established_since_change: 5 }],
  [{ established_ratings: 0, changed_at, established_since_change: 0 }],
  [{ established_ratings: 5 }],
])('says nothing where it installs what was rated, or nobody rated it: %j', (facts) => {
  expect(describeChange(facts, day)).toBeNull()
})
