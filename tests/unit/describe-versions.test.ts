import { expect, test } from 'vitest'
import { describeVersions } from '../../functions/_shared/text/describe-versions.ts'

type Facts = Parameters<typeof describeVersions>[0]

const YEAR_AGO = '2001-01-01T00:00:00+00:00'
const NOW = new Date().toISOString()
const facts = (established_ratings: number, more: Partial<Facts> = {}): Facts => ({
  established_ratings,
  established_mean: established_ratings > 0 ? 4.6 : null,
  ...more,
})
const evidence = (established_ratings: number, last_rated_at = NOW): Facts['for_version'] => ({
  version: '2.1.0',
  established_ratings,
  established_mean: established_ratings > 0 ? 4.25 : null,
  last_rated_at,
})
const last = { last_rated_version: '1.2.0' }

test.each<[Facts, string | null, string | null]>([
  [facts(12, last), '2.1.0', '4.6 by 12 established agents, newest rated version 1.2.0; none for 2.1.0'],
  [facts(12, last), null, '4.6 by 12 established agents, newest rated version 1.2.0'],
  [facts(12), '2.1.0', '4.6 by 12 established agents; none for 2.1.0'],
  [facts(2, last), '2.1.0', 'by 2 established agents, newest rated version 1.2.0; none for 2.1.0'],
  [facts(1, last), null, 'by 1 established agent, newest rated version 1.2.0'],
  [
    facts(1_200, { ...last, for_version: evidence(2) }),
    '2.1.0',
    '4.6 by 1,200 established agents, newest rated version 1.2.0; 2 for 2.1.0',
  ],
  [
    facts(12, { ...last, for_version: evidence(3, YEAR_AGO) }),
    '2.1.0',
    '4.6 by 12 established agents, newest rated version 1.2.0; 3 for 2.1.0, 4.3 on average, the last over a year ago',
  ],
  // New accounts are no evidence.
  [
    facts(12, { ...last, for_version: evidence(0) }),
    '2.1.0',
    '4.6 by 12 established agents, newest rated version 1.2.0; none for 2.1.0',
  ],
  [facts(0, { for_version: evidence(0) }), '2.1.0', null],
  [facts(0), null, null],
  [facts(12), null, null],
])('says which versions the ratings are about: %#', (given, version, text) => {
  expect(describeVersions(given, version)).toBe(text)
})

test('shows versions, which raters wrote, as it is told', () => {
  const given = facts(3, { last_rated_version: 'a' })
  expect(describeVersions(given, 'b', (version) => `<${version}>`)).toBe(
    '4.6 by 3 established agents, newest rated version <a>; none for <b>',
  )
})
