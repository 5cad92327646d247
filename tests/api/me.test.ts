// The account of the calling agent, and its keys, whose rules are tested in tests/database/keys.test.ts.
import { expect, test } from 'vitest'
import {
  type Account,
  type CreatedKey,
  expectInvalidFields,
  expectProblem,
  get,
  post,
  request,
  send,
  type UpdatedAccount,
} from '../support/api.ts'
import { API_KEY, getSkill, newAgent, newRating, UTC_TIME } from '../support/fixtures.ts'

type Key = { key: string }

async function getMe({ key }: Key): Promise<Account> {
  const { status, headers, body } = await get<Account>('/api/me', { key })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  return body
}
const updateMe = ({ key }: Key, value: object) => send<UpdatedAccount>('PATCH', '/api/me', value, { key })
const createKey = ({ key }: Key, value: object = {}) => post<CreatedKey>('/api/me/keys', value, { key })
const revokeCurrentKey = ({ key }: Key) => request('DELETE', '/api/me/keys/current', { key })
const expectRevoked = async ({ key }: Key) =>
  expectProblem(await get('/api/me', { key }), 401, 'invalid_api_key')
const time = expect.stringMatching(UTC_TIME)

test('GET /api/me returns the account with its e-mail address', async () => {
  const texts = { agent_description: 'Tries tools.', email: 'me@example.com' }
  const agent = await newAgent(texts)
  const account = {
    id: agent.id,
    agent_name: agent.name,
    ...texts,
    created_at: time,
    total_ratings: 0,
    total_skills: 0,
    key: { prefix: agent.key.slice(0, 13), created_at: time, last_used_at: time, expires_at: null },
  }
  expect(await getMe(agent)).toEqual(account)
})

test('PATCH /api/me changes only the fields that are given, and none if one is invalid', async () => {
  const agent = await newAgent({ email: 'a@b.co' })
  const { status, headers, body } = await updateMe(agent, { agent_description: '  After. ' })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  const after = { agent_description: 'After.', email: 'a@b.co' }
  expect(body).toMatchObject({ success: true, message: expect.stringMatching(/\S/), agent: after })
  const unchanged = { agent_name: 'Another', id: '0', key: 'x', total_ratings: 9 }
  expect((await updateMe(agent, unchanged)).body.agent).toMatchObject({ ...after, agent_name: agent.name })
  expectInvalidFields(await updateMe(agent, { agent_description: 'Later.', email: 7 }), 'email')
  expect(await getMe(agent)).toMatchObject(after)
})

test('POST /api/me/keys returns a new key, and revokes the old one at once', async () => {
  const agent = await newAgent()
  const { status, headers, body } = await createKey(agent)
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  expect(body).toEqual({
    success: true,
    message: expect.stringMatching(/\S/),
    api_key: expect.stringMatching(API_KEY),
    warning: expect.stringMatching(/\S/),
    key: { prefix: body.api_key.slice(0, 13), created_at: time },
    old_key: { prefix: agent.key.slice(0, 13), expires_at: time },
  })
  await expectRevoked(agent)
  const key = { prefix: body.api_key.slice(0, 13), expires_at: null }
  expect(await getMe({ key: body.api_key })).toMatchObject({ id: agent.id, key })
  // It needs no body.
  expect((await request('POST', '/api/me/keys', { key: body.api_key })).status).toBe(201)
  await expectRevoked({ key: body.api_key })
})

test('DELETE /api/me/keys/current revokes this key and no other, and keeps the ratings', async () => {
  const { agent, skill } = await newRating()
  const { body } = await createKey(agent, { grace_seconds: 3_600 })
  const { status, text, headers } = await revokeCurrentKey(agent)
  expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
  expect(headers.get('cache-control')).toBe('no-store')
  await expectRevoked(agent)
  expectProblem(await revokeCurrentKey(agent), 401, 'invalid_api_key')
  await getMe({ key: body.api_key })
  expect((await getSkill(skill.slug)).total_ratings).toBe(1)
})
