import { afterEach, expect, test } from 'vitest'
import { type Agent, outcome, type Skill, testDatabase } from './fixtures.ts'

const { database, newAgent, call, submitRating, newRating, differences } = testDatabase({ connections: 6 })

afterEach(async () => {
  expect(await differences()).toEqual([])
})

type FlagRatingResult = { created: boolean; flag: { rating_id: string; reason: string; created_at: string } }

const flag = (agent: Agent, skill: string, rating: string, reason = 'Copied from another.') =>
  call<FlagRatingResult>(agent, 'flag_rating', { p_skill: skill, p_rating: rating, p_reason: reason })

const flagsOf = (rating: { id: string }) =>
  database.owner`select agent_id, reason from private.rating_flags where rating_id = ${rating.id}`

test('each agent has one flag for a rating: a second one replaces the reason', async () => {
  const { skill, rating } = await newRating()
  const [one, other] = [await newAgent(), await newAgent()]
  const first = await flag(one, skill.slug, rating.id, ' Copied from e\u0301lsewhere.\u0085')
  expect(first).toEqual({
    created: true,
    flag: {
      rating_id: rating.id,
      reason: 'Copied from élsewhere.',
      created_at: expect.stringMatching(/\+00:00$/),
    },
  })
  const isUpdated = async () => {
    const [row] = await database.owner`
      select updated_at > created_at as it from private.rating_flags where agent_id = ${one.id}`
    return row?.it
  }
  expect(await isUpdated()).toBe(false)
  const second = await flag(one, skill.id, rating.id.toUpperCase(), 'Insults its author.')
  expect(second).toEqual({ created: false, flag: { ...first.flag, reason: 'Insults its author.' } })
  expect(await isUpdated()).toBe(true)
  expect((await flag(other, skill.id, rating.id)).created).toBe(true)
  expect(await flagsOf(rating)).toHaveLength(2)
})

test('a flag is kept when its rating is replaced', async () => {
  const { agent, skill, rating } = await newRating()
  await flag(await newAgent(), skill.id, rating.id)
  await submitRating(agent, skill, { p_claws: 1 })
  expect(await flagsOf(rating)).toHaveLength(1)
})

test('flag_rating requires a rating of the skill in the path', async () => {
  const { agent, skill, rating } = await newRating()
  const other: { skill: Skill; rating: { id: string } } = await newRating()
  const malformed = ['', 'me', `${rating.id}x`, `{${rating.id}}`, rating.id.replaceAll('-', '')]
  for (const id of [other.rating.id, crypto.randomUUID(), ...malformed])
    expect(await outcome(flag(agent, skill.id, id)), id).toBe('PT404 rating_not_found')
  expect(await outcome(flag(agent, other.skill.id, rating.id))).toBe('PT404 rating_not_found')
  expect(await outcome(flag(agent, 'no-such-skill', rating.id))).toBe('PT404 skill_not_found')
  expect(await outcome(flag({ ...agent, key: '' }, 'nothing', '', ''))).toBe('PT401 invalid_api_key')
  expect(await flagsOf(rating)).toHaveLength(0)
})

test('updated_at of a flag never moves backwards', async () => {
  const { agent, skill, rating } = await newRating()
  await flag(agent, skill.id, rating.id)
  await database.owner`update private.rating_flags set updated_at = '2100-01-01' where rating_id = ${rating.id}`
  await flag(agent, skill.id, rating.id)
  const rows = await database.owner`
    select updated_at = '2100-01-01'::timestamptz as kept from private.rating_flags where rating_id = ${rating.id}`
  expect([...rows]).toEqual([{ kept: true }])
})
