import { expect, test } from 'vitest'
import { requireApiKey } from '../../functions/_shared/auth.ts'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'
import { outcome } from './outcome.ts'

const KEY = wellFormedKey('c1a0')
const OTHER = wellFormedKey('c1a1')
const JWT = 'eyJhbGciOi.e30.x'

type Case = [headers: Record<string, string>, argument?: string]
const read = (headers: Record<string, string>, argument?: string) =>
  outcome((c) => requireApiKey(c, argument), '/', { headers })

test.each<Case>([
  [{ 'x-api-key': KEY }],
  [{ Authorization: `Bearer ${KEY}` }],
  [{ Authorization: `bearer ${KEY}` }],
  [{ 'x-api-key': KEY, Authorization: `BEARER ${KEY}` }],
  [{ 'x-api-key': KEY, Authorization: `Bearer ${JWT}` }],
  [{ 'x-api-key': KEY, Authorization: `Basic ${OTHER}` }],
  [{}, KEY],
  [{ 'x-api-key': KEY }, KEY],
  [{ 'x-api-key': KEY }, ''],
])('accepts %j %s', async (...sent) => {
  expect(await read(...sent)).toEqual({ value: KEY })
})

test.each<[code: string, ...Case]>([
  ['missing_api_key', {}],
  ['missing_api_key', { Authorization: `Bearer ${JWT}` }],
  ['missing_api_key', { Authorization: `Basic ${KEY}` }],
  ['missing_api_key', { Authorization: `Bearer my-${KEY}` }],
  ['missing_api_key', { Authorization: `Digest bearer ${KEY}` }],
  ['missing_api_key', { apikey: KEY, 'api-key': KEY, x_api_key: KEY, 'Proxy-Authorization': KEY }],
  ['missing_api_key', { 'X-Forwarded-Authorization': `Bearer ${KEY}`, Cookie: `x-api-key=${KEY}` }],
  ['invalid_api_key', { 'x-api-key': `${KEY.slice(0, -1)}${KEY.endsWith('0') ? '1' : '0'}` }],
  ['invalid_api_key', { 'x-api-key': KEY.replace('c1a0', 'c1a1') }],
  ['invalid_api_key', { 'x-api-key': KEY.toUpperCase() }],
  ['invalid_api_key', { 'x-api-key': `x${KEY}` }],
  ['invalid_api_key', { 'x-api-key': `${KEY}x` }],
  ['invalid_api_key', { 'x-api-key': `${KEY}, ${KEY}` }],
  ['invalid_api_key', { Authorization: `Bearer ${KEY}, Bearer ${KEY}` }],
  ['invalid_api_key', { Authorization: `Bearer ${JWT}, Bearer ${KEY}` }],
  ['invalid_api_key', { 'x-api-key': 'secret' }],
  ['invalid_api_key', { 'x-api-key': `claw_${'0'.repeat(8_000)}` }],
  ['invalid_api_key', {}, 'secret'],
  ['conflicting_api_keys', { 'x-api-key': KEY, Authorization: `Bearer ${OTHER}` }],
  ['conflicting_api_keys', { 'x-api-key': 'secret', Authorization: 'Bearer claw_' }],
  ['conflicting_api_keys', { Authorization: `Bearer ${KEY}` }, OTHER],
])('throws %s for %j %s', async (code, ...sent) => {
  expect(await read(...sent)).toEqual({ code, paths: [] })
})
