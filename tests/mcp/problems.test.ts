// What a model is told when a tool cannot do what it asked for.
import { describe, expect, test } from 'vitest'
import { newAgent, newSkill, post, someAgent, uniqueWord } from '../api/client.ts'
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
    ['search_skills', { limit: true }, 'limit'],
    ['search_skills', { sort: 'best', cursor: 'x' }, 'sort cursor'],
    ['search_skills', { search: 'x'.repeat(201) }, 'search'],
    ['search_skills', { search: ['a'] }, 'search'],
    ['get_skill', {}, 'skill'],
    ['get_skill', { skill: 5 }, 'skill'],
  ])('%s %j', async (tool, given, paths) => {
    const failure = await (await assistant()).fail(tool, given)
    expect(failure.code).toBe('invalid_request')
    expect(failure.errors?.map(({ path }) => path).join(' ')).toBe(paths)
  })

  test('a cursor of another list', async () => {
    const me = await assistant()
    const { next_cursor } = await me.use<{ next_cursor: string }>('search_skills', { limit: 1 })
    const failure = await me.fail('search_skills', { limit: 1, sort: 'name', cursor: next_cursor })
    expect(failure).toMatchObject({ code: 'invalid_request', errors: [{ path: 'cursor' }] })
  })
})

describe('a skill that is not there', () => {
  test.each(['no-such-skill', 'No Such Skill', '00000000-0000-4000-8000-000000000000', '', '../x'])(
    'is told of, and where to look: %j',
    async (skill) => {
      const failure = await (await assistant()).fail('get_skill', { skill })
      expect(failure.code).toBe('skill_not_found')
      expect(failure.text).toMatch(/search_skills.*submit_skill/)
      expect(failure.text).not.toContain('GET /api')
    },
  )

  test('by a name that is like another’s brings suggestions', async () => {
    const { name, id } = await newSkill({ name: `Suggested ${uniqueWord()}` })
    const failure = await (await configured()).fail('rate_skill', { skill_name: `${name}s`, claws: 3 })
    expect(failure).toMatchObject({ code: 'skill_not_found', suggestions: [{ id, name }] })
    expect(failure.text).toContain('suggestions')
  })
})

test('a skill of the same name is named, to be rated instead', async () => {
  const { id, name } = await newSkill()
  const failure = await (await configured()).fail('submit_skill', { name, description: 'x', type: 'mcp' })
  expect(failure).toMatchObject({ code: 'skill_name_taken', skill: { id } })
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
