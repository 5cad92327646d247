// Paths, and the routes below a skill's ratings. The values of parameters and fields are tested in tests/api, tests/database/bounds.test.ts
// and tests/fuzz.
import { wellFormedKey } from '../../support/well-formed-key.ts'
import { type Attack, type Expected, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const PATHS =
  `/api/skills/..%2fratings /api/skills/%2e%2e /api//skills /api/skills// /api/skills/a/b /api/skills/%00
  /api/skills/{00000000-0000-4000-8000-000000000000} /api/skills/00000000-0000-4000-8000-000000000000
  /api/skills/'%20or%20true-- /api/skills/* /api/skills/eq.x /api/agents /api/rpc/register_agent
  /api/../../rest/v1/agents /api/%2e%2e/%2e%2e/rest/v1/agents /API/SKILLS /api/skills;jsessionid=1 /api/.env
  /api/skills/${'a'.repeat(101)} /api/skills/${'a'.repeat(8_000)} /api/skills/%ff`.split(/\s+/)
const REFERENCES = [
  ...['%00', '%ff', '..', '%2e%2e', 'a%2fb', "'--", '*', 'ME', 'x'.repeat(5_000), '0'.repeat(32)],
  ...['{00000000-0000-4000-8000-000000000000}', '00000000-0000-4000-8000-000000000000'],
]

export function addresses({ victim, rater, attacker, revoked, skill, unrated, rating }: Fixtures): Attack[] {
  const { key } = attacker
  const on = (method: string, path: string, expect: Expected, options = {}) =>
    onFunction(method, `/api/skills/${path}`, expect, { key, ...options })
  const rpc = (name: string, parameters: object, sentKey = key) =>
    onRpc(name, parameters, 'refused', { key: sentKey })
  const body = { reason: 'Planted.' }
  const flag = (expect: Expected, address = skill.slug, id = rating.id, sentKey = key) =>
    on('POST', `${address}/ratings/${id}/flag`, expect, { body, key: sentKey })
  const own = `${skill.slug}/ratings/me`

  const notFound = ['skill_not_found', 'route_not_found', 'rating_not_found']
  const paths = PATHS.map((path) => onFunction('GET', path, notFound))
  const references = REFERENCES.flatMap((path) => {
    const decoded = decodeURIComponent(path.replace('%ff', 'x'))
    return [
      on('GET', `${path}/ratings`, notFound),
      on('GET', `${path}/ratings/me`, notFound),
      on('DELETE', `${path}/ratings/me`, [...notFound, 'method_not_allowed']),
      flag(notFound, path),
      flag(notFound, skill.slug, path),
      rpc('get_own_rating', { p_skill: decoded }),
      rpc('delete_own_rating', { p_skill: decoded }),
      rpc('flag_rating', { p_skill: skill.id, p_rating: decoded, p_reason: 'Planted.' }),
    ]
  })

  const ofOthers = [
    on('GET', `${own}?agent_id=${victim.id}&id=${rating.id}`, 'rating_not_found'),
    on('DELETE', `${own}?agent_id=${victim.id}&id=${rating.id}`, 'rating_not_found'),
    on('DELETE', `${skill.slug}/ratings/${rating.id}`, 'route_not_found'),
    on('DELETE', `${skill.slug}/ratings`, 'method_not_allowed'),
    on('DELETE', `${skill.slug}/ratings/${rating.id}/flag`, 'method_not_allowed'),
    on('GET', `${skill.slug}/ratings/${rating.id}/flag`, 'method_not_allowed'),
    on('PATCH', own, 'method_not_allowed', { body: { claws: 1 } }),
    flag('rating_not_found', unrated.slug),
    rpc('get_own_rating', { p_skill: skill.id }),
    ...['', 'p_agent_id', 'p_agent', 'agent_id', 'p_id'].map((name) =>
      rpc('delete_own_rating', { p_skill: skill.id, ...(name && { [name]: victim.id }) }),
    ),
  ]

  const withoutKey = ['', 'x', wellFormedKey(), revoked.key, rater.key.toUpperCase()].flatMap((sentKey) => {
    const code = sentKey ? 'invalid_api_key' : 'missing_api_key'
    return [
      on('GET', own, code, { key: sentKey }),
      on('DELETE', own, code, { key: sentKey }),
      flag(code, skill.slug, rating.id, sentKey),
      rpc('get_own_rating', { p_skill: skill.id }, sentKey),
      rpc('delete_own_rating', { p_skill: skill.id }, sentKey),
      rpc('flag_rating', { p_skill: skill.id, p_rating: rating.id, p_reason: 'Planted.' }, sentKey),
    ]
  })
  return [...paths, ...references, ...ofOthers, ...withoutKey]
}
