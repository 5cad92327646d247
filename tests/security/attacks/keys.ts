// Every way to send a key, beside every other, with a rating and a skill that a valid key would create.
import { wellFormedKey } from '../../support/well-formed-key.ts'
import { type Attack, onDataApi, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.K1a6rCWTFnoTFyP6QDGzMEdT4tDAmbuHQLOyfn9dXXU'

export function keys({ attacker, rater, revoked, unrated, stack }: Fixtures): Attack[] {
  const { key } = attacker
  const unknown = wellFormedKey()
  const inHeader: (string | undefined)[] = [
    ...[undefined, unknown, revoked.key, 'claw_', 'x', JWT, key.toUpperCase(), key.slice(0, -1), `${key}0`],
    ...[`${key},${key}`, `Bearer ${key}`, `claw_${'0'.repeat(8_000)}`],
    ...[`${key.slice(0, 30)}\u00e9${key.slice(31)}`],
    ...["' or true--", '{"x-api-key":"x"}', stack.publishableKey],
  ]
  const asCredentials: (string | undefined)[] = [
    ...[undefined, `Basic ${Buffer.from(`x:${key}`).toString('base64')}`, `Basic ${key}`, 'Bearer'],
    ...[`Bearer ${JWT}`, `Bearer ${stack.publishableKey}`, `bearer ${unknown}`, `BEARER   ${revoked.key}`],
    ...[`Bearer ${key} x`, `Bearer ${key}, Bearer ${key}`, 'Bearer claw_x', `Token ${key}`, key],
  ]
  const pairs = inHeader.flatMap((header) =>
    asCredentials.map((credentials): [Record<string, string> | [string, string][], string] => [
      { 'x-api-key': header ?? '', Authorization: credentials ?? '' },
      expectedCode(header, credentials),
    ]),
  )
  const others: typeof pairs = [
    [{ 'x-api-key': key, Authorization: `Bearer ${rater.key}` }, 'conflicting_api_keys'],
    [{ 'x-api-key': JWT, Authorization: `Bearer ${key}` }, 'conflicting_api_keys'],
    ...(
      [
        ['x-api-key', key, key],
        ['x-api-key', key, rater.key],
        ['Authorization', `Bearer ${key}`, `Bearer ${key}`],
      ] as const
    ).map(([name, one, two]): [[string, string][], string] => [
      [
        [name, one],
        [name.toUpperCase(), two],
      ],
      'invalid_api_key',
    ]),
    ...['apikey', 'x_api_key', 'api-key', 'Proxy-Authorization', 'X-Forwarded-Authorization'].map(
      (name): [Record<string, string>, string] => [{ [name]: key }, 'missing_api_key'],
    ),
    [{ Cookie: `x-api-key=${key}` }, 'missing_api_key'],
    // The sender declares the header to be for this connection only: it is not forwarded.
    [{ Connection: 'x-api-key', 'x-api-key': key }, 'invalid_request'],
    [{ 'X-Agent-Id': attacker.id, 'X-Role': 'service_role', role: 'service_role' }, 'missing_api_key'],
  ]
  const rating = { skill_id: unrated.id, claws: 1 }
  const onRoutes = [...pairs, ...others].flatMap(([headers, code]) => [
    onFunction('POST', '/api/ratings', code, {
      headers,
      body: { ...rating, api_key: key, 'x-api-key': key },
    }),
    onFunction('POST', `/api/skills?x-api-key=${key}&apikey=${key}`, code, {
      ...{ headers, body: { name: 'Without a right', description: 'Planted.', type: 'other' } },
    }),
  ])
  const onTables = inHeader.flatMap((header = '') => [
    onRpc('submit_rating', { p_skill_id: unrated.id, p_claws: 1 }, 'refused', { key: header }),
    onDataApi('POST', '/ratings', 'refused', { key: header, body: rating }),
    onDataApi('PATCH', '/ratings?claws=gte.0', 'empty', { key: header, body: { claws: 1 } }),
  ])
  return [...onRoutes, ...onTables]
}

/** The code for two headers of which neither is a known key. */
function expectedCode(header: string | undefined, credentials: string | undefined): string {
  const token = /^bearer +(claw_.*)$/i.exec(credentials ?? '')?.[1]
  if (header !== undefined && token !== undefined)
    return header === token ? 'invalid_api_key' : 'conflicting_api_keys'
  return header === undefined && token === undefined ? 'missing_api_key' : 'invalid_api_key'
}
