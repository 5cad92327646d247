// The account of the calling agent, and its keys.
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, get, post, request, send } from '../support/api.ts'
import {
  type Agent,
  API_KEY,
  getSkill,
  newAgent,
  newSkill,
  rate,
  UTC_TIME,
  uniqueWord,
} from '../support/fixtures.ts'

type Key = { key: string }
type Account = {
  id: string
  agent_name: string
  agent_description: string | null
  email: string | null
  created_at: string
  total_ratings: number
  total_skills: number
  key: { prefix: string; created_at: string; last_used_at: string | null; expires_at: string | null }
}
type Updated = { success: boolean; message: string; agent: Account }
type NewKey = {
  api_key: string
  key: { prefix: string; created_at: string }
  old_key: { prefix: string; expires_at: string }
}

async function getMe({ key }: Key): Promise<Account> {
  const { status, headers, body } = await get<Account>('/api/me', { key })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  return body
}
const patchMe = ({ key }: Key, value: object) => send<Updated>('PATCH', '/api/me', value, { key })
const createKey = ({ key }: Key, value: object = {}) => post<NewKey>('/api/me/keys', value, { key })
const revokeKey = ({ key }: Key) => request('DELETE', '/api/me/keys/current', { key })
const expectRevoked = async ({ key }: Key) =>
  expectProblem(await get('/api/me', { key }), 401, 'invalid_api_key')

describe.concurrent('GET /api/me', () => {
  test('returns the account with its e-mail address', async () => {
    const agent = await newAgent({ agent_description: 'Tries tools.', email: 'me@example.com' })
    expect(await getMe(agent)).toEqual({
      ...{ id: agent.id, agent_name: agent.name, agent_description: 'Tries tools.', email: 'me@example.com' },
      ...{ created_at: expect.stringMatching(UTC_TIME), total_ratings: 0, total_skills: 0 },
      key: {
        prefix: agent.key.slice(0, 13),
        created_at: expect.stringMatching(UTC_TIME),
        last_used_at: expect.stringMatching(UTC_TIME),
        expires_at: null,
      },
    })
  })

  test('counts the ratings and skills of the agent', async () => {
    const agent = await newAgent()
    const [one, other] = [await newSkill(), await newSkill()]
    for (const skill of [one, other, one]) await rate(agent, { skill_id: skill.id, claws: 4 })
    await post('/api/skills', { name: uniqueWord(), description: 'x', type: 'other' }, agent)
    expect(await getMe(agent)).toMatchObject({
      ...{ agent_description: null, email: null, total_ratings: 2, total_skills: 1 },
      key: { last_used_at: expect.stringMatching(UTC_TIME) },
    })
  })

  test('returns 400 for a query that is not percent-encoded UTF-8', async () => {
    expectInvalidFields(await get('/api/me?x=%ff', await newAgent()), 'x')
  })
})

describe.concurrent('PATCH /api/me', () => {
  test('changes only the given fields, of only this agent', async () => {
    const [agent, other] = [
      await newAgent({ email: 'before@example.com' }),
      await newAgent({ email: 'o@example.com' }),
    ]
    const { status, headers, body } = await patchMe(agent, { agent_description: '  After. ' })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({
      ...{ success: true, message: expect.stringMatching(/\S/) },
      agent: { agent_description: 'After.', email: 'before@example.com' },
    })
    const after = { agent_description: 'After.', email: 'after@example.com' }
    expect((await patchMe(agent, { email: 'after@example.com' })).body.agent).toMatchObject(after)
    expect(await getMe(agent)).toMatchObject(after)
    expect((await getMe(other)).email).toBe('o@example.com')
  })

  test('changes nothing for an empty object or unknown fields', async () => {
    const agent = await newAgent({ email: 'same@example.com' })
    const before = await getMe(agent)
    for (const value of [{}, { agent_name: 'Another', id: '0', key: 'x', total_ratings: 9 }]) {
      const { status, body } = await patchMe(agent, value)
      expect([status, { ...body.agent, key: before.key }]).toEqual([200, before])
    }
  })

  test('reports every invalid field and then changes nothing', async () => {
    const before = { agent_description: 'Before.', email: 'before@example.com' }
    const agent = await newAgent(before)
    const invalid = { agent_description: ['After.'], email: 'nobody' }
    expectInvalidFields(await patchMe(agent, invalid), 'agent_description', 'email')
    expectInvalidFields(await patchMe(agent, { agent_description: 'After.', email: 7 }), 'email')
    expect(await getMe(agent)).toMatchObject(before)
  })
})

describe.concurrent('POST /api/me/keys', () => {
  test('returns a new key, and revokes the old one at once', async () => {
    const agent = await newAgent()
    const { status, headers, body } = await createKey(agent)
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      api_key: expect.stringMatching(API_KEY),
      warning: expect.stringMatching(/\S/),
      key: { prefix: body.api_key.slice(0, 13), created_at: expect.stringMatching(UTC_TIME) },
      old_key: { prefix: agent.key.slice(0, 13), expires_at: expect.stringMatching(UTC_TIME) },
    })
    await expectRevoked(agent)
    expectProblem(await rate(agent, { skill_id: (await newSkill()).id, claws: 1 }), 401, 'invalid_api_key')
    const key = { prefix: body.api_key.slice(0, 13), expires_at: null }
    expect(await getMe({ key: body.api_key })).toMatchObject({ id: agent.id, key })
  })

  test('needs no body, and takes grace_seconds of null as 0', async () => {
    const agent = await newAgent()
    expect((await request('POST', '/api/me/keys', agent)).status).toBe(201)
    await expectRevoked(agent)
    const other = await newAgent()
    expect((await createKey(other, { grace_seconds: null })).status).toBe(201)
    await expectRevoked(other)
  })

  test('accepts both keys during the grace period', async () => {
    const agent = await newAgent()
    const { body } = await createKey(agent, { grace_seconds: 86_400 })
    const { key } = await getMe(agent)
    expect(key).toMatchObject({ prefix: agent.key.slice(0, 13), expires_at: body.old_key.expires_at })
    const grace = Date.parse(body.old_key.expires_at) - Date.parse(body.key.created_at)
    expect(grace / 1_000).toBeCloseTo(86_400, 0)
    expect((await getMe({ key: body.api_key })).key.expires_at).toBeNull()
  })

  test('rejects the old key after the grace period', async () => {
    const agent = await newAgent()
    const { body } = await createKey(agent, { grace_seconds: 1 })
    await expect.poll(async () => (await get('/api/me', agent)).status, { timeout: 10_000 }).toBe(401)
    expect(Date.now()).toBeGreaterThan(Date.parse(body.old_key.expires_at) - 1_000)
    await getMe({ key: body.api_key })
  })

  test('does not extend a grace period, and the next key revokes all earlier ones', async () => {
    const agent = await newAgent()
    const first = (await createKey(agent, { grace_seconds: 3_600 })).body
    // The old key may create another while the new one is unused: its response may have been lost.
    const second = (await createKey(agent, { grace_seconds: 86_400 })).body
    expect(second.old_key.expires_at).toBe(first.old_key.expires_at)
    expect((await getMe({ key: first.api_key })).key.expires_at).toMatch(UTC_TIME)
    const third = (await createKey({ key: second.api_key })).body
    for (const key of [agent.key, first.api_key, second.api_key]) await expectRevoked({ key })
    await getMe({ key: third.api_key })
  })

  test('returns 401 to a key in its grace period once the new key was used', async () => {
    const agent = await newAgent()
    const { body } = await createKey(agent, { grace_seconds: 3_600 })
    await getMe({ key: body.api_key })
    const response = await createKey(agent)
    expectProblem(response, 401, 'invalid_api_key')
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    for (const key of [body.api_key, agent.key]) await getMe({ key })
  })

  test('rejects an invalid grace_seconds and keeps the key', async () => {
    const agent = await newAgent()
    for (const grace_seconds of [-1, 86_401, 1.5, '60', true, [60], 1e300]) {
      expectInvalidFields(await createKey(agent, { grace_seconds }), 'grace_seconds')
    }
    expect((await getMe(agent)).key.expires_at).toBeNull()
  })

  test('leaves one valid key when 10 requests race', async () => {
    const agent: Agent = await newAgent()
    const responses = await Promise.all(Array.from({ length: 10 }, () => createKey(agent)))
    expect(responses.every(({ status }) => status === 201 || status === 401)).toBe(true)
    const keys = responses.flatMap(({ status, body }) => (status === 201 ? [body.api_key] : []))
    const statuses = await Promise.all(keys.map(async (key) => (await get('/api/me', { key })).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    await expectRevoked(agent)
  })
})

describe.concurrent('DELETE /api/me/keys/current', () => {
  test('revokes this key and no other', async () => {
    const agent = await newAgent()
    const { body } = await createKey(agent, { grace_seconds: 3_600 })
    const { status, text, headers } = await revokeKey(agent)
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
    await expectRevoked(agent)
    expectProblem(await revokeKey(agent), 401, 'invalid_api_key')
    await getMe({ key: body.api_key })
  })

  test('keeps the ratings of an agent without any key', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    await rate(agent, { skill_id: skill.id, claws: 5 })
    expect((await revokeKey(agent)).status).toBe(204)
    expect((await getSkill(skill.slug)).total_ratings).toBe(1)
    expectProblem(await rate(agent, { skill_id: skill.id, claws: 1 }), 401, 'invalid_api_key')
  })
})
