// What a request costs: one call of the Data API, and none for what can be refused without the database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { Counter } from './counter.ts'

let stack: Stack
let dataDir: string
let key = ''

const counter = new Counter()

beforeAll(async () => {
  await counter.listen()
  dataDir = await mkdtemp(join(tmpdir(), 'skill-rating-calls-'))
  const detour = async (to: string, port: number) => {
    if (to !== 'Data API') return port
    counter.target = port
    return counter.port
  }
  stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false, detour })
  const answer = await call('POST', '/api/register', { agent_name: 'Counter' })
  key = answer.api_key
  await call('POST', '/api/skills', { name: 'Counted', description: 'x', type: 'other' }, key)
}, 60_000)

afterAll(async () => {
  await stack?.stop()
  counter.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: unknown, withKey?: string) {
  counter.calls = []
  const response = await fetch(stack.baseUrl + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(withKey && { 'x-api-key': withKey }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { ...(text && JSON.parse(text)), status: response.status }
}

const rating = { skill_name: 'Counted', claws: 5 }
const wrongKey = `claw_${'0'.repeat(56)}`

test.each<[string, string, unknown, boolean, number, string]>([
  ['POST', '/api/register', { agent_name: 'Counted agent' }, false, 201, 'register_agent'],
  ['POST', '/api/register', { agent_name: 'Counter' }, false, 409, 'register_agent'],
  ['GET', '/api/skills', undefined, false, 200, 'list_skills'],
  ['HEAD', '/api/skills', undefined, false, 200, 'list_skills'],
  ['GET', '/api/skills?search=counted&sort=name', undefined, false, 200, 'list_skills'],
  ['GET', '/api/skills/counted', undefined, false, 200, 'get_skill'],
  ['GET', '/api/skills/no-such-skill', undefined, false, 404, 'get_skill'],
  ['GET', '/api/skills/counted/ratings?sort=lowest', undefined, false, 200, 'list_ratings'],
  ['GET', '/api/skills/counted/ratings/me', undefined, true, 404, 'get_own_rating'],
  ['DELETE', '/api/skills/Counted/ratings/me', undefined, true, 404, 'delete_own_rating'],
  ['POST', '/api/skills/counted/ratings/x/flag', { reason: 'x' }, true, 404, 'flag_rating'],
  ['POST', '/api/skills', { name: 'Second', description: 'x', type: 'mcp' }, true, 201, 'submit_skill'],
  ['POST', '/api/skills', { name: 'COUNTED', description: 'x', type: 'mcp' }, true, 409, 'submit_skill'],
  ['POST', '/api/ratings', rating, true, 201, 'submit_rating'],
  ['POST', '/api/ratings', { skill_name: 'Cuonted', claws: 5 }, true, 404, 'submit_rating'],
  ['GET', '/api/health', undefined, false, 200, 'health'],
])('%s %s makes one call', async (method, path, body, withKey, status, name) => {
  const answer = await call(method, path, body, withKey ? key : undefined)
  expect({ status: answer.status, calls: counter.calls }).toEqual({
    status,
    calls: [`POST /rest/v1/rpc/${name}`],
  })
})

test.each<[string, string, unknown, string | undefined, number]>([
  ['GET', '/api/nothing', undefined, undefined, 404],
  ['DELETE', '/api/skills', undefined, undefined, 405],
  ['OPTIONS', '/api/skills', undefined, undefined, 204],
  ['POST', '/api/ratings', rating, undefined, 401],
  ['POST', '/api/ratings', rating, 'claw_mistyped', 401],
  ['POST', '/api/ratings', rating, wrongKey, 401],
  ['POST', '/api/ratings', [], 'claw_mistyped', 401],
  ['POST', '/api/register', [], undefined, 400],
  ['POST', '/api/register', { agent_name: 'x' }, undefined, 400],
  ['POST', '/api/register', { agent_name: 'x'.repeat(300_000) }, undefined, 413],
  ['GET', '/api/skills?limit=0', undefined, undefined, 400],
  ['GET', '/api/skills?cursor=x', undefined, undefined, 400],
  ['GET', '/api/skills/No%20Slug', undefined, undefined, 404],
  ['GET', '/api/skills/No%20Slug/ratings', undefined, undefined, 404],
  ['GET', '/api/skills/counted/ratings/me', undefined, undefined, 401],
  ['POST', '/api/skills/counted/ratings/x/flag', { reason: '' }, undefined, 401],
])('%s %s is refused without one', async (method, path, body, withKey, status) => {
  const answer = await call(method, path, body, withKey)
  expect({ status: answer.status, calls: counter.calls }).toEqual({ status, calls: [] })
})
