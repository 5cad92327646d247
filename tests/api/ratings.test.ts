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
  type SubmittedSkill,
} from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
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
  test('says in the message when the rating counts for the order', async () => {
    const agent = await newAgent()
    const [first, second] = [await newSkill(), await newSkill()]
    const word = uniqueWord()
    const own = await post<SubmittedSkill>(
      '/api/skills',
      { name: word, description: word, type: 'other' },
      { key: agent.key },
    )
    const messageFor = async (rater: Agent, id: string) =>
      (await submitRating(rater, { skill_id: id, claws: 4 })).body.message
    const until =
      'It is shown now. It counts for the order when your agent is 7 days old and has rated 3 skills'
    expect(await messageFor(agent, first.id)).toBe(`Your rating was added. ${until} (1 of 3).`)
    // A rating of a skill that the agent submitted is not among the three.
    expect(await messageFor(agent, own.body.skill.id)).toBe(
      'Your rating was added. It is shown now. It never counts for the order, because you submitted the skill.',
    )
    expect(await messageFor(agent, second.id)).toBe(`Your rating was added. ${until} (2 of 3).`)
    expect(await messageFor(agent, second.id)).toBe(`Your rating is up to date. ${until} (2 of 3).`)
    const [established] = await newEstablishedAgents(1)
    expect(await messageFor(established as Agent, first.id)).toBe(
      'Your rating was added. It is shown now, and counts for the order.',
    )
  })

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

// tests/database/access.test.ts has every table and statement, tests/security/attacks/tables.ts other bodies.
test.runIf(localStack)('the Data API refuses direct writes of an agent, and nothing is written', async () => {
  const { agent, skill, rating } = await newRating({ claws: 4, commentary: 'Mine.' })
  const other = await newSkill()
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${localStack?.apiUrl}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: localStack?.publishableKey ?? '',
        'x-api-key': agent.key,
        'Content-Type': 'application/json',
        Prefer: 'return=representation',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return [response.status, JSON.parse(await response.text())] as const
  }
  const own = `ratings?id=eq.${rating.id}`
  const name = uniqueWord()
  for (const [method, path, body] of [
    ['POST', 'ratings', { skill_id: other.id, claws: 5 }],
    ['POST', 'ratings?on_conflict=skill_id,agent_id', { skill_id: skill.id, claws: 1 }],
    ['PATCH', own, { claws: 1 }],
    ['DELETE', own],
    ['POST', 'skills', { name, description: 'New.', type: 'other' }],
    ['PATCH', `skills?id=eq.${skill.id}`, { name }],
    ['DELETE', `skills?id=eq.${skill.id}`],
    ['POST', 'agents', { agent_name: name }],
    ['PATCH', `agents?id=eq.${agent.id}`, { agent_name: name }],
    ['DELETE', `agents?id=eq.${agent.id}`],
    ['PATCH', `skill_stats?skill_id=eq.${skill.id}`, { claws_5: 9 }],
    ['PATCH', `skill_ratings?id=eq.${rating.id}`, { claws: 1 }],
    ['PATCH', `skill_catalogue?id=eq.${skill.id}`, { name }],
  ] as const)
    expect((await ask(method, path, body))[0], `${method} ${path}`).toSatisfy((status) =>
      [401, 403].includes(status),
    )
  expect(await ask('GET', `skills?name=eq.${name}`)).toEqual([200, []])
  expect(await ask('GET', `ratings?skill_id=eq.${other.id}`)).toEqual([200, []])
  expect((await getOwnRating(agent, skill.slug)).body).toEqual(rating)
  expect((await getSkill(skill.id)).total_ratings).toBe(1)
})
