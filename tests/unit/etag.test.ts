import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isNamed, tagOf } from '../../functions/_shared/http/etag.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a tag', () => {
  test('is strong, and 132 bits of the SHA-256 of the body', () => {
    const hash = createHash('sha256').update('{"é":1}').digest('base64url')
    expect(tagOf(bytes('{"é":1}'))).toBe(`"${hash.slice(0, 22)}"`)
  })

  test('is another for each body', () => {
    const bodies = ['', '{}', '{} ', '{"a":1}', '{"a":2}'].map(bytes)
    expect(new Set(bodies.map(tagOf)).size).toBe(bodies.length)
    expect(tagOf(bytes('{}'))).toBe(tagOf(bytes('{}')))
  })
})

describe('If-None-Match', () => {
  const TAG = '"abc_-9"'

  test.each([
    TAG,
    'W/"abc_-9"',
    '"x", "abc_-9"',
    '"x","abc_-9","y"',
    'W/"x" , W/"abc_-9"',
    '"a,b", "abc_-9"',
    '*',
  ])('of %s names it', (header) => {
    expect(isNamed(TAG, header)).toBe(true)
  })

  test.each([
    undefined,
    '',
    'abc_-9',
    '"abc_-"',
    '"abc_-99"',
    '"ABC_-9"',
    '"x, abc_-9"',
    '"*"',
    '**',
    'x, *',
    '"',
  ])('of %s does not', (header) => {
    expect(isNamed(TAG, header)).toBe(false)
  })
})
