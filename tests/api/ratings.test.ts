// Bounds and aggregates are tested in tests/database (bounds.test.ts, aggregates.test.ts), concurrent ratings in
// its ratings.test.ts, unknown ratings in its flags.test.ts.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { perSubScore } from '../../functions/_shared/schemas/options.ts'
import {
  expectProblem,
  type FlaggedRating,
  get,
  localStack,
  post,
  type Rating,
  request,
} from '../support/api.ts'
import {
  type Agent,
  getSkill,
  newAgent,
  newRating,
  newSkill,
  submitRating,
  UTC_TIME,
  UUID,
  uniqueWord,
} from '../support/fixtures.ts'

const time = expect.stringMatching(UTC_TIME)

describe('POST /api/ratings', () => {
  test('returns 201 with the rating and the updated skill, and ignores unknown fields', async () => {
    const [agent, skill] = [await newAgent(), await newSkill({ url: 'https://example.com' })]
    const scores = { ...perSubScore(() => 90), security: 0, speed: 99.5 }
    const fields = {
      claws: 4,
      ...scores,
      commentary: 'Great, with limits.',
      version: '1.4.2',
      observed_calls: 214,
      observed_failures: 3,
    }
    const unknown = {
      id: randomUUID(),
      agent_id: randomUUID(),
      agent_name: 'x',
      p_claws: 5,
      overall: 100,
      created_at: '2000-01-01T00:00:00Z',
      updated_at: '2000-01-01T00:00:00Z',
      total_ratings: 1_000,
    }
    const { status, body } = await submitRating(agent, { skill_id: skill.id, ...fields, ...unknown })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      rating: {
        id: expect.stringMatching(UUID),
        skill_id: skill.id,
        agent_name: agent.name,
        ...fields,
        agent_id: agent.id,
        created_at: time,
        updated_at: time,
        established: false,
        proved_by: null,
      },
      // updated_at of the skill stays.
      skill: {
        ...skill,
        avg_claws: 4,
        total_ratings: 1,
        sub_scores: perSubScore((name) => ({ mean: scores[name], count: 1 })),
        last_rated_at: body.rating.updated_at,
      },
    })
    expect(body.rating.id).not.toBe(unknown.id)
    expect(body.rating.created_at + body.rating.updated_at).not.toMatch(/2000-01/)
  })

  test('returns 200 when it replaces a rating, completely', async () => {
    const scores = {
      reliability: 90,
      security: 80,
      commentary: 'Wonderful.',
      version: '1',
      observed_calls: 2,
      observed_failures: 1,
    }
    const { agent, skill, rating: first } = await newRating({ claws: 5, ...scores })
    const fields = { skill_id: skill.id, claws: 2, speed: 10.1 }
    const { status, body } = await submitRating(agent, fields)
    const use = { version: null, observed_calls: null, observed_failures: null }
    const replaced = { claws: 2, ...perSubScore(() => null), speed: 10.1, commentary: null, ...use }
    expect([status, body.rating]).toEqual([200, { ...first, ...replaced, updated_at: time }])
    expect(body.message).toContain(
      'the commentary, reliability score, security score, version, observed calls, and observed failures were removed',
    )
    expect(body.rating.updated_at > first.updated_at).toBe(true)
    const none = { mean: null, count: 0 }
    const sub_scores = { ...perSubScore(() => none), speed: { mean: 10.1, count: 1 } }
    expect(body.skill).toEqual({
      ...skill,
      avg_claws: 2,
      total_ratings: 1,
      sub_scores,
      last_rated_at: body.rating.updated_at,
    })
  })
})

const pathOf = (skill: string) => `/api/skills/${skill}/ratings/me`
const getOwnRating = ({ key }: Agent, skill: string) => get<Rating>(pathOf(skill), { key })
const deleteOwnRating = ({ key }: Agent, skill: string) => request('DELETE', pathOf(skill), { key })

test('GET …/ratings/me returns the own rating, not to be stored, by id and by slug', async () => {
  const { agent, skill, rating } = await newRating({ speed: 12.5, commentary: 'Mine.' })
  for (const address of [skill.slug, skill.id.toUpperCase()]) {
    const { status, headers, body } = await getOwnRating(agent, address)
    expect([status, headers.get('cache-control'), headers.has('etag')]).toEqual([200, 'no-store', false])
    expect(body).toEqual(rating)
  }
  const replaced = await submitRating(agent, { skill_id: skill.id, claws: 1, commentary: 'Worse now.' })
  const bearer = { headers: { Authorization: `Bearer ${agent.key}` } }
  expect((await get(pathOf(skill.slug), bearer)).body).toEqual(replaced.body.rating)
})

test('DELETE …/ratings/me deletes the rating; a later rating is a new one', async () => {
  const { agent, skill, rating } = await newRating({ claws: 1 })
  const other = await submitRating(await newAgent(), { skill_id: skill.id, claws: 4 })
  // A body is ignored.
  const options = { key: agent.key, headers: { 'Content-Type': 'text/plain' }, body: '{' }
  const { status, text, headers } = await request('DELETE', pathOf(skill.id.toUpperCase()), options)
  expect([status, text, headers.get('content-type')]).toEqual([204, '', null])

  expect(await getSkill(skill.id)).toMatchObject({
    total_ratings: 1,
    last_rated_at: other.body.rating.updated_at,
    ratings: [other.body.rating],
  })
  for (const response of [await getOwnRating(agent, skill.slug), await deleteOwnRating(agent, skill.slug)])
    expectProblem(response, 404, 'rating_not_found')
  const later = await submitRating(agent, { skill_id: skill.id, claws: 2 })
  expect([later.status, later.body.skill.total_ratings]).toEqual([201, 2])
  expect(later.body.rating.id).not.toBe(rating.id)
})

test('a flag returns 201 the first time, then 200 with the newest reason', async () => {
  const { skill, rating } = await newRating({ commentary: 'Buy mine.' })
  const flag = ({ key }: Agent, value: object, address = skill.slug, id = rating.id) =>
    post<FlaggedRating>(`/api/skills/${address}/ratings/${id}/flag`, value, { key })
  const agent = await newAgent()
  const unknown = { rating_id: randomUUID(), agent_id: randomUUID(), created_at: '2000-01-01' }
  const first = await flag(agent, { reason: '  Advertises another tool. ', ...unknown })
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    success: true,
    message: expect.stringMatching(/\S/),
    flag: { rating_id: rating.id, reason: 'Advertises another tool.', created_at: time },
  })
  expect(first.body.flag.created_at > rating.created_at).toBe(true)
  const second = await flag(agent, { reason: 'Insults.' }, skill.id, rating.id.toUpperCase())
  expect([second.status, second.body.flag]).toEqual([200, { ...first.body.flag, reason: 'Insults.' }])
  expect(second.body.message).not.toBe(first.body.message)
})

// tests/database/access.test.ts has ratings, updates, deletions and upserts.
test.runIf(localStack)('the Data API answers 400 to the 101st row and writes none of them', async () => {
  const [{ key }, word] = [await newAgent(), uniqueWord()]
  const insert = async (count: number) => {
    const rows = Array.from({ length: count }, (_, i) => ({
      name: `${word} ${i}`,
      description: 'One of many.',
      type: 'other',
    }))
    const response = await fetch(`${localStack?.apiUrl}/rest/v1/skills`, {
      method: 'POST',
      headers: {
        apikey: localStack?.publishableKey ?? '',
        'x-api-key': key,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(rows),
    })
    return [response.status, await response.text()]
  }
  expect(await insert(101)).toEqual([400, expect.stringContaining('"too_many_rows"')])
  expect(await insert(100)).toEqual([201, ''])
})
