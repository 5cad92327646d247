import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, get, localStack, post, type Rated, type Skill } from '../support/api.ts'
import { type Agent, newAgent, newSkill, uniqueWord, unknownKey } from '../support/fixtures.ts'
import type { HeaderLines } from '../support/http-client.ts'

const CHALLENGE = 'Bearer realm="skill-rating"'
const INVALID = `${CHALLENGE}, error="invalid_token"`
const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.K1a6rCWTFnoTFyP6QDGzMEdT4tDAmbuHQLOyfn9dXXU'

let agent: Agent
let other: Agent
let skill: Skill
beforeAll(async () => {
  ;[agent, other, skill] = await Promise.all([newAgent(), newAgent(), newSkill()])
})

const rateWith = (headers: HeaderLines) =>
  post<Rated>('/api/ratings', { skill_id: skill.id, claws: 4 }, { headers })

type Case = [title: string, headers: () => Record<string, string>]

describe('a valid key', () => {
  test.each<Case>([
    ['x-api-key', () => ({ 'x-api-key': agent.key })],
    ['a bearer token', () => ({ Authorization: `Bearer ${agent.key}` })],
    ['a bearer token with a lower-case scheme', () => ({ Authorization: `bearer ${agent.key}` })],
    ['both headers', () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${agent.key}` })],
    [
      'x-api-key beside a JWT',
      () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${JWT}`, apikey: 'x' }),
    ],
    ['x-api-key beside basic credentials', () => ({ 'x-api-key': agent.key, Authorization: 'Basic YTpi' })],
    ['x-api-key beside an empty scheme', () => ({ 'x-api-key': agent.key, Authorization: 'Bearer' })],
  ])('is accepted as %s', async (_, headers) => {
    const { status, body } = await rateWith(headers())
    expect([200, 201]).toContain(status)
    expect(body.rating.agent_name).toBe(agent.name)
  })

  test('acts for its own agent', async () => {
    for (const { key, name } of [agent, other]) {
      expect((await rateWith({ 'x-api-key': key })).body.rating.agent_name).toBe(name)
    }
  })

  test('is required to submit a skill', async () => {
    const fields = { name: uniqueWord(), description: 'x', type: 'other' }
    expectProblem(await post('/api/skills', fields), 401, 'missing_api_key')
    expectProblem(await post('/api/skills', fields, { key: unknownKey() }), 401, 'invalid_api_key')
    expect((await post('/api/skills', fields, { key: agent.key })).status).toBe(201)
  })
})

describe('401 missing_api_key is returned for', () => {
  test.each<Case>([
    ['no header', () => ({})],
    ['a JWT', () => ({ Authorization: `Bearer ${JWT}` })],
    ['a bearer token that does not start with claw_', () => ({ Authorization: `Bearer x${agent.key}` })],
    ['basic credentials', () => ({ Authorization: 'Basic Y2xhdzpjbGF3' })],
    ['a key as basic credentials', () => ({ Authorization: `Basic ${agent.key}` })],
    ['a scheme without a token', () => ({ Authorization: 'Bearer' })],
    ['a key in apikey', () => ({ apikey: agent.key })],
    ['a key in a cookie', () => ({ Cookie: `x-api-key=${agent.key}` })],
  ])('%s', async (_, headers) => {
    const response = await rateWith(headers())
    expectProblem(response, 401, 'missing_api_key')
    expect(response.headers.get('www-authenticate')).toBe(CHALLENGE)
  })

  test('a key in the query or in the body', async () => {
    const fields = { skill_id: skill.id, claws: 4, api_key: agent.key, 'x-api-key': agent.key }
    const response = await post(`/api/ratings?x-api-key=${agent.key}&apikey=${agent.key}`, fields)
    expectProblem(response, 401, 'missing_api_key')
  })
})

describe('401 invalid_api_key is returned for', () => {
  const flipped = (at: number) =>
    agent.key.slice(0, at) + (agent.key[at] === '0' ? '1' : '0') + agent.key.slice(at + 1)

  /** The problem, without the id of its request. */
  async function rejection(headers: HeaderLines) {
    const response = await rateWith(headers)
    const { request_id, ...problem } = expectProblem(response, 401, 'invalid_api_key')
    expect(response.headers.get('www-authenticate')).toBe(INVALID)
    return problem
  }

  test.each<[string, () => string]>([
    ['an unknown key', unknownKey],
    ['a typo', () => flipped(20)],
    ['a typo in the checksum', () => flipped(60)],
    ['a key that is too short', () => agent.key.slice(0, -1)],
    ['a key that is too long', () => `${agent.key}0`],
    ['upper case', () => agent.key.toUpperCase()],
    ['the prefix only', () => 'claw_'],
    ['characters that are not hex', () => `claw_${'g'.repeat(56)}`],
    ['a space inside', () => `${agent.key.slice(0, 20)} ${agent.key.slice(20)}`],
    ['two keys separated by a comma', () => `${agent.key},${other.key}`],
    ['a JWT as x-api-key', () => JWT],
    ['a scheme in x-api-key', () => `Bearer ${agent.key}`],
    ['letters outside ASCII', () => 'claw_\u00e9\u00fc'],
  ])('%s, always with the same problem', async (_, key) => {
    const malformed = await rejection({ 'x-api-key': 'claw_x' })
    expect(await rejection({ 'x-api-key': key() })).toEqual(malformed)
    if (key().startsWith('claw_')) {
      expect(await rejection({ Authorization: `Bearer ${key()}` })).toEqual(malformed)
    }
  })

  test.each(['x-api-key', 'Authorization'])('a header given twice: %s', async (name) => {
    const line = [name, name === 'x-api-key' ? agent.key : `Bearer ${agent.key}`] as const
    await rejection([line, line])
  })

  test.runIf(localStack)('a revoked key, with the same problem', async () => {
    const { key } = await newAgent()
    const sql = postgres(localStack?.databaseUrl ?? '', { max: 1 })
    try {
      expect((await rateWith({ 'x-api-key': key })).status).toBe(201)
      await sql`select admin.revoke_key(${key}, 'Leaked.')`
      expect(await rejection({ 'x-api-key': key })).toEqual(await rejection({ 'x-api-key': 'claw_x' }))
    } finally {
      await sql.end()
    }
  })
})

describe('400 conflicting_api_keys is returned for', () => {
  test.each<[string, () => string, () => string]>([
    ['keys of two agents', () => agent.key, () => other.key],
    ['a valid and an unknown key', () => agent.key, unknownKey],
    ['a valid and a malformed key', () => agent.key, () => 'claw_x'],
    ['a malformed and a valid key', () => 'secret', () => agent.key],
    ['two malformed keys', () => 'secret', () => 'claw_x'],
    ['keys that differ in case', () => agent.key.toUpperCase(), () => agent.key],
  ])('%s', async (_, header, bearer) => {
    const headers = { 'x-api-key': header(), Authorization: `Bearer ${bearer()}` }
    expectProblem(await rateWith(headers), 400, 'conflicting_api_keys')
  })
})

describe('a route that needs no key ignores', () => {
  test.each<Case>([
    ['a valid key', () => ({ 'x-api-key': agent.key })],
    ['an unknown key', () => ({ 'x-api-key': unknownKey() })],
    ['a malformed key', () => ({ 'x-api-key': 'secret' })],
    ['a malformed bearer key', () => ({ Authorization: 'Bearer claw_x' })],
    ['two different keys', () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${other.key}` })],
    ['a JWT', () => ({ Authorization: `Bearer ${JWT}` })],
  ])('%s', async (_, headers) => {
    for (const path of [
      `/api/skills?search=${skill.name}`,
      `/api/skills/${skill.slug}`,
      `/api/skills/${skill.slug}/ratings`,
    ]) {
      expect((await get(path, { headers: headers() })).text).toBe((await get(path)).text)
    }
    const { status } = await post('/api/register', { agent_name: uniqueWord() }, { headers: headers() })
    expect(status).toBe(201)
  })
})
