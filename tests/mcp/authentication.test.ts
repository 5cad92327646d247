import { beforeAll, describe, expect, test } from 'vitest'
import type { Rated, Skill } from '../support/api.ts'
import { type Agent, newAgent, newSkill, uniqueWord, unknownKey } from '../support/fixtures.ts'
import { connect, type McpClient } from './mcp-client.ts'

let agent: Agent
let other: Agent
let skill: Skill
beforeAll(async () => {
  ;[agent, other, skill] = await Promise.all([newAgent(), newAgent(), newSkill()])
})

const ratingWith = (api_key?: unknown) => ({
  skill_id: skill.id,
  claws: 4,
  ...(api_key !== undefined && { api_key }),
})
const JWT = 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'

type Case = [title: string, headers: () => Record<string, string>, argument: () => unknown]
const none = () => undefined

test.each<Case>([
  ['x-api-key', () => ({ 'x-api-key': agent.key }), none],
  ['a bearer token', () => ({ Authorization: `Bearer ${agent.key}` }), none],
  ['an argument', () => ({}), () => agent.key],
  ['the same header and argument', () => ({ 'x-api-key': agent.key }), () => agent.key],
  ['a header beside a null argument', () => ({ 'x-api-key': agent.key }), () => null],
  ['a header beside an empty argument', () => ({ 'x-api-key': agent.key }), () => ''],
  ['an argument beside a JWT', () => ({ Authorization: JWT }), () => agent.key],
])('a key is accepted as %s', async (_, headers, argument) => {
  const { rating } = await (await connect(headers())).call<Rated>('rate_skill', ratingWith(argument()))
  expect(rating.agent_name).toBe(agent.name)
})

describe('a key is rejected', () => {
  const expectNoKeys = (failure: object, ...keys: string[]) => {
    for (const key of keys) expect(JSON.stringify(failure)).not.toContain(key)
  }

  test('when it is missing', async () => {
    const failure = await (await connect()).fail('rate_skill', ratingWith())
    expect(failure).toMatchObject({
      code: 'missing_api_key',
      text: expect.stringContaining('register_agent'),
    })
  })

  test.each<[string, (client: McpClient) => Promise<object>]>([
    ['malformed', (client) => client.fail('rate_skill', ratingWith('claw_1234567890'))],
    ['of another kind', (client) => client.fail('submit_skill', { api_key: 'sk-1234567890' })],
    ['a key and a space', (client) => client.fail('rate_skill', ratingWith(`${agent.key} `))],
  ])('when the argument is %s', async (_, fail) => {
    const failure = await fail(await connect())
    expect(failure).toMatchObject({ code: 'invalid_api_key', text: expect.stringContaining('ask the user') })
    expectNoKeys(failure, '1234567890', agent.key)
  })

  test('when it is unknown, before the skill is looked up', async () => {
    const key = unknownKey()
    const client = await connect({ 'x-api-key': key })
    for (const [tool, args] of [
      ['rate_skill', ratingWith()],
      ...['my_rating', 'withdraw_rating', 'flag_rating'].map((name) => [
        ...[name, { skill: 'Not a slug', rating_id: 'x', reason: 'x' }],
      ]),
    ] as [string, object][]) {
      const failure = await client.fail(tool, args)
      expect(failure).toMatchObject({ code: 'invalid_api_key' })
      expectNoKeys(failure, key)
    }
  })

  test.each<Case>([
    ['a header and an argument', () => ({ 'x-api-key': agent.key }), () => other.key],
    ['a bearer token and an argument', () => ({ Authorization: `Bearer ${agent.key}` }), () => other.key],
    ['two headers', () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${other.key}` }), none],
  ])('when %s differ', async (_, headers, argument) => {
    const failure = await (await connect(headers())).fail('rate_skill', ratingWith(argument()))
    const text = expect.stringContaining('api_key out')
    expect(failure).toMatchObject({ code: 'conflicting_api_keys', text })
    expectNoKeys(failure, agent.key, other.key)
  })

  test('before other arguments are checked, as by the API', async () => {
    const client = await connect()
    for (const tool of ['rate_skill', 'submit_skill', 'my_rating', 'withdraw_rating', 'flag_rating'])
      expect(await client.fail(tool, { claws: 9 })).toMatchObject({ code: 'missing_api_key' })
    expect(await client.fail('rate_skill', ratingWith(5))).toMatchObject({
      ...{ code: 'invalid_request', errors: [{ path: 'api_key', message: 'must be a string' }] },
    })
  })
})

test('a tool that needs no key ignores an invalid one', async () => {
  const client = await connect({ 'x-api-key': 'claw_bad' })
  await client.call('search_skills', { limit: 1 })
  await client.call('get_skill', { skill: skill.slug })
  await client.call('list_ratings', { skill: skill.slug })
  await client.call('register_agent', { agent_name: uniqueWord() })
})
