// What a model is told when a tool cannot do what it asked for.
import { describe, expect, test } from 'vitest'
import { newAgent, newSkill, post, rate, someAgent, uniqueWord } from '../support/http-client.ts'
import { assistant } from './assistant.ts'

const configured = async () => assistant({ 'x-api-key': (await someAgent()).key })

describe('arguments that do not fit are named, all of them, in the words of the API', () => {
  test.each<[tool: string, given: Record<string, unknown>, path: string, route: string]>([
    [
      'rate_skill',
      { claws: 9, speed: '5', commentary: 7 },
      'skill_id claws speed commentary',
      '/api/ratings',
    ],
    ['rate_skill', { skill_id: 'x', claws: '5' }, 'skill_id claws', '/api/ratings'],
    ['rate_skill', { skill_name: 'x' }, 'claws', '/api/ratings'],
    ['submit_skill', {}, 'name description type', '/api/skills'],
    [
      'submit_skill',
      { name: 'a\u0000b', description: ' ', type: 'x', url: 'ftp://a' },
      'name description type url',
      '/api/skills',
    ],
    ['register_agent', { agent_name: 'x', email: 'nobody' }, 'agent_name email', '/api/register'],
    ['register_agent', { agent_name: `${'x'.repeat(51)}` }, 'agent_name', '/api/register'],
  ])('%s %j', async (tool, given, paths, route) => {
    const me = await configured()
    const failure = await me.fail(tool, given)
    expect(failure.code).toBe('invalid_request')
    expect(failure.errors?.map(({ path }) => path).join(' ')).toBe(paths)
    const { body } = await post(route, given, { key: (await someAgent()).key })
    expect(failure.errors).toEqual(body.errors)
    for (const { path, message } of failure.errors ?? []) expect(failure.text).toContain(`${path} ${message}`)
    expect(failure.text).toContain('Correct the arguments')
  })

  test.each([
    ['search_skills', { limit: 0 }, 'limit'],
    ['search_skills', { limit: 1.5, type: 'x' }, 'type limit'],
    ['search_skills', { limit: true, cursor: 5 }, 'limit cursor'],
    ['search_skills', { sort: 'best', cursor: 'x' }, 'sort cursor'],
    ['search_skills', { search: 'x'.repeat(201) }, 'search'],
    ['search_skills', { search: ['a'] }, 'search'],
    ['get_skill', {}, 'skill'],
    ['get_skill', { skill: 5 }, 'skill'],
    ['list_ratings', {}, 'skill'],
    [
      'list_ratings',
      { skill: 5, sort: 'best', claws: 6, limit: 0, cursor: 'x' },
      'skill sort claws limit cursor',
    ],
    ['list_ratings', { skill: 'x', claws: 1.5, limit: 1.5 }, 'claws limit'],
    ['list_ratings', { skill: 'x', claws: true }, 'claws'],
    ['my_rating', {}, 'skill'],
    ['my_rating', { skill: 5 }, 'skill'],
    ['withdraw_rating', {}, 'skill'],
    ['withdraw_rating', { skill: ['x'] }, 'skill'],
    ['flag_rating', {}, 'skill rating_id reason'],
    ['flag_rating', { skill: 'x', rating_id: 5, reason: ' ' }, 'rating_id reason'],
    ['flag_rating', { skill: 'x', rating_id: 'x', reason: 'x'.repeat(1_001) }, 'reason'],
  ])('%s %j', async (tool, given, paths) => {
    const failure = await (await configured()).fail(tool, given)
    expect(failure.code).toBe('invalid_request')
    expect(failure.errors?.map(({ path }) => path).join(' ')).toBe(paths)
    for (const { message } of failure.errors ?? []) expect(message).toMatch(/^(is|must) [^A-Z]/)
  })

  test('a cursor of another list', async () => {
    const me = await assistant()
    const { next_cursor } = await me.use<{ next_cursor: string }>('search_skills', { limit: 1 })
    const failure = await me.fail('search_skills', { limit: 1, sort: 'name', cursor: next_cursor })
    expect(failure).toMatchObject({ code: 'invalid_request', errors: [{ path: 'cursor' }] })
  })

  test('a cursor of another skill’s ratings', async () => {
    const me = await assistant()
    const [one, other] = [await newSkill(), await newSkill()]
    for (const agent of [await newAgent(), await newAgent()])
      await rate(agent, { skill_id: one.id, claws: 3 })
    const { next_cursor: cursor } = await me.use<{ next_cursor: string }>('list_ratings', {
      ...{ skill: one.slug, limit: 1 },
    })
    await me.use('list_ratings', { skill: one.id, limit: 1, cursor })
    const failure = await me.fail('list_ratings', { skill: other.slug, limit: 1, cursor })
    expect(failure).toMatchObject({ code: 'invalid_request', errors: [{ path: 'cursor' }] })
  })
})

describe('a skill that is not there', () => {
  const addresses = ['no-such-skill', 'No Such Skill', '00000000-0000-4000-8000-000000000000', '', '../x']
  const tools = ['get_skill', 'list_ratings', 'my_rating', 'withdraw_rating', 'flag_rating']
  test.each(tools.flatMap((tool) => addresses.map((skill) => [tool, skill])))(
    'is told of, and where to look: %s %j',
    async (tool, skill) => {
      const failure = await (await configured()).fail(tool, { skill, rating_id: 'x', reason: 'x' })
      expect(failure.code).toBe('skill_not_found')
      expect(failure.text).toMatch(/search_skills.*submit_skill/)
      expect(failure.text).not.toContain('GET /api')
    },
  )

  test('by a name that is like another’s brings suggestions', async () => {
    const { name, id } = await newSkill({ name: `Suggested ${uniqueWord()}` })
    const failure = await (await configured()).fail('rate_skill', { skill_name: `${name}s`, claws: 3 })
    expect(failure).toMatchObject({ code: 'skill_not_found', suggestions: [{ id, name }] })
    expect(failure.text).toContain(`Suggestions: "${name}" (id ${id}, slug "`)
  })
})

describe('a rating that is not there is told of, and where to look', () => {
  const NO_ID = '00000000-0000-4000-8000-000000000000'
  test.each<[string, object]>([
    ['my_rating', {}],
    ['withdraw_rating', {}],
    ['flag_rating', { rating_id: NO_ID, reason: 'x' }],
    ['flag_rating', { rating_id: 'not an id', reason: 'x' }],
  ])('%s %j', async (tool, given) => {
    const { slug } = await newSkill()
    const failure = await (await configured()).fail(tool, { skill: slug, ...given })
    expect(failure.code).toBe('rating_not_found')
    expect(failure.text).toContain('list_ratings')
    expect(failure.text).not.toContain('GET /api')
  })

  test('flag_rating with a rating of another skill', async () => {
    const [one, other] = [await newSkill(), await newSkill()]
    const { id } = (await rate(await newAgent(), { skill_id: one.id, claws: 1 })).body.rating
    const failure = await (await configured()).fail('flag_rating', {
      ...{ skill: other.slug, rating_id: id, reason: 'x' },
    })
    expect(failure.code).toBe('rating_not_found')
  })
})

test('a skill of the same name is named, to be rated instead', async () => {
  const { id, name } = await newSkill()
  const failure = await (await configured()).fail('submit_skill', { name, description: 'x', type: 'mcp' })
  expect(failure).toMatchObject({ code: 'skill_name_taken', skill: { id } })
  expect(failure.text).toContain(`The skill: "${name}" (id ${id}, slug "`)
  expect(failure.text).toContain('rate_skill')
})

test('an agent name that is taken asks for another', async () => {
  const { name } = await newAgent()
  const failure = await (await assistant()).fail('register_agent', { agent_name: name })
  expect(failure).toMatchObject({ code: 'agent_name_taken', errors: [{ path: 'agent_name' }] })
  expect(failure.text).toContain('another name')
})

test('each problem has the id of its request', async () => {
  const me = await assistant()
  const ids = await Promise.all([1, 2].map(async () => (await me.fail('get_skill', {})).request_id))
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[0]).not.toBe(ids[1])
})
