// Requests with canaries (keys, e-mail addresses and commentary that occur nowhere else): accepted, rejected by the function, rejected by
// SQL in every way, and sent while the database is down.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import { expect } from 'vitest'
import type { TemporaryStack } from '../../../local/stack/temporary-stack.ts'
import { wellFormedKey } from '../../../scripts/support/well-formed-key.ts'
import { HttpClient } from '../../support/http-client.ts'

export type Kind = 'key' | 'e-mail address' | 'commentary'

/** A text to search. */
export interface Place {
  name: string
  content: string | Buffer
  /** The kinds of canaries, or single ones, that may occur here. */
  allowed?: string[]
}

interface Sending {
  key?: string
  headers?: Record<string, string>
  /** In strings, EMAIL and WORDS stand for a new canary. */
  body?: unknown
  /** What the response may contain. */
  allowed?: string[]
}

/** Sends requests with canaries and keeps every response. */
export class Planter {
  /** What to search for: the part of a canary that is kept, its kind, and the request that contained it. */
  readonly canaries: { mark: string; kind: Kind; request: string }[] = []
  readonly responses: Place[] = []
  readonly statuses = new Set<number>()
  readonly #client: HttpClient

  constructor(private readonly stack: TemporaryStack) {
    this.#client = new HttpClient(stack.apiUrl)
  }

  /** An unknown key, or the given one. Admins see the first 13 characters. */
  newKey(request: string, key = wellFormedKey()): string {
    this.canaries.push({ kind: 'key', mark: key.slice(13, 53), request })
    return key
  }

  #newText(kind: Kind, request: string): string {
    const mark = randomBytes(10).toString('hex')
    this.canaries.push({ kind, mark, request })
    return kind === 'commentary' ? `Works well, says ${mark}, mostly` : `canary.${mark}@mail.example`
  }

  async #send(name: string, request: string, { key, headers, body, allowed = [] }: Sending) {
    const [method = '', path = ''] = request.split(' ')
    const canaries: Record<string, string> = {}
    const fill = (text: string) =>
      text.replaceAll(/EMAIL|WORDS/g, (kind) => {
        canaries[kind] ??= this.#newText(kind === 'EMAIL' ? 'e-mail address' : 'commentary', name)
        return canaries[kind]
      })
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const response = await this.#client.request(method, fill(path).replaceAll(' ', '%20'), {
      key,
      headers: { ...(text !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: text && fill(text),
    })
    // The agent that created a key may see it.
    const [, created = ''] = /"api_key" ?: ?"(claw_[0-9a-f]{56})"/.exec(response.text) ?? []
    const own = created && response.status < 300 ? [this.newKey(name, created).slice(13, 53)] : []
    const content = `${JSON.stringify([...response.headers])}\n\n${response.text}`
    this.responses.push({ name: `the response to ${name}`, content, allowed: [...allowed, ...own] })
    this.statuses.add(response.status)
    return { ...response, created }
  }

  readonly api = (name: string, request: string, sending: Sending = {}) =>
    this.#send(name, request.replace(' ', ' /functions/v1/api/'), sending)

  readonly mcp = (name: string, tool: string, args: object, sending: Sending = {}) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }
    return this.#send(name, 'POST /functions/v1/mcp', { ...sending, body })
  }

  readonly dataApi = (name: string, request: string, sending: Sending = {}) => {
    const headers = { apikey: this.stack.publishableKey, ...sending.headers }
    return this.#send(name, request.replace(' ', ' /rest/v1/'), { ...sending, headers })
  }

  close(): void {
    this.#client.close()
  }
}

const COMMENTARY = { allowed: ['commentary'] }
const rating = { skill_name: 'ripgrep', claws: 4 }
const rated = (more: object) => ({ ...rating, commentary: 'WORDS', ...more })
const ratingRpc = (more: object) => ({ p_skill_name: 'ripgrep', p_claws: 5, p_commentary: 'WORDS', ...more })

/** Plants canaries everywhere but in requests to a database that is down; returns the two keys that are needed for those. */
export async function plant(planter: Planter, secretKey: string, admin: postgres.Sql) {
  const { api, mcp, dataApi } = planter

  // Accepted.
  const agent = (name: string) => ({ body: { agent_name: name, email: 'EMAIL' } })
  const registered = await api('a registration', 'POST register', agent('Canary Ada'))
  const body = { p_agent_name: 'Canary Bob', p_email: 'EMAIL' }
  const { created: bob } = await dataApi('a registration at the Data API', 'POST rpc/register_agent', {
    body,
  })
  const registeredByMcp = await mcp('a registration by MCP', 'register_agent', agent('Canary Fay').body)
  const { created: revoked } = await api('another registration', 'POST register', agent('Canary Revoked'))
  const [ada, fay] = [registered, registeredByMcp].map(({ created, headers }) => {
    // No cache may store a key.
    expect(headers.get('cache-control')).toBe('no-store')
    return created
  }) as [string, string]
  expect([ada, bob, fay, revoked]).not.toContain('')
  await admin`select admin.revoke_key(${revoked}, 'Leaked.')`
  const byAda = { key: ada, ...COMMENTARY }
  const byBob = { key: bob, ...COMMENTARY }
  const { text } = await api('a rating', 'POST ratings', { ...byAda, body: rated({}) })
  const bearer = { headers: { Authorization: `Bearer ${ada}` }, ...COMMENTARY }
  await api('a replaced rating', 'POST ratings', { ...bearer, body: rated({}) })
  await dataApi('a rating at the Data API', 'POST rpc/submit_rating', { ...byBob, body: ratingRpc({}) })
  await mcp('a rating by MCP', 'rate_skill', rated({ api_key: fay }), COMMENTARY)
  const ratingId = /"rating" ?: ?\{ ?"id" ?: ?"([0-9a-f-]{36})"/.exec(text)?.[1]
  const flagPath = `POST skills/ripgrep/ratings/${ratingId}/flag`
  await api('a flag', flagPath, { ...byBob, body: { reason: 'WORDS' } })
  const flag = { p_skill: 'ripgrep', p_rating: ratingId, p_reason: 'WORDS' }
  await dataApi('a flag at the Data API', 'POST rpc/flag_rating', { ...byBob, body: flag })
  const skillFlag = { ...byBob, body: { p_skill: 'ripgrep', p_reason: 'WORDS' } }
  await dataApi('a flag of a skill at the Data API', 'POST rpc/flag_skill', skillFlag)
  await api('a flag of a skill', 'POST skills/ripgrep/flag', { ...byAda, body: { reason: 'WORDS' } })
  const skill = { name: 'Canary skill', description: 'x', type: 'mcp' }
  await api('a skill', 'POST skills', { key: ada, body: skill })
  await api('the ratings of a skill', 'GET skills/ripgrep/ratings', COMMENTARY)
  await api('the page of a skill', 'GET skills/ripgrep', byBob)
  await dataApi('the table of ratings', 'GET ratings?select=*', byBob)
  await dataApi('the view of ratings', 'GET skill_ratings', byAda)

  // Rejected by the function.
  const unknown = planter.newKey('a key that no agent has')
  const malformed = `${planter.newKey('a malformed key')}0`
  const misplaced = planter.newKey('a key in the wrong place')
  for (const [name, headers] of [
    ['an unknown key', { 'x-api-key': unknown }],
    ['a revoked key', { 'x-api-key': revoked }],
    ['a malformed key', { 'x-api-key': malformed }],
    ['a malformed bearer token', { Authorization: `Bearer ${malformed}` }],
    ['two different keys', { 'x-api-key': unknown, Authorization: `Bearer ${ada}` }],
    ['a key as apikey', { apikey: misplaced }],
    ['a key in a cookie', { Cookie: `key=${misplaced}` }],
    ['a key in basic credentials', { Authorization: `Basic ${misplaced}` }],
    ['a key in other headers', { 'User-Agent': misplaced, Referer: `https://a.example/?k=${misplaced}` }],
  ] as [string, Record<string, string>][])
    await api(name, 'POST ratings', { headers, body: rated({}) })
  for (const [name, path] of [
    ['a key in a path', `skills/${misplaced}`],
    ['a search for a key', `skills?search=${misplaced}`],
    ['a search for an address', 'skills?search=EMAIL'],
    ['a search that is too long', `skills?search=WORDS${'x'.repeat(300)}`],
    ['a key as a cursor', `skills?cursor=${misplaced}`],
  ] as const)
    await api(name, `GET ${path}`)
  for (const [name, sending] of [
    ['an invalid name', agent('x')],
    ['an invalid address', { body: { agent_name: 'Canary Carl', email: 'EMAIL x' } }],
    ['invalid JSON', { body: '{"agent_name": "x", "email": "EMAIL",}' }],
    ['another media type', { ...agent('x'), headers: { 'Content-Type': 'text/plain' } }],
    ['a taken name', agent('canary  ADA')],
  ] as [string, Sending][])
    await api(name, 'POST register', sending)
  await api('a key and an address in a query', `POST ratings?x-api-key=${misplaced}&email=EMAIL`, {
    body: rating,
  })
  for (const [name, body] of [
    ['a rating of 9', rated({ claws: 9 })],
    ['a commentary that is too long', rated({ commentary: 'WORDS'.repeat(400) })],
    ['a commentary in the wrong field', { ...rating, claws: 'WORDS' }],
    ['an incomplete body', '{"commentary": "WORDS'],
    ['an unknown skill', rated({ skill_name: 'no such skill' })],
  ] as const)
    await api(name, 'POST ratings', { key: ada, body })
  await api('a reason that is too long', flagPath, { key: bob, body: { reason: 'WORDS'.repeat(100) } })
  for (const [name, tool, args, sending] of [
    ['an unknown key by MCP', 'rate_skill', rated({ api_key: unknown })],
    ['a malformed key by MCP', 'rate_skill', rated({ api_key: malformed })],
    ['a key in a list by MCP', 'rate_skill', rated({ api_key: [fay], email: 'EMAIL' })],
    ['two different keys by MCP', 'rate_skill', rated({ api_key: fay }), { key: ada }],
    ['a rating of 9 by MCP', 'rate_skill', rated({ claws: 9, api_key: fay })],
    ['a key as a skill by MCP', 'get_skill', { skill: misplaced }],
    ['a key as a cursor by MCP', 'search_skills', { cursor: misplaced }],
    ['a key as a tool', misplaced, {}],
  ] as [string, string, object, Sending?][])
    await mcp(name, tool, args, sending)

  // Rejected by SQL.
  for (const [name, path, body, key] of [
    ['PT400', 'rpc/register_agent', { p_agent_name: 'Canary Dora', p_email: 'EMAIL x' }],
    ['PT409', 'rpc/register_agent', { p_agent_name: 'Canary Ada', p_email: 'EMAIL' }],
    ['PT401', 'rpc/submit_rating', ratingRpc({}), unknown],
    ['PT404', 'rpc/submit_rating', ratingRpc({ p_skill_name: 'nothing' }), ada],
    ['an unknown parameter', 'rpc/register_agent', { p_agent_name: 'x', email: 'EMAIL' }],
    ['an incomplete body at the Data API', 'rpc/register_agent', '{"p_agent_name": "x", "p_email": "EMAIL'],
    ['an insert without the right', 'agents', { agent_name: 'Fay', email: 'EMAIL' }, ada],
  ] as [string, string, unknown, string?][])
    await dataApi(name, `POST ${path}`, { body, ...(key && { key }) })
  const [ids] = await admin`
    select s.id as skill_id, a.id as agent_id, 9 as claws, 'WORDS' as commentary
    from public.skills as s, public.agents as a where slug = 'ripgrep' and agent_name = 'Canary Ada'`
  for (const [name, table, row] of [
    ['a failed CHECK on agents', 'agents', { agent_name: 'x', email: 'EMAIL' }],
    ['a failed CHECK on an address', 'agents', { agent_name: 'Canary Emma', email: 'EMAIL x' }],
    ['a failed UNIQUE on agents', 'agents', { agent_name: 'Canary Ada', email: 'EMAIL' }],
    ['a failed NOT NULL', 'agents', { email: 'EMAIL' }],
    ['a failed CHECK on ratings', 'ratings', { ...ids }],
    ['a failed UNIQUE on ratings', 'ratings', { ...ids, claws: 1 }],
    ['a failed foreign key', 'ratings', { ...ids, claws: 1, agent_id: ids?.skill_id }],
  ] as const)
    await dataApi(name, `POST ${table}`, {
      headers: { apikey: secretKey },
      body: row,
      // The secret key may read every address and every failed row.
      allowed: ['e-mail address', 'commentary'],
    })
  // Postgres repeats a value of the wrong type to the caller; the log must not contain it.
  const wrongType = ratingRpc({ p_claws: 'WORDS', p_commentary: null })
  await dataApi('words as a number', 'POST rpc/submit_rating', { ...byAda, body: wrongType })
  await dataApi('an address as an id', 'GET skills?id=eq.EMAIL', { allowed: ['e-mail address'] })
  await dataApi('a key as an id', `GET skills?id=eq.${misplaced}`, { allowed: ['key'] })
  await dataApi('a filter on addresses', 'GET agents?email=eq.EMAIL', { key: ada })
  // The Data API repeats the query in Content-Location.
  const allowed = [misplaced.slice(13, 53)]
  await dataApi('a key as a filter', `GET skills?name=eq.${misplaced}`, { key: unknown, allowed })
  return { ada, bob }
}

/** Sends requests until the API is healthy again. */
export async function plantWhileDown(planter: Planter, agents: { ada: string; bob: string }): Promise<void> {
  const name = 'requests while the database was down'
  const deadline = Date.now() + 30_000
  for (let i = 0; i === 0 || Date.now() < deadline; i++) {
    await Promise.all([
      planter.api(name, 'POST register', { body: { agent_name: `Canary ${i}`, email: 'EMAIL' } }),
      planter.api(name, 'POST ratings', { key: agents.ada, body: rated({}), ...COMMENTARY }),
      planter.dataApi(name, 'POST rpc/submit_rating', {
        key: agents.bob,
        body: ratingRpc({}),
        ...COMMENTARY,
      }),
    ])
    await wait(100)
    if ((await planter.api('health', 'GET health')).status === 200) return
  }
}

/** Makes Postgres log as much as it can. The stack overrides some of these settings. */
export async function logEverything(admin: postgres.Sql): Promise<void> {
  const settings = `log_min_duration_statement=0 log_statement=all log_duration=on log_connections=on log_lock_waits=on
    log_min_messages=info log_min_error_statement=error log_error_verbosity=verbose log_parameter_max_length=-1
    log_parameter_max_length_on_error=-1`
  for (const setting of settings.split(/\s+/)) {
    const [name, value] = setting.split('=')
    await admin.unsafe(`alter system set ${name} = '${value}'`)
  }
  await admin`select pg_reload_conf()`
}
