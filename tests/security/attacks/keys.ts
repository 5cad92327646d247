// Values that are not the key of an agent, and headers that name an agent otherwise. tests/unit/auth.test.ts has more spellings.
import { wellFormedKey } from '../../support/well-formed-key.ts'
import { type Attack, onDataApi, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.K1a6rCWTFnoTFyP6QDGzMEdT4tDAmbuHQLOyfn9dXXU'

export function keys({ attacker, rater, revoked, unrated, stack }: Fixtures): Attack[] {
  const { key } = attacker
  const wrong = [
    ...[wellFormedKey(), revoked.key, 'claw_', JWT, key.toUpperCase(), key.slice(0, -1), `${key},${key}`],
    ...[
      `claw_${'0'.repeat(8_000)}`,
      `${key.slice(0, 30)}\u00e9${key.slice(31)}`,
      "' or true--",
      '{"x-api-key":"x"}',
    ],
    stack.publishableKey,
  ]
  const headers: [Record<string, string>, string][] = [
    ...wrong.map((value): [Record<string, string>, string] => [{ 'x-api-key': value }, 'invalid_api_key']),
    [{ 'x-api-key': key, Authorization: `Bearer ${rater.key}` }, 'conflicting_api_keys'],
    [{ 'x-api-key': JWT, Authorization: `Bearer ${key}` }, 'conflicting_api_keys'],
    ...['apikey', 'x_api_key', 'api-key', 'Proxy-Authorization', 'X-Forwarded-Authorization'].map(
      (name): [Record<string, string>, string] => [{ [name]: key }, 'missing_api_key'],
    ),
    // The sender declares the header to be for this connection only: it is not forwarded.
    [{ Connection: 'x-api-key', 'x-api-key': key }, 'invalid_request'],
    [{ 'X-Agent-Id': attacker.id, 'X-Role': 'service_role', role: 'service_role' }, 'missing_api_key'],
  ]
  const rating = { skill_id: unrated.id, claws: 1 }
  const skill = { name: 'Without a right', description: 'Planted.', type: 'other' }
  return [
    ...headers.flatMap(([headers, code]) => [
      onFunction('POST', '/api/ratings', code, {
        headers,
        body: { ...rating, api_key: key, 'x-api-key': key },
      }),
      onFunction('POST', `/api/skills?x-api-key=${key}&apikey=${key}`, code, { headers, body: skill }),
    ]),
    ...['', ...wrong].flatMap((value) => [
      onRpc('submit_rating', { p_skill_id: unrated.id, p_claws: 1 }, 'refused', { key: value }),
      onDataApi('POST', '/ratings', 'refused', { key: value, body: rating }),
      onDataApi('PATCH', '/ratings?claws=gte.0', 'empty', { key: value, body: { claws: 1 } }),
    ]),
  ]
}
