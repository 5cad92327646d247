// How an assistant says which agent it is.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  newAgent,
  newSkill,
  type Rated,
  type Skill,
  uniqueWord,
  unknownKey,
} from '../support/http-client.ts'
import { type Assistant, assistant } from './assistant.ts'

let agent: Agent
let other: Agent
let skill: Skill
beforeAll(async () => {
  ;[agent, other, skill] = await Promise.all([newAgent(), newAgent(), newSkill()])
})

const given = (api_key?: unknown) => ({
  skill_id: skill.id,
  claws: 4,
  ...(api_key !== undefined && { api_key }),
})
const NOT_A_KEY = 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'

test.each<[string, () => Record<string, string>, () => string | undefined | null]>([
  ['as x-api-key', () => ({ 'x-api-key': agent.key }), () => undefined],
  ['as a bearer token', () => ({ Authorization: `Bearer ${agent.key}` }), () => undefined],
  ['as an argument', () => ({}), () => agent.key],
  ['as a header and as an argument, the same', () => ({ 'x-api-key': agent.key }), () => agent.key],
  ['as a header, the argument null', () => ({ 'x-api-key': agent.key }), () => null],
  ['as a header, the argument empty', () => ({ 'x-api-key': agent.key }), () => ''],
  ['as an argument, beside a token of another kind', () => ({ Authorization: NOT_A_KEY }), () => agent.key],
])('a key is taken %s', async (_, headers, argument) => {
  const { rating } = await (await assistant(headers())).use<Rated>('rate_skill', given(argument()))
  expect(rating.agent_name).toBe(agent.name)
})

describe('a key is refused', () => {
  /** That the text for the model holds none of these, and neither do its errors. */
  const withoutKeys = (failure: object, ...keys: string[]) => {
    for (const key of keys) expect(JSON.stringify(failure)).not.toContain(key)
  }

  test('when there is none', async () => {
    const failure = await (await assistant()).fail('rate_skill', given())
    expect(failure).toMatchObject({
      code: 'missing_api_key',
      text: expect.stringContaining('register_agent'),
    })
  })

  test.each<[string, (me: Assistant) => Promise<object>]>([
    ['malformed', (me) => me.fail('rate_skill', given('claw_1234567890'))],
    ['of another kind', (me) => me.fail('submit_skill', { api_key: 'sk-1234567890' })],
    ['a key and more', (me) => me.fail('rate_skill', given(`${agent.key} `))],
  ])('as an argument that is %s', async (_, fail) => {
    const failure = await fail(await assistant())
    expect(failure).toMatchObject({ code: 'invalid_api_key', text: expect.stringContaining('ask the user') })
    withoutKeys(failure, '1234567890', agent.key)
  })

  test('when nobody has it', async () => {
    const key = unknownKey()
    const failure = await (await assistant({ 'x-api-key': key })).fail('rate_skill', given())
    expect(failure).toMatchObject({ code: 'invalid_api_key' })
    withoutKeys(failure, key)
  })

  test.each([
    ['a header and an argument', () => ({ 'x-api-key': agent.key }), () => other.key],
    ['a bearer token and an argument', () => ({ Authorization: `Bearer ${agent.key}` }), () => other.key],
    [
      'two headers',
      () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${other.key}` }),
      () => undefined,
    ],
  ])('when %s differ', async (_, headers, argument) => {
    const failure = await (await assistant(headers())).fail('rate_skill', given(argument()))
    expect(failure).toMatchObject({
      code: 'conflicting_api_keys',
      text: expect.stringContaining('api_key out'),
    })
    withoutKeys(failure, agent.key, other.key)
  })

  test('before what else is wrong is looked at, as by the API', async () => {
    const me = await assistant()
    expect(await me.fail('rate_skill', { claws: 9 })).toMatchObject({ code: 'missing_api_key' })
    for (const tool of ['submit_skill', 'my_rating', 'withdraw_rating', 'flag_rating'])
      expect(await me.fail(tool, {})).toMatchObject({ code: 'missing_api_key' })
  })

  test.each(['my_rating', 'withdraw_rating', 'flag_rating'])(
    'that nobody has, before the skill is looked for: %s',
    async (tool) => {
      const me = await assistant({ 'x-api-key': unknownKey() })
      const failure = await me.fail(tool, { skill: 'Not a slug', rating_id: 'x', reason: 'x' })
      expect(failure).toMatchObject({ code: 'invalid_api_key' })
    },
  )

  test('as an argument that is no text', async () => {
    expect(await (await assistant()).fail('rate_skill', given(5))).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'api_key', message: 'must be a string' }],
    })
  })
})

test('a key that is not needed is ignored, good or bad', async () => {
  const me = await assistant({ 'x-api-key': 'claw_bad' })
  await me.use('search_skills', { limit: 1 })
  await me.use('get_skill', { skill: skill.slug })
  await me.use('list_ratings', { skill: skill.slug })
  await me.use('register_agent', { agent_name: uniqueWord() })
})
