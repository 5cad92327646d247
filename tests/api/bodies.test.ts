// What a request body must be before anyone looks at its fields.
import { describe, expect, test } from 'vitest'
import {
  expectFaults,
  expectProblem,
  get,
  post,
  type Registered,
  request,
  sendLines,
  uniqueWord,
} from '../support/http-client.ts'

const LIMIT = 256 * 1024

/** Registers with the body exactly as given. */
const register = (body: string | Uint8Array, type = 'application/json') =>
  post<Registered>('/api/register', body, { headers: { 'Content-Type': type } })

const body = (more = '') => `{"agent_name": "${uniqueWord()}"${more}}`
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))

/** A stream in pieces, so that its length is not declared. */
function chunked(text: string, size = 16_384): ReadableStream<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(Buffer.from(text))
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= whole.length) return controller.close()
      controller.enqueue(whole.slice(sent, sent + size))
      sent += size
    },
  })
}

describe('the media type', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json; charset="UTF-8"',
    'application/json; CHARSET=utf-8',
  ])('may be %s', async (type) => {
    expect((await register(body(), type)).status).toBe(201)
  })

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/problem+json',
    'application/merge-patch+json',
    'application/jsonp',
    'application/*',
    '*/*',
    'json',
    'text/plain; application/json',
    'application/json, application/json',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset=us-ascii',
    'application/json; charset="windows-1252"',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=',
  ])('is refused when it is %s', async (type) => {
    expectProblem(await register(body(), type), 415, 'unsupported_media_type')
  })

  test('must be said', async () => {
    expectProblem(await sendLines('POST', '/api/register', [], body()), 415, 'unsupported_media_type')
    // A body without any bytes has no type either.
    expectProblem(await sendLines('POST', '/api/register', []), 415, 'unsupported_media_type')
  })

  test('must not be said twice', async () => {
    const lines = ['Content-Type', 'application/json', 'Content-Type', 'text/plain']
    expectProblem(await sendLines('POST', '/api/register', lines, body()), 415, 'unsupported_media_type')
  })

  test.each(['gzip', 'deflate', 'br', 'zstd', 'x-unknown', 'gzip, identity'])(
    'goes with no content encoding: %s is refused',
    async (encoding) => {
      const answer = await post('/api/register', body(), { headers: { 'Content-Encoding': encoding } })
      expectProblem(answer, 415, 'unsupported_media_type')
    },
  )

  test('of a body that nobody asked for does not matter', async () => {
    expect((await get('/api/health', { headers: { 'Content-Type': 'text/plain' } })).status).toBe(200)
  })
})

describe('the size', () => {
  const ofSize = (size: number) => {
    const start = body(', "padding": "').slice(0, -1)
    return `${start}${'x'.repeat(size - start.length - 2)}"}`
  }

  test('may be 256 KiB, declared', async () => {
    const text = ofSize(LIMIT)
    expect(Buffer.byteLength(text)).toBe(LIMIT)
    expect((await register(text)).status).toBe(201)
  })

  test('may be 256 KiB, in chunks', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await request('POST', '/api/register', { headers, body: chunked(ofSize(LIMIT)) })
    expect(answer.status).toBe(201)
  })

  test('is refused one byte above, declared', async () => {
    expectProblem(await register(ofSize(LIMIT + 1)), 413, 'body_too_large')
  })

  test('is refused one byte above, in chunks', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await request('POST', '/api/register', { headers, body: chunked(ofSize(LIMIT + 1)) })
    expectProblem(answer, 413, 'body_too_large')
  })

  test('counts bytes and not characters', async () => {
    const text = `{"agent_name": "${uniqueWord()}", "padding": "${'é'.repeat(LIMIT / 2)}"}`
    expect(text.length).toBeLessThan(LIMIT)
    expectProblem(await register(text), 413, 'body_too_large')
  })

  test('counts white space after the JSON', async () => {
    expectProblem(await register(body().padEnd(LIMIT + 1)), 413, 'body_too_large')
    expect((await register(body().padEnd(LIMIT))).status).toBe(201)
  })

  test('of some megabytes gets its answer too', async () => {
    expectProblem(await register('x'.repeat(4 * 1024 * 1024)), 413, 'body_too_large')
  })

  test('leaves the service able to answer the next request', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(ofSize(LIMIT + 100_000))))
    for (const answer of answers) expectProblem(answer, 413, 'body_too_large')
    expect((await register(body())).status).toBe(201)
  })
})

describe('the encoding', () => {
  test('may have a byte order mark in front', async () => {
    expect((await register(bytes([0xef, 0xbb, 0xbf], body()))).status).toBe(201)
  })

  test('keeps every character, whole or escaped', async () => {
    const word = uniqueWord()
    const text = `{"agent_name": "${word} 漢🦞é \\u6f22\\ud83e\\udd9e\\u00e9"}`
    const answer = await register(text)
    expect(answer.status).toBe(201)
    expect(answer.body.agent.agent_name).toBe(`${word} 漢🦞é 漢🦞é`)
  })

  test('survives characters that are cut by a chunk', async () => {
    const name = `${uniqueWord()} 漢🦞é`
    const answer = await request<Registered>('POST', '/api/register', {
      headers: { 'Content-Type': 'application/json' },
      body: chunked(JSON.stringify({ agent_name: name }), 1),
    })
    expect(answer.status).toBe(201)
    expect(answer.body.agent.agent_name).toBe(name)
  })

  test.each<[string, Uint8Array]>([
    ['two byte order marks', bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], body())],
    ['a byte order mark alone', bytes([0xef, 0xbb, 0xbf])],
    ['a byte that begins nothing', bytes('{"agent_name": "a', [0xff], 'b"}')],
    ['a byte that continues nothing', bytes('{"agent_name": "a', [0x80], 'b"}')],
    ['half a character', bytes('{"agent_name": "a', [0xc3], 'b"}')],
    ['half a character at the end', bytes(body(), [0xe2, 0x82])],
    ['a longer form than needed', bytes('{"agent_name": "a', [0xc1, 0xa1], 'b"}')],
    ['NUL in a longer form', bytes('{"agent_name": "a', [0xc0, 0x80], 'b"}')],
    ['a surrogate', bytes('{"agent_name": "a', [0xed, 0xa0, 0x80], 'b"}')],
    ['more than Unicode has', bytes('{"agent_name": "a', [0xf4, 0x90, 0x80, 0x80], 'b"}')],
    ['a bad byte in a field nobody reads', bytes(body(', "x": "').slice(0, -1), [0xff], '"}')],
    ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${body()}`, 'utf16le'))],
    ['UTF-16 without a mark', new Uint8Array(Buffer.from(body(), 'utf16le'))],
    ['Latin-1', new Uint8Array(Buffer.from('{"agent_name": "caf\u00e9 noir"}', 'latin1'))],
  ])('is refused with %s', async (_, data) => {
    expectProblem(await register(data), 400, 'invalid_json')
  })
})

describe('the JSON', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['half an object', '{"agent_name": "abc"'],
    ['an object and more', '{"agent_name": "abc"} {}'],
    ['a comma too many', '{"agent_name": "abc",}'],
    ['single quotes', "{'agent_name': 'abc'}"],
    ['a comment', '{"agent_name": "abc" /* me */}'],
    ['a name without quotes', '{agent_name: "abc"}'],
    ['a line break in a string', '{"agent_name": "a\nbc"}'],
    ['NUL in a string', '{"agent_name": "a\u0000bc"}'],
    ['NUL at the end', '{"agent_name": "abc"}\u0000'],
    ['an escape that is none', '{"agent_name": "a\\x62c"}'],
    ['NaN', '{"agent_name": NaN}'],
    ['a number with a leading zero', '{"agent_name": 05}'],
    ['an array', '[{"agent_name": "abc"}]'],
    ['an empty array', '[]'],
    ['a string', '"agent_name"'],
    ['a number', '42'],
    ['true', 'true'],
    ['null', 'null'],
    ['a form', 'agent_name=abc'],
    ['brackets that close nothing', ']}'],
  ])('is refused when it is %s', async (_, text) => {
    expectProblem(await register(text), 400, 'invalid_json')
  })

  test('may have white space around it', async () => {
    expect((await register(`\r\n\t ${body()} \n`)).status).toBe(201)
  })

  test('that is an empty object has no field', async () => {
    expectFaults(await register('{}'), 'agent_name')
  })

  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

  test('may be nested 32 deep, itself counted', async () => {
    expect((await register(body(`, "x": ${arrays(31)}`))).status).toBe(201)
    expect((await register(body(`, "x": ${objects(31)}, "y": ${arrays(31)}`))).status).toBe(201)
  })

  test.each([
    ['arrays', arrays(32)],
    ['objects', objects(32)],
    ['both', `${'[{"a":'.repeat(16)}1${'}]'.repeat(16)}`],
    ['a hundred thousand arrays', arrays(100_000)],
    ['a hundred thousand brackets that nothing closes', '['.repeat(100_000)],
  ])('is refused when it is nested deeper, by %s', async (_, nested) => {
    expectProblem(await register(body(`, "x": ${nested}`)), 400, 'invalid_json')
  })

  test('may hold any number of brackets in strings, and side by side', async () => {
    const strings = `, "x": "${'[{'.repeat(1_000)}", "y": "\\"${'['.repeat(99)}", "z": "\\\\"`
    expect((await register(body(strings))).status).toBe(201)
    expect((await register(body(`, "x": [${Array(1_000).fill('[],{}').join()}]`))).status).toBe(201)
  })

  test('cannot reach the prototype of anything', async () => {
    expectFaults(await register('{"__proto__": {"agent_name": "Ada Lovelace"}}'), 'agent_name')
    expectFaults(await register('{"constructor": {"prototype": {"agent_name": "Ada"}}}'), 'agent_name')
    expect((await register(body(', "__proto__": {"email": 5}, "toString": 1'))).status).toBe(201)
    // And nothing of it is left behind for the next request.
    expectFaults(await register('{}'), 'agent_name')
  })

  test('may hold numbers beyond every bound, where nobody reads them', async () => {
    expect((await register(body(', "x": 1e999, "y": -1e-999, "z": 1234567890123456789012345'))).status).toBe(
      201,
    )
  })
})
