// The forms of a key, and keys in other places, are tested in tests/unit/auth.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, get, post, request, type Skill, type SubmittedRating } from '../support/api.ts'
import { type Agent, newAgent, newSkill, uniqueWord, unknownKey } from '../support/fixtures.ts'
import type { HeaderLines } from '../support/http-client.ts'

const CHALLENGE = 'Bearer realm="skill-rating"'
const JWT = 'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.K1a6rCWTFnoTFyP6QDGzMEdT4tDAmb'

let agent: Agent
let other: Agent
let skill: Skill
beforeAll(async () => {
  ;[agent, other, skill] = await Promise.all([newAgent(), newAgent(), newSkill()])
})

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const submitRatingWith = (headers: HeaderLines) =>
  post<SubmittedRating>('/api/ratings', { skill_id: skill.id, claws: 4 }, { headers })

describe('a key', () => {
  test.each<[string, () => Record<string, string>]>([
    ['a bearer token', () => bearer(agent.key)],
    ['x-api-key beside a JWT', () => ({ 'x-api-key': agent.key, Authorization: JWT, apikey: 'x' })],
  ])('is accepted as %s and acts for its own agent', async (_, headers) => {
    expect((await submitRatingWith({ 'x-api-key': other.key })).body.rating.agent_name).toBe(other.name)
    expect((await submitRatingWith(headers())).body.rating.agent_name).toBe(agent.name)
  })

  test('that is missing, also beside a JWT, gets 401 with a challenge', async () => {
    const response = await submitRatingWith({ Authorization: JWT })
    expectProblem(response, 401, 'missing_api_key')
    expect(response.headers.get('www-authenticate')).toBe(CHALLENGE)
  })

  test('is not read from the query or the body', async () => {
    const body = { skill_id: skill.id, claws: 4, api_key: agent.key, 'x-api-key': agent.key }
    const query = `x-api-key=${agent.key}&apikey=${agent.key}&api_key=${agent.key}`
    expectProblem(await post(`/api/ratings?${query}`, body), 401, 'missing_api_key')
  })

  test('that is unknown, revoked or malformed gets the same 401', async () => {
    const revoked = (await newAgent()).key
    await request('DELETE', '/api/me/keys/current', { key: revoked })
    const twice = (name: string, value: string) => [0, 1].map(() => [name, value] as const)
    const problems = new Set<string>()
    const keys = [unknownKey(), revoked, 'claw_\u00e9\u00fc']
    for (const headers of [
      ...keys.flatMap((key) => [{ 'x-api-key': key }, bearer(key)]),
      twice('x-api-key', agent.key),
      twice('Authorization', `Bearer ${agent.key}`),
    ]) {
      const response = await submitRatingWith(headers)
      const { request_id, ...problem } = expectProblem(response, 401, 'invalid_api_key')
      expect(response.headers.get('www-authenticate')).toBe(`${CHALLENGE}, error="invalid_token"`)
      problems.add(JSON.stringify(problem))
    }
    expect(problems.size).toBe(1)
  })

  test('is ignored by a route that needs none', async () => {
    const headers = { 'x-api-key': unknownKey(), ...bearer(other.key) }
    for (const path of [`?search=${skill.name}`, `/${skill.slug}`, `/${skill.slug}/ratings`])
      expect((await get(`/api/skills${path}`, { headers })).status).toBe(200)
    expect((await post('/api/register', { agent_name: uniqueWord() }, { headers })).status).toBe(201)
  })
})
