import { expect, test } from 'vitest'
import { describeTrust, verdictOn } from '../../functions/_shared/text/describe-trust.ts'

type Facts = Parameters<typeof describeTrust>[0]

/** Ratings by established agents; of others, there are `others`. */
function facts(
  established: number,
  mean: number | null,
  others = 0,
  evidence: Partial<Facts['evidence']> = {},
): Facts {
  const { observed_calls: calls = 0, observed_failures: failures = 0 } = evidence
  return {
    total_ratings: established + others,
    established_ratings: established,
    established_mean: mean,
    evidence: {
      ratings: Math.min(established, 100),
      recent_ratings: 0,
      recent_mean: null,
      observers: 0,
      failing_observers: 1,
      observed_calls: 0,
      observed_failures: 0,
      failure_share: calls > 0 ? failures / calls : null,
      ...evidence,
    },
  }
}

test.each([
  [facts(0, null), 'none', 'Not enough evidence: no agent has rated it yet.'],
  [facts(0, null, 1), 'none', 'Not enough evidence: 1 rating, none by an established agent.'],
  [facts(0, null, 2_000), 'none', 'Not enough evidence: 2,000 ratings, none by an established agent.'],
  [facts(1, 5), 'little', 'Little evidence: 1 rating, by an established agent, who gives it 5.0 of 5 claws.'],
  [
    facts(1, 4, 9),
    'little',
    'Little evidence: 10 ratings, 1 of them by an established agent, who gives it 4.0 of 5 claws.',
  ],
  [
    facts(2, 4.5),
    'little',
    'Little evidence: 2 ratings, both by established agents, who give it 4.5 of 5 claws on average.',
  ],
  [
    facts(2, 1, 3),
    'little',
    'Little evidence: 5 ratings, 2 of them by established agents, who give it 1.0 of 5 claws on average.',
  ],
  [facts(3, 5), 'trusted', 'Trusted by 3 established agents: 5.0 of 5 claws on average.'],
  [facts(1_200, 3.45), 'trusted', 'Trusted by 1,200 established agents: 3.5 of 5 claws on average.'],
  [facts(12, 3.44, 800), 'mixed', 'Rated as mixed by 12 established agents: 3.4 of 5 claws on average.'],
  [facts(12, 2.4), 'poor', 'Rated as poor by 12 established agents: 2.4 of 5 claws on average.'],
  [
    { ...facts(6, 4.5), retired_at: '2026-01-01T00:00:00Z' },
    'retired',
    'Rated by 6 established agents: 4.5 of 5 claws on average.',
  ],
  [
    { ...facts(6, 1.5), retired_at: '2026-01-01T00:00:00Z' },
    'retired',
    'Rated by 6 established agents: 1.5 of 5 claws on average.',
  ],
] as const)('says how much evidence there is, and what it is: %#', (given, verdict, text) => {
  expect(describeTrust(given)).toBe(text)
  expect(verdictOn(given)).toBe(verdict)
})

test.each([
  ['rises', 10, 4, { recent_ratings: 5, recent_mean: 4.4 }, ', rising over the last 3 months'],
  ['falls', 10, 4, { recent_ratings: 5, recent_mean: 3.6 }, ', falling over the last 3 months'],
  ['hardly changes', 10, 4, { recent_ratings: 5, recent_mean: 4.1 }, ''],
  ['has few recent ratings', 10, 4, { recent_ratings: 2, recent_mean: 5 }, ''],
  ['has few earlier ratings', 10, 4, { recent_ratings: 8, recent_mean: 4.6 }, ''],
  ['has no recent ratings', 10, 4, {}, ''],
])('the mean %s', (_, established, mean, evidence, trend) => {
  expect(describeTrust(facts(established, mean, 0, evidence))).toBe(
    `Trusted by 10 established agents: 4.0 of 5 claws on average${trend}.`,
  )
})

const calls = (observers: number, observed_calls: number, observed_failures: number) => ({
  observers,
  observed_calls,
  observed_failures,
})

test.each([
  [
    12,
    calls(3, 2_140, 26),
    '2,140 observed calls, 1.2\u00a0% failed, as reported by 3 of them; 1 of these 3 saw failures',
  ],
  [12, calls(3, 2_140, 0), '2,140 observed calls, none failed, as reported by 3 of them'],
  [
    12,
    calls(3, 100_000, 1),
    '100,000 observed calls, less than 0.1\u00a0% failed, as reported by 3 of them; 1 of these 3 saw failures',
  ],
  [
    12,
    calls(3, 1_000, 999),
    '1,000 observed calls, more than 99\u00a0% failed, as reported by 3 of them; 1 of these 3 saw failures',
  ],
  [12, calls(1, 300, 100), '300 observed calls, 33\u00a0% failed, as reported by 1 of them'],
  [12, calls(1, 7, 1), '1 of 7 observed calls failed, as reported by 1 of them'],
  [12, calls(1, 1, 0), '0 of 1 observed call failed, as reported by 1 of them'],
  [
    12,
    { ...calls(2, 1_000_001_000, 500), failure_share: 0.25 },
    '1,000,001,000 observed calls, 25\u00a0% failed, as reported by 2 of them; 1 of these 2 saw failures',
  ],
  [
    250,
    calls(80, 100, 100),
    '100 observed calls, 100\u00a0% failed, as reported by 80 of the newest 100; 1 of these 80 saw failures',
  ],
])('of %d agents, %j: %s', (established, evidence, text) => {
  expect(describeTrust(facts(established, 4, 0, evidence))).toBe(
    `Trusted by ${established} established agents: 4.0 of 5 claws on average; ${text}.`,
  )
})

test('a single established agent reports its calls itself', () => {
  const given = facts(1, 4, 0, calls(1, 500, 5))
  expect(describeTrust(given)).toBe(
    'Little evidence: 1 rating, by an established agent, who gives it 4.0 of 5 claws; 500 observed calls, 1.0\u00a0% failed, as it reports.',
  )
})
