import type { Context } from 'hono'
import { describe, expect, test } from 'vitest'
import {
  BODY_TIMEOUT_MS,
  jsonBody,
  MAX_BODY,
  MAX_DEPTH,
  optionalJsonBody,
} from '../../functions/_shared/http/body.ts'
import { outcome } from './outcome.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const readWith =
  (parser: (c: Context) => Promise<Record<string, unknown>>) =>
  (body: BodyInit | null, headers: Record<string, string> = JSON_TYPE) =>
    outcome(parser, '/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
const read = readWith(jsonBody)

const invalid = { code: 'invalid_json', paths: [] }
const unsupported = { code: 'unsupported_media_type', paths: [] }
const tooLarge = { code: 'body_too_large', paths: [] }

/** A body in chunks. `state.taken` counts how many were read. */
function chunked(...chunks: (string | Uint8Array)[]) {
  const state = { taken: 0 }
  const stream = new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks[state.taken++]
        if (chunk === undefined) controller.close()
        else controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

describe('jsonBody', () => {
  test('returns the object', async () => {
    const object = { a: 1, b: [null, '🦞'], c: { d: true }, e: Array(99).fill({}) }
    expect(await read(JSON.stringify(object))).toEqual({ value: object })
    expect(await read('\uFEFF{}')).toEqual({ value: {} })
  })

  test('joins chunks that split a character', async () => {
    const bytes = [...new TextEncoder().encode('{"a": "🦞"}')].map((byte) => new Uint8Array([byte]))
    expect(await read(chunked(...bytes).stream)).toEqual({ value: { a: '🦞' } })
  })

  test('keeps __proto__ an ordinary field', async () => {
    const { value } = (await read('{"__proto__": {"a": 1}}')) as { value: Record<string, unknown> }
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value.a).toBeUndefined()
  })

  test.each(['', ' ', '[]', '1', '"a"', 'null', 'true', '{', '{}}', '{a: 1}', '\uFEFF\uFEFF{}', ']'])(
    'rejects %j, which is not a JSON object',
    async (text) => {
      expect(await read(text)).toEqual(invalid)
    },
  )

  test('rejects invalid UTF-8 and a stream that breaks', async () => {
    expect(await read(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual(invalid)
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    expect(await read(broken)).toEqual(invalid)
  })

  test('accepts 256 KiB and rejects one byte more, declared or not', async () => {
    const largest = '{}'.padEnd(MAX_BODY)
    expect(MAX_BODY).toBe(262_144)
    expect(await read(largest, { ...JSON_TYPE, 'Content-Length': String(MAX_BODY) })).toEqual({ value: {} })
    expect(await read(`${largest} `)).toEqual(tooLarge)
    expect(await read(chunked(largest).stream)).toEqual({ value: {} })
    expect(await read(chunked(largest, ' ').stream)).toEqual(tooLarge)
  })

  test('stops reading a body that is too large', async () => {
    const { stream, state } = chunked(...Array(100).fill('x'.repeat(MAX_BODY / 4)))
    expect(await read(stream)).toEqual(tooLarge)
    expect(state.taken).toBe(5)
    const declared = chunked('{}')
    const headers = { ...JSON_TYPE, 'Content-Length': String(MAX_BODY + 1) }
    expect(await read(declared.stream, headers)).toEqual(tooLarge)
    expect(declared.state.taken).toBe(0)
  })

  test('ends a body that is not complete in time, and does not read its rest', async () => {
    expect(BODY_TIMEOUT_MS).toBe(10_000)
    let isCancelled = false
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
      cancel: () => {
        isCancelled = true
      },
    })
    const readWithin = readWith((c) => jsonBody(c, 20))
    expect(await readWithin(endless)).toEqual({ code: 'request_timeout', paths: [] })
    expect(isCancelled).toBe(true)
    expect(await readWithin('{}')).toEqual({ value: {} })
  })

  test('limits the depth of arrays and objects to 32, brackets in strings not counted', async () => {
    const nested = (depth: number) => `{"a": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect(MAX_DEPTH).toBe(32)
    expect(await read(nested(32))).toHaveProperty('value')
    expect(await read(nested(33))).toEqual(invalid)
    expect(await read(`{"a": "${'['.repeat(99)}\\"${'{'.repeat(99)}"}`)).toHaveProperty('value')
    expect(await read(`{"a": "\\\\", "b": ${'['.repeat(32)}${']'.repeat(32)}}`)).toEqual(invalid)
    expect(await read(`{"a": [${Array(99).fill('[]').join()}]}`)).toHaveProperty('value')
  })

  test.each([
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; Charset="UTF-8"',
    'application/json; profile="x"',
    'application/json; xcharset=latin1',
  ])('accepts Content-Type: %s', async (type) => {
    expect(await read('{}', { 'Content-Type': type, 'Content-Encoding': 'Identity' })).toEqual({ value: {} })
  })

  test.each([
    'text/plain',
    'application/json5',
    'application/ld+json',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/json; charset=',
    'application/json; charset=utf-16',
    'application/json; CHARSET=latin1',
    'application/json; charset=latin1charset=utf-8',
    'application/json; charset=utf-8x',
    'application/json; charset="utf-8"; charset=latin1',
  ])('rejects Content-Type: %s', async (type) => {
    expect(await read('{}', { 'Content-Type': type })).toEqual(unsupported)
  })

  test('rejects Content-Encoding: gzip', async () => {
    expect(await read('{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).toEqual(unsupported)
  })
})

describe('optionalJsonBody', () => {
  const readOptional = readWith(optionalJsonBody)
  const bytes = new TextEncoder().encode('{}')

  test.each<[BodyInit | null, Record<string, string>, object]>([
    [null, {}, { value: {} }],
    [null, { 'Content-Length': '0' }, { value: {} }],
    ['{"a": 1}', JSON_TYPE, { value: { a: 1 } }],
    ['[]', JSON_TYPE, invalid],
    ['', JSON_TYPE, invalid],
    [bytes, { 'Content-Length': '2' }, unsupported],
    [bytes, { 'Transfer-Encoding': 'chunked' }, unsupported],
  ])('reads %j with %j as %j', async (body, headers, expected) => {
    expect(await readOptional(body, headers)).toEqual(expected)
  })
})
