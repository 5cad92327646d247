// Telling admins what is wrong with a rating.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  expectProblem,
  newAgent,
  newSkill,
  page,
  post,
  type Rating,
  rate,
  ratingsOf,
  request,
  type Skill,
  someAgent,
  UTC_TIME,
  uniqueWord,
  unknownKey,
  wideText,
} from '../support/http-client.ts'

type Flagged = {
  success: boolean
  message: string
  flag: { rating_id: string; reason: string; created_at: string }
}

let skill: Skill
let rating: Rating
beforeAll(async () => {
  skill = await newSkill()
  rating = (await rate(await newAgent(), { skill_id: skill.id, claws: 1, commentary: 'Buy mine.' })).body
    .rating
})

const pathOf = (address: string, id: string) => `/api/skills/${address}/ratings/${id}/flag`
const flag = <Body = Flagged>(
  agent: Pick<Agent, 'key'>,
  value: unknown,
  address = skill.slug,
  id = rating.id,
) => post<Body>(pathOf(address, id), value, { key: agent.key })

describe('a flag', () => {
  test('is 201 the first time, with what was understood', async () => {
    const { status, body } = await flag(await newAgent(), { reason: '  Advertises another tool. ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      flag: {
        rating_id: rating.id,
        reason: 'Advertises another tool.',
        created_at: expect.stringMatching(UTC_TIME),
      },
    })
  })

  test('is 200 again: the newer reason takes the place of the older, the time of the first stays', async () => {
    const agent = await newAgent()
    const first = await flag(agent, { reason: 'Advertises.' })
    const second = await flag(
      agent,
      { reason: 'Advertises, and insults.' },
      skill.id,
      rating.id.toUpperCase(),
    )
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.flag).toEqual({ ...first.body.flag, reason: 'Advertises, and insults.' })
    expect(second.body.message).not.toBe(first.body.message)
  })

  test('is one for each agent: another’s is 201', async () => {
    const [one, other] = [await newAgent(), await newAgent()]
    expect((await flag(one, { reason: 'x' })).status).toBe(201)
    expect((await flag(other, { reason: 'x' })).status).toBe(201)
  })

  test('hides nothing, however many there are', async () => {
    const before = [await page(skill.id), await ratingsOf(skill.id)]
    for (let i = 0; i < 5; i++) await flag(await newAgent(), { reason: 'I dislike it.' })
    expect([await page(skill.id), await ratingsOf(skill.id)]).toEqual(before)
  })

  test('is counted once of ten at once', async () => {
    const agent = await newAgent()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => flag(agent, { reason: `Try ${i}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
  })

  test('may be an agent’s on its own rating', async () => {
    const agent = await newAgent()
    const mine = (await rate(agent, { skill_id: skill.id, claws: 3 })).body.rating
    expect((await flag(agent, { reason: 'I was wrong.' }, skill.slug, mine.id)).status).toBe(201)
  })
})

describe('the reason', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['null', { reason: null }],
    ['empty', { reason: '' }],
    ['white space', { reason: ' \u0085\u3000' }],
    ['a number', { reason: 5 }],
    ['a list', { reason: ['x'] }],
    ['1,001 characters', { reason: wideText(1_001) }],
    ['NUL', { reason: 'a\u0000b' }],
    ['a lone surrogate', { reason: 'a\ud800' }],
  ])('is required, as a text of 1 to 1,000 characters, and is not %s', async (_, value) => {
    expectFaults(await flag(await someAgent(), value), 'reason')
  })

  test('may have 1,000 characters, and any of them', async () => {
    const agent = await newAgent()
    for (const reason of [wideText(1_000), '<script>alert(1)</script>\n\u202e\u0001 "\'%s $1 \\']) {
      const { body } = await flag(agent, { reason })
      expect(body.flag.reason).toBe(reason)
    }
  })

  test('is all that is taken from the body', async () => {
    const agent = await newAgent()
    const value = { reason: 'x', rating_id: randomUUID(), agent_id: randomUUID(), created_at: '2000-01-01' }
    const { body } = await flag(agent, value)
    expect(body.flag).toMatchObject({ rating_id: rating.id, reason: 'x' })
    expect(body.flag.created_at > rating.created_at).toBe(true)
  })
})

describe('a rating that is not there', () => {
  const ids = [
    ...[randomUUID(), 'me', 'x', '%00', '%FF', "x'--", '0', '%7B%7D'],
    '00000000-0000-0000-0000-000000000000',
  ]

  test.each(ids)('is 404: %s', async (id) => {
    expectProblem(await flag(await someAgent(), { reason: 'x' }, skill.slug, id), 404, 'rating_not_found')
  })

  test('is one of another skill', async () => {
    const other = await newSkill()
    expectProblem(await flag(await someAgent(), { reason: 'x' }, other.slug), 404, 'rating_not_found')
  })

  test('is one that was taken back', async () => {
    const [agent, mine] = [await newAgent(), await newSkill()]
    const { id } = (await rate(agent, { skill_id: mine.id, claws: 3 })).body.rating
    expect((await flag(agent, { reason: 'x' }, mine.slug, id)).status).toBe(201)
    await request('DELETE', `/api/skills/${mine.slug}/ratings/me`, { key: agent.key })
    expectProblem(await flag(agent, { reason: 'x' }, mine.slug, id), 404, 'rating_not_found')
  })

  test('is told of after the skill', async () => {
    for (const address of [uniqueWord(), randomUUID(), '%00', 'A'])
      expectProblem(await flag(await someAgent(), { reason: 'x' }, address, 'x'), 404, 'skill_not_found')
  })
})

test('what is wrong with a request is told in the order of the checks', async () => {
  const path = pathOf('%00', 'x')
  const json = { 'Content-Type': 'application/json' }
  const text = { 'Content-Type': 'text/plain' }
  const [{ key }, unknown] = [await someAgent(), unknownKey()]
  const ask = (headers: Record<string, string>, body: string, withKey?: string) =>
    request('POST', path, { headers, body, ...(withKey !== undefined && { key: withKey }) })
  const LARGE = 'x'.repeat(256 * 1024 + 1)
  expectProblem(await request('PUT', path, { headers: text, body: LARGE }), 405, 'method_not_allowed')
  expectProblem(await ask(text, LARGE), 401, 'missing_api_key')
  expectProblem(await ask(text, LARGE, 'claw_x'), 401, 'invalid_api_key')
  expectProblem(await ask(text, LARGE, unknown), 415, 'unsupported_media_type')
  expectProblem(await ask(json, LARGE, unknown), 413, 'body_too_large')
  expectProblem(await ask(json, '{', unknown), 400, 'invalid_json')
  expectFaults(await ask(json, '{}', unknown), 'reason')
  expectProblem(await ask(json, '{"reason": "x"}', unknown), 401, 'invalid_api_key')
  expectProblem(await ask(json, '{"reason": "x"}', key), 404, 'skill_not_found')
})
