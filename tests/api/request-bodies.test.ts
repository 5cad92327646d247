// Media type, size, encoding and JSON of a request body, before its fields are checked.
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, get, post, type Registered, request } from '../support/api.ts'
import { uniqueWord } from '../support/fixtures.ts'

const LIMIT = 256 * 1024

const register = (body: string | Uint8Array, type = 'application/json') =>
  post<Registered>('/api/register', body, { headers: { 'Content-Type': type } })
const registerInChunks = (body: string, chunkSize = 16_384) =>
  post<Registered>('/api/register', body, { chunkSize })

/** A valid registration, with more members. */
const json = (more = '') => `{"agent_name": "${uniqueWord()}"${more}}`
/** Strings and bytes in one array. */
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
/** A registration whose unused field contains these bytes. */
const withBytes = (...invalid: number[]) => bytes(json(', "x": "').slice(0, -1), invalid, '"}')

describe.concurrent('media type', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; CHARSET="utf-8"',
  ])('accepts %s', async (type) => {
    expect((await register(json(), type)).status).toBe(201)
  })

  test.each([
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '*/*', 'json'],
    ...['application/problem+json', 'application/jsonp', 'text/plain; application/json'],
    ...['application/json, application/json', 'application/json; charset=utf-16'],
    ...['application/json; charset=utf-8; charset=utf-16', 'application/json; charset='],
  ])('returns 415 for %s', async (type) => {
    expectProblem(await register(json(), type), 415, 'unsupported_media_type')
  })

  test('returns 415 without a Content-Type, with or without a body, and with two', async () => {
    const twice = [
      ['Content-Type', 'application/json'],
      ['Content-Type', 'text/plain'],
    ] as const
    for (const options of [{ body: json() }, {}, { body: json(), headers: twice }]) {
      expectProblem(await request('POST', '/api/register', options), 415, 'unsupported_media_type')
    }
  })

  test.each(['gzip', 'br', 'x-unknown', 'gzip, identity'])(
    'returns 415 for Content-Encoding %s',
    async (encoding) => {
      const response = await post('/api/register', json(), { headers: { 'Content-Encoding': encoding } })
      expectProblem(response, 415, 'unsupported_media_type')
    },
  )

  test('is ignored on a route without a body', async () => {
    expect((await get('/api/health', { headers: { 'Content-Type': 'text/plain' } })).status).toBe(200)
  })
})

describe.concurrent('size', () => {
  const ofSize = (size: number) => json(`, "x": "${'x'.repeat(size - json(', "x": ""').length)}"`)

  test('accepts 256 KiB, with a Content-Length and in chunks', async () => {
    expect(Buffer.byteLength(ofSize(LIMIT))).toBe(LIMIT)
    expect((await register(ofSize(LIMIT))).status).toBe(201)
    expect((await registerInChunks(ofSize(LIMIT))).status).toBe(201)
    expect((await register(json().padEnd(LIMIT))).status).toBe(201)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['one byte more, with a Content-Length', () => register(ofSize(LIMIT + 1))],
    ['one byte more, in chunks', () => registerInChunks(ofSize(LIMIT + 1))],
    ['fewer characters but more bytes', () => register(json(`, "x": "${'é'.repeat(LIMIT / 2)}"`))],
    ['white space after the JSON', () => register(json().padEnd(LIMIT + 1))],
    ['4 MB', () => register('x'.repeat(4 * 1024 * 1024))],
  ])('returns 413 for %s, and answers the next request', async (_, send) => {
    expectProblem((await send()) as Awaited<ReturnType<typeof register>>, 413, 'body_too_large')
    expect((await register(json())).status).toBe(201)
  })
})

describe.concurrent('encoding', () => {
  test('accepts a byte order mark', async () => {
    expect((await register(bytes([0xef, 0xbb, 0xbf], json()))).status).toBe(201)
  })

  test('keeps every character: as it is, escaped, and split between two chunks', async () => {
    const word = uniqueWord()
    const { body } = await registerInChunks(`{"agent_name": "${word} 漢🦞é \\u6f22\\ud83e\\udd9e\\u00e9"}`, 1)
    expect(body.agent.agent_name).toBe(`${word} 漢🦞é 漢🦞é`)
  })

  test.each<[string, Uint8Array]>([
    ['two byte order marks', bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], json())],
    ['only a byte order mark', bytes([0xef, 0xbb, 0xbf])],
    ['an invalid byte', withBytes(0xff)],
    ['a continuation byte on its own', withBytes(0x80)],
    ['half a character', withBytes(0xc3)],
    ['half a character at the end', bytes(json(), [0xe2, 0x82])],
    ['an overlong character', withBytes(0xc1, 0xa1)],
    ['an overlong NUL', withBytes(0xc0, 0x80)],
    ['a surrogate', withBytes(0xed, 0xa0, 0x80)],
    ['a code point above U+10FFFF', withBytes(0xf4, 0x90, 0x80, 0x80)],
    ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${json()}`, 'utf16le'))],
    ['Latin-1', new Uint8Array(Buffer.from('{"agent_name": "caf\u00e9 noir"}', 'latin1'))],
  ])('returns 400 invalid_json for %s', async (_, body) => {
    expectProblem(await register(body), 400, 'invalid_json')
  })
})

describe.concurrent('JSON', () => {
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

  test.each([
    ['an empty body', ''],
    ['only white space', ' \n'],
    ['an unfinished object', '{"agent_name": "abc"'],
    ['two objects', '{"agent_name": "abc"} {}'],
    ['a trailing comma', '{"agent_name": "abc",}'],
    ['single quotes', "{'agent_name': 'abc'}"],
    ['a comment', '{"agent_name": "abc" /* me */}'],
    ['a line break in a string', '{"agent_name": "a\nbc"}'],
    ['a NUL in a string', '{"agent_name": "a\u0000bc"}'],
    ['a NUL at the end', '{"agent_name": "abc"}\u0000'],
    ['an unknown escape', '{"agent_name": "a\\x62c"}'],
    ['NaN', '{"agent_name": NaN}'],
    ['an array', '[{"agent_name": "abc"}]'],
    ['a string', '"agent_name"'],
    ['null', 'null'],
    ['a form', 'agent_name=abc'],
    ['33 nested arrays', json(`, "x": ${arrays(32)}`)],
    ['33 nested objects', json(`, "x": ${objects(32)}`)],
    ['100,000 nested arrays', json(`, "x": ${arrays(100_000)}`)],
    ['100,000 brackets that are never closed', json(`, "x": ${'['.repeat(100_000)}`)],
  ])('returns 400 invalid_json for %s', async (_, text) => {
    expectProblem(await register(text), 400, 'invalid_json')
  })

  test.each([
    ['white space around it', () => `\r\n\t ${json()} \n`],
    ['32 levels', () => json(`, "x": ${objects(31)}, "y": ${arrays(31)}`)],
    ['brackets in strings', () => json(`, "x": "${'[{'.repeat(1_000)}", "y": "\\"${'['.repeat(99)}"`)],
    ['brackets side by side', () => json(`, "x": [${Array(1_000).fill('[],{}').join()}]`)],
    ['out-of-range numbers in unknown fields', () => json(', "x": 1e999, "y": 12345678901234567890123')],
    ['names of Object.prototype', () => json(', "__proto__": {"email": 5}, "toString": 1')],
  ])('accepts %s', async (_, text) => {
    expect((await register(text())).status).toBe(201)
  })

  test('takes no field from the prototype', async () => {
    expectInvalidFields(await register('{"__proto__": {"agent_name": "Ada Lovelace"}}'), 'agent_name')
    expectInvalidFields(await register('{"constructor": {"prototype": {"agent_name": "Ada"}}}'), 'agent_name')
    expectInvalidFields(await register('{}'), 'agent_name')
  })
})
