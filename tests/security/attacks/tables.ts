import { createHmac } from 'node:crypto'
import { type Attack, type Cast, freeName } from './target.ts'

const VICTIMS = ['agents', 'skills', 'ratings', 'skill_stats', 'skill_catalogue', 'skill_ratings']
/** What lies in schemas that are not served, and must not be reached by any name. */
const HIDDEN = [
  ...[
    'agent_keys',
    'private.agent_keys',
    'private%2Eagent_keys',
    'rating_flags',
    'private.rating_flags',
    'newest_ratings',
    '%22private%22.%22agent_keys%22',
    'recomputed_stats',
    'new_ratings',
    'hidden_commentaries',
    'private.rating_flags',
    'audit_log',
    'admin.audit_log',
    'flagged_ratings',
  ],
  ...[
    'pg_authid',
    'pg_catalog.pg_authid',
    'pg_stat_activity',
    'pg_settings',
    'tables',
    'schema_migrations',
    'seed_files',
  ],
  ...[
    'agents;drop%20table%20agents',
    'agents%00',
    'agents%22',
    "agents'--",
    '../agents',
    '..%2fagents',
    '%2e%2e/agents',
  ],
]
const PROFILES = [
  ...[
    'private',
    'PRIVATE',
    'admin',
    'pg_catalog',
    'information_schema',
    'extensions',
    'supabase_migrations',
    'graphql_public',
  ],
  ...['public,private', '"private"', 'public; set role postgres', '*'],
]
const PREFERENCES = [
  'return=representation',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates,return=representation',
  'tx=rollback',
  'tx=commit,missing=default',
  'count=exact,return=headers-only',
  'params=single-object',
  'handling=strict,max-affected=1000000',
  'timezone=Europe/Berlin; set role postgres',
]

/** Who asks, and the headers by which. */
type Caller = [who: string, headers: string[]]

/** Every verb on every table, served or not, as anon with and without an agent's key. What may be read is public anyway. */
export function tables(cast: Cast): Attack[] {
  const { ada, eve, mallory, revoked, skill, other } = cast
  const nobody: Caller = ['nobody', []]
  const withKey: Caller = ['Mallory', ['x-api-key', mallory.key]]
  const withRating: Caller = ['Eve', ['x-api-key', eve.key]]
  const withRevokedKey: Caller = ['a revoked agent', ['x-api-key', revoked.key]]
  const callersOf = (table: string) =>
    table === 'ratings' ? [nobody, withKey, withRating, withRevokedKey] : [nobody, withKey]
  const text = { name: freeName(), description: 'Planted.', type: 'other' }
  // Rows that nobody may write: another's, or with columns that are the service's own.
  const rows: Record<string, object[]> = {
    agents: [
      { agent_name: freeName() },
      { id: ada.id, agent_name: ada.name, email: 'mallory@evil.example' },
      { agent_name: freeName(), email: 'mallory@evil.example', created_at: '2000-01-01' },
    ],
    skills: [
      ...['submitted_by', 'id'].map((column) => ({ ...text, [column]: ada.id })),
      { ...text, slug: 'planted' },
      { ...text, name: skill.name, submitted_by: mallory.id },
      { ...text, created_at: '2000-01-01' },
      { ...text, retired_at: '2000-01-01', merged_into: skill.id },
      { ...text, name_key: 'x' },
    ],
    ratings: [
      { skill_id: other.id, claws: 5, agent_id: ada.id },
      { skill_id: skill.id, claws: 1, agent_id: ada.id },
      { skill_id: other.id, claws: 5, id: ada.id },
      { skill_id: other.id, claws: 5, updated_at: '2100-01-01' },
      { skill_id: other.id, claws: 6 },
    ],
    skill_stats: [{ skill_id: skill.id, total_ratings: 1_000_000, claws_5: 1_000_000, claws_sum: 5_000_000 }],
    skill_catalogue: [{ ...text, avg_claws: 5, total_ratings: 1_000_000 }],
    skill_ratings: [{ skill_id: other.id, agent_name: ada.name, claws: 5 }],
  }
  const keyOf: Record<string, string> = {
    ...{ agents: `id=eq.${ada.id}`, skills: `id=eq.${skill.id}`, ratings: `agent_id=eq.${ada.id}` },
    ...{
      skill_stats: `skill_id=eq.${skill.id}`,
      skill_catalogue: `id=eq.${skill.id}`,
      skill_ratings: `skill_id=eq.${skill.id}`,
    },
  }
  const conflict: Record<string, string> = {
    agents: 'id',
    skills: 'name_key',
    ratings: 'skill_id,agent_id',
    skill_stats: 'skill_id',
  }

  const write = (
    [who, key]: Caller,
    preference: string,
    method: string,
    target: string,
    row?: object | object[],
  ): Attack => ({
    ...{
      door: 'data api',
      method,
      path: `/${target}`,
      headers: [...key, 'Prefer', preference],
      expect: 'empty',
    },
    title: `${who}: ${method} ${target} ${row ? JSON.stringify(row).slice(0, 80) : ''} (Prefer: ${preference})`,
    body: row && JSON.stringify(row),
  })
  const served = VICTIMS.flatMap((table) => {
    const [first = {}] = rows[table] ?? []
    const byRow = callersOf(table).flatMap((caller) =>
      (rows[table] ?? []).flatMap((row) => [
        write(caller, '', 'POST', table, row),
        write(caller, '', 'POST', table, [row, row]),
        write(caller, '', 'POST', `${table}?columns=${Object.keys(row).join()}`, [row]),
        write(
          caller,
          'resolution=merge-duplicates',
          'POST',
          `${table}?on_conflict=${conflict[table] ?? 'id'}`,
          row,
        ),
        write(caller, '', 'PATCH', `${table}?${keyOf[table]}`, row),
      ]),
    )
    const byVerb = callersOf(table).flatMap((caller) => [
      write(caller, '', 'PUT', `${table}?${keyOf[table]}`, first),
      write(caller, '', 'PATCH', table, first),
      write(caller, '', 'DELETE', `${table}?${keyOf[table]}`),
      // Her own rating Eve may take back.
      ...(caller === withRating ? [] : [write(caller, '', 'DELETE', table)]),
    ])
    const byPreference = PREFERENCES.flatMap((preference) => [
      write(withKey, preference, 'POST', `${table}?on_conflict=id`, [first]),
      write(withKey, preference, 'PATCH', `${table}?${keyOf[table]}`, first),
      write(withKey, preference, 'DELETE', table),
    ])
    return [...byRow, ...byVerb, ...byPreference]
  })

  const hidden = HIDDEN.flatMap((table) =>
    ['GET', 'POST', 'PATCH', 'DELETE'].map(
      (method): Attack => ({
        ...{
          title: `${method} ${table}`,
          door: 'data api',
          method,
          path: `/${table}?limit=1`,
          expect: 'refused',
        },
        ...{
          headers: ['x-api-key', mallory.key],
          body: method === 'GET' || method === 'DELETE' ? undefined : '{"id":1}',
        },
      }),
    ),
  )

  const profiles = PROFILES.flatMap((profile) =>
    ['agent_keys', 'rating_flags', 'agents', 'rpc/revoke_key', 'rpc/create_agent', 'rpc/revoke_keys'].flatMap(
      (thing) =>
        (thing.startsWith('rpc/') ? ['POST', 'GET'] : ['GET', 'POST', 'PATCH', 'DELETE']).map(
          (method): Attack => ({
            ...{
              title: `${method} ${thing} of ${profile}`,
              door: 'data api',
              method,
              path: `/${thing}`,
              expect: 'refused',
            },
            headers: ['Accept-Profile', profile, 'Content-Profile', profile, 'x-api-key', mallory.key],
            body:
              method === 'POST' || method === 'PATCH'
                ? JSON.stringify({ leaked: ada.key, revoked_at: null })
                : undefined,
          }),
        ),
    ),
  )

  return [...served, ...hidden, ...profiles, ...targeted(cast), ...impostors(cast)]
}

/** Writes that name what they are after: another's rating, a rating's place, an owner. */
function targeted({ ada, eve, mallory, skill, other, rating }: Cast): Attack[] {
  const as = (key: string, method: string, path: string, body: object, expect = 'empty'): Attack => ({
    ...{ title: `${method} ${path} ${JSON.stringify(body)}`, door: 'data api', method, path, expect },
    ...{ headers: ['x-api-key', key, 'Prefer', 'return=representation'], body: JSON.stringify(body) },
  })
  const hers = `agent_id=eq.${ada.id}`
  const mine = `agent_id=eq.${eve.id}`
  return [
    as(mallory.key, 'PATCH', `/ratings?${hers}`, { claws: 1 }),
    as(mallory.key, 'PATCH', `/ratings?${hers}`, { commentary: 'I was wrong.' }),
    as(mallory.key, 'PATCH', '/ratings?claws=gte.0', { claws: 1 }),
    as(mallory.key, 'PATCH', `/ratings?or=(${hers.replace('=', '.')},${mine.replace('=', '.')})`, {
      claws: 1,
    }),
    as(eve.key, 'PATCH', `/ratings?${hers}`, { claws: 1 }),
    // Moving a rating, or giving it away.
    as(eve.key, 'PATCH', `/ratings?${mine}`, { skill_id: other.id }),
    as(eve.key, 'PATCH', `/ratings?${mine}`, { skill_id: skill.id, claws: 2 }),
    as(eve.key, 'PATCH', `/ratings?${mine}`, { agent_id: ada.id }),
    as(eve.key, 'PATCH', `/ratings?${mine}&columns=skill_id`, { claws: 2, skill_id: other.id }),
    as(eve.key, 'PATCH', `/ratings?${mine}`, { updated_at: '2100-01-01' }),
    as(eve.key, 'PATCH', `/ratings?${mine}`, { claws: 9 }),
    as(eve.key, 'PATCH', `/ratings?${mine}`, { claws: null }),
    // A second rating, in place of the first.
    as(eve.key, 'POST', '/ratings', { skill_id: skill.id, claws: 5 }),
    as(eve.key, 'POST', '/ratings?on_conflict=skill_id,agent_id', { skill_id: skill.id, claws: 5 }),
    as(eve.key, 'PUT', `/ratings?id=eq.${rating.id}`, { id: rating.id, claws: 1 }),
    // A key beside another, in another case, with white space, in the wrong header.
    as(`${eve.key}, ${mallory.key}`, 'POST', '/ratings', { skill_id: other.id, claws: 5 }),
    as(mallory.key.toUpperCase(), 'POST', '/ratings', { skill_id: other.id, claws: 5 }),
    as(`${mallory.key}","x-api-key":"${eve.key}`, 'POST', '/ratings', { skill_id: other.id, claws: 5 }),
    as('', 'POST', `/ratings?x-api-key=${mallory.key}`, { skill_id: other.id, claws: 5 }),
    // Taking a skill, or rewriting it.
    as(mallory.key, 'PATCH', `/skills?id=eq.${skill.id}`, { submitted_by: mallory.id }),
    as(ada.key, 'PATCH', `/skills?id=eq.${skill.id}`, {
      description: 'Even the one who submitted it may not.',
    }),
    as(ada.key, 'DELETE', `/skills?id=eq.${skill.id}`, {}),
    as(mallory.key, 'PATCH', `/agents?id=eq.${mallory.id}`, { agent_name: 'Ada' }),
    as(mallory.key, 'PATCH', `/agents?id=eq.${mallory.id}`, { email: 'mallory@evil.example' }),
    as(mallory.key, 'DELETE', `/agents?id=eq.${mallory.id}`, {}),
    as(mallory.key, 'PATCH', `/skill_catalogue?id=eq.${skill.id}`, { avg_claws: 5 }),
    as(mallory.key, 'PATCH', `/skill_stats?skill_id=eq.${skill.id}`, { total_ratings: 0 }),
  ]
}

/** Tokens that say one is somebody else, among them those signed with secrets that everybody knows. */
function impostors({ stack, ada }: Cast): Attack[] {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (role: string, secret?: string) => {
    const unsigned = `${encode({ alg: secret === undefined ? 'none' : 'HS256', typ: 'JWT' })}.${encode({
      ...{ role, iss: 'supabase-demo', sub: ada.id, exp: 4_000_000_000 },
    })}`
    return `${unsigned}.${secret === undefined ? '' : createHmac('sha256', secret).update(unsigned).digest('base64url')}`
  }
  const secrets = [
    undefined,
    '',
    'secret',
    // What `supabase start` and older embedded stacks sign with.
    'super-secret-jwt-token-with-at-least-32-characters-long',
    'your-super-secret-jwt-token-with-at-least-32-characters-long',
    stack.publishableKey,
  ]
  const tokens = ['service_role', 'postgres', 'supabase_admin', 'authenticator'].flatMap((role) =>
    secrets.map((secret) => token(role, secret)),
  )
  const read = (title: string, headers: string[], query = ''): Attack => ({
    ...{
      title: `as ${title}`,
      door: 'data api',
      method: 'GET',
      path: `/agents?select=email${query}`,
      headers,
      expect: 'refused',
    },
  })
  return [
    ...tokens.flatMap((jwt) => [
      read(`${jwt} beside the key`, ['Authorization', `Bearer ${jwt}`]),
      read(`${jwt} as the key`, ['apikey', jwt, 'Authorization', `Bearer ${jwt}`]),
      read(`${jwt} in the query`, ['apikey', ''], `&apikey=${jwt}`),
    ]),
    ...[
      '',
      'x',
      'null',
      'undefined',
      'service_role',
      `sb_secret_${'A'.repeat(32)}`,
      `${stack.publishableKey}x`,
    ].flatMap((key) => [
      read(`the key ${key}`, ['apikey', key]),
      read(`the key ${key} as a bearer`, ['Authorization', `Bearer ${key || 'x'}`]),
    ]),
    read('a role named in headers', [
      'role',
      'service_role',
      'X-Role',
      'service_role',
      'X-Supabase-Role',
      'service_role',
    ]),
    read('an origin of this machine', ['Origin', 'http://127.0.0.1:54323', 'X-Forwarded-For', '127.0.0.1']),
    ...[
      '/rpc',
      '/rpc/',
      '/_system/introspect',
      '/../_system/info',
      '/..%2f_system/info',
      '/../auth/v1/admin/users',
    ].map((path): Attack => ({ title: path, door: 'data api', method: 'GET', path, expect: 'refused' })),
    // The description of everything there is: public, since it holds no row, and not in every Data API.
    ...['application/openapi+json', 'application/json', '*/*'].flatMap((type) =>
      ['/', '/?apikey=x', '/?select=email'].map(
        (path): Attack => ({ ...read(`${path} ${type}`, ['Accept', type]), path, expect: 'harmless' }),
      ),
    ),
  ]
}
