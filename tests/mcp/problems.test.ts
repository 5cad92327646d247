// What a model reads when a tool fails.
import { describe, expect, test } from 'vitest'
import { post } from '../support/api.ts'
import { newAgent, newSkill, rate, sharedAgent, uniqueWord } from '../support/fixtures.ts'
import { connect } from './mcp-client.ts'

const connectWithKey = async () => connect({ 'x-api-key': (await sharedAgent()).key })
const invalidPaths = (failure: { errors?: { path: string }[] }) =>
  failure.errors?.map(({ path }) => path).join(' ')

describe('invalid arguments are all reported', () => {
  test.each<[tool: string, args: Record<string, unknown>, paths: string, route: string]>([
    ['rate_skill', { claws: 9, speed: '5', commentary: 7 }, 'skill_id claws speed commentary', 'ratings'],
    ['rate_skill', { skill_id: 'x', claws: '5' }, 'skill_id claws', 'ratings'],
    ['rate_skill', { skill_name: 'x' }, 'claws', 'ratings'],
    ['submit_skill', {}, 'name description type', 'skills'],
    [
      'submit_skill',
      { name: 'a\u0000', description: ' ', type: 'x', url: '/' },
      'name description type url',
      'skills',
    ],
    ['register_agent', { agent_name: 'x', email: 'nobody' }, 'agent_name email', 'register'],
    ['register_agent', { agent_name: 'x'.repeat(51) }, 'agent_name', 'register'],
  ])('with the messages of the API: %s %j', async (tool, args, paths, route) => {
    const failure = await (await connectWithKey()).fail(tool, args)
    expect([failure.code, invalidPaths(failure)]).toEqual(['invalid_request', paths])
    const { body } = await post(`/api/${route}`, args, await sharedAgent())
    expect(failure.errors).toEqual(body.errors)
    for (const { path, message } of failure.errors ?? []) expect(failure.text).toContain(`${path} ${message}`)
    expect(failure.text).toContain('Correct the arguments')
  })

  test('by every tool', async () => {
    const client = await connectWithKey()
    for (const [tool, args, paths] of [
      ['search_skills', { limit: 0 }, 'limit'],
      ['search_skills', { limit: 1.5, type: 'x' }, 'type limit'],
      ['search_skills', { limit: true, cursor: 5 }, 'limit cursor'],
      ['search_skills', { sort: 'best', cursor: 'x' }, 'sort cursor'],
      ['search_skills', { search: 'x'.repeat(201) }, 'search'],
      ['search_skills', { search: ['a'] }, 'search'],
      [
        'list_ratings',
        { skill: 5, sort: 'best', claws: 6, limit: 0, cursor: 'x' },
        'skill sort claws limit cursor',
      ],
      ['list_ratings', { skill: 'x', claws: 1.5, limit: 1.5 }, 'claws limit'],
      ['list_ratings', { skill: 'x', claws: true }, 'claws'],
      ...['get_skill', 'list_ratings', 'my_rating', 'withdraw_rating'].flatMap(
        (name): [string, object, string][] => [
          [name, {}, 'skill'],
          [name, { skill: ['x'] }, 'skill'],
        ],
      ),
      ['flag_rating', {}, 'skill rating_id reason'],
      ['flag_rating', { skill: 'x', rating_id: 5, reason: ' ' }, 'rating_id reason'],
      ['flag_rating', { skill: 'x', rating_id: 'x', reason: 'x'.repeat(1_001) }, 'reason'],
    ] as [string, object, string][]) {
      const failure = await client.fail(tool, args)
      expect([tool, failure.code, invalidPaths(failure)]).toEqual([tool, 'invalid_request', paths])
      for (const { message } of failure.errors ?? []) expect(message).toMatch(/^(is|must) [^A-Z]/)
    }
  })

  test('a cursor of another list or of another skill', async () => {
    const client = await connect()
    const rejected = { code: 'invalid_request', errors: [{ path: 'cursor' }] }
    const skills = await client.call<{ next_cursor: string }>('search_skills', { limit: 1 })
    const other = { limit: 1, sort: 'name', cursor: skills.next_cursor }
    expect(await client.fail('search_skills', other)).toMatchObject(rejected)
    const [one, two] = [await newSkill(), await newSkill()]
    for (const agent of [await newAgent(), await newAgent()])
      await rate(agent, { skill_id: one.id, claws: 3 })
    const ratings = await client.call<{ next_cursor: string }>('list_ratings', { skill: one.slug, limit: 1 })
    const next = { limit: 1, cursor: ratings.next_cursor }
    await client.call('list_ratings', { skill: one.id, ...next })
    expect(await client.fail('list_ratings', { skill: two.slug, ...next })).toMatchObject(rejected)
  })
})

test.each(['get_skill', 'list_ratings', 'my_rating', 'withdraw_rating', 'flag_rating'])(
  '%s with an unknown skill names the tools to use',
  async (tool) => {
    const client = await connectWithKey()
    for (const skill of [
      'no-such-skill',
      'No Such Skill',
      '00000000-0000-4000-8000-000000000000',
      '',
      '../x',
    ]) {
      const failure = await client.fail(tool, { skill, rating_id: 'x', reason: 'x' })
      expect(failure.code).toBe('skill_not_found')
      expect(failure.text).toMatch(/search_skills.*submit_skill/)
      expect(failure.text).not.toContain('GET /api')
    }
  },
)

test.each<[string, object]>([
  ['my_rating', {}],
  ['withdraw_rating', {}],
  ['flag_rating', { rating_id: '00000000-0000-4000-8000-000000000000', reason: 'x' }],
  ['flag_rating', { rating_id: 'not an id', reason: 'x' }],
  ['flag_rating', { rating_id: 'of another skill', reason: 'x' }],
])('%s with an unknown rating %j names the tool to use', async (tool, args) => {
  const [{ slug }, other] = [await newSkill(), await newSkill()]
  const { rating } = (await rate(await newAgent(), { skill_id: other.id, claws: 1 })).body
  const rating_id = (args as { rating_id?: string }).rating_id?.replace('of another skill', rating.id)
  const failure = await (await connectWithKey()).fail(tool, {
    skill: slug,
    ...args,
    ...(rating_id && { rating_id }),
  })
  expect(failure.code).toBe('rating_not_found')
  expect(failure.text).toContain('list_ratings')
  expect(failure.text).not.toContain('GET /api')
})

test('an unknown skill_name comes with suggestions', async () => {
  const { name, id } = await newSkill({ name: `Suggested ${uniqueWord()}` })
  const failure = await (await connectWithKey()).fail('rate_skill', { skill_name: `${name}s`, claws: 3 })
  expect(failure).toMatchObject({ code: 'skill_not_found', suggestions: [{ id, name }] })
  expect(failure.text).toContain(`Suggestions: "${name}" (id ${id}, slug "`)
})

test('a taken skill name comes with the skill to rate', async () => {
  const { id, name } = await newSkill()
  const failure = await (await connectWithKey()).fail('submit_skill', { name, description: 'x', type: 'mcp' })
  expect(failure).toMatchObject({ code: 'skill_name_taken', skill: { id } })
  expect(failure.text).toContain(`The skill: "${name}" (id ${id}, slug "`)
  expect(failure.text).toContain('rate_skill')
})

test('a taken agent name asks for another name', async () => {
  const { name } = await newAgent()
  const failure = await (await connect()).fail('register_agent', { agent_name: name })
  expect(failure).toMatchObject({ code: 'agent_name_taken', errors: [{ path: 'agent_name' }] })
  expect(failure.text).toContain('another name')
})

test('every problem has its own request id', async () => {
  const client = await connect()
  const ids = await Promise.all([1, 2].map(async () => (await client.fail('get_skill')).request_id))
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[0]).not.toBe(ids[1])
})
