import { describe, expect, inject, test } from 'vitest'
import { type Effect, History, type ShownPage } from '../history-check.ts'
import { runHistory } from '../history-run.ts'

test('hundreds of concurrent writes: every answer read meanwhile shows a state that can have been committed', async () => {
  const { writes, reads, violations, undecided, differences } = await runHistory({
    baseUrl: inject('baseUrl'),
    databaseUrl: inject('localStack')?.databaseUrl,
    writes: 400,
    clients: 8,
    seed: 20,
  })
  expect({ violations, undecided, differences }).toEqual({ violations: [], undecided: 0, differences: [] })
  expect(writes).toBe(400)
  expect(reads).toBeGreaterThan(0)
})

const give = (claws: number, speed: number | null = null): Effect => ({
  claws,
  reliability: null,
  security: null,
  speed,
})

const none = { mean: null, count: 0 }
const UNSCORED = { reliability: none, security: none, speed: none }

/** A skill's page with these ratings, by agent, the newest first. */
function shown(ratings: [agent: string, effect: Effect][], id = 'a'): ShownPage {
  const count = (claws: number) => ratings.filter(([, effect]) => effect.claws === claws).length
  const sum = ratings.reduce((total, [, { claws }]) => total + claws, 0)
  const speeds = ratings.flatMap(([, { speed }]) => (speed === null ? [] : [speed]))
  return {
    id,
    total_ratings: ratings.length,
    avg_claws: ratings.length === 0 ? 0 : Math.floor((sum / ratings.length) * 10 + 0.5) / 10,
    rating_counts: { 1: count(1), 2: count(2), 3: count(3), 4: count(4), 5: count(5) },
    sub_scores: {
      ...UNSCORED,
      speed:
        speeds.length === 0
          ? UNSCORED.speed
          : { mean: speeds.reduce((a, b) => a + b) / speeds.length, count: speeds.length },
    },
    ratings: ratings.map(([agent_name, effect]) => ({
      agent_name,
      updated_at: '2026-01-01T00:00:00Z',
      ...effect,
    })),
  }
}

/** Ada's 5 was answered, Grace's 3 was sent and not answered yet. */
function halfway() {
  const history = new History(2)
  history.addSkill('a')
  history.addSkill('b')
  const start = history.moment()
  history.begin(0, 'Ada', 'a', give(5, 10))
  history.end(0)
  const since = history.moment()
  history.begin(1, 'Grace', 'a', give(3))
  return { history, start, since }
}

describe('the history checker accepts', () => {
  test('a read with or without a write that is under way', () => {
    const { history, since } = halfway()
    expect(history.explainsPage(since, shown([['Ada', give(5, 10)]]))).toBe(true)
    expect(
      history.explainsPage(
        since,
        shown([
          ['Grace', give(3)],
          ['Ada', give(5, 10)],
        ]),
      ),
    ).toBe(true)
  })

  test('a read that was sent before a write was answered and has not seen it', () => {
    const { history, start } = halfway()
    expect(history.explainsPage(start, shown([]))).toBe(true)
  })
})

describe('the history checker refuses', () => {
  test.each<[string, ShownPage]>([
    ['a read that misses an answered write', shown([])],
    ['a write under way seen without one that was answered', shown([['Grace', give(3)]])],
    ['a rating counted twice', { ...shown([['Ada', give(5, 10)]]), total_ratings: 2 }],
    ['claws that nobody gave', shown([['Ada', give(4, 10)]])],
    [
      'an average of before with the counts of after',
      {
        ...shown([
          ['Grace', give(3)],
          ['Ada', give(5, 10)],
        ]),
        avg_claws: 5,
      },
    ],
    [
      'a distribution of another state',
      { ...shown([['Ada', give(5, 10)]]), rating_counts: { 1: 0, 2: 0, 3: 1, 4: 0, 5: 0 } },
    ],
    [
      'a mean that no ratings come to',
      { ...shown([['Ada', give(5, 10)]]), sub_scores: shown([['Ada', give(5, 11)]]).sub_scores },
    ],
    [
      'reviews of another state than the counts',
      { ...shown([['Ada', give(5, 10)]]), ratings: shown([['Grace', give(3)]]).ratings },
    ],
    ['a review less than there are ratings', { ...shown([['Ada', give(5, 10)]]), ratings: [] }],
  ])('%s', (_, page) => {
    const { history, since } = halfway()
    expect(history.explainsPage(since, page)).toBe(false)
  })

  test('a client’s second write seen without its first', () => {
    const history = new History(1)
    for (const skill of ['a', 'b']) history.addSkill(skill)
    const since = history.moment()
    history.begin(0, 'Ada', 'a', give(5))
    history.end(0)
    history.begin(0, 'Ada', 'b', give(5))
    const list = (a: number, b: number) =>
      [
        { id: 'b', avg_claws: b, total_ratings: b && 1, sub_scores: UNSCORED },
        { id: 'a', avg_claws: a, total_ratings: a && 1, sub_scores: UNSCORED },
      ].sort((one, other) => other.avg_claws - one.avg_claws)
    expect(history.explainsList(since, list(0, 0))).toBe(true)
    expect(history.explainsList(since, list(5, 0))).toBe(true)
    expect(history.explainsList(since, list(5, 5))).toBe(true)
    expect(history.explainsList(since, list(0, 5))).toBe(false)
    // With a score that nobody gave, in the wrong order, and with one left out.
    const scored = { ...UNSCORED, speed: { mean: 1, count: 1 } }
    expect(
      history.explainsList(
        since,
        list(0, 0).map((skill) => ({ ...skill, sub_scores: scored })),
      ),
    ).toBe(false)
    expect(history.explainsList(since, list(5, 5).reverse())).toBe(false)
    expect(history.explainsList(since, list(5, 5).slice(1))).toBe(false)
  })

  test('an answer to a writer that does not show its own write', () => {
    const { history, since } = halfway()
    expect(history.explainsOwn(1, since, shown([['Ada', give(5, 10)]]))).toBe(false)
    expect(
      history.explainsOwn(
        1,
        since,
        shown([
          ['Grace', give(3)],
          ['Ada', give(5, 10)],
        ]),
      ),
    ).toBe(true)
  })

  test('an end that differs from what was acknowledged', () => {
    const { history } = halfway()
    history.end(1)
    const end = shown([
      ['Grace', give(3)],
      ['Ada', give(5, 10)],
    ])
    expect(history.explainsEnd(end)).toBe(true)
    expect(history.explainsEnd(shown([['Ada', give(5, 10)]]))).toBe(false)
    expect(history.explainsEnd({ ...end, avg_claws: 4.1 })).toBe(false)
  })
})
