import { describe, expect, test } from 'vitest'
import { dataApi, loadFunction, loadModule, send, withDataApi } from './edge-function.ts'

withDataApi()

test.each<[Record<string, string | undefined>, string]>([
  [{ SUPABASE_URL: undefined }, 'SUPABASE_URL is missing'],
  [{ SUPABASE_PUBLISHABLE_KEYS: undefined }, 'SUPABASE_PUBLISHABLE_KEYS is missing'],
  [{ SUPABASE_PUBLISHABLE_KEYS: 'sb_x' }, 'SUPABASE_PUBLISHABLE_KEYS is not JSON'],
  ...['ten', '1.5', '-1', '5x'].map((text): [Record<string, string>, string] => [
    { REGISTRATIONS_PER_HOUR: text },
    `REGISTRATIONS_PER_HOUR must be a whole number of at least 0, not "${text}"`,
  ]),
  [{ TRUSTED_PROXIES: 'one' }, 'TRUSTED_PROXIES must be a whole number'],
  [{ REGISTRATIONS_PER_HOUR: 'a minute' }, 'must be a whole number of at least 0, not "a minute"'],
  ...['replica', 'ftp://a.b', 'xhttp://a.b', 'http://', '//a.b'].map(
    (url): [Record<string, string>, string] => [
      { CATALOGUE_URL: url },
      `CATALOGUE_URL must be an http or https address, not "${url}"`,
    ],
  ),
])('with %j the functions do not start: %s', async (settings, message) => {
  await expect(loadModule('_shared/settings.ts', settings)).rejects.toThrow(message)
})

test('SUPABASE_ANON_KEY is used if there is no publishable key', async () => {
  dataApi.reply = { body: { status: 'ok' } }
  const app = await loadFunction({ SUPABASE_PUBLISHABLE_KEYS: undefined, SUPABASE_ANON_KEY: 'older' })
  await send(app, 'GET /api/health')
  expect(dataApi.received[0]?.headers.apikey).toBe('older')
})

describe('REGISTRATIONS_PER_HOUR', () => {
  const register = async (settings: Record<string, string>, ...addresses: string[]) => {
    dataApi.reply = { body: { api_key: 'x' } }
    const app = await loadFunction(settings)
    const responses: Response[] = []
    for (const from of addresses) {
      const headers: Record<string, string> = from === '' ? {} : { 'x-forwarded-for': from }
      responses.push(await send(app, 'POST /api/register', { agent_name: 'Ada' }, headers))
    }
    return responses
  }
  const statusesOf = (responses: Response[]) => responses.map(({ status }) => status)

  test.each(['', '0', ' '])('of %j sets no limit', async (limit) => {
    const responses = await register({ REGISTRATIONS_PER_HOUR: limit }, ...Array(5).fill(''))
    expect(statusesOf(responses)).toEqual(Array(5).fill(201))
  })

  test('limits each network, as seen by the last proxy', async () => {
    const responses = await register(
      { REGISTRATIONS_PER_HOUR: ' 2 ' },
      '10.0.0.1',
      ' 10.9.9.9 , 10.0.0.1 ',
      '10.0.0.2',
      '10.0.0.1, 10.0.0.2',
      '10.0.0.3, 10.0.0.1',
      '',
    )
    expect(statusesOf(responses)).toEqual([201, 201, 201, 201, 429, 201])
    const rejected = responses[4] as Response
    const detail = expect.stringContaining('At most 2 agents')
    expect(await rejected.json()).toMatchObject({ code: 'too_many_registrations', detail })
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    expect(dataApi.received).toHaveLength(5)
  })

  test('counts proxies by TRUSTED_PROXIES', async () => {
    const settings = { REGISTRATIONS_PER_HOUR: '1', TRUSTED_PROXIES: '2' }
    const responses = await register(settings, '1.1.1.1, 192.0.2.1, 10.0.0.1', '2.2.2.2, 192.0.2.1, 10.0.0.2')
    expect(statusesOf(responses)).toEqual([201, 429])
    const detail = expect.stringContaining('At most 1 agent can be')
    expect(await responses[1]?.json()).toMatchObject({ detail })
  })
})
