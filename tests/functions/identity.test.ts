// The settings of the function `identity`, and which issuers it offers. tests/identity has its routes on a real stack.
import { describe, expect, test } from 'vitest'
import { dataApi, loadFunction, loadModule, withDataApi, withKey } from './edge-function.ts'

withDataApi()
const SECRET = '{"default": "sb_secret_x"}'
type Settings = Record<string, string | undefined>
const settingsOf = (settings: Settings) =>
  loadModule<{ ownAudience: string | undefined }>('identity/settings.ts', {
    SUPABASE_SECRET_KEYS: SECRET,
    ...settings,
  })

describe('the audience', () => {
  test.each<[Settings, string | undefined]>([
    [{ PUBLIC_URL: 'https://skills.example.com/base/' }, 'https://skills.example.com'],
    [{ PUBLIC_URL: 'http://127.0.0.1:54321' }, 'http://127.0.0.1:54321'],
    [{ SUPABASE_URL: 'https://ref.supabase.co' }, 'https://ref.supabase.co'],
    [{ SUPABASE_URL: 'http://ref.supabase.co' }, undefined],
    [{ SUPABASE_URL: 'https://kong:8000' }, undefined],
    [{ SUPABASE_URL: 'https://10.0.0.1' }, undefined],
    [{ SUPABASE_URL: 'https://[::1]:8000' }, undefined],
    [{ SUPABASE_URL: 'https://supabase.internal' }, undefined],
  ])('is the origin that clients use, if it is known (%#)', async (settings, audience) => {
    expect((await settingsOf(settings)).ownAudience).toBe(audience)
  })
})

test('the function does not start without the secret key, or with loopback beside a public address', async () => {
  for (const keys of [undefined, '', 'sb_secret_x', '{}', '{"default": 5}', '{'])
    await expect(settingsOf({ SUPABASE_SECRET_KEYS: keys })).rejects.toThrow(
      'The setting SUPABASE_SECRET_KEYS is',
    )
  const loopback = { IDENTITY_ALLOW_LOOPBACK: '1' }
  await expect(settingsOf({ ...loopback, PUBLIC_URL: 'https://skills.example.com' })).rejects.toThrow(
    'The setting IDENTITY_ALLOW_LOOPBACK must not be 1 beside a public PUBLIC_URL',
  )
  await settingsOf({ ...loopback, PUBLIC_URL: 'http://localhost:3000' })
})

const issuer = (fields: object) => ({
  name: 'X',
  audience: null,
  counted_claims: ['sub'],
  jwks_uri: null,
  ...fields,
})
const offered = async (settings: Settings) => {
  const app = await loadFunction({ SUPABASE_SECRET_KEYS: SECRET, ...settings }, 'identity')
  dataApi.reply = {
    body: {
      issuers: [
        issuer({ issuer: 'https://a.example.com' }),
        issuer({ issuer: 'https://b.example.com', audience: 'authenticated' }),
        issuer({ issuer: 'http://127.0.0.1:3000', audience: 'x' }),
        issuer({ issuer: 'https://c.example.com', audience: 'x', jwks_uri: 'http://127.0.0.1:3000/keys' }),
      ],
    },
  }
  const { issuers } = (await (await app.request('/identity/issuers')).json()) as {
    issuers: { issuer: string }[]
  }
  return issuers.map((one) => new URL(one.issuer).hostname[0])
}

test('issuers without a known audience, and on loopback, are not offered', async () => {
  expect(await offered({})).toEqual(['b'])
  expect(await offered({ PUBLIC_URL: 'https://skills.example.com' })).toEqual(['a', 'b'])
  expect(await offered({ PUBLIC_URL: 'http://localhost:1', IDENTITY_ALLOW_LOOPBACK: '1' })).toEqual([
    'a',
    'b',
    '1',
    'c',
  ])
})

test('the secret key goes to the Data API with the key of the agent, and nowhere else', async () => {
  const app = await loadFunction({ SUPABASE_SECRET_KEYS: SECRET }, 'identity')
  dataApi.reply = { body: { proof: null } }
  const response = await app.request('/identity/proofs', { headers: withKey })
  expect(await response.json()).toEqual({ proof: null })
  expect(dataApi.received).toMatchObject([
    { path: '/rest/v1/rpc/get_proof', headers: { apikey: 'sb_secret_x', ...withKey } },
  ])
})

test.each([
  ['an error without a code', { status: 502, body: 'x' }],
  ['a response of another program', { body: { hello: 1 } }],
  ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
])('%s of the Data API is 503', async (_, reply) => {
  const app = await loadFunction({ SUPABASE_SECRET_KEYS: SECRET }, 'identity')
  dataApi.reply = reply
  const response = await app.request('/identity/proofs', { headers: withKey })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'unavailable'])
})
