// Error responses: their document, and the order of the checks. That they repeat no secret is tested in tests/security/secrets.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, get, post, request } from '../support/api.ts'
import { inParallel, newAgent, newSkill, sharedAgent, submitSkill, unknownKey } from '../support/fixtures.ts'
import type { HttpResponse } from '../support/http-client.ts'

const twoKeys = { 'x-api-key': 'x', Authorization: 'Bearer claw_y' }
/** Flags 21 skills of its own, because other tests retire and delete theirs; the last flag is one too many. */
async function flagTooMany() {
  const { key } = await newAgent()
  const skills = await inParallel([...Array(21).keys()], () => newSkill())
  const flags = await inParallel(skills.slice(1), ({ slug }) =>
    post(`/api/skills/${slug}/flag`, { reason: 'Odd.' }, { key }),
  )
  expect(flags.map(({ status }) => status)).toEqual(Array(20).fill(201))
  return post(`/api/skills/${skills[0]?.slug}/flag`, { reason: 'Odd.' }, { key })
}
const getUnrated = async () => get(`/api/skills/${(await newSkill()).slug}/ratings/me`, await newAgent())

test.concurrent.each<[status: number, code: string, ask: () => Promise<HttpResponse<unknown>>]>([
  [400, 'invalid_request', () => post('/api/register', {})],
  [404, 'skill_not_found', () => get(`/api/skills/${randomUUID()}`)],
  [404, 'rating_not_found', getUnrated],
  [404, 'route_not_found', () => get('/api/nothing')],
  [405, 'method_not_allowed', () => request('DELETE', '/api/skills')],
  [409, 'agent_name_taken', async () => post('/api/register', { agent_name: (await sharedAgent()).name })],
  [409, 'skill_name_taken', async () => submitSkill<unknown>({ name: (await newSkill()).name })],
  [409, 'too_many_flags', flagTooMany],
  [413, 'body_too_large', () => post('/api/register', 'x'.repeat(300_000))],
])('returns a problem document with status %i for %s', async (status, code, ask) => {
  const [one, other] = [await ask(), await ask()]
  const problem = expectProblem(one, status, code)
  expect(problem.type).toBe(`urn:problem-type:skill-rating:${code}`)
  const members = ['type', 'title', 'status', 'detail', 'success', 'code', 'errors', 'request_id', 'skill']
  expect(members).toEqual(expect.arrayContaining(Object.keys(problem)))
  expect(one.text).not.toMatch(
    /postgres|PGRST|PT4\d\d|select |insert |constraint|violates|supabase|zod|deno|at \w+ \(/i,
  )
  expect(one.headers.get('x-powered-by')).toBeNull()
  const again = expectProblem(other, status, code)
  expect(problem.title).toBe(again.title)
  expect(problem.request_id).not.toBe(again.request_id)
  if (code === 'invalid_request') expect(problem.errors?.length).toBeGreaterThan(0)
  else if (!code.endsWith('_taken')) expect(problem.errors).toBeUndefined()
  for (const error of problem.errors ?? []) {
    expect(error).toEqual({ path: expect.stringMatching(/^\w+$/), message: expect.stringMatching(/\S/) })
  }
})

// Route, method, key (present, then well-formed), media type, size, encoding and JSON, fields, key known, skill known.
describe('the first failing check decides the response', () => {
  const large = 'x'.repeat(256 * 1024 + 1)
  const textPlain = { 'Content-Type': 'text/plain' }
  const unknown = unknownKey()

  test.each<[path: string, fields: Record<string, unknown>, required: string[]]>([
    ['/api/skills', { name: 'x', description: 'x', type: 'other' }, ['name', 'description', 'type']],
    ['/api/ratings', { skill_id: randomUUID(), claws: 5 }, ['skill_id', 'claws']],
    ['/api/skills/%00/ratings/x/flag', { reason: 'x' }, ['reason']],
    ['/api/skills/%00/flag', { reason: 'x' }, ['reason']],
  ])('POST %s', async (path, fields, required) => {
    const ask = (body: unknown, key?: string, headers?: Record<string, string>) =>
      post(path, body, { key, headers })
    const wrong = { headers: textPlain, key: 'x', body: large }
    expectProblem(await request('POST', `${path}/x/y`, wrong), 404, 'route_not_found')
    expectProblem(await request('PUT', path, wrong), 405, 'method_not_allowed')
    expectProblem(await ask(large, undefined, textPlain), 401, 'missing_api_key')
    expectProblem(await ask(large, 'claw_x', textPlain), 401, 'invalid_api_key')
    const conflicting = { ...textPlain, ...twoKeys }
    expectProblem(await ask(large, undefined, conflicting), 400, 'conflicting_api_keys')
    expectProblem(await ask(large, unknown, textPlain), 415, 'unsupported_media_type')
    expectProblem(await ask(new Uint8Array(large.length).fill(0xff), unknown), 413, 'body_too_large')
    expectProblem(await ask('{"claws": 9,', unknown), 400, 'invalid_json')
    expectInvalidFields(await ask({}, unknown), ...required)
    expectProblem(await ask(fields, unknown), 401, 'invalid_api_key')
    if (path !== '/api/skills')
      expectProblem(await ask(fields, (await sharedAgent()).key), 404, 'skill_not_found')
  })

  test.each(['GET', 'DELETE'])('%s …/ratings/me: an unknown key, then the skill', async (method) => {
    const path = '/api/skills/%00/ratings/me'
    expectProblem(await request(method, path, { key: unknown }), 401, 'invalid_api_key')
    expectProblem(await request(method, path, await sharedAgent()), 404, 'skill_not_found')
  })

  test('POST /api/register', async () => {
    const register = (body: string, headers = {}) => post('/api/register', body, { headers })
    expectProblem(await register(large, textPlain), 415, 'unsupported_media_type')
    expectProblem(await register(large), 413, 'body_too_large')
    expectProblem(await register('{"agent_name": "x"'), 400, 'invalid_json')
    expectInvalidFields(await register('{"agent_name": "x"}'), 'agent_name')
  })
})
