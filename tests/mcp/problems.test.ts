// What a model reads when a tool fails. The fields of the API are tested in tests/unit/requests.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { post } from '../support/api.ts'
import { newRating, newSkill, sharedAgent, uniqueWord } from '../support/fixtures.ts'
import { connect, type McpClient } from './mcp-client.ts'

let client: McpClient
beforeAll(async () => {
  client = await connect({ 'x-api-key': (await sharedAgent()).key })
})

test.each<[tool: string, args: Record<string, unknown>, paths: string, route: string]>([
  ['rate_skill', { claws: 9, speed: '5', commentary: 7 }, 'skill_id claws speed commentary', 'ratings'],
  ['submit_skill', { name: 'a\u0000', description: ' ', type: 'x' }, 'name description type', 'skills'],
  ['register_agent', { agent_name: 'x', email: 'nobody' }, 'agent_name email', 'register'],
  // By rules that only the database has.
  ['register_agent', { agent_name: 'Admins' }, 'agent_name', 'register'],
  [
    'submit_skill',
    { name: 'a\u200bb', description: 'x', type: 'mcp', url: 'https://a.b/\u00ad' },
    'name url',
    'skills',
  ],
])('%s reports all invalid arguments with the messages of the API', async (tool, args, paths, route) => {
  const { code, errors = [], text } = await client.fail(tool, args)
  expect([code, errors.map(({ path }) => path).join(' ')]).toEqual(['invalid_request', paths])
  expect(errors).toEqual((await post(`/api/${route}`, args, await sharedAgent())).body.errors)
  for (const { path, message } of errors) expect(text).toContain(`${path} ${message}`)
  expect(text).toContain('Correct the arguments')
})

test.each<[tool: string, args: object, paths: string]>([
  ['search_skills', { limit: 1.5, type: 'x', search: ['a'] }, 'type search limit'],
  [
    'list_ratings',
    { skill: 5, sort: 'x', claws: 6, established: 1, limit: 0, cursor: 'x' },
    'skill sort claws established limit cursor',
  ],
  ...['get_skill', 'my_rating', 'withdraw_rating'].map(
    (tool) => [tool, {}, 'skill'] as [string, object, string],
  ),
  ['flag_rating', {}, 'skill rating_id reason'],
  ['flag_skill', {}, 'skill reason'],
])('%s with %j reports %s', async (tool, args, paths) => {
  const { code, errors = [] } = await client.fail(tool, args)
  expect([code, errors.map(({ path }) => path).join(' ')]).toEqual(['invalid_request', paths])
  for (const { message } of errors) expect(message).toMatch(/^(is|must) [^A-Z]/)
})

test.each(['get_skill', 'list_ratings', 'my_rating', 'withdraw_rating', 'flag_rating', 'flag_skill'])(
  '%s with an unknown skill names the tools to use',
  async (tool) => {
    for (const skill of ['no-such-skill', 'No Such Skill', '']) {
      const failure = await client.fail(tool, { skill, rating_id: 'x', reason: 'x' })
      expect(failure.code).toBe('skill_not_found')
      expect(failure.text).toMatch(/search_skills.*id or slug.*submit_skill/)
      expect(failure.text).not.toContain('GET /api')
    }
  },
)

test('an unknown rating names the tool to use', async () => {
  const [{ slug }, { rating }] = [await newSkill(), await newRating()]
  const calls: [tool: string, rating_id: string][] = [
    ...['my_rating', 'withdraw_rating'].map((tool): [string, string] => [tool, rating.id]),
    ...['not an id', rating.id].map((id): [string, string] => ['flag_rating', id]),
  ]
  for (const [tool, rating_id] of calls) {
    const failure = await client.fail(tool, { skill: slug, rating_id, reason: 'x' })
    expect(failure).toMatchObject({ code: 'rating_not_found', text: expect.stringContaining('list_ratings') })
    expect(failure.text).not.toContain('GET /api')
  }
})

test('an unknown skill_name comes with suggestions, a taken name with the skill to rate', async () => {
  const { name, id } = await newSkill({ name: `Suggested ${uniqueWord()}` })
  const unknown = await client.fail('rate_skill', { skill_name: `${name}s`, claws: 3 })
  expect(unknown).toMatchObject({ code: 'skill_not_found', suggestions: [{ id, name }] })
  expect(unknown.text).toContain(`Suggestions: "${name}" (id ${id}, slug "`)
  const taken = await client.fail('submit_skill', { name, description: 'x', type: 'mcp' })
  expect(taken).toMatchObject({ code: 'skill_name_taken', skill: { id } })
  expect(taken.text).toMatch(/rate_skill/)
  expect(taken.text).toContain(`The skill: "${name}" (id ${id}, slug "`)
})

test('a taken agent name asks for another, and every problem has its own request id', async () => {
  const { name: agent_name } = await sharedAgent()
  const [one, other] = await Promise.all([1, 2].map(() => client.fail('register_agent', { agent_name })))
  expect(one).toMatchObject({ code: 'agent_name_taken', text: expect.stringContaining('another name') })
  expect(one?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(one?.request_id).not.toBe(other?.request_id)
})
