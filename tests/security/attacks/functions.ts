// Every SQL function, with arguments that it does not expect, by every verb.
import { type Attack, onDataApi, onRpc } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

const WITH_ARGUMENTS =
  'register_agent get_skill list_similar_skills list_skill_versions find_skills lookup_skills search_skills submit_skill submit_rating list_ratings get_own_rating delete_own_rating flag_rating flag_skill list_agent_ratings list_agent_skills list_server_versions get_server'.split(
    ' ',
  )

/** Functions of the schemas private and admin, none of which is served, and functions of Postgres that could do harm. */
const hiddenFunctions = (
  victim: string,
  keyPrefix: string,
  skill: string,
  rating: string,
): [name: string, parameters: object][] => [
  // The prefix of a key is known to admins and enough to revoke it.
  ['revoke_key', { leaked: keyPrefix }],
  ['admin.revoke_key', { key: keyPrefix, reason: 'Leaked.' }],
  ['register_agent', { agent_name: 'x', agent_description: null, email: null }],
  ['add_flag', { rating, skill: null, new_reason: 'Planted.' }],
  ['add_flag', { rating: null, skill, new_reason: 'Planted.' }],
  ['retire_skill', { skill: 'jq', reason: 'Planted.' }],
  ['review_skill', { skill: 'jq', reason: 'Planted.' }],
  ['add_submitted_identifiers', { skill: 'jq', identifiers: ['pkg:npm/x'] }],
  ['set_imported_identifiers', { skill: 'jq', identifiers: ['pkg:npm/x'] }],
  ['scan_export', { agent: victim, wanted_part: 1, after: null, wanted: 500, bytes: 1_000_000 }],
  ['forget_agents', {}],
  ['require_current_key', { agent: victim }],
  ['log_action', { action: 'hide_commentary' }],
  ['digest', { data: 'x', type: 'sha256' }],
  ['pg_read_file', { filename: 'postgresql.conf' }],
  ['pg_sleep', { seconds: 60 }],
  ['pg_terminate_backend', { pid: 1 }],
  ['set_config', { setting_name: 'role', new_value: 'postgres', is_local: false }],
  ['query_to_xml', { query: 'select email from agents', nulls: true, tableforest: true, targetns: '' }],
  ['lo_import', { filename: '/etc/passwd' }],
  ...[
    'generate_key',
    'current_agent_id',
    'delete_ratings',
    'pg_reload_conf',
    "health'--",
    'health;drop table agents',
  ].map((name): [string, object] => [name, {}]),
]

export function functions({ attacker, victim, revoked, unrated, skill, rating }: Fixtures): Attack[] {
  const { key } = attacker
  const rpc = (name: string, parameters: unknown, options: { key?: string; prefer?: string } = {}) =>
    onRpc(encodeURIComponent(name), JSON.stringify(parameters), 'refused', {
      key: options.key ?? '',
      headers: { Prefer: options.prefer ?? '' },
    })
  const hidden = hiddenFunctions(victim.id, victim.key.slice(0, 13), skill.id, rating.id).flatMap(
    ([name, parameters]) => [
      rpc(name, parameters),
      rpc(name, parameters, { key }),
      onDataApi(
        'GET',
        `/rpc/${encodeURIComponent(name)}?${new URLSearchParams(parameters as never)}`,
        'refused',
        { key },
      ),
    ],
  )

  const newRating = { p_skill_id: unrated.id, p_claws: 1 }
  // Calls without a key are tested in tests/database/agents/keys.test.ts and ratings.test.ts.
  const withoutKey = [
    rpc('submit_rating', { ...newRating, 'x-api-key': key }),
    onRpc(`submit_rating?x-api-key=${key}`, newRating, 'refused'),
    rpc('submit_rating', newRating, { prefer: 'params=multiple-objects' }),
    rpc('submit_rating', { p_skill_name: skill.name, p_claws: 1 }, { prefer: 'tx=commit' }),
  ]

  // Not the account of another agent, and none without a valid key.
  const accounts = ['delete_me', 'export_me'].flatMap((name) => [
    rpc(name, {}),
    rpc(name, {}, { key: revoked.key }),
    ...['p_agent', 'p_agent_id', 'agent'].map((parameter) => rpc(name, { [parameter]: victim.id }, { key })),
    rpc(`private.${name}`, {}, { key }),
  ])

  // Values out of bounds are tested in tests/database/bounds.test.ts.
  const ofAnyShape: unknown[] = [
    ...['p_agent_id', 'p_submitted_by', 'p_created_at', 'p_slug', 'p_role'].map((name) => ({
      ...newRating,
      [name]: victim.id,
    })),
    {},
    null,
    [],
    'text',
    1,
    { '': 1 },
    { p_agent_name: null, p_name: null, p_claws: null },
    { __proto__: null, constructor: 1 },
    { 'p_agent_name); drop table agents;--': 'x' },
  ]
  const preferences = ['', 'params=single-object', 'tx=rollback', 'return=representation,count=exact']
  const withKey = WITH_ARGUMENTS.flatMap((name) =>
    ofAnyShape.flatMap((parameters) => preferences.map((prefer) => rpc(name, parameters, { key, prefer }))),
  )

  // A function that writes must be called with POST.
  const writes = {
    register_agent: `p_agent_name=${encodeURIComponent(freeName())}`,
    submit_skill: `p_name=${encodeURIComponent(freeName())}&p_description=x&p_type=other`,
    submit_rating: `p_skill_id=${unrated.id}&p_claws=1`,
    update_me: 'p_agent_description=Planted.',
    create_key: 'p_grace_seconds=1',
    revoke_current_key: '',
    delete_own_rating: `p_skill=${skill.id}`,
    delete_me: '',
    export_me: '',
    flag_rating: `p_skill=${skill.id}&p_rating=${rating.id}&p_reason=Planted.`,
    flag_skill: `p_skill=${skill.id}&p_reason=Planted.`,
  }
  const verbs = Object.entries(writes).flatMap(([name, query]) =>
    ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].map((method) =>
      onDataApi(method, `/rpc/${name}?${query}`, 'refused', {
        key,
        body: method === 'PUT' || method === 'PATCH' ? newRating : undefined,
      }),
    ),
  )

  // A caller may filter and sort what a function returns; it contains nothing else.
  const reads = {
    list_skills: {},
    search_catalogue: { p_search: skill.name },
    get_skill: { p_skill: skill.slug },
    list_similar_skills: { p_skill: skill.slug },
    list_skill_versions: { p_skill: skill.slug },
    list_ratings: { p_skill: skill.slug },
    list_agent_ratings: { p_agent: victim.id },
    list_agent_skills: { p_agent: victim.id },
    search_skills: { p_queries: JSON.stringify([skill.name]) },
    lookup_skills: { p_identifiers: JSON.stringify([skill.slug]) },
    get_sitemap: { p_part: 'a' },
    find_skills: { p_search: skill.slug },
    health: {},
  }
  const shapes = 'select=*,agents(email) select=email order=email email=like.* limit=-1 select=*::text x=eq.1'
    .split(' ')
    .flatMap((query) =>
      Object.entries(reads).map(([name, parameters]) => onRpc(`${name}?${query}`, parameters, 'harmless')),
    )
  return [...hidden, ...withoutKey, ...accounts, ...withKey, ...verbs, ...shapes]
}
