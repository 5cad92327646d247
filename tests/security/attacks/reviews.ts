import { type Attack, type Cast, type Door, freeName, unknownKey } from './target.ts'

const HOSTILE = [
  ...[
    '%',
    '_',
    "'",
    "' or true--",
    '*',
    'eq.x',
    '{a,b}',
    '$1',
    '{{7*7}}',
    '\u202e',
    '../../etc/passwd',
    'null',
  ],
  ...[
    '1; drop table ratings',
    '5 or 1=1',
    '-1',
    '0',
    '6',
    '1.5',
    '1e1',
    'NaN',
    ' 1',
    '٣',
    'x'.repeat(10_000),
  ],
]

const PATHS = [
  ...[
    '%00',
    '%ff',
    '..',
    '%2e%2e',
    'a%2fb',
    "'--",
    '*',
    'ME',
    'x'.repeat(5_000),
    '{00000000-0000-4000-8000-000000000000}',
  ],
  ...['00000000-0000-4000-8000-000000000000', '0'.repeat(32)],
]

/** The routes of a skill's ratings: what they are asked for, whose rating it is, and what is wrong with it. */
export function reviews({ ada, eve, mallory, revoked, skill, other, rating }: Cast): Attack[] {
  const attack = (
    door: Door,
    method: string,
    path: string,
    expect: string | string[],
    more: Partial<Attack> = {},
  ): Attack => ({
    ...{ title: `${method} ${path.slice(0, 100)}`, door, method, path, expect },
    headers: ['x-api-key', mallory.key],
    ...more,
  })
  const at = (path: string) => `/api/skills/${path}`
  const rpc = (name: string, parameters: object, expect = 'refused', key = mallory.key) =>
    attack('data api', 'POST', `/rpc/${name}`, expect, {
      title: `${name}(${JSON.stringify(parameters).slice(0, 100)})`,
      headers: ['x-api-key', key],
      body: JSON.stringify(parameters),
    })
  const flag = (body: unknown, expect: string | string[], address = skill.slug, id = rating.id) =>
    attack('function', 'POST', at(`${address}/ratings/${id}/flag`), expect, {
      title: `flag ${address.slice(0, 40)} ${id.slice(0, 40)} ${JSON.stringify(body)?.slice(0, 60)}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  const queries = HOSTILE.flatMap((value) => [
    ...['sort', 'claws', 'cursor'].map((name) =>
      attack(
        'function',
        'GET',
        at(`${skill.slug}/ratings?${name}=${encodeURIComponent(value)}`),
        'invalid_request',
      ),
    ),
    rpc('list_ratings', { p_skill: skill.slug, p_sort: value }),
    rpc('list_ratings', { p_skill: skill.slug, p_cursor: value }),
    rpc('list_ratings', { p_skill: value }),
  ])
  const ranges = [0, 6, -1, 2 ** 31, 1.5, '1; drop table ratings', { a: 1 }].map((p_claws) =>
    rpc('list_ratings', { p_skill: skill.slug, p_claws }),
  )

  const nowhere = ['skill_not_found', 'route_not_found', 'rating_not_found']
  const addresses = PATHS.flatMap((path) => [
    attack('function', 'GET', at(`${path}/ratings`), nowhere),
    attack('function', 'GET', at(`${path}/ratings/me`), nowhere),
    attack('function', 'DELETE', at(`${path}/ratings/me`), [...nowhere, 'method_not_allowed']),
    flag({ reason: 'Planted.' }, nowhere, path),
    flag({ reason: 'Planted.' }, nowhere, skill.slug, path),
    rpc('get_own_rating', { p_skill: decodeURIComponent(path.replace('%ff', 'x')) }),
    rpc('delete_own_rating', { p_skill: decodeURIComponent(path.replace('%ff', 'x')) }),
    rpc('flag_rating', {
      p_skill: skill.id,
      p_rating: decodeURIComponent(path.replace('%ff', 'x')),
      p_reason: 'Planted.',
    }),
  ])

  // Mallory has rated nothing: whatever she names, there is nothing of hers to see or to take back.
  const others = [
    attack(
      'function',
      'GET',
      at(`${skill.slug}/ratings/me?agent_id=${ada.id}&id=${rating.id}`),
      'rating_not_found',
    ),
    attack(
      'function',
      'DELETE',
      at(`${skill.slug}/ratings/me?agent_id=${ada.id}&id=${rating.id}`),
      'rating_not_found',
    ),
    attack('function', 'DELETE', at(`${skill.slug}/ratings/${rating.id}`), 'route_not_found'),
    attack('function', 'DELETE', at(`${skill.slug}/ratings`), 'method_not_allowed'),
    attack('function', 'DELETE', at(`${skill.slug}/ratings/${rating.id}/flag`), 'method_not_allowed'),
    attack('function', 'GET', at(`${skill.slug}/ratings/${rating.id}/flag`), 'method_not_allowed'),
    attack('function', 'PATCH', at(`${skill.slug}/ratings/me`), 'method_not_allowed', {
      body: '{"claws": 1}',
    }),
    flag({ reason: 'Planted.' }, 'rating_not_found', other.slug),
    ...['p_agent_id', 'p_agent', 'agent_id', 'p_id'].map((name) =>
      rpc('delete_own_rating', { p_skill: skill.id, [name]: ada.id }),
    ),
    rpc('delete_own_rating', { p_skill: skill.id }),
    rpc('get_own_rating', { p_skill: skill.id }),
  ]

  const strangers = [undefined, 'x', unknownKey(), revoked.key, eve.key.toUpperCase()].flatMap((key) => {
    const headers = key ? ['x-api-key', key] : []
    const code = key ? 'invalid_api_key' : 'missing_api_key'
    return [
      attack('function', 'GET', at(`${skill.slug}/ratings/me`), code, { headers }),
      attack('function', 'DELETE', at(`${skill.slug}/ratings/me`), code, { headers }),
      { ...flag({ reason: 'Planted.' }, code), headers },
      rpc('get_own_rating', { p_skill: skill.id }, 'refused', key ?? ''),
      rpc('delete_own_rating', { p_skill: skill.id }, 'refused', key ?? ''),
      rpc(
        'flag_rating',
        { p_skill: skill.id, p_rating: rating.id, p_reason: 'Planted.' },
        'refused',
        key ?? '',
      ),
    ]
  })

  const reasons: [unknown, atTheFunctionAlone?: 'function alone'][] = [
    [null],
    [''],
    [' \u00a0\u3000'],
    ['x'.repeat(1_001)],
    ['🦞'.repeat(1_001)],
    ['a\u0000b'],
    [`e${'\u0301\u0323'.repeat(30_000)}`],
    [5, 'function alone'],
    [['x'], 'function alone'],
    [{ a: 1 }, 'function alone'],
    ['a\ud83e', 'function alone'],
  ]
  const bodies = [
    ...reasons.flatMap(([reason, only]) => [
      flag({ reason }, 'invalid_request'),
      ...(only ? [] : [rpc('flag_rating', { p_skill: skill.id, p_rating: rating.id, p_reason: reason })]),
    ]),
    ...['[]', '"x"', 'null', '{', ''].map((body) => flag(body, ['invalid_json', 'unsupported_media_type'])),
    flag({ agent_id: ada.id, rating_id: rating.id, name: freeName() }, 'invalid_request'),
    rpc('flag_rating', { p_skill: skill.id, p_rating: rating.id, p_reason: 'x', p_agent_id: ada.id }),
  ]
  return [...queries, ...ranges, ...addresses, ...others, ...strangers, ...bodies]
}
