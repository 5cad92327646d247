import { describe, expect, test } from 'vitest'
import { jsonBody, MAX_BODY, MAX_DEPTH, optionalJsonBody } from '../../functions/_shared/http/body.ts'
import { outcome } from './answers.ts'

const read = (
  body: BodyInit | null,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) => outcome(jsonBody, '/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)

const invalid = { code: 'invalid_json', paths: [] }

describe('optionalJsonBody', () => {
  const readAny = (body: BodyInit | null, headers: Record<string, string> = {}) =>
    outcome(optionalJsonBody, '/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  const unsupported = { code: 'unsupported_media_type', paths: [] }

  test('gives an empty object for no body', async () => {
    expect(await readAny(null)).toEqual({ value: {} })
    expect(await readAny(null, { 'Content-Length': '0' })).toEqual({ value: {} })
  })

  test('gives what a body holds, by the rules of every other', async () => {
    const json = { 'Content-Type': 'application/json' }
    expect(await readAny('{"a": 1}', json)).toEqual({ value: { a: 1 } })
    expect(await readAny('[]', json)).toEqual(invalid)
    expect(await readAny('', json)).toEqual(invalid)
  })

  test('wants the type of a body, however its length is told', async () => {
    const bytes = new TextEncoder().encode('{}')
    expect(await readAny(bytes, { 'Content-Length': '2' })).toEqual(unsupported)
    expect(await readAny(bytes, { 'Transfer-Encoding': 'chunked' })).toEqual(unsupported)
  })
})

/** A body in these pieces; says in `taken` how many of them were asked for. */
function pieces(...chunks: string[]) {
  const state = { taken: 0 }
  const stream = new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks[state.taken++]
        if (chunk === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

describe('jsonBody', () => {
  test('gives the object, whatever it holds', async () => {
    const object = { a: 1, b: [null, '🦞'], c: { d: true } }
    expect(await read(JSON.stringify(object))).toEqual({ value: object })
  })

  test('puts the pieces of a body together', async () => {
    expect(await read(pieces('{"a"', ': "b', 'c"', '}').stream)).toEqual({ value: { a: 'bc' } })
  })

  test('accepts a byte order mark', async () => {
    expect(await read('\uFEFF{}')).toEqual({ value: {} })
  })

  test('keeps __proto__ a field like any other', async () => {
    const { value } = (await read('{"__proto__": {"a": 1}}')) as { value: Record<string, unknown> }
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value.a).toBeUndefined()
  })

  test.each(['', ' ', '[]', '1', '"a"', 'null', 'true', '{', '{}}', '{a: 1}', '\uFEFF\uFEFF{}', ']'])(
    'refuses %j as no JSON object',
    async (text) => {
      expect(await read(text)).toEqual(invalid)
    },
  )

  test('refuses what is not UTF-8, without replacing it', async () => {
    expect(await read(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual(invalid)
  })

  test('takes a body of exactly the bound, and none a byte larger, declared or not', async () => {
    const largest = '{}'.padEnd(MAX_BODY)
    const tooLarge = { code: 'body_too_large', paths: [] }
    expect(MAX_BODY).toBe(262_144)
    expect(await read(largest)).toEqual({ value: {} })
    expect(await read(`${largest} `)).toEqual(tooLarge)
    expect(await read(pieces(largest).stream)).toEqual({ value: {} })
    expect(await read(pieces(largest, ' ').stream)).toEqual(tooLarge)
  })

  test('does not read on when a body is too large', async () => {
    const { stream, state } = pieces(...Array(100).fill('x'.repeat(MAX_BODY / 4)))
    expect(await read(stream)).toEqual({ code: 'body_too_large', paths: [] })
    expect(state.taken).toBe(5)
  })

  test('does not read a body that is declared too large', async () => {
    const { stream, state } = pieces('{}')
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(MAX_BODY + 1) }
    expect(await read(stream, headers)).toEqual({ code: 'body_too_large', paths: [] })
    expect(state.taken).toBe(0)
  })

  test('counts the depth of arrays and objects, itself included, and not of strings', async () => {
    const nested = (depth: number) => `{"a": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect(MAX_DEPTH).toBe(32)
    expect(await read(nested(32))).toHaveProperty('value')
    expect(await read(nested(33))).toEqual(invalid)
    expect(await read(`{"a": "${'['.repeat(99)}\\"${'{'.repeat(99)}"}`)).toHaveProperty('value')
    expect(await read(`{"a": "\\\\", "b": ${'['.repeat(32)}${']'.repeat(32)}}`)).toEqual(invalid)
    expect(await read(`{"a": [${Array(99).fill('[]').join()}]}`)).toHaveProperty('value')
  })

  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json; Charset=UTF-8',
  ])('takes the media type %s', async (type) => {
    expect(await read('{}', { 'Content-Type': type })).toEqual({ value: {} })
  })

  test.each([
    'text/plain',
    'application/json5',
    'application/ld+json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json, text/plain',
  ])('refuses the media type %s', async (type) => {
    expect(await read('{}', { 'Content-Type': type })).toEqual({ code: 'unsupported_media_type', paths: [] })
  })

  test('refuses a content encoding, but for none', async () => {
    const encoded = (encoding: string) =>
      read('{}', { 'Content-Type': 'application/json', 'Content-Encoding': encoding })
    expect(await encoded('identity')).toEqual({ value: {} })
    expect(await encoded('gzip')).toEqual({ code: 'unsupported_media_type', paths: [] })
  })
})
