// The bounds of `reason` are tested in text-fields.test.ts, the order of the checks in problems.test.ts.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, post, type Rating, request, type Skill } from '../support/api.ts'
import {
  type Agent,
  getSkill,
  listRatings,
  newAgent,
  newAgents,
  newSkill,
  rate,
  sharedAgent,
  UTC_TIME,
} from '../support/fixtures.ts'

type Flagged = {
  success: boolean
  message: string
  flag: { rating_id: string; reason: string; created_at: string }
}

let skill: Skill
let rating: Rating
beforeAll(async () => {
  skill = await newSkill()
  const { body } = await rate(await newAgent(), { skill_id: skill.id, claws: 1, commentary: 'Buy mine.' })
  rating = body.rating
})

const flag = ({ key }: Agent, value: object, address = skill.slug, id = rating.id) =>
  post<Flagged>(`/api/skills/${address}/ratings/${id}/flag`, value, { key })

describe('POST …/flag', () => {
  test('returns 201 the first time, then 200, and keeps the newest reason', async () => {
    const agent = await newAgent()
    const first = await flag(agent, { reason: '  Advertises another tool. ' })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      flag: {
        rating_id: rating.id,
        reason: 'Advertises another tool.',
        created_at: expect.stringMatching(UTC_TIME),
      },
    })
    const second = await flag(
      agent,
      { reason: 'Advertises, and insults.' },
      skill.id,
      rating.id.toUpperCase(),
    )
    expect(second.status).toBe(200)
    expect(second.body.flag).toEqual({ ...first.body.flag, reason: 'Advertises, and insults.' })
    expect(second.body.message).not.toBe(first.body.message)
  })

  test('hides nothing, however many agents flag a rating', async () => {
    const before = [await getSkill(skill.id), await listRatings(skill.id)]
    for (const agent of await newAgents(5))
      expect((await flag(agent, { reason: 'I dislike it.' })).status).toBe(201)
    expect([await getSkill(skill.id), await listRatings(skill.id)]).toEqual(before)
  })

  test('returns 201 once when 10 requests of one agent race', async () => {
    const agent = await newAgent()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => flag(agent, { reason: `Try ${i}` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
  })

  test('accepts the own rating', async () => {
    const agent = await newAgent()
    const own = (await rate(agent, { skill_id: skill.id, claws: 3 })).body.rating
    expect((await flag(agent, { reason: 'I was wrong.' }, skill.slug, own.id)).status).toBe(201)
  })

  test('ignores unknown fields', async () => {
    const fields = { reason: 'x', rating_id: randomUUID(), agent_id: randomUUID(), created_at: '2000-01-01' }
    const { body } = await flag(await newAgent(), fields)
    expect(body.flag).toMatchObject({ rating_id: rating.id, reason: 'x' })
    expect(body.flag.created_at > rating.created_at).toBe(true)
  })
})

describe('404', () => {
  test('rating_not_found is returned for an unknown or malformed rating id', async () => {
    const ids = [
      randomUUID(),
      'me',
      'x',
      '%00',
      '%FF',
      "x'--",
      '0',
      '%7B%7D',
      '00000000-0000-0000-0000-000000000000',
    ]
    for (const id of ids) {
      expectProblem(await flag(await sharedAgent(), { reason: 'x' }, skill.slug, id), 404, 'rating_not_found')
    }
  })

  test('rating_not_found is returned for a rating of another skill, and for a deleted one', async () => {
    const [agent, other] = [await newAgent(), await newSkill()]
    expectProblem(await flag(agent, { reason: 'x' }, other.slug), 404, 'rating_not_found')
    const { id } = (await rate(agent, { skill_id: other.id, claws: 3 })).body.rating
    expect((await flag(agent, { reason: 'x' }, other.slug, id)).status).toBe(201)
    await request('DELETE', `/api/skills/${other.slug}/ratings/me`, agent)
    expectProblem(await flag(agent, { reason: 'x' }, other.slug, id), 404, 'rating_not_found')
  })

  test('skill_not_found is returned for an unknown skill, whatever the rating id', async () => {
    for (const address of [randomUUID(), '%00', 'A']) {
      expectProblem(await flag(await sharedAgent(), { reason: 'x' }, address, 'x'), 404, 'skill_not_found')
    }
  })
})
