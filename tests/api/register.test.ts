// That no other response contains a key or an e-mail address is tested in tests/security/secrets.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectInvalidFields, get, post, type RegisteredAgent } from '../support/api.ts'
import { API_KEY, UTC_TIME, UUID, uniqueWord } from '../support/fixtures.ts'

const register = (fields: Record<string, unknown>) =>
  post<RegisteredAgent>('/api/register', { agent_name: uniqueWord(), ...fields })

test('POST /api/register creates an agent and returns its key, not to be stored', async () => {
  const agent_name = `Ada ${uniqueWord()}`
  const [time, id] = ['2000-01-01T00:00:00Z', '00000000-0000-4000-8000-000000000000']
  const unknown = {
    id,
    agent_id: id,
    name: 'Someone else',
    name_key: 'x',
    created_at: time,
    revoked_at: time,
    api_key: `claw_${'0'.repeat(56)}`,
    key_hash: 'x',
    success: false,
    p_agent_name: 'Someone else',
  }
  const fields = { agent_name, agent_description: 'Tries tools.', email: 'ada@example.com' }
  const { status, headers, body } = await register({ ...fields, ...unknown })
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  expect(body).toEqual({
    success: true,
    message: expect.stringContaining(agent_name),
    api_key: expect.stringMatching(API_KEY),
    warning: expect.stringMatching(/\S/),
    agent: { id: expect.stringMatching(UUID), agent_name, created_at: expect.stringMatching(UTC_TIME) },
  })
  expect(body.agent.id).not.toBe(id)
  expect(Math.abs(Date.parse(body.agent.created_at) - Date.now())).toBeLessThan(60_000)
  const checksum = createHash('sha256').update(body.api_key.slice(0, -8)).digest('hex').slice(0, 8)
  expect(body.api_key.slice(-8)).toBe(checksum)
  expect((await get('/api/me', { key: body.api_key })).status).toBe(200)
})

test('reports every invalid field in its detail and in its errors', async () => {
  const response = await register({ agent_name: 'x', agent_description: 5, email: 'nobody' })
  expectInvalidFields(response, 'agent_name', 'agent_description', 'email')
  expect(response.text).toMatch(/"detail":"agent_name .*; agent_description .*; email [^;]*\."/)
})

// tests/database/text/names.test.ts has the rules.
test('rejects a name by a rule of the database', async () => {
  const response = await register({ agent_name: 'Official Support' })
  expectInvalidFields(response, 'agent_name')
  expect(response.text).toContain('agent_name is reserved')
})
