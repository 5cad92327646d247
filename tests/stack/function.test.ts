// What whoever runs the function sees of it: its settings and its log.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startStack } from '../../local/stack/stack.ts'
import { temporaryFolder } from './npm-start.ts'

async function stackWith(functionSettings: Record<string, string>, mcp = false) {
  const dataDir = join(temporaryFolder(), 'data')
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp, functionSettings })
  onTestFinished(() => stack.stop())
  const log = () =>
    readFileSync(join(dataDir, 'logs', mcp ? 'mcp.log' : 'api.log'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(stack.baseUrl + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { log, call }
}

test('a limit on registrations holds for each address, and for nothing else', async () => {
  const { call } = await stackWith({ REGISTRATIONS_PER_HOUR: '3' })
  const register = (agent_name: string) => call('POST', '/api/register', { agent_name })

  // Not counted: it did not even fit.
  expect((await register('x')).status).toBe(400)
  const allowed = [await register('First'), await register('Second'), await register('First')]
  expect(allowed.map(({ status }) => status)).toEqual([201, 201, 409])

  const refused = await register('Third')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'too_many_registrations', status: 429, success: false })
  const seconds = refused.headers.get('retry-after')
  expect(seconds).toMatch(/^\d+$/)
  expect(Number(seconds)).toBeGreaterThan(3_500)
  expect(Number(seconds)).toBeLessThanOrEqual(3_600)

  // The gateway says where a request comes from, and not the client.
  const disguised = await call(
    'POST',
    '/api/register',
    { agent_name: 'Third' },
    { 'X-Forwarded-For': '192.0.2.1' },
  )
  expect(disguised.status).toBe(429)
  expect((await call('GET', '/api/skills')).status).toBe(200)
})

test('each request leaves one line in the log, which tells nothing of what was sent', async () => {
  const { log, call } = await stackWith({})
  const before = log().length
  const secret = 'Zanzibar'
  const answers = [
    await call('POST', '/api/register', { agent_name: secret, email: `${secret}@example.com` }),
    await call('GET', `/api/skills?search=${secret}`),
    await call('GET', `/api/skills/${secret.toLowerCase()}`),
    await call('POST', '/api/ratings', { skill_name: secret }, { 'x-api-key': `claw_${secret}` }),
    await call('DELETE', `/api/${secret}`),
  ]
  const lines = log().slice(before)

  expect(lines.map(({ id, method, route, status }) => [id, method, route, status])).toEqual([
    [answers[0]?.headers.get('x-request-id'), 'POST', '/api/register', 201],
    [answers[1]?.headers.get('x-request-id'), 'GET', '/api/skills', 200],
    [answers[2]?.headers.get('x-request-id'), 'GET', '/api/skills/:skill', 404],
    [answers[3]?.headers.get('x-request-id'), 'POST', '/api/ratings', 401],
    [answers[4]?.headers.get('x-request-id'), 'DELETE', null, 404],
  ])
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(['time', 'id', 'method', 'route', 'status', 'ms'])
    expect(line.ms).toBeGreaterThan(0)
  }
  expect(JSON.stringify(lines).toLowerCase()).not.toContain(secret.toLowerCase())
})

test('the MCP server has the same settings, and a log of its own that tells as little', async () => {
  const { log, call } = await stackWith({ REGISTRATIONS_PER_HOUR: '1' }, true)
  const before = log().length
  const register = async (agent_name: string) => {
    const params = { name: 'register_agent', arguments: { agent_name } }
    const answer = await call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { Accept: 'application/json, text/event-stream', 'X-Forwarded-For': agent_name },
    )
    const text = await answer.text()
    return { id: answer.headers.get('x-request-id'), isRefused: text.includes('too_many_registrations') }
  }
  const answers = [await register('Zanzibar'), await register('Timbuktu')]
  expect(answers.map(({ isRefused }) => isRefused)).toEqual([false, true])

  const lines = log().slice(before)
  const line = { method: 'POST', route: '/mcp', status: 200, tool: 'register_agent' }
  expect(lines).toMatchObject([
    { id: answers[0]?.id, ...line },
    { id: answers[1]?.id, ...line, problem: 'too_many_registrations' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/Zanzibar|Timbuktu|claw_/)
})
