import { setTimeout as wait } from 'node:timers/promises'
import { Aviary, type Canary, type Place } from './canaries.ts'
import type { RunningStack } from './stack.ts'

/** What was planted, and every answer that came back. */
export interface Planted {
  aviary: Aviary
  answers: Place[]
  /** Statuses of the answers by what was done, to see that it was done. */
  statuses: Record<string, number[]>
}

interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** What the answer may hold: what is public there, or a key to whoever just made it. */
  holds?: Canary['kind'][]
}

/**
 * Sends canaries through requests of every fate: taken, refused by the function, refused by SQL in each of its ways, slow, and while
 * the database is away.
 */
export async function plant(stack: RunningStack): Promise<Planted> {
  const aviary = new Aviary()
  const answers: Place[] = []
  const statuses: Record<string, number[]> = {}
  const { publishable, secret } = stack.keys

  const send = async (
    what: string,
    path: string,
    { method = 'POST', headers = {}, body, holds = [] }: Sending = {},
  ) => {
    const response = await fetch(`${stack.apiUrl}${path}`, {
      method,
      headers: { ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    })
    const text = await response.text()
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const place: Place = { name: `the answer to ${what}`, content: `${lines}\n\n${text}`, holds }
    answers.push(place)
    statuses[what] = [...(statuses[what] ?? []), response.status]
    return {
      status: response.status,
      text,
      place,
      noStore: response.headers.get('cache-control') === 'no-store',
    }
  }
  const api = (what: string, route: string, sending?: Sending) =>
    send(what, `/functions/v1/api/${route}`, sending)
  const data = (what: string, path: string, sending: Sending & { as?: string } = {}) =>
    send(what, `/rest/v1/${path}`, {
      ...sending,
      headers: { apikey: sending.as ?? publishable, ...sending.headers },
      // Whoever holds the secret key may read every address, and is told the row that failed.
      ...(sending.as === secret && { holds: ['e-mail address', 'commentary'] }),
    })
  const withKey = (key: Canary) => ({ 'x-api-key': key.value })

  // Taken.
  const register = async (what: string, fields: object, viaDataApi = false) => {
    const { status, text, place, noStore } = viaDataApi
      ? await data(what, 'rpc/register_agent', { body: fields })
      : await api(what, 'register', { body: fields })
    const made = /"api_key" ?: ?"(claw_[0-9a-f]{56})"/.exec(text)?.[1]
    if (made === undefined || status > 201) throw new Error(`No key was made by ${what}: ${status}.`)
    if (!viaDataApi && !noStore) throw new Error(`The key made by ${what} may be stored by a cache.`)
    const key = aviary.key(what, made)
    place.belongs = [key]
    return key
  }
  const email = (what: string, tail = '') => aviary.email(what, tail).value
  const words = (what: string) => aviary.commentary(what).value

  const ada = await register('a registration', { agent_name: 'Canary Ada', email: email('a registration') })
  const bob = await register(
    'a registration at the Data API',
    { p_agent_name: 'Canary Bob', p_email: email('a registration at the Data API') },
    true,
  )
  const revoked = await register('a registration, revoked later', { agent_name: 'Canary Revoked' })
  await stack.admin`select admin.revoke_key(${revoked.value}, 'Leaked.')`
  const rating = { skill_name: 'ripgrep', claws: 4 }
  const { text: rated } = await api('a rating', 'ratings', {
    headers: withKey(ada),
    body: { ...rating, commentary: words('a rating') },
    holds: ['commentary'],
  })
  await api('a rating replaced, by bearer token', 'ratings', {
    headers: { Authorization: `Bearer ${ada.value}` },
    body: { ...rating, commentary: words('a rating replaced, by bearer token') },
    holds: ['commentary'],
  })
  await data('a rating at the Data API', 'rpc/submit_rating', {
    headers: withKey(bob),
    body: { p_skill_name: 'ripgrep', p_claws: 5, p_commentary: words('a rating at the Data API') },
    holds: ['commentary'],
  })
  const ratingId = /"rating" ?: ?\{ ?"id" ?: ?"([0-9a-f-]{36})"/.exec(rated)?.[1]
  const flag = (reason: string, holds: Canary['kind'][] = []) =>
    api('a flag', `skills/ripgrep/ratings/${ratingId}/flag`, {
      headers: withKey(bob),
      body: { reason },
      holds,
    })
  await flag(words('a flag'), ['commentary'])
  await flag(words('a flag that is too long').repeat(100))
  await data('a flag at the Data API', 'rpc/flag_rating', {
    headers: withKey(bob),
    body: { p_skill: 'ripgrep', p_rating: ratingId, p_reason: words('a flag at the Data API') },
    holds: ['commentary'],
  })
  await api('the ratings of a skill', 'skills/ripgrep/ratings', { method: 'GET', holds: ['commentary'] })
  await api('a skill', 'skills', {
    headers: withKey(ada),
    body: { name: 'Canary skill', description: 'x', type: 'mcp' },
  })
  await api('a skill’s page', 'skills/ripgrep', {
    method: 'GET',
    headers: withKey(bob),
    holds: ['commentary'],
  })
  await data('reading ratings', 'ratings?select=*', {
    method: 'GET',
    headers: withKey(bob),
    holds: ['commentary'],
  })
  await data('reading reviews', 'skill_ratings', {
    method: 'GET',
    headers: withKey(ada),
    holds: ['commentary'],
  })

  // Refused by the function.
  const unknown = aviary.key('a key that nobody has')
  const malformed = aviary.key('a malformed key')
  const misplaced = aviary.key('a key in the wrong place')
  for (const [what, headers] of [
    ['an unknown key', withKey(unknown)],
    ['a revoked key', withKey(revoked)],
    ['a malformed key', { 'x-api-key': `${malformed.value}0` }],
    ['a malformed bearer token', { Authorization: `Bearer ${malformed.value}0` }],
    ['two different keys', { ...withKey(unknown), Authorization: `Bearer ${ada.value}` }],
    ['a key as apikey', { apikey: misplaced.value }],
    ['a key in a cookie', { Cookie: `key=${misplaced.value}` }],
    ['a key in basic credentials', { Authorization: `Basic ${misplaced.value}` }],
    [
      'a key in other headers',
      { 'User-Agent': misplaced.value, Referer: `https://a.example/?k=${misplaced.value}` },
    ],
  ] as [string, Record<string, string>][]) {
    await api(what, 'ratings', { headers, body: { ...rating, commentary: words(what) } })
  }
  const inTheUrl = `?x-api-key=${misplaced.value}&email=${email('an address in a query')}`
  await api('a key and an address in a query', `ratings${inTheUrl}`, { body: rating })
  await api('a key in a path', `skills/${misplaced.value}`, { method: 'GET' })
  await api('a search for a key and words', `skills?search=${misplaced.value}`, { method: 'GET' })
  await api('a search for an address', `skills?search=${email('a search')}`, { method: 'GET' })
  await api(
    'a search that is too long',
    `skills?search=${encodeURIComponent(words('a long search').padEnd(300))}x`,
    { method: 'GET' },
  )
  await api('a cursor that is none', `skills?cursor=${misplaced.value}`, { method: 'GET' })
  await api('a registration with a bad name', 'register', {
    body: { agent_name: 'x', email: email('a bad name') },
  })
  await api('a registration with a bad address', 'register', {
    body: { agent_name: 'Canary Carl', email: email('a bad address', ' x') },
  })
  await api('a body that is no JSON', 'register', {
    body: `{"agent_name": "x", "email": "${email('no JSON')}",}`,
  })
  await api('a body of another type', 'register', {
    headers: { 'Content-Type': 'text/plain' },
    body: { agent_name: 'x', email: email('another media type') },
  })
  await api('a rating of 9', 'ratings', {
    headers: withKey(ada),
    body: { ...rating, claws: 9, commentary: words('a rating of 9') },
  })
  await api('commentary that is too long', 'ratings', {
    headers: withKey(ada),
    body: { ...rating, commentary: words('too long').repeat(400) },
  })
  await api('commentary as a number', 'ratings', {
    headers: withKey(ada),
    body: { ...rating, claws: words('in the wrong field') },
  })
  await api('a broken UTF-8 body', 'ratings', {
    headers: withKey(ada),
    body: `{"commentary": "${words('a cut body')}`,
  })

  // The same by MCP, where a key may also be an argument.
  const mcp = (what: string, tool: string, given: object, sending: Sending = {}) =>
    send(what, '/functions/v1/mcp', {
      ...sending,
      headers: { Accept: 'application/json, text/event-stream', ...sending.headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } },
    })
  const { text, place, noStore } = await mcp('a registration by MCP', 'register_agent', {
    agent_name: 'Canary Fay',
    email: email('a registration by MCP'),
  })
  const made = /"api_key":"(claw_[0-9a-f]{56})"/.exec(text)?.[1]
  if (made === undefined || !noStore) throw new Error('No key was made by MCP, or a cache may store it.')
  const fay = aviary.key('a registration by MCP', made)
  place.belongs = [fay]
  await mcp(
    'a rating by MCP',
    'rate_skill',
    { ...rating, api_key: fay.value, commentary: words('a rating by MCP') },
    { holds: ['commentary'] },
  )
  for (const [what, api_key, headers] of [
    ['an unknown key by MCP', unknown.value, {}],
    ['a malformed key by MCP', `${malformed.value}0`, {}],
    ['a key in a list by MCP', [fay.value], {}],
    ['two different keys by MCP', fay.value, withKey(ada)],
  ] as [string, unknown, Record<string, string>][]) {
    const given = { ...rating, api_key, commentary: words(what), email: email(what) }
    await mcp(what, 'rate_skill', given, { headers })
  }
  await mcp('a rating of 9 by MCP', 'rate_skill', {
    ...{ ...rating, claws: 9, api_key: fay.value, commentary: words('a rating of 9 by MCP') },
  })
  await mcp('a key as the address of a skill', 'get_skill', { skill: misplaced.value })
  await mcp('a key as a cursor by MCP', 'search_skills', { cursor: misplaced.value })
  await mcp('a key as a tool', misplaced.value, {})

  // Refused by SQL: PT states, unique, CHECK, syntax of values, rights.
  await api('a taken name', 'register', { body: { agent_name: 'canary  ADA', email: email('a taken name') } })
  await api('a skill that is not there', 'ratings', {
    headers: withKey(ada),
    body: { skill_name: 'no such skill', claws: 3, commentary: words('a skill that is not there') },
  })
  await data('PT400 for an address', 'rpc/register_agent', {
    body: { p_agent_name: 'Canary Dora', p_email: email('PT400', ' x') },
  })
  await data('PT409', 'rpc/register_agent', { body: { p_agent_name: 'Canary Ada', p_email: email('PT409') } })
  await data('PT401', 'rpc/submit_rating', {
    headers: withKey(unknown),
    body: { p_skill_name: 'ripgrep', p_claws: 1, p_commentary: words('PT401') },
  })
  await data('PT404', 'rpc/submit_rating', {
    headers: withKey(ada),
    body: { p_skill_name: 'nothing', p_claws: 1, p_commentary: words('PT404') },
  })
  await data('parameters that no function has', 'rpc/register_agent', {
    body: { p_agent_name: 'x', email: email('no such parameter') },
  })
  await data('a failed CHECK on agents', 'agents', {
    as: secret,
    body: { agent_name: 'x', email: email('a failed CHECK') },
  })
  await data('a failed CHECK on an address', 'agents', {
    as: secret,
    body: { agent_name: 'Canary Emma', email: email('a failed CHECK on itself', ' x') },
  })
  await data('a failed UNIQUE on agents', 'agents', {
    as: secret,
    body: { agent_name: 'Canary Ada', email: email('a failed UNIQUE') },
  })
  const [skill] = await stack.admin`select id from public.skills where slug = 'ripgrep'`
  const [agent] = await stack.admin`select id from public.agents where agent_name = 'Canary Ada'`
  const row = { skill_id: skill?.id, agent_id: agent?.id, claws: 9 }
  await data('a failed CHECK on ratings', 'ratings', {
    as: secret,
    body: { ...row, commentary: words('a failed CHECK') },
  })
  await data('a failed UNIQUE on ratings', 'ratings', {
    as: secret,
    body: { ...row, claws: 1, commentary: words('a failed UNIQUE') },
  })
  await data('a failed foreign key', 'ratings', {
    as: secret,
    body: { ...row, claws: 1, agent_id: skill?.id, commentary: words('a failed foreign key') },
  })
  await data('a missing column', 'agents', { as: secret, body: { email: email('a missing column') } })
  // Postgres quotes a value of the wrong type, to whoever sent it; a log is another matter.
  await data('words as a number', 'rpc/submit_rating', {
    headers: withKey(ada),
    body: { p_skill_name: 'ripgrep', p_claws: words('words as a number') },
    holds: ['commentary'],
  })
  await data('an address as an id', `skills?id=eq.${email('an address as an id')}`, {
    method: 'GET',
    holds: ['e-mail address'],
  })
  await data('a key as an id', `skills?id=eq.${misplaced.value}`, { method: 'GET', holds: ['key'] })
  await data('a cut body', 'rpc/register_agent', {
    body: `{"p_agent_name": "x", "p_email": "${email('a cut body')}`,
  })
  await data('an insert without the right', 'agents', {
    headers: withKey(ada),
    body: { agent_name: 'Fay', email: email('no right') },
  })
  await data('a filter on addresses', `agents?email=eq.${email('a filter')}`, {
    method: 'GET',
    headers: withKey(ada),
  })
  const filtered = await data('a key as a filter', `skills?name=eq.${misplaced.value}`, {
    method: 'GET',
    headers: withKey(unknown),
  })
  // The Data API repeats the address that was asked for, in Content-Location.
  filtered.place.belongs = [misplaced]

  // While the database is away: from the kill until it is back.
  stack.killPostgres()
  const deadline = Date.now() + 15_000
  let turns = 0
  do {
    turns++
    const away = 'requests while the database was away'
    await Promise.all([
      api(away, 'register', { body: { agent_name: `Canary away ${turns}`, email: email(away) } }).then(
        ({ text, place }) => {
          // The last of them may have been in time for its return.
          const made = /"api_key":"(claw_[0-9a-f]{56})"/.exec(text)?.[1]
          if (made) place.belongs = [aviary.key(away, made)]
        },
      ),
      api(away, 'ratings', {
        headers: withKey(ada),
        body: { ...rating, commentary: words(away) },
        holds: ['commentary'],
      }),
      data(away, 'rpc/submit_rating', {
        headers: withKey(bob),
        body: { p_skill_name: 'ripgrep', p_claws: 5, p_commentary: words(away) },
        holds: ['commentary'],
      }),
    ])
    await wait(100)
  } while (Date.now() < deadline && (await fetch(`${stack.apiUrl}/functions/v1/api/health`)).status !== 200)

  return { aviary, answers, statuses }
}

/** Makes Postgres write into its log whatever it can be made to write. Some settings of the stack stand above these, as they should. */
export async function makeTalkative({ admin }: RunningStack): Promise<void> {
  for (const [name, value] of [
    ['log_min_duration_statement', '0'],
    ['log_statement', 'all'],
    ['log_duration', 'on'],
    ['log_connections', 'on'],
    ['log_lock_waits', 'on'],
    ['log_min_messages', 'info'],
    ['log_min_error_statement', 'error'],
    ['log_error_verbosity', 'verbose'],
    ['log_parameter_max_length', '-1'],
    ['log_parameter_max_length_on_error', '-1'],
  ] as const) {
    await admin.unsafe(`alter system set ${name} = '${value}'`)
  }
  await admin`select pg_reload_conf()`
}
