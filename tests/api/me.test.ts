// What an agent sees and changes of itself: its account, and the life of its keys.
import { describe, expect, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  expectProblem,
  get,
  newAgent,
  newSkill,
  post,
  rate,
  request,
  UTC_TIME,
  uniqueWord,
  unknownKey,
  wideText,
} from '../support/http-client.ts'

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
type Edited = { success: boolean; message: string; agent: Account }
type Replaced = {
  success: boolean
  message: string
  api_key: string
  warning: string
  key: { prefix: string; created_at: string }
  old_key: { prefix: string; expires_at: string }
}

async function account({ key }: Pick<Agent, 'key'>): Promise<Account> {
  const { status, headers, body } = await get<Account>('/api/me', { key })
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  return body
}

const patch = <Body = Edited>({ key }: Pick<Agent, 'key'>, value: unknown) =>
  request<Body>('PATCH', '/api/me', {
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })

const replace = <Body = Replaced>({ key }: Pick<Agent, 'key'>, value: unknown = {}) =>
  post<Body>('/api/me/keys', value, { key })

const end = ({ key }: Pick<Agent, 'key'>) => request('DELETE', '/api/me/keys/current', { key })

const isRefused = async ({ key }: Pick<Agent, 'key'>) =>
  expectProblem(await get('/api/me', { key }), 401, 'invalid_api_key')

describe('GET /api/me', () => {
  test('shows the agent to itself, its address included', async () => {
    const agent = await newAgent({ agent_description: 'Tries tools.', email: 'me@example.com' })
    expect(await account(agent)).toEqual({
      id: agent.id,
      agent_name: agent.name,
      agent_description: 'Tries tools.',
      email: 'me@example.com',
      created_at: expect.stringMatching(UTC_TIME),
      total_ratings: 0,
      total_skills: 0,
      key: {
        prefix: agent.key.slice(0, 13),
        created_at: expect.stringMatching(UTC_TIME),
        last_used_at: expect.stringMatching(UTC_TIME),
        expires_at: null,
      },
    })
  })

  test('counts its ratings and its skills, and says when the key last wrote', async () => {
    const agent = await newAgent()
    const [one, other] = [await newSkill(), await newSkill()]
    for (const skill of [one, other, one]) await rate(agent, { skill_id: skill.id, claws: 4 })
    const fields = { name: uniqueWord(), description: 'Of this agent.', type: 'other' }
    expect((await post('/api/skills', fields, { key: agent.key })).status).toBe(201)
    expect(await account(agent)).toMatchObject({
      agent_description: null,
      email: null,
      total_ratings: 2,
      total_skills: 1,
      key: { last_used_at: expect.stringMatching(UTC_TIME) },
    })
  })

  test('is answered to HEAD, without a body', async () => {
    const { status, text } = await request('HEAD', '/api/me', { key: (await newAgent()).key })
    expect([status, text]).toEqual([200, ''])
  })

  test('takes its query to be percent-encoded UTF-8', async () => {
    expectFaults(await get('/api/me?x=%ff', { key: (await newAgent()).key }), 'x')
  })
})

describe('PATCH /api/me', () => {
  test('changes what it names and leaves the rest', async () => {
    const agent = await newAgent({ agent_description: 'Before.', email: 'before@example.com' })
    const { status, headers, body } = await patch(agent, { agent_description: '  After. ' })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ success: true, message: expect.stringMatching(/\S/) })
    expect(body.agent).toMatchObject({ agent_description: 'After.', email: 'before@example.com' })
    expect((await patch(agent, { email: 'after@example.com' })).body.agent).toMatchObject({
      agent_description: 'After.',
      email: 'after@example.com',
    })
    expect(await account(agent)).toMatchObject({ agent_description: 'After.', email: 'after@example.com' })
  })

  test.each([[null], ['']])('%j removes', async (nothing) => {
    const agent = await newAgent({ agent_description: 'Before.', email: 'before@example.com' })
    const { body } = await patch(agent, { agent_description: nothing, email: nothing })
    expect(body.agent).toMatchObject({ agent_description: null, email: null })
  })

  test('of nothing, or of what nobody may change, changes nothing', async () => {
    const agent = await newAgent({ email: 'same@example.com' })
    const before = await account(agent)
    for (const value of [{}, { agent_name: 'Another', id: '0', key: 'x', total_ratings: 9 }]) {
      const { status, body } = await patch(agent, value)
      expect(status).toBe(200)
      expect({ ...body.agent, key: before.key }).toEqual(before)
    }
  })

  test('names every field at fault, and changes none then', async () => {
    const agent = await newAgent({ agent_description: 'Before.', email: 'before@example.com' })
    expectFaults(
      await patch(agent, { agent_description: wideText(2_001), email: 'nobody' }),
      'agent_description',
      'email',
    )
    expectFaults(await patch(agent, { agent_description: 'After.', email: 7 }), 'email')
    expectFaults(await patch(agent, { agent_description: ['After.'] }), 'agent_description')
    expectFaults(
      await patch(agent, { agent_description: 'a\u0000b', email: `${'a'.repeat(250)}@example.com` }),
      'agent_description',
      'email',
    )
    expect(await account(agent)).toMatchObject({ agent_description: 'Before.', email: 'before@example.com' })
  })

  test('takes a description of 2,000 characters', async () => {
    const agent_description = wideText(2_000)
    const { body } = await patch(await newAgent(), { agent_description })
    expect(body.agent.agent_description).toBe(agent_description)
  })

  test('speaks for one agent alone', async () => {
    const [one, other] = [await newAgent(), await newAgent({ email: 'other@example.com' })]
    await patch(one, { email: 'one@example.com' })
    expect((await account(other)).email).toBe('other@example.com')
  })
})

describe('POST /api/me/keys', () => {
  test('gives a new key, and the old one is refused at once', async () => {
    const agent = await newAgent()
    const { status, headers, body } = await replace(agent)
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      api_key: expect.stringMatching(/^claw_[0-9a-f]{56}$/),
      warning: expect.stringMatching(/\S/),
      key: { prefix: body.api_key.slice(0, 13), created_at: expect.stringMatching(UTC_TIME) },
      old_key: { prefix: agent.key.slice(0, 13), expires_at: expect.stringMatching(UTC_TIME) },
    })
    await isRefused(agent)
    expect(await account({ key: body.api_key })).toMatchObject({
      id: agent.id,
      key: { prefix: body.api_key.slice(0, 13), expires_at: null },
    })
    expectProblem(await rate(agent, { skill_id: (await newSkill()).id, claws: 1 }), 401, 'invalid_api_key')
  })

  test('needs no body', async () => {
    const agent = await newAgent()
    const { status } = await request('POST', '/api/me/keys', { key: agent.key })
    expect(status).toBe(201)
    await isRefused(agent)
  })

  test('with a grace both keys are accepted, the old one as long as it says', async () => {
    const agent = await newAgent()
    const { body } = await replace(agent, { grace_seconds: 86_400 })
    const { key } = await account(agent)
    expect(key).toMatchObject({ prefix: agent.key.slice(0, 13), expires_at: body.old_key.expires_at })
    expect((Date.parse(body.old_key.expires_at) - Date.parse(body.key.created_at)) / 1_000).toBeCloseTo(
      86_400,
      0,
    )
    expect((await account({ key: body.api_key })).key.expires_at).toBeNull()
  })

  test('a grace ends', async () => {
    const agent = await newAgent()
    const { body } = await replace(agent, { grace_seconds: 1 })
    await expect
      .poll(async () => (await get('/api/me', { key: agent.key })).status, { timeout: 5_000 })
      .toBe(401)
    expect(Date.now()).toBeGreaterThan(Date.parse(body.old_key.expires_at) - 1_000)
    await account({ key: body.api_key })
  })

  test('no grace is prolonged: the next key ends all before it', async () => {
    const agent = await newAgent()
    const first = (await replace(agent, { grace_seconds: 3_600 })).body
    // The old one may ask as well: the answer to its first try was lost, say.
    const second = (await replace(agent, { grace_seconds: 86_400 })).body
    expect(second.old_key.expires_at).toBe(first.old_key.expires_at)
    expect((await account({ key: first.api_key })).key.expires_at).toMatch(UTC_TIME)

    const third = (await replace({ key: second.api_key })).body
    for (const key of [agent.key, first.api_key, second.api_key]) await isRefused({ key })
    await account({ key: third.api_key })
  })

  test.each([[-1], [86_401], [1.5], ['60'], [true], [[60]], [1e300]])(
    'grace_seconds of %j is refused, and the key stays',
    async (grace_seconds) => {
      const agent = await newAgent()
      expectFaults(await replace(agent, { grace_seconds }), 'grace_seconds')
      expect((await account(agent)).key.expires_at).toBeNull()
    },
  )

  test('an old key in its grace period cannot create a key once the new one was used', async () => {
    const agent = await newAgent()
    const { body } = await replace(agent, { grace_seconds: 3_600 })
    await account({ key: body.api_key })
    const answer = await replace(agent, {})
    expectProblem(answer, 401, 'invalid_api_key')
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    await account({ key: body.api_key })
    await account(agent)
  })

  test('grace_seconds of null is none', async () => {
    const agent = await newAgent()
    expect((await replace(agent, { grace_seconds: null })).status).toBe(201)
    await isRefused(agent)
  })

  test('of many at once that come by one key, one key outlasts the others', async () => {
    const agent = await newAgent()
    const answers = await Promise.all(Array.from({ length: 10 }, () => replace(agent)))
    expect(answers.every(({ status }) => status === 201 || status === 401)).toBe(true)
    const keys = answers.flatMap(({ status, body }) => (status === 201 ? [body.api_key] : []))
    const accepted = await Promise.all(keys.map(async (key) => (await get('/api/me', { key })).status))
    expect(accepted.filter((status) => status === 200)).toHaveLength(1)
    await isRefused(agent)
  })
})

describe('DELETE /api/me/keys/current', () => {
  test('refuses the key from the next request on, and no other', async () => {
    const agent = await newAgent()
    const { body } = await replace(agent, { grace_seconds: 3_600 })
    const { status, text, headers } = await end(agent)
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
    await isRefused(agent)
    expectProblem(await end(agent), 401, 'invalid_api_key')
    await account({ key: body.api_key })
  })

  test('of the last key leaves the ratings, and nobody to change them', async () => {
    const agent = await newAgent()
    const skill = await newSkill()
    await rate(agent, { skill_id: skill.id, claws: 5 })
    expect((await end(agent)).status).toBe(204)
    const { body } = await get<{ total_ratings: number }>(`/api/skills/${skill.slug}`)
    expect(body.total_ratings).toBe(1)
    expectProblem(await rate(agent, { skill_id: skill.id, claws: 1 }), 401, 'invalid_api_key')
  })
})

describe.each([
  ['GET', '/api/me'],
  ['PATCH', '/api/me'],
  ['POST', '/api/me/keys'],
  ['DELETE', '/api/me/keys/current'],
])('%s %s', (method, path) => {
  test('needs a key that is known', async () => {
    expectProblem(await request(method, path), 401, 'missing_api_key')
    expectProblem(await request(method, path, { key: 'claw_x' }), 401, 'invalid_api_key')
    const headers = { 'content-type': 'application/json' }
    const body = method === 'PATCH' || method === 'POST' ? { headers, body: '{}' } : {}
    expectProblem(await request(method, path, { key: unknownKey(), ...body }), 401, 'invalid_api_key')
  })
})

test.each([
  ['/api/me', 'POST', 'GET, HEAD, PATCH, OPTIONS'],
  ['/api/me/keys', 'GET', 'POST, OPTIONS'],
  ['/api/me/keys/current', 'GET', 'DELETE, OPTIONS'],
])('%s does not know %s', async (path, method, allow) => {
  const answer = await request(method, path)
  expectProblem(answer, 405, 'method_not_allowed')
  expect(answer.headers.get('allow')).toBe(allow)
})
