// What is no call of a tool, well-formed or not: it is refused as MCP says, and never with 5xx.
import { describe, expect, test } from 'vitest'
import { inParallel, newAgent, sendLines, uniqueWord } from '../support/http-client.ts'
import { callOf, MESSAGE_HEADERS, mcpUrl, postMessage } from './assistant.ts'

const initialize = (protocolVersion: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})

/** What each message of the revision without sessions carries. */
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

describe('methods', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])(
    '%s is 405: there is no stream and no session',
    async (method) => {
      const response = await fetch(mcpUrl, { method, headers: { Accept: 'text/event-stream' } })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } })
    },
  )

  test('a page of any origin may ask, with every header that a client sends', async () => {
    const asked = await fetch(mcpUrl, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://assistant.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key,mcp-protocol-version,mcp-method,mcp-name',
      },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    expect(asked.headers.get('access-control-allow-headers')).toMatch(
      /x-api-key.*mcp-protocol-version.*mcp-method/,
    )
    const answer = await postMessage(JSON.stringify(initialize('2025-11-25')), {
      Origin: 'https://a.example',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
  })

  test('a path below it is nobody’s', async () => {
    const response = await fetch(`${mcpUrl}/sse`, { method: 'POST', headers: MESSAGE_HEADERS, body: '{}' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { data: { code: 'route_not_found' } } })
  })
})

describe('versions', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('%s is spoken', async (version) => {
    const { body } = await postMessage(JSON.stringify(initialize(version)))
    expect(body.result.protocolVersion).toBe(version)
    const headers = { 'MCP-Protocol-Version': version }
    const listed = await postMessage(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }), headers)
    expect(listed.body.result.tools).toHaveLength(9)
  })

  test('one that is not known is answered with one that is', async () => {
    const { body } = await postMessage(JSON.stringify(initialize('1999-01-01')))
    expect(body.result.protocolVersion).toBe('2025-11-25')
  })

  test('one that is not known is refused in the header', async () => {
    const headers = { 'MCP-Protocol-Version': '1999-01-01' }
    const answer = await postMessage(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }), headers)
    expect(answer.status).toBe(400)
  })

  test('a call needs no handshake before it, and no session', async () => {
    const answer = await postMessage(JSON.stringify(callOf('search_skills', { limit: 1 }, 'an id')))
    expect(answer).toMatchObject({
      status: 200,
      body: { id: 'an id', result: { structuredContent: { count: 1 } } },
    })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('no stream of changes is opened', async () => {
    const params = { _meta: META, notifications: { toolsListChanged: true } }
    const { status, body } = await postMessage(
      JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'subscriptions/listen', params }),
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    )
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { id: 3, error: { code: -32_601, message: expect.stringContaining('not supported') } },
    })
  })

  test('an unknown method is 404 in the revision without sessions', async () => {
    const message = { jsonrpc: '2.0', id: 3, method: 'skills/steal', params: { _meta: META } }
    const { status, body } = await postMessage(JSON.stringify(message), {
      ...{ 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'skills/steal' },
    })
    expect({ status, body }).toMatchObject({ status: 404, body: { id: 3, error: { code: -32_601 } } })
  })

  test.each(['*/*', 'application/*', 'application/json', 'Application/JSON;q=0.5, text/html', ''])(
    'a client that accepts %j is answered in JSON',
    async (accept) => {
      const headers = accept === '' ? [] : ['Accept', accept]
      const old = JSON.stringify(callOf('search_skills', { limit: 1 }))
      const now = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } })
      for (const [body, more] of [
        [old, []],
        [now, ['MCP-Protocol-Version', '2026-07-28', 'Mcp-Method', 'tools/list']],
      ] as const) {
        const answer = await sendLines(
          'POST',
          '/mcp',
          ['Content-Type', 'application/json', ...headers, ...more],
          body,
        )
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      }
    },
  )
})

describe('a message is', () => {
  test.each<[string, object, number]>([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
    ['a notification of nobody’s', { jsonrpc: '2.0', method: 'notifications/x' }, 202],
    ['a notification for no tool', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'x' } }, 202],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }, 202],
  ])('taken without an answer: %s', async (_, message, status) => {
    expect(await postMessage(JSON.stringify(message))).toMatchObject({ status, text: '' })
  })

  test.each<[string, unknown, number]>([
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'skills/steal' }, -32_601],
    ['a method of servers with more', { jsonrpc: '2.0', id: 1, method: 'resources/list' }, -32_601],
    ['an unknown tool', callOf('drop_tables', {}), -32_602],
    ['a tool by the name of what every object has', callOf('constructor', {}), -32_602],
    ['no tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32_602],
    ['arguments that are a list', callOf('search_skills', []), -32_602],
    ['arguments that are a text', callOf('search_skills', 'x'), -32_602],
  ])('refused in its answer: %s', async (_, message, code) => {
    expect(await postMessage(JSON.stringify(message))).toMatchObject({
      status: 200,
      body: { id: 1, error: { code } },
    })
  })

  test('refused with the names of the tools that there are, and without the one that there is not', async () => {
    const { text } = await postMessage(JSON.stringify(callOf('claw_0123456789', {})))
    expect(text).toContain('search_skills')
    expect(text).not.toContain('claw_')
  })

  const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
  test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number]>([
    ['no JSON', '{', {}, 400],
    ['nothing', '', {}, 400],
    ['no object', '5', {}, 400],
    ['a batch', JSON.stringify([callOf('search_skills', {}), callOf('search_skills', {}, 2)]), {}, 400],
    ['an empty batch', '[]', {}, 400],
    ['no JSON-RPC', '{"hello": "world"}', {}, 400],
    ['another JSON-RPC', JSON.stringify({ ...callOf('search_skills', {}), jsonrpc: '1.0' }), {}, 400],
    ['an id that is an object', JSON.stringify(callOf('search_skills', {}, { a: 1 })), {}, 400],
    ['no JSON-RPC, for no tool', '{"method": "tools/call", "params": {"name": "x"}}', {}, 400],
    ['an id that is an object, for no tool', JSON.stringify(callOf('x', {}, { a: 1 })), {}, 400],
    ['nested without end', deep, {}, 400],
    ['a list of thousands', JSON.stringify(callOf('search_skills', Array(5_000).fill(1))), {}, 400],
    ['thousands of arguments', JSON.stringify(callOf('search_skills', { ...Array(5_000).fill(1) })), {}, 400],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), {}, 400],
    [
      'larger than 256 KiB',
      JSON.stringify(callOf('search_skills', { search: 'x'.repeat(262_144) })),
      {},
      413,
    ],
    ['a form', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['text', '{}', { 'Content-Type': 'text/plain' }, 415],
    ['in Latin-1', '{}', { 'Content-Type': 'application/json; charset=latin1' }, 415],
    ['compressed', '{}', { 'Content-Encoding': 'gzip' }, 415],
    ['for no tool and whom JSON is no answer', JSON.stringify(callOf('x', {})), { Accept: 'text/html' }, 406],
    ['for whom JSON is no answer', JSON.stringify(callOf('search_skills', {})), { Accept: 'text/html' }, 406],
    [
      'for whom JSON is expressly no answer',
      JSON.stringify(callOf('search_skills', {})),
      { Accept: 'application/json;q=0, text/html' },
      406,
    ],
  ])('refused: %s', async (_, message, headers, status) => {
    const answer = await postMessage(message, headers)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
  })

  test('refused without a media type', async () => {
    const { status } = await sendLines('POST', '/mcp', ['Accept', MESSAGE_HEADERS.Accept], '{}')
    expect(status).toBe(415)
  })
})

test('whatever the arguments are, no answer is 5xx, and no key is in it', async () => {
  const { key } = await newAgent()
  const values: unknown[] = [
    ...['\u0000', '\ud800', 'x'.repeat(100_000), '\u202e', '%00', "'; drop table skills; --", '{{7*7}}', ''],
    ...[0, -1, 1e308, 5.0, null, true, [], {}, [[]], { toString: 1 }, { $ne: 1 }, ['a', 'b']],
  ]
  const tools = [
    ...['search_skills', 'get_skill', 'list_ratings', 'register_agent', 'rate_skill', 'my_rating'],
    ...['withdraw_rating', 'flag_rating', 'submit_skill'],
  ]
  const fields = [
    ...[
      'search',
      'type',
      'sort',
      'limit',
      'cursor',
      'skill',
      'agent_name',
      'email',
      'skill_id',
      'skill_name',
    ],
    ...['claws', 'speed', 'commentary', 'name', 'description', 'url', 'api_key', '__proto__', 'constructor'],
    ...['rating_id', 'reason'],
  ]
  const calls = tools.flatMap((tool) =>
    values.map((value, i) => {
      // Of each kind some that fit, so that the others are looked at.
      const fitting = {
        claws: 3,
        name: uniqueWord(),
        description: 'x',
        type: 'mcp',
        agent_name: uniqueWord(),
        skill: uniqueWord(),
        rating_id: uniqueWord(),
        reason: 'x',
      }
      const field = fields[i % fields.length] as string
      return [
        JSON.stringify(callOf(tool, { ...fitting, [field]: value })),
        JSON.stringify(callOf(tool, Object.fromEntries(fields.map((name) => [name, value])))),
      ]
    }),
  )
  const answers = await inParallel(calls.flat(), (call) => postMessage(call, { 'x-api-key': key }))
  for (const { status, text } of answers) {
    expect(status).toBeLessThan(500)
    expect(text).not.toContain(key)
    expect(text).not.toContain('"internal"')
    expect(text).not.toMatch(/\bat .*\.ts:\d+/)
  }
})
