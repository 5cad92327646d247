import { describe, expect, test } from 'vitest'
import { requireApiKey } from '../../functions/_shared/auth.ts'
import { wellFormedKey } from '../support/well-formed-key.ts'
import { outcome } from './answers.ts'

const KEY = wellFormedKey('c1a0')
const OTHER = wellFormedKey('c1a1')
const read = (headers: Record<string, string>) => outcome(requireApiKey, '/', { headers })

describe('requireApiKey', () => {
  test.each<[string, Record<string, string>]>([
    ['x-api-key', { 'x-api-key': KEY }],
    ['a bearer token', { Authorization: `Bearer ${KEY}` }],
    ['a bearer token in small letters', { Authorization: `bearer ${KEY}` }],
    ['both', { 'x-api-key': KEY, Authorization: `BEARER ${KEY}` }],
    ['x-api-key beside another token', { 'x-api-key': KEY, Authorization: 'Bearer eyJhbGciOi.e30.x' }],
    ['x-api-key beside basic credentials', { 'x-api-key': KEY, Authorization: `Basic ${OTHER}` }],
  ])('gives the key from %s', async (_, headers) => {
    expect(await read(headers)).toEqual({ value: KEY })
  })

  test.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['another token', { Authorization: 'Bearer eyJhbGciOi.e30.x' }],
    ['basic credentials', { Authorization: `Basic ${KEY}` }],
    ['a bearer token that only holds a key', { Authorization: `Bearer my-${KEY}` }],
  ])('finds none in %s', async (_, headers) => {
    expect(await read(headers)).toEqual({ code: 'missing_api_key', paths: [] })
  })

  test.each<[string, Record<string, string>]>([
    ['of a wrong checksum', { 'x-api-key': `${KEY.slice(0, -1)}${KEY.endsWith('0') ? '1' : '0'}` }],
    ['of a mistyped body', { 'x-api-key': KEY.replace('c1a0', 'c1a1') }],
    ['in capitals', { 'x-api-key': KEY.toUpperCase() }],
    ['with something before it', { 'x-api-key': `x${KEY}` }],
    ['with something after it', { 'x-api-key': `${KEY}x` }],
    ['given twice', { 'x-api-key': `${KEY}, ${KEY}` }],
    ['given twice as a bearer token', { Authorization: `Bearer ${KEY}, Bearer ${KEY}` }],
    ['that is no key at all', { 'x-api-key': 'secret' }],
  ])('refuses a key %s', async (_, headers) => {
    expect(await read(headers)).toEqual({ code: 'invalid_api_key', paths: [] })
  })

  test('gives the key from elsewhere in the request, and knows it from that of a header', async () => {
    const readWith = (headers: Record<string, string>, elsewhere: string) =>
      outcome((c) => requireApiKey(c, elsewhere), '/', { headers })
    expect(await readWith({}, KEY)).toEqual({ value: KEY })
    expect(await readWith({ 'x-api-key': KEY }, KEY)).toEqual({ value: KEY })
    expect(await readWith({ 'x-api-key': KEY }, '')).toEqual({ value: KEY })
    expect(await readWith({}, 'secret')).toEqual({ code: 'invalid_api_key', paths: [] })
    expect(await readWith({ Authorization: `Bearer ${KEY}` }, OTHER)).toEqual({
      code: 'conflicting_api_keys',
      paths: [],
    })
  })

  test.each<[string, Record<string, string>]>([
    ['well-formed', { 'x-api-key': KEY, Authorization: `Bearer ${OTHER}` }],
    ['malformed', { 'x-api-key': 'secret', Authorization: 'Bearer claw_' }],
  ])('refuses two different keys, %s', async (_, headers) => {
    expect(await read(headers)).toEqual({ code: 'conflicting_api_keys', paths: [] })
  })
})
