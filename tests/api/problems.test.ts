import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  expectProblem,
  get,
  inParallel,
  newAgent,
  newSkill,
  post,
  request,
  someAgent,
  uniqueWord,
  unknownKey,
} from '../support/http-client.ts'

/** One way to each problem that a client can cause. */
const WAYS: [code: string, status: number, ask: () => Promise<Answer<unknown>>][] = [
  ['invalid_json', 400, () => post('/api/register', '{')],
  ['invalid_request', 400, () => post('/api/register', {})],
  [
    'conflicting_api_keys',
    400,
    () => post('/api/ratings', {}, { headers: { 'x-api-key': 'claw_a', Authorization: 'Bearer claw_b' } }),
  ],
  ['missing_api_key', 401, () => post('/api/ratings', {})],
  ['invalid_api_key', 401, () => post('/api/ratings', {}, { key: 'claw_' })],
  ['skill_not_found', 404, () => get(`/api/skills/${randomUUID()}`)],
  ['route_not_found', 404, () => get('/api/nothing')],
  ['method_not_allowed', 405, () => request('DELETE', '/api/skills')],
  ['agent_name_taken', 409, async () => post('/api/register', { agent_name: (await newAgent()).name })],
  [
    'skill_name_taken',
    409,
    async () => {
      const { name } = await newSkill()
      return post('/api/skills', { name, description: 'x', type: 'mcp' }, { key: (await someAgent()).key })
    },
  ],
  ['body_too_large', 413, () => post('/api/register', 'x'.repeat(300_000))],
  [
    'unsupported_media_type',
    415,
    () => request('POST', '/api/register', { headers: { 'Content-Type': 'text/plain' }, body: '{}' }),
  ],
]

describe.each(WAYS)('the problem %s', (code, status, ask) => {
  test(`is a problem document with status ${status}, and its request id is in the header`, async () => {
    const problem = expectProblem(await ask(), status, code)
    const known = ['type', 'title', 'status', 'detail', 'success', 'code', 'errors', 'request_id', 'skill']
    expect(known).toEqual(expect.arrayContaining(Object.keys(problem)))
  })

  test('has a type and a title that do not change, and a request id that does', async () => {
    const [one, other] = [expectProblem(await ask(), status, code), expectProblem(await ask(), status, code)]
    expect([one.type, one.title]).toEqual([other.type, other.title])
    expect(one.request_id).not.toBe(other.request_id)
  })

  test('shows nothing of the machinery', async () => {
    const { text, headers } = await ask()
    expect(text).not.toMatch(
      /postgres|PGRST|PT4\d\d|select |insert |constraint|violates|supabase|zod|deno|at \w+ \(/i,
    )
    expect(headers.get('x-powered-by')).toBeNull()
  })
})

test('every code has a type of its own', async () => {
  const problems = await Promise.all(
    WAYS.map(async ([code, status, ask]) => expectProblem(await ask(), status, code)),
  )
  expect(new Set(problems.map(({ type }) => type)).size).toBe(WAYS.length)
})

test('errors are given where fields are at fault, and only there', async () => {
  for (const [code, status, ask] of WAYS) {
    const { errors } = expectProblem(await ask(), status, code)
    if (code === 'invalid_request') expect(errors?.length, code).toBeGreaterThan(0)
    else if (!code.endsWith('_taken')) expect(errors, code).toBeUndefined()
    for (const error of errors ?? []) {
      expect(error).toEqual({ path: expect.stringMatching(/^\w+$/), message: expect.stringMatching(/\S/) })
    }
  }
})

test('a problem quotes nothing of what was sent that is private', async () => {
  const secret = uniqueWord()
  const key = unknownKey()
  const answers = await Promise.all([
    post('/api/register', { agent_name: 'x', email: `${secret}@` }),
    post('/api/register', { agent_name: 'x', email: `${secret}@example.com` }),
    post('/api/ratings', { skill_id: randomUUID(), claws: 5 }, { key }),
    post('/api/ratings', { skill_id: randomUUID(), claws: 5 }, { key: `${key}${secret}` }),
  ])
  for (const { text } of answers) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(key)
  }
})

describe('nothing that a client sends is a fault of the service', () => {
  const NASTY: unknown[] = [
    null,
    true,
    0,
    -0,
    1e308,
    -1e-308,
    Number.MAX_SAFE_INTEGER + 1,
    '',
    ' ',
    '\u0000',
    '\uD800',
    '\uFFFF',
    "'",
    '"; --',
    '\\',
    '%',
    '{}',
    '$1',
    'NaN',
    'Infinity',
    '2000-01-01',
    'ﷺ'.repeat(5_000),
    '\u0301'.repeat(5_000),
    '🦞'.repeat(10_000),
    '\u202E',
    [],
    [null],
    {},
    { toString: null },
    [[[[]]]],
  ]
  const FIELDS: Record<string, string[]> = {
    '/api/register': ['agent_name', 'agent_description', 'email'],
    '/api/skills': ['name', 'description', 'type', 'url'],
    '/api/ratings': ['skill_id', 'skill_name', 'claws', 'reliability', 'security', 'speed', 'commentary'],
  }

  test.each(Object.entries(FIELDS))('POST %s, a nasty value in each field in turn', async (path, fields) => {
    const { id } = await newSkill()
    const { key } = await someAgent()
    const fine = (): Record<string, unknown> => ({
      agent_name: uniqueWord(),
      name: uniqueWord(),
      description: 'x',
      type: 'mcp',
      skill_id: id,
      claws: 3,
    })
    const bodies = fields.flatMap((field) => NASTY.map((value) => ({ ...fine(), [field]: value })))
    const answers = await inParallel(bodies, (body) => post(path, body, { key }))
    // Some are fine as they are; a short name or address may have been taken by an earlier run.
    const expected = [200, 201, 400, 404, 409]
    expect(answers.map(({ status }) => status).filter((status) => !expected.includes(status))).toEqual([])
  })

  test('GET /api/skills, a nasty value in each parameter in turn', async () => {
    const texts = NASTY.filter((value) => typeof value === 'string').map((text) => text.slice(0, 1_000))
    const queries = ['type', 'search', 'sort', 'limit', 'cursor'].flatMap((name) =>
      texts.map((text) => new URLSearchParams({ [name]: text })),
    )
    const answers = await inParallel(queries, (query) => get(`/api/skills?${query}`))
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400].includes(status))).toEqual([])
  })

  test('a body of combining marks alone is refused before it takes the processor with it', async () => {
    const begun = performance.now()
    const answer = await post('/api/register', { agent_name: `a${'\u0301\u0316'.repeat(60_000)}` })
    expectProblem(answer, 400, 'invalid_request')
    // A machine at its busiest needs a tenth of this; sorting the marks takes twice as long.
    expect(performance.now() - begun).toBeLessThan(1_500)
  })
})
