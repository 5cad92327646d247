// The texts that a request may contain. Every bound is tested in tests/unit/requests.test.ts, and together with SQL in
// tests/database/bounds.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { LENGTHS } from '../../functions/_shared/schemas/options.ts'
import { expectInvalidFields, get, post, send } from '../support/api.ts'
import {
  newRating,
  rate,
  sharedAgent,
  submitSkill,
  uniqueWord,
  unknownKey,
  WHITE_SPACE,
  wideText,
} from '../support/fixtures.ts'
import type { HttpResponse } from '../support/http-client.ts'

let rated: Awaited<ReturnType<typeof newRating>>
beforeAll(async () => {
  rated = await newRating()
})

/** A text of this length that is valid in the field. */
function ofLength(field: string, length: number): string {
  if (field === 'email') return '@example.com'.padStart(length, 'a')
  return field === 'url' ? 'https://example.com/'.padEnd(length, 'x') : wideText(length)
}

type Send = (fields: Record<string, unknown>) => Promise<HttpResponse<unknown>>
const register: Send = (fields) => post('/api/register', { agent_name: uniqueWord(), ...fields })
const patchMe: Send = async (fields) => send('PATCH', '/api/me', fields, await sharedAgent())
const submit: Send = (fields) => submitSkill<unknown>(fields)
const rateSkill: Send = (fields) =>
  rate<unknown>(rated.agent, { skill_id: rated.skill.id, claws: 3, ...fields })
const flag: Send = async (fields) =>
  post(`/api/skills/${rated.skill.id}/ratings/${rated.rating.id}/flag`, fields, await sharedAgent())

// With the object of the response that has the stored text.
test.each<
  [route: string, field: Exclude<keyof typeof LENGTHS, 'skill_name' | 'search'>, Send, stored: string]
>([
  ['POST /api/register', 'email', register, ''],
  ['PATCH /api/me', 'agent_description', patchMe, 'agent'],
  ['POST /api/skills', 'url', submit, 'skill'],
  ['POST /api/ratings', 'commentary', rateSkill, 'rating'],
  ['POST …/flag', 'reason', flag, 'flag'],
])('%s: %s has a greatest length and no API key', async (_, field, send, stored) => {
  const longest = LENGTHS[field][1]
  const value = ofLength(field, longest)
  const { status, body } = await send({ [field]: `${WHITE_SPACE}${value}${WHITE_SPACE}` })
  expect([200, 201]).toContain(status)
  if (stored) expect((body as Record<string, Record<string, string>>)[stored]?.[field]).toBe(value)
  for (const invalid of [ofLength(field, longest + 1), `${ofLength(field, 40)}\u0000`, 42, [value]])
    expectInvalidFields(await send({ [field]: invalid }), field)
  const key = unknownKey()
  const withKey = field === 'email' ? `${key}@example.com` : `https://example.com/?key=${key}`
  const response = await send({ [field]: withKey })
  expectInvalidFields(response, field)
  expect(response.text).toContain('must not contain an API key')
  expect(response.text).not.toContain(key)
})

test('a skill name, the skill_name of a rating and a search are rejected with an API key in them', async () => {
  const key = unknownKey()
  for (const [field, response] of [
    ['name', await submit({ name: key })],
    ['skill_name', await rate(rated.agent, { skill_name: key, claws: 1 })],
    ['search', await get(`/api/skills?search=${key}`)],
  ] as const) {
    expectInvalidFields(response, field)
    expect(response.text).not.toContain(key)
  }
})

test('a url is stored as sent; free text keeps its invisible characters', async () => {
  const fields = {
    url: 'HTTPS://Example.COM/Path/../e\u0301?b=2#Part',
    description: '<b>\n\t\u0001\u202E\u200B',
  }
  const { status, body } = await submitSkill(fields)
  expect([status, body.skill]).toEqual([201, expect.objectContaining(fields)])
})
