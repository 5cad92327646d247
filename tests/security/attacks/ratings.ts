// The routes below a skill's ratings: lists, the own rating, and flags.
import { wellFormedKey } from '../../support/well-formed-key.ts'
import { type Attack, type Expected, onFunction, onRpc } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

const HOSTILE = [
  ...[
    '%',
    '_',
    "'",
    "' or true--",
    '*',
    'eq.x',
    '{a,b}',
    '{{7*7}}',
    '\u202e',
    '../../etc/passwd',
    'null',
    ' 1',
  ],
  ...['1; drop table ratings', '-1', '0', '6', '1.5', '1e1', 'NaN', '٣', 'x'.repeat(10_000)],
]
const PATHS = [
  ...['%00', '%ff', '..', '%2e%2e', 'a%2fb', "'--", '*', 'ME', 'x'.repeat(5_000), '0'.repeat(32)],
  ...['{00000000-0000-4000-8000-000000000000}', '00000000-0000-4000-8000-000000000000'],
]

export function ratings({ victim, rater, attacker, revoked, skill, unrated, rating }: Fixtures): Attack[] {
  const { key } = attacker
  const on = (method: string, path: string, expect: Expected, options = {}) =>
    onFunction(method, `/api/skills/${path}`, expect, { key, ...options })
  const rpc = (name: string, parameters: object, sentKey = key) =>
    onRpc(name, parameters, 'refused', { key: sentKey })
  const flag = (body: unknown, expect: Expected, address = skill.slug, id = rating.id, sentKey = key) =>
    on('POST', `${address}/ratings/${id}/flag`, expect, { body, key: sentKey })
  const own = `${skill.slug}/ratings/me`
  const planted = { reason: 'Planted.' }

  const queries = HOSTILE.flatMap((value) => [
    ...['sort', 'claws', 'cursor'].map((name) =>
      on('GET', `${skill.slug}/ratings?${name}=${encodeURIComponent(value)}`, 'invalid_request'),
    ),
    rpc('list_ratings', { p_skill: skill.slug, p_sort: value }),
    rpc('list_ratings', { p_skill: skill.slug, p_cursor: value }),
    rpc('list_ratings', { p_skill: value }),
  ])
  const claws = [0, 6, -1, 2 ** 31, 1.5, '1; drop table ratings', { a: 1 }].map((p_claws) =>
    rpc('list_ratings', { p_skill: skill.slug, p_claws }),
  )

  const notFound = ['skill_not_found', 'route_not_found', 'rating_not_found']
  const addresses = PATHS.flatMap((path) => {
    const decoded = decodeURIComponent(path.replace('%ff', 'x'))
    return [
      on('GET', `${path}/ratings`, notFound),
      on('GET', `${path}/ratings/me`, notFound),
      on('DELETE', `${path}/ratings/me`, [...notFound, 'method_not_allowed']),
      flag(planted, notFound, path),
      flag(planted, notFound, skill.slug, path),
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
    flag(planted, 'rating_not_found', unrated.slug),
    rpc('get_own_rating', { p_skill: skill.id }),
    ...['', 'p_agent_id', 'p_agent', 'agent_id', 'p_id'].map((name) =>
      rpc('delete_own_rating', { p_skill: skill.id, ...(name && { [name]: victim.id }) }),
    ),
  ]

  const flagRpc = { p_skill: skill.id, p_rating: rating.id, p_reason: 'Planted.' }
  const withoutKey = ['', 'x', wellFormedKey(), revoked.key, rater.key.toUpperCase()].flatMap((sentKey) => {
    const code = sentKey ? 'invalid_api_key' : 'missing_api_key'
    return [
      on('GET', own, code, { key: sentKey }),
      on('DELETE', own, code, { key: sentKey }),
      flag(planted, code, skill.slug, rating.id, sentKey),
      rpc('get_own_rating', { p_skill: skill.id }, sentKey),
      rpc('delete_own_rating', { p_skill: skill.id }, sentKey),
      rpc('flag_rating', flagRpc, sentKey),
    ]
  })

  const reasons = [
    ...[null, '', ' \u00a0\u3000', 'x'.repeat(1_001), '🦞'.repeat(1_001), 'a\u0000b'],
    `e${'\u0301\u0323'.repeat(30_000)}`,
  ]
  const bodies = [
    ...reasons.map((reason) => rpc('flag_rating', { ...flagRpc, p_reason: reason })),
    ...[...reasons, 5, ['x'], { a: 1 }, 'a\ud83e'].map((reason) => flag({ reason }, 'invalid_request')),
    ...['[]', '"x"', 'null', '{', ''].map((body) => flag(body, ['invalid_json', 'unsupported_media_type'])),
    flag({ agent_id: victim.id, rating_id: rating.id, name: freeName() }, 'invalid_request'),
    rpc('flag_rating', { ...flagRpc, p_agent_id: victim.id }),
  ]
  return [...queries, ...claws, ...addresses, ...ofOthers, ...withoutKey, ...bodies]
}
