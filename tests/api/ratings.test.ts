// Bounds are tested in tests/unit/requests.test.ts and tests/database/bounds.test.ts, aggregates in tests/database, and concurrent
// ratings in tests/resilience/races.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, post, type Rated } from '../support/api.ts'
import {
  newAgent,
  newRating,
  newSkill,
  rate,
  sharedAgent,
  UTC_TIME,
  UUID,
  uniqueWord,
} from '../support/fixtures.ts'

const time = expect.stringMatching(UTC_TIME)

describe('POST /api/ratings', () => {
  test('returns 201 with the rating and the updated skill, and ignores unknown fields', async () => {
    const [agent, skill] = [await newAgent(), await newSkill({ url: 'https://example.com' })]
    const fields = { claws: 4, reliability: 90, security: 0, speed: 99.5, commentary: 'Great, with limits.' }
    const unknown = {
      ...{ id: randomUUID(), agent_id: randomUUID(), agent_name: 'x', p_claws: 5, overall: 100 },
      ...{ created_at: '2000-01-01T00:00:00Z', updated_at: '2000-01-01T00:00:00Z', total_ratings: 1_000 },
    }
    const { status, body } = await rate(agent, { skill_id: skill.id, ...fields, ...unknown })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      rating: {
        ...{ id: expect.stringMatching(UUID), skill_id: skill.id, agent_name: agent.name, ...fields },
        ...{ created_at: time, updated_at: time, established: false },
      },
      // updated_at of the skill stays.
      skill: {
        ...{ ...skill, avg_claws: 4, total_ratings: 1 },
        sub_scores: {
          reliability: { mean: 90, count: 1 },
          security: { mean: 0, count: 1 },
          speed: { mean: 99.5, count: 1 },
        },
      },
    })
    expect(body.rating.id).not.toBe(unknown.id)
    expect(body.rating.created_at + body.rating.updated_at).not.toMatch(/2000-01/)
  })

  test('returns 200 when it replaces a rating, completely; an identical rating changes nothing', async () => {
    const scores = { reliability: 90, security: 80, commentary: 'Wonderful.' }
    const { agent, skill, rating: first } = await newRating({ claws: 5, ...scores })
    const fields = { skill_id: skill.id, claws: 2, speed: 10.1 }
    const { status, body } = await rate(agent, fields)
    const replaced = { claws: 2, reliability: null, security: null, speed: 10.1, commentary: null }
    expect([status, body.rating]).toEqual([200, { ...first, ...replaced, updated_at: time }])
    expect(body.rating.updated_at > first.updated_at).toBe(true)
    const none = { mean: null, count: 0 }
    const sub_scores = { reliability: none, security: none, speed: { mean: 10.1, count: 1 } }
    expect(body.skill).toEqual({ ...skill, avg_claws: 2, total_ratings: 1, sub_scores })
    for (const same of [fields, { ...fields, claws: 2.0, security: null, commentary: ' ' }]) {
      const again = await rate(agent, same)
      expect([again.status, again.body]).toMatchObject([200, { rating: body.rating, skill: body.skill }])
    }
    const changed = await rate(agent, { ...fields, speed: 10.10000001 })
    expect(changed.body.rating.updated_at > body.rating.updated_at).toBe(true)
  })
})

test.each([
  ['claws', '5.0 50e-1', '6 4.5 5.0000001 1e400 "5"'],
  ['speed', '-0 1e2 33.333333333333336 99.99999999999999 5e-324 null', '-1 100.00000000000001 1e400 "50"'],
])('%s is stored exactly, or rejected', async (field, valid, invalid) => {
  const { agent, skill } = await newRating()
  const rateWith = (value: string) =>
    post<Rated>('/api/ratings', `{"skill_id": "${skill.id}", "claws": 3, "${field}": ${value}}`, agent)
  for (const value of valid.split(' ')) {
    // -0 becomes 0.
    const stored = value === '-0' ? 0 : JSON.parse(value)
    expect((await rateWith(value)).body.rating[field as 'claws'], value).toBe(stored)
  }
  for (const value of invalid.split(' ')) expectInvalidFields(await rateWith(value), field)
})

test('an unknown id is 404 without suggestions, an unknown name with up to three', async () => {
  const rateNow = async (fields: object) => rate(await sharedAgent(), { claws: 3, ...fields })
  const byId = expectProblem(await rateNow({ skill_id: randomUUID() }), 404, 'skill_not_found')
  expect(byId).not.toHaveProperty('suggestions')
  const { id, name, slug } = await newSkill({ name: `Sky Watcher ${uniqueWord()}` })
  const byName = await rateNow({ skill_name: name.replace('Watcher', 'Wacher') })
  expect(expectProblem(byName, 404, 'skill_not_found').suggestions).toEqual([{ id, name, slug }])
})
