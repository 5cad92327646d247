// How a request says which agent sends it.
import postgres from 'postgres'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type Agent,
  expectProblem,
  newAgent,
  newSkill,
  post,
  type Rated,
  request,
  type Skill,
  sendLines,
  uniqueWord,
  unknownKey,
} from '../support/http-client.ts'

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

/** Rates with these headers and no others; header lines may be given as pairs. */
const rateWith = (headers: HeadersInit) =>
  post<Rated>('/api/ratings', { skill_id: skill.id, claws: 4 }, { headers })

describe('a key', () => {
  const forms: [title: string, headers: () => Record<string, string>][] = [
    ['as x-api-key', () => ({ 'x-api-key': agent.key })],
    ['as a bearer token', () => ({ Authorization: `Bearer ${agent.key}` })],
    ['as a bearer token, the scheme in lower case', () => ({ Authorization: `bearer ${agent.key}` })],
    ['as a bearer token, the scheme in capitals', () => ({ Authorization: `BEARER ${agent.key}` })],
    ['in both headers', () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${agent.key}` })],
    ['beside a token of another kind', () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${JWT}` })],
    [
      'beside a publishable key',
      () => ({
        'x-api-key': agent.key,
        Authorization: 'Bearer sb_publishable_x',
        apikey: 'sb_publishable_x',
      }),
    ],
    ['beside basic credentials', () => ({ 'x-api-key': agent.key, Authorization: 'Basic YTpi' })],
    ['beside an empty scheme', () => ({ 'x-api-key': agent.key, Authorization: 'Bearer' })],
  ]

  test.each(forms)('is taken %s', async (_, headers) => {
    const { status, body } = await rateWith(headers())
    expect([200, 201]).toContain(status)
    expect(body.rating.agent_name).toBe(agent.name)
  })

  test('speaks for its own agent, and for no other', async () => {
    for (const { key, name } of [agent, other]) {
      expect((await rateWith({ 'x-api-key': key })).body.rating.agent_name).toBe(name)
    }
  })

  test('is needed to submit a skill as it is to rate one', async () => {
    const fields = { name: uniqueWord(), description: 'Guarded.', type: 'other' }
    const none = await post('/api/skills', fields)
    expectProblem(none, 401, 'missing_api_key')
    expect(none.headers.get('www-authenticate')).toBe(CHALLENGE)
    const unknown = await post('/api/skills', fields, { key: unknownKey() })
    expectProblem(unknown, 401, 'invalid_api_key')
    expect(unknown.headers.get('www-authenticate')).toBe(INVALID)
    expect((await post('/api/skills', fields, { key: agent.key })).status).toBe(201)
  })
})

describe('no key', () => {
  const forms: [title: string, headers: () => Record<string, string>][] = [
    ['no header', () => ({})],
    ['a bearer token of another kind', () => ({ Authorization: `Bearer ${JWT}` })],
    [
      'a bearer token that holds a key but does not begin with it',
      () => ({ Authorization: `Bearer x${agent.key}` }),
    ],
    ['basic credentials', () => ({ Authorization: 'Basic Y2xhdzpjbGF3' })],
    ['the key in basic credentials', () => ({ Authorization: `Basic ${agent.key}` })],
    ['a scheme alone', () => ({ Authorization: 'Bearer' })],
    ['the key in apikey', () => ({ apikey: agent.key })],
    ['the key in a cookie', () => ({ Cookie: `x-api-key=${agent.key}` })],
  ]

  test.each(forms)('is 401 missing_api_key: %s', async (_, headers) => {
    const answer = await rateWith(headers())
    expectProblem(answer, 401, 'missing_api_key')
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE)
  })

  test('is not made up for by a key in the query or in the body', async () => {
    const fields = { skill_id: skill.id, claws: 4, api_key: agent.key, 'x-api-key': agent.key }
    expectProblem(
      await post(`/api/ratings?x-api-key=${agent.key}&apikey=${agent.key}`, fields),
      401,
      'missing_api_key',
    )
  })
})

describe('a key that is not valid', () => {
  const flipped = (key: string, at: number) =>
    key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1)

  const keys: [title: string, key: () => string][] = [
    ['that nobody has', unknownKey],
    ['mistyped in the middle', () => flipped(agent.key, 20)],
    ['mistyped in its checksum', () => flipped(agent.key, 60)],
    ['one character short', () => agent.key.slice(0, -1)],
    ['one character long', () => `${agent.key}0`],
    ['in capitals', () => agent.key.toUpperCase()],
    ['with its prefix alone', () => 'claw_'],
    ['with other than hex characters', () => `claw_${'g'.repeat(56)}`],
    ['with a space inside', () => `${agent.key.slice(0, 20)} ${agent.key.slice(20)}`],
    ['twice, with a comma', () => `${agent.key}, ${agent.key}`],
    ['with another after a comma', () => `${agent.key},${other.key}`],
  ]

  /** What a refusal says, but for the id of its request. */
  async function refusal(headers: Record<string, string>) {
    const answer = await rateWith(headers)
    const { request_id, ...problem } = expectProblem(answer, 401, 'invalid_api_key')
    expect(answer.headers.get('www-authenticate')).toBe(INVALID)
    return problem
  }

  test.each(keys)('is 401 invalid_api_key, the same answer for all: %s', async (_, key) => {
    const malformed = await refusal({ 'x-api-key': 'claw_x' })
    expect(await refusal({ 'x-api-key': key() })).toEqual(malformed)
    // In Authorization, what does not begin with claw_ is not even an attempt.
    if (key().startsWith('claw_')) {
      expect(await refusal({ Authorization: `Bearer ${key()}` })).toEqual(malformed)
    }
  })

  test.each([
    ['a token of another kind', () => JWT],
    ['the scheme before it', () => `Bearer ${agent.key}`],
    ['other text', () => 'secret'],
    ['letters outside ASCII', () => 'claw_\u00e9\u00fc'],
  ])('is an attempt whatever it is, in x-api-key: %s', async (_, value) => {
    expectProblem(await rateWith({ 'x-api-key': value() }), 401, 'invalid_api_key')
  })

  test.each(['x-api-key', 'Authorization'])('is one in a header given twice: %s', async (name) => {
    const value = name === 'x-api-key' ? agent.key : `Bearer ${agent.key}`
    const lines = [name, value, name, value, 'Content-Type', 'application/json']
    const answer = await sendLines(
      'POST',
      '/api/ratings',
      lines,
      JSON.stringify({ skill_id: skill.id, claws: 4 }),
    )
    expectProblem(answer, 401, 'invalid_api_key')
    expect(answer.headers.get('www-authenticate')).toBe(INVALID)
  })

  const localStack = inject('localStack')

  test.runIf(localStack)('is one that was revoked, with the same answer', async () => {
    const { key } = await newAgent()
    const sql = postgres(localStack?.databaseUrl ?? '', { max: 1 })
    try {
      expect((await rateWith({ 'x-api-key': key })).status).toBe(201)
      await sql`select admin.revoke_key(${key}, 'Leaked.')`
      expect(await refusal({ 'x-api-key': key })).toEqual(await refusal({ 'x-api-key': 'claw_x' }))
    } finally {
      await sql.end()
    }
  })
})

describe('two different keys', () => {
  const pairs: [title: string, header: () => string, bearer: () => string][] = [
    ['of two agents', () => agent.key, () => other.key],
    ['one of them unknown', () => agent.key, unknownKey],
    ['one of them malformed', () => agent.key, () => 'claw_x'],
    ['the other malformed', () => 'secret', () => agent.key],
    ['both malformed', () => 'secret', () => 'claw_x'],
    ['one in capitals', () => agent.key.toUpperCase(), () => agent.key],
  ]

  test.each(pairs)('are 400 conflicting_api_keys: %s', async (_, header, bearer) => {
    const headers = { 'x-api-key': header(), Authorization: `Bearer ${bearer()}` }
    expectProblem(await rateWith(headers), 400, 'conflicting_api_keys')
  })
})

describe('a route that needs no key ignores what comes as one', () => {
  const forms: [title: string, headers: () => Record<string, string>][] = [
    ['a good key', () => ({ 'x-api-key': agent.key })],
    ['an unknown key', () => ({ 'x-api-key': unknownKey() })],
    ['a malformed key', () => ({ 'x-api-key': 'secret' })],
    ['a malformed bearer key', () => ({ Authorization: 'Bearer claw_x' })],
    ['two different keys', () => ({ 'x-api-key': agent.key, Authorization: `Bearer ${other.key}` })],
    ['a token of another kind', () => ({ Authorization: `Bearer ${JWT}` })],
    ['basic credentials', () => ({ Authorization: 'Basic YTpi' })],
  ]

  test.each(forms)('%s', async (_, headers) => {
    for (const path of ['/api/skills?limit=1', `/api/skills/${skill.slug}`, '/api/health']) {
      expect((await request('GET', path, { headers: headers() })).status).toBe(200)
    }
    const registered = await post('/api/register', { agent_name: uniqueWord() }, { headers: headers() })
    expect(registered.status).toBe(201)
  })
})
