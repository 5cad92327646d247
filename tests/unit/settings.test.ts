import { describe, expect, test } from 'vitest'
import { dataApi, loadFunction, send, withDataApi } from './function.ts'

withDataApi()

describe('the function does not start', () => {
  test.each([
    ['without an address', { SUPABASE_URL: undefined }, 'SUPABASE_URL is missing'],
    ['without a key', { SUPABASE_PUBLISHABLE_KEYS: undefined }, 'SUPABASE_PUBLISHABLE_KEYS is missing'],
    [
      'with keys that are no JSON',
      { SUPABASE_PUBLISHABLE_KEYS: 'sb_x' },
      'SUPABASE_PUBLISHABLE_KEYS is not JSON',
    ],
    ['with a limit in words', { REGISTRATIONS_PER_HOUR: 'ten' }, 'must be a whole number from 0, not "ten"'],
    ['with half a limit', { REGISTRATIONS_PER_HOUR: '1.5' }, 'must be a whole number'],
    ['with a limit below 0', { REGISTRATIONS_PER_HOUR: '-1' }, 'must be a whole number'],
    ['with a limit and more', { REGISTRATIONS_PER_HOUR: '5x' }, 'must be a whole number'],
    [
      'with a time in words',
      { CATALOGUE_CACHE_SECONDS: 'a minute' },
      'CATALOGUE_CACHE_SECONDS must be a whole number from 0, not "a minute"',
    ],
    ...['replica', 'ftp://a.b', 'xhttp://a.b', 'http://', '//a.b'].map(
      (url): [string, Record<string, string>, string] => [
        `with replicas at ${url}`,
        { CATALOGUE_URL: url },
        `CATALOGUE_URL must be an http or https address, not "${url}"`,
      ],
    ),
  ])('%s, and says why', async (_, settings, message) => {
    await expect(loadFunction(settings)).rejects.toThrow(message)
  })
})

test('an older project’s key serves where it has no other', async () => {
  dataApi.reply = { body: { status: 'ok' } }
  const app = await loadFunction({ SUPABASE_PUBLISHABLE_KEYS: undefined, SUPABASE_ANON_KEY: 'older' })
  await send(app, 'GET /api/health')
  expect(dataApi.asked[0]?.headers.apikey).toBe('older')
})

describe('registrations', () => {
  const register = (app: Awaited<ReturnType<typeof loadFunction>>, from?: string) =>
    send(
      app,
      'POST /api/register',
      { agent_name: 'Ada' },
      from === undefined ? {} : { 'x-forwarded-for': from },
    )

  test.each([undefined, '', '0', ' '])('are not limited by %j', async (limit) => {
    dataApi.reply = { body: { api_key: 'x' } }
    const app = await loadFunction({ REGISTRATIONS_PER_HOUR: limit })
    for (let i = 0; i < 5; i++) expect((await register(app)).status).toBe(201)
  })

  test('are limited by address, the first that was forwarded', async () => {
    dataApi.reply = { body: { api_key: 'x' } }
    const app = await loadFunction({ REGISTRATIONS_PER_HOUR: ' 2 ' })
    for (const from of ['10.0.0.1', ' 10.0.0.1 , 10.9.9.9', '10.0.0.2', '10.0.0.2'])
      expect((await register(app, from)).status).toBe(201)
    const refused = await register(app, '10.0.0.1, 10.0.0.3')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^[0-9]+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    expect(await refused.json()).toMatchObject({
      code: 'too_many_registrations',
      detail: expect.stringContaining('2'),
    })
    expect(dataApi.asked).toHaveLength(4)
    expect((await register(app)).status).toBe(201)
  })
})
