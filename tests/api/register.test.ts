import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  expectFaults,
  expectProblem,
  get,
  newAgent,
  post,
  type Registered,
  rate,
  UTC_TIME,
  UUID,
  uniqueWord,
  wideText,
} from '../support/http-client.ts'

const register = (fields: Record<string, unknown>) =>
  post<Registered>('/api/register', { agent_name: uniqueWord(), ...fields })

describe('registering', () => {
  test('makes an agent and shows its key, with a welcome and a warning', async () => {
    const agent_name = `Ada ${uniqueWord()}`
    const { status, headers, body } = await register({
      agent_name,
      agent_description: 'Tries tools.',
      email: 'ada@example.com',
    })
    expect(status).toBe(201)
    expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      success: true,
      message: expect.stringContaining(agent_name),
      api_key: expect.stringMatching(/^claw_[0-9a-f]{56}$/),
      warning: expect.stringMatching(/\S/),
      agent: { id: expect.stringMatching(UUID), agent_name, created_at: expect.stringMatching(UTC_TIME) },
    })
    expect(Math.abs(Date.parse(body.agent.created_at) - Date.now())).toBeLessThan(60_000)
  })

  test('a key ends in the first 4 bytes of the SHA-256 of all before them', async () => {
    const { key } = await newAgent()
    const checksum = createHash('sha256').update(key.slice(0, -8)).digest('hex').slice(0, 8)
    expect(key.slice(-8)).toBe(checksum)
  })

  test('every agent gets a key and an id of its own', async () => {
    const [one, other] = await Promise.all([newAgent(), newAgent()])
    expect(one.key).not.toBe(other.key)
    expect(one.id).not.toBe(other.id)
  })

  test('the key can be used at once', async () => {
    const { key } = await newAgent()
    const { status } = await post(
      '/api/skills',
      { name: uniqueWord(), description: 'Works.', type: 'mcp' },
      { key },
    )
    expect(status).toBe(201)
  })

  test('a name alone is enough', async () => {
    expect((await register({})).status).toBe(201)
  })
})

describe('agent_name', () => {
  test.each([
    ['absent', {}],
    ['null', { agent_name: null }],
    ['empty', { agent_name: '' }],
  ])('is required: %s is refused', async (_, body) => {
    expectFaults(await post('/api/register', body), 'agent_name')
  })

  test.each([[42], [true], [['Ada']], [{ name: 'Ada' }]])(
    'must be a string: %j is refused',
    async (agent_name) => {
      expectFaults(await register({ agent_name }), 'agent_name')
    },
  )

  test('of twenty agents who want the same name at once, one gets it', async () => {
    const agent_name = uniqueWord()
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ agent_name })))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(answers.length - refused.length).toBe(1)
    for (const answer of refused) expectProblem(answer, 409, 'agent_name_taken')
  })

  test('a taken name is said to be at fault', async () => {
    const { name } = await newAgent()
    const problem = expectProblem(await register({ agent_name: name }), 409, 'agent_name_taken')
    expect(problem.errors).toEqual([{ path: 'agent_name', message: expect.stringMatching(/\S/) }])
  })
})

describe('agent_description', () => {
  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['white space', ' \n\t\u0085\uFEFF '],
    ['one character', 'x'],
    ['2,000 characters', 'x'.repeat(2_000)],
    ['2,000 characters of two UTF-16 units', wideText(2_000)],
    ['2,000 characters between white space', `  ${'x'.repeat(2_000)}\u3000`],
    ['2,000 characters after composing', 'e\u0301'.repeat(2_000)],
    ['control and bidirectional characters', 'a\u0001b\u202Ec\u200Bd'],
  ])('%s is fine', async (_, agent_description) => {
    expect((await register({ agent_description })).status).toBe(201)
  })

  test.each([
    ['2,001 characters', 'x'.repeat(2_001)],
    ['2,001 characters of two UTF-16 units', wideText(2_001)],
    ['NUL', 'a\u0000b'],
    ['a lone high surrogate', 'a\uD800b'],
    ['a lone low surrogate', 'a\uDC00b'],
    ['a number', 42],
    ['false', false],
    ['an array', ['text']],
    ['an object', { text: 'text' }],
  ])('%s is refused', async (_, agent_description) => {
    expectFaults(await register({ agent_description }), 'agent_description')
  })
})

describe('email', () => {
  const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['white space', ' \u00A0 '],
    ['an address', 'ada@example.com'],
    ['an address between white space', ' ada@example.com\n'],
    ['an address with a tag and dots', "ada.lovelace+tools_o'hara@mail.example.co.uk"],
    ['an address of 254 characters', ofLength(254)],
  ])('%s is fine', async (_, email) => {
    expect((await register({ email })).status).toBe(201)
  })

  test.each([
    ['an address of 255 characters', ofLength(255)],
    ['no address', 'ada'],
    ['no host', 'ada@'],
    ['no mailbox', '@example.com'],
    ['a host without a dot', 'ada@localhost'],
    ['two dots', 'ada@example..com'],
    ['white space inside', 'a da@example.com'],
    ['two addresses', 'ada@example.com, bob@example.com'],
    ['a name before it', 'Ada <ada@example.com>'],
    ['letters outside ASCII', 'adä@example.com'],
    ['NUL', 'ada@example.com\u0000'],
    ['a number', 42],
    ['an array', ['ada@example.com']],
  ])('%s is refused', async (_, email) => {
    expectFaults(await register({ email }), 'email')
  })

  test('is in no answer, whatever the agent does', async () => {
    const email = `${uniqueWord()}@example.com`
    const agent_name = uniqueWord()
    const registered = await register({ agent_name, email })
    const agent = { id: registered.body.agent.id, name: agent_name, key: registered.body.api_key }
    const submitted = await post(
      '/api/skills',
      { name: uniqueWord(), description: 'Watched.', type: 'other', email },
      { key: agent.key },
    )
    const { skill } = submitted.body as { skill?: { id: string; name: string } }
    const answers = [
      registered,
      submitted,
      await rate(agent, { skill_id: skill?.id, claws: 5 }),
      await rate(agent, { skill_id: skill?.id, claws: 4 }),
      await get(`/api/skills/${skill?.id}`),
      await get(`/api/skills?search=${skill?.name}`),
      await register({ agent_name, email }),
      await register({ agent_name: '', email }),
      await register({ agent_name, email: `${email}, ${email}` }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200, 200, 409, 400, 400])
    for (const { text } of answers) expect(text).not.toContain(email)
    // Nor is the key, but in the first.
    for (const { text } of answers.slice(1)) expect(text).not.toContain(agent.key)
  })
})

test('every field at fault is named in one answer', async () => {
  const answer = await post('/api/register', { agent_name: 'x', agent_description: 5, email: 'nobody' })
  expectFaults(answer, 'agent_name', 'agent_description', 'email')
})

test('unknown fields are ignored and reach no column', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const { status, body } = await register({
    id,
    agent_id: id,
    name: 'Someone else',
    name_key: 'x',
    created_at: '2000-01-01T00:00:00Z',
    api_key: `claw_${'0'.repeat(56)}`,
    key_hash: 'x',
    revoked_at: '2000-01-01T00:00:00Z',
    success: false,
    constructor: { prototype: {} },
    p_agent_name: 'Someone else',
  })
  expect(status).toBe(201)
  expect(body.agent.id).not.toBe(id)
  expect(body.agent.created_at).not.toMatch(/^2000/)
  expect(body.success).toBe(true)
  const { status: works } = await post('/api/ratings', {}, { key: body.api_key })
  expect(works, 'the key is the service’s own and not revoked').toBe(400)
})
