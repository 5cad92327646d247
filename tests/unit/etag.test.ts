import { expect, test } from 'vitest'
import { etagOf, matchesEtag } from '../../functions/_shared/http/etag.ts'
import { sha256 } from '../../functions/_shared/sha256.ts'

const ETAG = '"abc_-9"'

test('an ETag is strong and 132 bits of the SHA-256 of the body', () => {
  expect(etagOf('{"é":1}')).toBe(`"${sha256('{"é":1}', 'base64url').slice(0, 22)}"`)
  expect(new Set(['', '{}', '{} ', '{"a":1}', '{"a":2}'].map(etagOf)).size).toBe(5)
})

test.each([ETAG, `W/${ETAG}`, `"x","y", ${ETAG}`, `W/"x" , W/${ETAG},"y"`, `"a,b", ${ETAG}`, '*'])(
  'If-None-Match: %s matches',
  (header) => {
    expect(matchesEtag(header, ETAG)).toBe(true)
  },
)

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
])('If-None-Match: %s does not match', (header) => {
  expect(matchesEtag(header, ETAG)).toBe(false)
})
