import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientNetwork } from '../../functions/_shared/http/client-network.ts'

/** The network of a request with this X-Forwarded-For, several of them as an array, over a connection from this address. */
async function networkOf(forwarded: string | string[], proxies = 1, connection?: string): Promise<string> {
  const headers = new Headers()
  for (const value of [forwarded].flat()) headers.append('x-forwarded-for', value)
  const env = connection === undefined ? undefined : { remoteAddr: { hostname: connection } }
  const app = new Hono().get('/', (c) => c.text(clientNetwork(c, proxies)))
  return (await app.request('/', { headers }, env)).text()
}

test.each<[forwarded: string | string[], network: string]>([
  ['192.0.2.1', '192.0.2.1'],
  [['1.1.1.1', '192.0.2.1'], '192.0.2.1'],
  ['1.1.1.1, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4000', '192.0.2.1'],
  [',, ,1.1.1.1,,192.0.2.1', '192.0.2.1'],
  ['192.0.2.1, ,', '192.0.2.1'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['[2001:0db8:0:0:0:0:0:1]:443', '2001:db8:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:c000:201]', '192.0.2.1'],
  ...['unknown', '_hidden', 'x', '9'.repeat(10_000), '256.1.1.1', '010.0.0.1', '1::2::3', '::1%eth0'].map(
    (text): [string, string] => [`1.1.1.1, ${text}`, 'unknown'],
  ),
])('X-Forwarded-For: %s is %s', async (forwarded, network) => {
  expect(await networkOf(forwarded)).toBe(network)
})

test.each<[forwarded: string, proxies: number, connection: string | undefined, network: string]>([
  ['', 1, '::ffff:192.0.2.1', '192.0.2.1'],
  ['x', 1, 'fe80::1', 'fe80:0:0:0::/64'],
  ['1.1.1.1', 0, '192.0.2.1', '192.0.2.1'],
  ['1.1.1.1, 192.0.2.1, 10.0.0.1', 2, undefined, '192.0.2.1'],
  // With one entry, the request bypassed the outer proxy.
  ['192.0.2.1', 2, '10.0.0.1', '10.0.0.1'],
  ['192.0.2.1', 999_999_999, undefined, 'unknown'],
])('%s behind %i proxies, connection from %s, is %s', async (forwarded, proxies, connection, network) => {
  expect(await networkOf(forwarded, proxies, connection)).toBe(network)
})
