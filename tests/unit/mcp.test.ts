// The MCP server with a stand-in for the Data API: how often it is asked, and what a real one cannot be made to give.
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataApi, loadFunction, log, withDataApi } from './function.ts'

withDataApi()

const half = `claw_${'0'.repeat(48)}`
const KEY = half + createHash('sha256').update(half).digest('hex').slice(0, 8)
const ID = '123e4567-e89b-42d3-a456-426614174000'
const SKILL = { id: ID, name: 'x', slug: 'x', description: 'x', type: 'mcp', avg_claws: 0, total_ratings: 0 }
const RATING = {
  ...{ id: ID, skill_id: ID, agent_name: 'Ada', claws: 1, reliability: null, security: null, speed: null },
  ...{ commentary: null, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
}
const PAGE = { ...SKILL, url: null, rating_counts: {}, sub_scores: {}, ratings: [] }

beforeEach(() => {
  dataApi.reply = ({ path }) => ({
    body: path.includes('/get_skill')
      ? PAGE
      : {
          ...(path.includes('/list_skills') && { skills: [], next_cursor: null }),
          ...(path.includes('/list_ratings') && { ratings: [RATING], next_cursor: null }),
          ...(path.includes('/get_own_rating') && RATING),
          ...{ deleted: true, flag: {} },
          ...{ api_key: KEY, agent: { agent_name: 'Ada' }, skill: SKILL, rating: {}, created: true },
        },
  })
})

/** Calls a tool as a client of 2025 does. */
async function call(
  app: Awaited<ReturnType<typeof loadFunction>>,
  name: string,
  given: object,
  headers: Record<string, string> = {},
) {
  const response = await app.request('/mcp', {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })
  const { result } = (await response.json()) as {
    result: { isError?: boolean; content: { text: string }[] }
  }
  const [text = '', document] = result.content.map((content) => content.text)
  return { status: response.status, isError: result.isError, text, problem: JSON.parse(document ?? 'null') }
}

const TOOLS: [name: string, given: object, sql: string][] = [
  ['search_skills', { search: 'x' }, 'list_skills'],
  ['get_skill', { skill: ID.toUpperCase() }, 'get_skill'],
  ['list_ratings', { skill: 'x', claws: 3, limit: 2 }, 'list_ratings'],
  ['register_agent', { agent_name: 'Ada' }, 'register_agent'],
  ['rate_skill', { skill_id: ID, claws: 1 }, 'submit_rating'],
  ['my_rating', { skill: ID }, 'get_own_rating'],
  ['withdraw_rating', { skill: 'x' }, 'delete_own_rating'],
  ['flag_rating', { skill: 'x', rating_id: ID, reason: 'x' }, 'flag_rating'],
  ['submit_skill', { name: 'x', description: 'x', type: 'mcp' }, 'submit_skill'],
]

describe.each(TOOLS)('%s', (name, given, sql) => {
  test('asks the database once, with the agent’s key where it acts in its name', async () => {
    const app = await loadFunction({}, 'mcp')
    expect(await call(app, name, given, { 'x-api-key': KEY })).toMatchObject({ status: 200, problem: null })
    expect(dataApi.asked.map(({ path }) => path.replace(/.*\//, ''))).toEqual([sql])
    const forAnybody = ['search_skills', 'get_skill', 'list_ratings', 'register_agent'].includes(name)
    expect(dataApi.asked[0]?.headers['x-api-key']).toBe(forAnybody ? undefined : KEY)
  })

  test('writes one line into the log: the tool, and nothing that was sent or answered', async () => {
    const app = await loadFunction({}, 'mcp')
    await call(app, name, { ...given, api_key: KEY, commentary: 'a word' })
    expect(log).toHaveLength(1)
    const { id, time, ms, ...line } = JSON.parse(log[0] ?? '')
    expect(line).toEqual({ method: 'POST', route: '/mcp', status: 200, tool: name })
    expect(log[0]).not.toMatch(/claw_|a word|Ada/)
  })

  test('says to come again while the database is away, and the log says why', async () => {
    dataApi.reply = { status: 503, body: { code: 'PGRST000', message: 'no connection' } }
    const app = await loadFunction({}, 'mcp')
    const { status, isError, text, problem } = await call(app, name, given, { 'x-api-key': KEY })
    expect({ status, isError, problem }).toMatchObject({
      status: 200,
      isError: true,
      problem: { code: 'unavailable' },
    })
    expect(text).toContain('Wait a few seconds')
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      tool: name,
      problem: 'unavailable',
      error: 'The database is away (PGRST000).',
    })
  })

  test('does not tell a model of the inside of a bug', async () => {
    dataApi.reply = { status: 500, body: { code: 'XX000', message: 'secret of the database', details: 'd' } }
    const { text, problem } = await call(await loadFunction({}, 'mcp'), name, given, { 'x-api-key': KEY })
    expect(problem).toEqual({ code: 'internal', request_id: expect.any(String) })
    expect(text).toContain('Do not repeat it')
    expect(log[0]).toContain('XX000')
    expect(`${text}${log[0]}`).not.toContain('secret of')
  })
})

test('a bug of the server’s own is told of the same, and its frames are in the log', async () => {
  // An answer in no shape that can be put in words.
  dataApi.reply = { body: { ...PAGE, ratings: null } }
  const { problem } = await call(await loadFunction({}, 'mcp'), 'get_skill', { skill: 'x' })
  expect(problem).toMatchObject({ code: 'internal' })
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    problem: 'internal',
    error: expect.stringMatching(/^TypeError\n +at /),
  })
})

test('what is refused without the database does not ask it', async () => {
  const app = await loadFunction({}, 'mcp')
  await call(app, 'rate_skill', { skill_id: ID, claws: 1 })
  await call(app, 'rate_skill', { skill_id: ID, claws: 9 }, { 'x-api-key': KEY })
  await call(app, 'get_skill', { skill: 'Not a slug' })
  await call(app, 'search_skills', { limit: 0 })
  await call(app, 'list_ratings', { skill: 'Not a slug' })
  await call(app, 'list_ratings', { skill: 'x', claws: 6 })
  for (const tool of ['my_rating', 'withdraw_rating', 'flag_rating']) {
    await call(app, tool, { skill: 'x', rating_id: ID, reason: 'x' })
    await call(app, tool, { rating_id: ID }, { 'x-api-key': KEY })
  }
  expect(dataApi.asked).toEqual([])
})

test('registrations are limited by address, and a model is told for how long', async () => {
  const app = await loadFunction({ REGISTRATIONS_PER_HOUR: '1' }, 'mcp')
  const from = (address: string) =>
    call(app, 'register_agent', { agent_name: 'Ada' }, { 'x-forwarded-for': address })
  expect((await from('192.0.2.1')).isError).toBeUndefined()
  const { problem, text } = await from('192.0.2.1')
  expect(problem).toMatchObject({ code: 'too_many_registrations' })
  expect(text).toMatch(/It is possible again in 3[56]\d\d seconds\./)
  expect((await from('192.0.2.2')).isError).toBeUndefined()
})

test('a retired skill is told of as it is', async () => {
  dataApi.reply = { body: { ...PAGE, retired_at: '2026-01-01T00:00:00Z' } }
  const { text } = await call(await loadFunction({}, 'mcp'), 'get_skill', { skill: 'x' })
  expect(text).toContain('It is retired')
})

test('its settings are looked at when it starts', async () => {
  await expect(loadFunction({ SUPABASE_URL: undefined }, 'mcp')).rejects.toThrow('SUPABASE_URL is missing')
})
