// Every verb on every table, served or not, with and without an agent's key. tests/database/access.test.ts has the rows of others.
import { createHmac } from 'node:crypto'
import { type Attack, onDataApi } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

/** Tables and views in other schemas, and names that could lead to them. */
const HIDDEN = `agent_keys private.agent_keys private%2Eagent_keys flags private.flags ratings_in_order
  skill_identifiers private.skill_identifiers duplicate_skills export_entries private.export_entries deleted_names
  %22private%22.%22agent_keys%22 skill_submitters new_rows hidden_commentaries audit_log admin.audit_log queue
  pg_authid pg_catalog.pg_authid pg_stat_activity pg_settings tables schema_migrations seed_files
  agents;drop%20table%20agents agents%00 agents%22 agents'-- ../agents ..%2fagents %2e%2e/agents`.split(/\s+/)
const PROFILES = 'private|admin|pg_catalog|public,private|"private"|public; set role postgres|*'.split('|')
const PREFERENCES = [
  'return=representation',
  'resolution=ignore-duplicates,return=representation',
  'tx=rollback',
  'handling=strict,max-affected=1000000',
  'timezone=Europe/Berlin; set role postgres',
]

export function tables(fixtures: Fixtures): Attack[] {
  const { victim, rater, attacker, revoked, skill, unrated } = fixtures
  const text = { name: freeName(), description: 'Planted.', type: 'other' }
  // Rows of others, or with columns that no agent may write.
  const rows: Record<string, object[]> = {
    agents: [
      { agent_name: freeName() },
      { id: victim.id, agent_name: victim.name, email: 'mallory@evil.example' },
      { agent_name: freeName(), email: 'mallory@evil.example', created_at: '2000-01-01' },
    ],
    skills: [
      ...['submitted_by', 'id'].map((column) => ({ ...text, [column]: victim.id })),
      { ...text, slug: 'planted' },
      { ...text, name: skill.name, submitted_by: attacker.id },
      { ...text, created_at: '2000-01-01' },
      { ...text, retired_at: '2000-01-01', merged_into: skill.id },
      { ...text, name_key: 'x' },
    ],
    ratings: [
      { skill_id: unrated.id, claws: 5, agent_id: victim.id },
      { skill_id: skill.id, claws: 1, agent_id: victim.id },
      { skill_id: unrated.id, claws: 5, id: victim.id },
      { skill_id: unrated.id, claws: 5, updated_at: '2100-01-01' },
      { skill_id: unrated.id, claws: 6 },
    ],
    skill_stats: [
      {
        skill_id: skill.id,
        claws_5: 1_000_000,
        established_ratings: 1_000_000,
        established_claws: 5_000_000,
      },
    ],
    skill_catalogue: [{ ...text, avg_claws: 5, total_ratings: 1_000_000 }],
    skill_ratings: [{ skill_id: unrated.id, agent_name: victim.name, claws: 5 }],
  }
  const filterOf = (table: string) =>
    ({ agents: `id=eq.${victim.id}`, ratings: `agent_id=eq.${victim.id}` })[table] ??
    `${/stats|reviews/.test(table) ? 'skill_id' : 'id'}=eq.${skill.id}`
  const conflict: Record<string, string> = {
    skills: 'name_key',
    ratings: 'skill_id,agent_id',
    skill_stats: 'skill_id',
  }
  const write = (key: string, Prefer: string, method: string, path: string, body?: object) =>
    onDataApi(method, `/${path}`, 'refused', { key, headers: { Prefer }, body })

  const merge = 'resolution=merge-duplicates'
  const served = Object.entries(rows).flatMap(([table, tableRows]) => {
    const [first = {}] = tableRows
    const filtered = `${table}?${filterOf(table)}`
    const keys = table === 'ratings' ? ['', attacker.key, rater.key, revoked.key] : ['', attacker.key]
    return [
      ...keys.flatMap((key) => [
        ...tableRows.flatMap((row) => [
          write(key, '', 'POST', table, row),
          write(key, '', 'POST', table, [row, row]),
          write(key, '', 'POST', `${table}?columns=${Object.keys(row).join()}`, [row]),
          write(key, merge, 'POST', `${table}?on_conflict=${conflict[table] ?? 'id'}`, row),
          write(key, '', 'PATCH', filtered, row),
        ]),
        write(key, '', 'PUT', filtered, first),
        write(key, '', 'PATCH', table, first),
        write(key, '', 'DELETE', filtered),
        write(key, '', 'DELETE', table),
      ]),
      ...PREFERENCES.flatMap((preference) => [
        write(attacker.key, preference, 'POST', `${table}?on_conflict=id`, [first]),
        write(attacker.key, preference, 'PATCH', filtered, first),
        write(attacker.key, preference, 'DELETE', table),
      ]),
    ]
  })

  const bodyOf = (method: string, body: object) => (['POST', 'PATCH'].includes(method) ? { body } : {})
  const hidden = HIDDEN.flatMap((table) =>
    ['GET', 'POST', 'PATCH', 'DELETE'].map((method) =>
      onDataApi(method, `/${table}?limit=1`, 'refused', { key: attacker.key, ...bodyOf(method, { id: 1 }) }),
    ),
  )
  const profiles = PROFILES.flatMap((profile) =>
    'agent_keys flags agents rpc/revoke_key rpc/register_agent rpc/revoke_keys'.split(' ').flatMap((name) =>
      (name.startsWith('rpc/') ? ['POST', 'GET'] : ['GET', 'POST', 'PATCH', 'DELETE']).map((method) =>
        onDataApi(method, `/${name}`, 'refused', {
          key: attacker.key,
          headers: { 'Accept-Profile': profile, 'Content-Profile': profile },
          ...bodyOf(method, { leaked: victim.key, revoked_at: null }),
        }),
      ),
    ),
  )
  return [...served, ...hidden, ...profiles, ...forgedTokens(fixtures)]
}

/** Tokens of other roles, also signed with well-known secrets, and other ways to name a role. */
function forgedTokens({ stack, victim }: Fixtures): Attack[] {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (role: string, secret?: string) => {
    const claims = { role, iss: 'supabase-demo', sub: victim.id, exp: 4_000_000_000 }
    const unsigned = `${encode({ alg: secret === undefined ? 'none' : 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${unsigned}.${secret === undefined ? '' : createHmac('sha256', secret).update(unsigned).digest('base64url')}`
  }
  const secrets = [
    undefined,
    '',
    stack.publishableKey,
    // `supabase start` and older embedded stacks sign with these.
    'super-secret-jwt-token-with-at-least-32-characters-long',
    'your-super-secret-jwt-token-with-at-least-32-characters-long',
  ]
  const tokens = ['service_role', 'supabase_admin'].flatMap((role) =>
    secrets.map((secret) => sign(role, secret)),
  )
  const apiKeys = ['', 'null', 'service_role', `sb_secret_${'A'.repeat(32)}`, `${stack.publishableKey}x`]
  const read = (headers: Record<string, string>, query = '') =>
    onDataApi('GET', `/agents?select=email${query}`, 'refused', { headers })
  return [
    ...tokens.flatMap((token) => [
      read({ Authorization: `Bearer ${token}` }),
      read({ apikey: token, Authorization: `Bearer ${token}` }),
      read({ apikey: '' }, `&apikey=${token}`),
    ]),
    ...apiKeys.map((apikey) => read({ apikey, Authorization: `Bearer ${apikey || 'x'}` })),
    read({ role: 'service_role', 'X-Role': 'service_role', 'X-Supabase-Role': 'service_role' }),
    read({ Origin: 'http://127.0.0.1:54323', 'X-Forwarded-For': '127.0.0.1' }),
    ...'/rpc /_system/introspect /../_system/info /..%2f_system/info /../auth/v1/admin/users'
      .split(' ')
      .map((path) => onDataApi('GET', path, 'refused')),
    // The description of the served schema is public.
    ...['/', '/?select=email'].map((path) => onDataApi('GET', path, 'harmless')),
  ]
}
