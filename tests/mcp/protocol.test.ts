// HTTP and JSON-RPC around the tool calls.
import { describe, expect, test } from 'vitest'
import { request } from '../support/api.ts'
import { inParallel, newAgent, uniqueWord } from '../support/fixtures.ts'
import { postMessage, REVISIONS, toolCall } from './mcp-client.ts'

const message = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, params })
const initialize = (protocolVersion: unknown) =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } })

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A message of the revision without sessions. */
const postStateless = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
  postMessage(message(method, { _meta: META, ...params }), {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...headers,
  })

describe('HTTP', () => {
  test.each(['GET', 'DELETE'])('returns 405 for %s', async (method) => {
    const options = { headers: { Accept: 'text/event-stream' } }
    const { status, headers, body } = await request(method, '/mcp', options)
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } })
  })

  test('allows every origin and every header of an MCP client', async () => {
    const origin = { Origin: 'https://assistant.example' }
    const { status, headers } = await request('OPTIONS', '/mcp', {
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key,mcp-protocol-version,mcp-method,mcp-name',
      },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-headers')).toMatch(/x-api-key.*mcp-protocol-version.*mcp-method/)
    const response = await postMessage(initialize('2025-11-25'), origin)
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
  })

  test('returns 404 for a path below /mcp', async () => {
    const { status, body } = await request('POST', '/mcp/sse', { body: '{}' })
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: { data: { code: 'route_not_found' } } })
  })

  test.each(['*/*', 'Application/JSON;q=0.5, text/html', ''])(
    'answers in JSON to Accept: %s',
    async (accept) => {
      for (const response of [
        await postMessage(toolCall('search_skills', { limit: 1 }), { Accept: accept }),
        await postStateless('tools/list', {}, { Accept: accept }),
      ]) {
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      }
    },
  )

  const search = (args: unknown = {}) => JSON.stringify(toolCall('search_skills', args))
  test.each<[string, string | Uint8Array, Record<string, string>, number]>([
    ['invalid JSON', '{', {}, 400],
    ['an empty body', '', {}, 400],
    ['a batch', `[${search()},${search()}]`, {}, 400],
    ['another version of JSON-RPC', search().replace('2.0', '1.0'), {}, 400],
    ['an object as id', JSON.stringify(toolCall('search_skills', {}, { a: 1 })), {}, 400],
    ['a tool call that is not JSON-RPC', '{"method": "tools/call", "params": {"name": "x"}}', {}, 400],
    ['40 levels', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, {}, 400],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), {}, 400],
    ['more than 256 KiB', search({ search: 'x'.repeat(262_144) }), {}, 413],
    ['no Content-Type', '{}', { 'Content-Type': '' }, 415],
    ['gzip', '{}', { 'Content-Encoding': 'gzip' }, 415],
  ])('rejects %s', async (_, body, headers, expected) => {
    const response = await postMessage(body, headers)
    expect(response.status).toBe(expected)
    const data = {
      code: expect.stringMatching(/^[a-z_]+$/),
      request_id: response.headers.get('x-request-id'),
    }
    expect(response.body).toMatchObject({
      jsonrpc: '2.0',
      error: { code: expect.any(Number), data },
    })
  })
})

/** What every rejection by the headers says. */
const rejection = ({ headers }: { headers: Headers }) => ({
  code: -32_000,
  data: { code: 'invalid_request', request_id: headers.get('x-request-id') },
})

test.each(['text/html', 'text/event-stream', 'application/json;q=0, text/html'])(
  'says to Accept: %s what is accepted',
  async (accept) => {
    for (const response of [
      await postMessage(message('ping'), { Accept: accept }),
      await postMessage(toolCall('no_such_tool', {}), { Accept: accept }),
      await postStateless('tools/list', {}, { Accept: accept }),
    ]) {
      const error = { ...rejection(response), message: 'The Accept header must allow application/json.' }
      expect([response.status, response.body]).toEqual([406, { jsonrpc: '2.0', id: null, error }])
    }
  },
)

describe('versions', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('accepts %s', async (version) => {
    expect((await postMessage(initialize(version))).body.result.protocolVersion).toBe(version)
    const listed = await postMessage(message('tools/list'), { 'MCP-Protocol-Version': version })
    expect(listed.body.result.tools).toHaveLength(11)
  })

  test.each(['2026-07-28', '2099-01-01', 'x'])(
    'negotiates in a handshake although its header already has %s',
    async (version) => {
      const header = { 'MCP-Protocol-Version': version }
      for (const asked of ['2025-06-18', version]) {
        const { status, body } = await postMessage(initialize(asked), header)
        const expected = asked === '2025-06-18' ? asked : '2025-11-25'
        expect([status, body.result?.protocolVersion]).toEqual([200, expected])
      }
    },
  )

  test('offers the newest instead of an unknown one, and rejects an unknown one in the header', async () => {
    expect((await postMessage(initialize('1999-01-01'))).body.result.protocolVersion).toBe('2025-11-25')
    const rejected = await postMessage(message('ping'), { 'MCP-Protocol-Version': '1999-01-01' })
    expect([rejected.status, rejected.body]).toMatchObject([400, { id: null, error: rejection(rejected) }])
    for (const version of [...REVISIONS, '2024-10-07'])
      expect(rejected.body.error?.message).toContain(version)
  })

  test('accepts a call without a handshake or a session', async () => {
    const { status, headers, body } = await postMessage(toolCall('search_skills', { limit: 1 }, 'an id'))
    expect(body).toMatchObject({ id: 'an id', result: { structuredContent: { count: 1 } } })
    const sent = [status, headers.get('mcp-session-id'), headers.get('cache-control')]
    expect(sent).toEqual([200, null, 'no-store'])
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('without sessions: returns 404 for subscriptions and unknown methods', async () => {
    const params = { notifications: { toolsListChanged: true } }
    const [subscription, unknown] = [
      await postStateless('subscriptions/listen', params),
      await postStateless('skills/steal'),
    ]
    for (const response of [subscription, unknown])
      expect(response).toMatchObject({ status: 404, body: { id: 1, error: { code: -32_601 } } })
    expect(subscription.text).toContain('not supported')
  })
})

describe('messages', () => {
  test.each<[string, object]>([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a tool call as a notification', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'x' } }],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
  ])('returns 202 without a body for %s', async (_, sent) => {
    expect(await postMessage(sent)).toMatchObject({ status: 202, text: '' })
  })

  test.each<[string, unknown, number]>([
    ['an unknown method', message('skills/steal'), -32_601],
    ['an unknown tool', toolCall('claw_0123456789', {}), -32_602],
    ['a property of Object.prototype as tool', toolCall('constructor', {}), -32_602],
    ['no tool', message('tools/call', {}), -32_602],
    ['an array as arguments', toolCall('search_skills', []), -32_602],
  ])('returns a JSON-RPC error for %s', async (title, sent, code) => {
    const { status, body, text } = await postMessage(sent)
    expect({ status, body }).toMatchObject({ status: 200, body: { id: 1, error: { code } } })
    expect(text).not.toContain('claw_')
    if (title === 'an unknown tool') expect(text).toContain('search_skills')
  })
})

describe('malformed parameters', () => {
  const valid = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }

  test.each<[string, unknown, RegExp?]>([
    ['initialize', undefined],
    ['initialize', 5],
    ['initialize', {}, /see protocolVersion/],
    ['initialize', { ...valid, clientInfo: { name: 5 } }, /see clientInfo/],
    ['initialize', { ...valid, capabilities: { experimental: 'x'.repeat(1_000) } }, /see capabilities/],
    ['ping', []],
    ['ping', { _meta: 5 }, /see _meta/],
    ['tools/list', { cursor: 5 }, /see cursor/],
    ['tools/list', { cursor: 'x' }, /see cursor/],
    ['tools/call', undefined],
    ['tools/call', null],
    ['tools/call', {}, /see name/],
    ['tools/call', { name: 5 }, /see name/],
    ['tools/call', { name: 'search_skills', arguments: null }, /see arguments/],
    ['tools/call', { name: 'search_skills', arguments: 'x' }, /see arguments/],
    ['tools/call', { name: 'search_skills', _meta: { progressToken: {} } }, /see _meta/],
  ])('of %s are -32602 with one sentence: %j', async (method, params, named = /not valid/) => {
    expectSentence(await postMessage({ jsonrpc: '2.0', id: 1, method, params }), method, named)
  })

  test.each<[string, object, RegExp]>([
    ['tools/list', { cursor: 'x' }, /see cursor/],
    ['tools/call', {}, /see name/],
    ['resources/list', { cursor: 'x' }, /see cursor/],
    ['resources/templates/list', { cursor: 5 }, /see cursor/],
    ['resources/read', {}, /see uri/],
    ['resources/read', { uri: 'x'.repeat(5_000) }, /see uri/],
    ['resources/directory/read', { uri: 5 }, /see uri/],
    ['skills/list', { cursor: 'x' }, /see cursor/],
    ['skills/get', {}, /see uri/],
    ['skills/get', { uri: 'x'.repeat(5_000) }, /see uri/],
    ['server/discover', { _meta: { ...META, progressToken: {} } }, /see _meta/],
  ])('without sessions, of %s are so, too: %j', async (method, params, named) => {
    expectSentence(await postStateless(method, params), method, named)
  })

  function expectSentence(
    { status, body, text }: Awaited<ReturnType<typeof postMessage>>,
    method: string,
    named: RegExp,
  ) {
    expect({ status, body }).toMatchObject({ status: 200, body: { id: 1, error: { code: -32_602 } } })
    expect(body.error?.message).toMatch(/^The parameters of [a-z/]+ are not valid(: see \w+)?\.$/)
    expect(body.error?.message).toContain(` ${method} `)
    expect(body.error?.message).toMatch(named)
    expect(text.length).toBeLessThan(200)
  }
})

test('no argument causes a 5xx, and no response contains the key', async () => {
  const { key } = await newAgent()
  const values: unknown[] = [
    '\u0000',
    '\ud800',
    'x'.repeat(100_000),
    '%00',
    "'; drop table skills; --",
    '',
    0,
    -1,
    1e308,
    null,
    true,
    [],
    {},
    { toString: 1 },
  ]
  const { body } = await postMessage(message('tools/list'))
  const tools: { name: string; inputSchema: { properties: object } }[] = body.result.tools
  const valid = () => ({
    claws: 3,
    name: uniqueWord(),
    description: 'x',
    type: 'mcp',
    agent_name: uniqueWord(),
    skill: uniqueWord(),
    rating_id: uniqueWord(),
    reason: 'x',
  })
  const calls = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties).flatMap((field, i) =>
      values.filter((_, j) => i % 3 === j % 3).map((value) => toolCall(name, { ...valid(), [field]: value })),
    ),
  )
  const responses = await inParallel(calls, (call) => postMessage(call, { 'x-api-key': key }))
  for (const { status, text } of responses) {
    expect(status).toBeLessThan(500)
    expect(text).not.toContain(key)
    expect(text).not.toMatch(/"internal"|\bat .*\.ts:\d+/)
  }
})
