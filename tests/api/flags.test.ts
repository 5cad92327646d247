// Bounds and unknown ratings are tested in tests/database (bounds.test.ts, flags.test.ts), the order of the checks in problems.test.ts.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Flagged, post, type Rating, type Skill } from '../support/api.ts'
import { type Agent, getSkill, listRatings, newAgent, newRating, UTC_TIME } from '../support/fixtures.ts'

let author: Agent
let skill: Skill
let rating: Rating
beforeAll(async () => {
  ;({ agent: author, skill, rating } = await newRating({ commentary: 'Buy mine.' }))
})

const flag = ({ key }: Agent, value: object, address = skill.slug, id = rating.id) =>
  post<Flagged>(`/api/skills/${address}/ratings/${id}/flag`, value, { key })

test('a flag returns 201 the first time, then 200 with the newest reason; other responses stay', async () => {
  const before = [await getSkill(skill.id), await listRatings(skill.id)]
  const agent = await newAgent()
  const unknown = { rating_id: randomUUID(), agent_id: randomUUID(), created_at: '2000-01-01' }
  const first = await flag(agent, { reason: '  Advertises another tool. ', ...unknown })
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    success: true,
    message: expect.stringMatching(/\S/),
    flag: {
      ...{ rating_id: rating.id, reason: 'Advertises another tool.' },
      created_at: expect.stringMatching(UTC_TIME),
    },
  })
  expect(first.body.flag.created_at > rating.created_at).toBe(true)
  const second = await flag(agent, { reason: 'Insults.' }, skill.id, rating.id.toUpperCase())
  expect([second.status, second.body.flag]).toEqual([200, { ...first.body.flag, reason: 'Insults.' }])
  expect(second.body.message).not.toBe(first.body.message)
  expect((await flag(author, { reason: 'I was wrong.' })).status).toBe(201)
  expect([await getSkill(skill.id), await listRatings(skill.id)]).toEqual(before)
})
