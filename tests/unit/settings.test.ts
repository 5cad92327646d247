import { describe, expect, test } from 'vitest'
import { dataApi, loadFunction, send, withDataApi } from './edge-function.ts'

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
    ['with proxies in words', { TRUSTED_PROXIES: 'one' }, 'TRUSTED_PROXIES must be a whole number'],
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
  expect(dataApi.received[0]?.headers.apikey).toBe('older')
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

  test('are limited by the address that the last proxy saw, whatever the caller wrote before it', async () => {
    dataApi.reply = { body: { api_key: 'x' } }
    const app = await loadFunction({ REGISTRATIONS_PER_HOUR: ' 2 ' })
    for (const from of ['10.0.0.1', ' 10.9.9.9 , 10.0.0.1 ', '10.0.0.2', '10.0.0.1, 10.0.0.2'])
      expect((await register(app, from)).status).toBe(201)
    const refused = await register(app, '10.0.0.3, 10.0.0.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^[0-9]+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    expect(await refused.json()).toMatchObject({
      code: 'too_many_registrations',
      detail: expect.stringContaining('2'),
    })
    expect(dataApi.received).toHaveLength(4)
    expect((await register(app)).status).toBe(201)
  })

  /** Whether two requests are counted as one caller, with these headers and from these connections. */
  async function isOneCaller(
    first: Caller,
    second: Caller,
    settings: Record<string, string> = {},
  ): Promise<boolean> {
    dataApi.reply = { body: { api_key: 'x' } }
    const app = await loadFunction({ REGISTRATIONS_PER_HOUR: '1', ...settings })
    const statuses: number[] = []
    for (const { forwarded = [], connection } of [first, second]) {
      const headers = new Headers({ 'content-type': 'application/json' })
      for (const value of forwarded) headers.append('x-forwarded-for', value)
      const env = connection === undefined ? undefined : { remoteAddr: { hostname: connection } }
      const body = JSON.stringify({ agent_name: 'Ada' })
      statuses.push((await app.request('/api/register', { method: 'POST', headers, body }, env)).status)
    }
    expect(statuses[0]).toBe(201)
    return statuses[1] === 429
  }
  type Caller = { forwarded?: string[]; connection?: string }
  const by = (...forwarded: string[]): Caller => ({ forwarded })

  test.each<[string, Caller, Caller]>([
    ['in another header before it', by('1.1.1.1', '192.0.2.1'), by('2.2.2.2', '192.0.2.1')],
    ['with a port', by('192.0.2.1:4000'), by('192.0.2.1:4001')],
    ['behind empty entries', by('192.0.2.1'), by(',, ,1.1.1.1,,192.0.2.1')],
    ['before empty entries', by('192.0.2.1'), by('192.0.2.1, ,')],
    ['in the same /64', by('2001:db8:1:2::1'), by('2001:DB8:1:2:ffff:ffff:ffff:ffff')],
    ['of IPv6 in another form', by('2001:db8::1'), by('[2001:0db8:0:0:0:0:0:1]:443')],
    ['of IPv4 as IPv6', by('192.0.2.1'), by('::ffff:192.0.2.1')],
    ['of IPv4 as IPv6 in hex', by('192.0.2.1'), by('[::ffff:c000:201]')],
    ['that is no address', by('1.1.1.1, unknown'), by('_hidden')],
    ['that is none, and longer', by('x'), by(`1.1.1.1, ${'9'.repeat(10_000)}`)],
    ['that is no address of IPv4', by('256.1.1.1'), by('010.0.0.1')],
    ['that is no address of IPv6', by('1::2::3'), by('::1%eth0')],
    [
      'from the same connection, without an entry',
      { connection: '192.0.2.1' },
      { connection: '::ffff:192.0.2.1' },
    ],
    [
      'that is no address, from the same connection',
      { ...by('x'), connection: 'fe80::1' },
      { ...by('y'), connection: 'fe80::2' },
    ],
  ])('count as one caller: %s', async (_, first, second) => {
    expect(await isOneCaller(first, second)).toBe(true)
  })

  test.each<[string, Caller, Caller]>([
    ['by IPv4', by('192.0.2.1'), by('192.0.2.2')],
    ['by the /64', by('2001:db8:1:2::1'), by('2001:db8:1:3::1')],
    ['by connection, without an entry', { connection: '192.0.2.1' }, { connection: '192.0.2.2' }],
  ])('count as two callers: %s', async (_, first, second) => {
    expect(await isOneCaller(first, second)).toBe(false)
  })

  test.each<[string, Caller, Caller, boolean]>([
    ['0', { ...by('1.1.1.1'), connection: '192.0.2.1' }, { ...by('2.2.2.2'), connection: '192.0.2.1' }, true],
    [
      '0',
      { ...by('1.1.1.1'), connection: '192.0.2.1' },
      { ...by('1.1.1.1'), connection: '192.0.2.2' },
      false,
    ],
    ['2', by('1.1.1.1, 192.0.2.1, 10.0.0.1'), by('2.2.2.2, 192.0.2.1, 10.0.0.2'), true],
    ['2', by('192.0.2.1, 10.0.0.1'), by('192.0.2.2, 10.0.0.1'), false],
    // One entry means that the outer proxy was passed by.
    [
      '2',
      { ...by('192.0.2.1'), connection: '10.0.0.1' },
      { ...by('192.0.2.2'), connection: '10.0.0.1' },
      true,
    ],
    ['999999999', by('192.0.2.1'), by('192.0.2.2'), true],
  ])('with %s trusted proxies: %j, %j', async (TRUSTED_PROXIES, first, second, isOne) => {
    expect(await isOneCaller(first, second, { TRUSTED_PROXIES })).toBe(isOne)
  })
})
