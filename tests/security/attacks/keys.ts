// Keys in other places, and headers that name an agent otherwise. tests/unit/auth.test.ts, tests/api/authentication.test.ts and
// tests/database/access.test.ts have wrong keys in their place.
import { type Attack, onFunction } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

export function keys({ attacker, revoked, unrated, stack }: Fixtures): Attack[] {
  const { key } = attacker
  const headers: [code: string, headers: Record<string, string>][] = [
    ...[revoked.key, stack.publishableKey, "' or true--", `claw_${'0'.repeat(8_000)}`].map(
      (value): [string, Record<string, string>] => ['invalid_api_key', { 'x-api-key': value }],
    ),
    ...['apikey', 'x_api_key', 'api-key', 'Proxy-Authorization', 'X-Forwarded-Authorization'].map(
      (name): [string, Record<string, string>] => ['missing_api_key', { [name]: key }],
    ),
    ['missing_api_key', { 'X-Agent-Id': attacker.id, 'X-Role': 'service_role', role: 'service_role' }],
    // The sender declares the header to be for this connection only: it is not forwarded.
    ['invalid_request', { Connection: 'x-api-key', 'x-api-key': key }],
  ]
  const rating = { skill_id: unrated.id, claws: 1, api_key: key, 'x-api-key': key }
  const skill = { name: 'Without a right', description: 'Planted.', type: 'other' }
  return headers.flatMap(([code, headers]) => [
    onFunction('POST', '/api/ratings', code, { headers, body: rating }),
    onFunction('POST', `/api/skills?x-api-key=${key}&apikey=${key}`, code, { headers, body: skill }),
  ])
}
