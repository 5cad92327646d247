// A request can be wrong in several ways at once; which answer it gets is a promise too: route, method, key (present,
// then well-formed), media type, size, encoding and JSON, fields, then key known, then skill known.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  expectProblem,
  newSkill,
  request,
  someAgent,
  uniqueWord,
  unknownKey,
} from '../support/http-client.ts'

const LARGE = 'x'.repeat(256 * 1024 + 1)
const NOT_UTF8 = new Uint8Array([0x22, 0xff, 0x22])

let agent: Agent
const unknown = unknownKey()

beforeAll(async () => {
  agent = await someAgent()
})

const json = { 'Content-Type': 'application/json' }
const text = { 'Content-Type': 'text/plain' }

describe.each(['/api/skills', '/api/ratings'])('POST %s', (path) => {
  test('the route comes before all else', async () => {
    const answer = await request('POST', `${path}/x/y`, {
      headers: { ...text, 'x-api-key': 'x' },
      body: LARGE,
    })
    expectProblem(answer, 404, 'route_not_found')
  })

  test('the method comes before the key', async () => {
    const answer = await request('PUT', path, { headers: { ...text, 'x-api-key': 'x' }, body: LARGE })
    expectProblem(answer, 405, 'method_not_allowed')
  })

  test('that there is a key comes before the media type', async () => {
    expectProblem(await request('POST', path, { headers: text, body: LARGE }), 401, 'missing_api_key')
  })

  test('that the key is well-formed comes before the media type', async () => {
    const answer = await request('POST', path, { headers: { ...text, 'x-api-key': 'x' }, body: LARGE })
    expectProblem(answer, 401, 'invalid_api_key')
  })

  test('that two keys are the same comes before the media type, and before their form', async () => {
    const headers = { ...text, 'x-api-key': 'x', Authorization: 'Bearer claw_y' }
    expectProblem(await request('POST', path, { headers, body: LARGE }), 400, 'conflicting_api_keys')
  })

  test('the media type comes before the size', async () => {
    const answer = await request('POST', path, { headers: text, body: LARGE, key: agent.key })
    expectProblem(answer, 415, 'unsupported_media_type')
  })

  test('the size comes before the encoding and the JSON', async () => {
    const body = new Uint8Array(LARGE.length).fill(0xff)
    expectProblem(await request('POST', path, { headers: json, body, key: agent.key }), 413, 'body_too_large')
  })

  test('the encoding and the JSON come before the fields', async () => {
    const answer = await request('POST', path, { headers: json, body: NOT_UTF8, key: agent.key })
    expectProblem(answer, 400, 'invalid_json')
    const cut = await request('POST', path, { headers: json, body: '{"claws": 9,', key: agent.key })
    expectProblem(cut, 400, 'invalid_json')
  })

  test('everything that can be seen in a request comes before whether its key is known', async () => {
    const ask = (headers: Record<string, string>, body: string) =>
      request('POST', path, { headers, body, key: unknown })
    expectProblem(await ask(text, LARGE), 415, 'unsupported_media_type')
    expectProblem(await ask(json, LARGE), 413, 'body_too_large')
    expectProblem(await ask(json, '{'), 400, 'invalid_json')
    expectProblem(await ask(json, '{}'), 400, 'invalid_request')
  })
})

test('the fields come before whether the key and the skill are known', async () => {
  const body = JSON.stringify({ skill_id: randomUUID(), claws: 6 })
  expectFaults(await request('POST', '/api/ratings', { headers: json, body, key: unknown }), 'claws')
  expectFaults(await request('POST', '/api/ratings', { headers: json, body, key: agent.key }), 'claws')
})

test('that the key is known comes before the skill', async () => {
  const { name } = await newSkill()
  const { id } = await newSkill()
  const rating = [
    { skill_id: randomUUID(), claws: 5 },
    { skill_name: uniqueWord(), claws: 5 },
    { skill_id: id, skill_name: name, claws: 5 },
  ]
  for (const fields of rating) {
    const answer = await request('POST', '/api/ratings', {
      headers: json,
      body: JSON.stringify(fields),
      key: unknown,
    })
    expectProblem(answer, 401, 'invalid_api_key')
  }
  const body = JSON.stringify({ name, description: 'Taken.', type: 'other' })
  expectProblem(
    await request('POST', '/api/skills', { headers: json, body, key: unknown }),
    401,
    'invalid_api_key',
  )
})

describe('POST /api/register', () => {
  test('checks the media type, then the size, then the JSON, then the fields', async () => {
    const ask = (headers: Record<string, string>, body: string) =>
      request('POST', '/api/register', { headers, body })
    expectProblem(await ask(text, LARGE), 415, 'unsupported_media_type')
    expectProblem(await ask(json, LARGE), 413, 'body_too_large')
    expectProblem(await ask(json, '{"agent_name": "x"'), 400, 'invalid_json')
    expectFaults(await ask(json, '{"agent_name": "x"}'), 'agent_name')
  })
})
