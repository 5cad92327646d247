import { type Attack, type Cast, freeName } from './target.ts'

const SERVED = [
  ...['health', 'register_agent', 'list_skills', 'get_skill', 'submit_skill', 'submit_rating'],
  ...['get_me', 'update_me', 'create_key', 'revoke_current_key'],
  ...['list_ratings', 'get_own_rating', 'delete_own_rating', 'flag_rating'],
]
/** They do what they say to whoever has the key: mallory would be without one. */
const OWN = ['get_me', 'update_me', 'create_key', 'revoke_current_key']
/** The schema's own that are not for callers, and Postgres's that would do harm. */
const hiddenFunctions = (adasPrefix: string, adasRating: string): [name: string, parameters: object][] => [
  ['revoke_key', { leaked: adasPrefix }],
  ['admin.revoke_key', { key: adasPrefix, reason: 'Leaked.' }],
  ['generate_key', {}],
  ['create_agent', { agent_name: 'x', agent_description: null, email: null }],
  ['current_agent_id', {}],
  ['request_key', {}],
  ['require_agent', {}],
  ['touch_key', {}],
  ['own_account', {}],
  ['replace_key', { grace: '1 day' }],
  ['revoke_key', {}],
  ['write_flag', { rating: adasRating, new_reason: 'Planted.' }],
  ['lock_stats', { skill: adasRating }],
  ['stats_differences', {}],
  ['lock_skill', {}],
  ['resolve_skill', { address: 'jq' }],
  ['retire_skill', { skill: 'jq', reason: 'Planted.' }],
  ['admin.revoke_keys', { agent: 'Ada', reason: 'Leaked.' }],
  ['log_action', { action: 'hide_commentary' }],
  ['count_ratings', {}],
  ['reset_stats', {}],
  ['set_slug', {}],
  ['digest', { data: 'x', type: 'sha256' }],
  ['gen_random_bytes', { count: 8 }],
  ['pg_read_file', { filename: 'postgresql.conf' }],
  ['pg_ls_dir', { dirname: '.' }],
  ['pg_sleep', { seconds: 60 }],
  ['pg_terminate_backend', { pid: 1 }],
  ['pg_reload_conf', {}],
  ['set_config', { setting_name: 'role', new_value: 'postgres', is_local: false }],
  ['current_setting', { setting_name: 'request.headers' }],
  ['query_to_xml', { query: 'select email from agents', nulls: true, tableforest: true, targetns: '' }],
  ['lo_import', { filename: '/etc/passwd' }],
  ['version', {}],
  ['health;drop table agents', {}],
  ['health"', {}],
  ["health'--", {}],
  ['', {}],
]

/** Every function there is, with arguments that it does not expect, by every verb. */
export function functions({ mallory, ada, other, skill, rating: adas }: Cast): Attack[] {
  const post = (
    name: string,
    body: unknown,
    { key = '', prefer = '', expect = 'refused', title = '', query = '' } = {},
  ): Attack => ({
    ...{ door: 'data api', method: 'POST', path: `/rpc/${encodeURIComponent(name)}${query}`, expect },
    title: `${name}${query}(${title || JSON.stringify(body).slice(0, 80)}) ${prefer}`,
    headers: ['x-api-key', key, 'Prefer', prefer],
    body: JSON.stringify(body),
  })
  const key = mallory.key

  // The start of a key is no secret to an admin, and enough to revoke it.
  const hidden = hiddenFunctions(ada.key.slice(0, 13), adas.id).flatMap(([name, parameters]) => [
    post(name, parameters),
    post(name, parameters, { key }),
    {
      ...post(name, parameters, { key }),
      ...{
        method: 'GET',
        body: undefined,
        path: `/rpc/${encodeURIComponent(name)}?${new URLSearchParams(parameters as never)}`,
      },
    },
  ])

  // Without a key, whatever else is right.
  const rating = { p_skill_id: other.id, p_claws: 1 }
  const submission = { p_name: freeName(), p_description: 'Planted.', p_type: 'other' }
  const keyless = [
    post('submit_rating', rating),
    post('submit_skill', submission),
    ...OWN.map((name) => post(name, {})),
    post('update_me', { p_email: 'mallory@example.com' }),
    post('update_me', { p_agent_id: ada.id, p_agent_description: 'Planted.' }),
    post('submit_rating', { ...rating, p_agent_id: ada.id }),
    post('submit_rating', { ...rating, 'x-api-key': key }),
    post('submit_rating', rating, { query: `?x-api-key=${key}` }),
    post('submit_rating', [rating, rating]),
    post('submit_rating', rating, { prefer: 'params=multiple-objects' }),
    post('submit_rating', { p_skill_name: skill.name, p_claws: 1 }, { prefer: 'tx=commit' }),
  ]

  // With one, and something else wrong.
  const odd: [string, unknown][] = [
    ...SERVED.filter((name) => ![...OWN, 'health', 'list_skills'].includes(name)).flatMap(
      (name): [string, unknown][] => [
        [name, {}],
        [name, null],
        [name, []],
        [name, 'text'],
        [name, 1],
        [name, { '': 1 }],
        [name, { p_agent_name: null, p_name: null, p_claws: null }],
        [name, { __proto__: null, constructor: 1 }],
        [name, { 'p_agent_name); drop table agents;--': 'x' }],
      ],
    ),
    ['register_agent', { p_agent_name: freeName(), p_email: 'no address' }],
    ['register_agent', { p_agent_name: freeName(), p_email: `${'a'.repeat(250)}@example.com` }],
    ['register_agent', { p_agent_name: freeName(), p_role: 'service_role' }],
    ['register_agent', { p_agent_name: freeName(), p_agent_description: 'x'.repeat(2_001) }],
    ['register_agent', { p_agent_name: { a: 1 }, p_email: ['x'] }],
    ['register_agent', { p_agent_name: ada.name.toLowerCase() }],
    ['submit_skill', { ...submission, p_type: "mcp'; drop table skills;--" }],
    ['submit_skill', { ...submission, p_url: 'javascript:alert(1)' }],
    ['submit_skill', { ...submission, p_submitted_by: ada.id }],
    ['submit_skill', { ...submission, p_slug: 'planted' }],
    ['submit_skill', { ...submission, p_name: skill.name }],
    ['submit_rating', { ...rating, p_claws: 'NaN' }],
    ['submit_rating', { ...rating, p_claws: 2.5 }],
    ['submit_rating', { ...rating, p_claws: { a: 1 } }],
    ['submit_rating', { ...rating, p_claws: '5; drop table ratings' }],
    ['submit_rating', { ...rating, p_reliability: 'Infinity' }],
    ['submit_rating', { ...rating, p_speed: `0.${'0'.repeat(400)}1` }],
    ['submit_rating', { ...rating, p_skill_name: skill.name }],
    ['submit_rating', { ...rating, p_agent_id: ada.id }],
    ['submit_rating', { ...rating, p_created_at: '2000-01-01' }],
    ['submit_rating', { p_skill_id: `{${other.id}}x`, p_claws: 3 }],
    ['get_skill', { p_skill: "' or true--" }],
    ['get_skill', { p_skill: '%' }],
    ['get_skill', { p_skill: 'x'.repeat(100_000) }],
    ['get_skill', { p_skill: { id: skill.id } }],
    ['update_me', { p_email: 'no address' }],
    ['update_me', { p_email: { a: 1 } }],
    ['update_me', { p_agent_description: 'x'.repeat(2_001) }],
    ['update_me', { p_agent_id: ada.id, p_agent_description: 'Planted.' }],
    ['update_me', { p_agent_name: freeName() }],
    ['create_key', { p_grace_seconds: -1 }],
    ['create_key', { p_grace_seconds: 86_401 }],
    ['create_key', { p_grace_seconds: 0.5 }],
    ['create_key', { p_grace_seconds: 'NaN' }],
    ['create_key', { p_grace_seconds: 'Infinity' }],
    ['create_key', { p_agent_id: ada.id }],
    ['list_skills', { p_limit: 'x' }],
    ['list_skills', { p_limit: 1e300 }],
    ['list_skills', { p_search: 'x'.repeat(201) }],
    ['list_skills', { p_sort: 'email' }],
    ['list_skills', { p_sort: 'name; drop table skills' }],
    ['list_skills', { p_where: 'true' }],
  ]
  const preferences = [
    '',
    'params=single-object',
    'tx=rollback',
    'return=representation,count=exact',
    'handling=strict',
  ]
  const withKey = odd.flatMap(([name, body]) =>
    preferences.map((prefer) => post(name, body, { key, prefer })),
  )

  // A function that writes may not be called by a verb that browsers and crawlers send without a thought.
  const query = {
    register_agent: `p_agent_name=${freeName().replaceAll(' ', '%20')}`,
    submit_skill: `p_name=${freeName().replaceAll(' ', '%20')}&p_description=x&p_type=other`,
    submit_rating: `p_skill_id=${other.id}&p_claws=1`,
    update_me: 'p_agent_description=Planted.',
    create_key: 'p_grace_seconds=1',
    revoke_current_key: '',
    delete_own_rating: `p_skill=${skill.id}`,
    flag_rating: `p_skill=${skill.id}&p_rating=${adas.id}&p_reason=Planted.`,
  }
  const verbs = Object.entries(query).flatMap(([name, parameters]) =>
    ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].map(
      (method): Attack => ({
        ...{
          title: `${method} ${name}`,
          door: 'data api',
          method,
          path: `/rpc/${name}?${parameters}`,
          expect: 'refused',
        },
        headers: ['x-api-key', key],
        body: method === 'PUT' || method === 'PATCH' ? JSON.stringify(rating) : undefined,
      }),
    ),
  )

  // What is read may be cut and sorted by whoever likes; there is nothing else to be had from it.
  const shapes = [
    '?select=*,agents(email)',
    '?select=email',
    '?order=email',
    '?email=like.*',
    '?limit=-1',
    '?select=*::text',
    '?x=eq.1',
  ].flatMap((query) => [
    post('list_skills', {}, { query, expect: 'harmless' }),
    post('get_skill', { p_skill: skill.slug }, { query, expect: 'harmless' }),
    post('list_ratings', { p_skill: skill.slug }, { query, expect: 'harmless' }),
    post('health', {}, { query, expect: 'harmless' }),
  ])
  return [...hidden, ...keyless, ...withKey, ...verbs, ...shapes]
}
