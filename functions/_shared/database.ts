import { createClient } from '@supabase/supabase-js'
import { invalidApiKey } from './auth.ts'
import { forgetAnswers } from './cache.ts'
import type { Database } from './database.types.ts'
import { internal, invalidRequest, isRefusal, Problem, unavailable } from './errors.ts'
import { catalogueUrl, publishableKey, supabaseUrl } from './settings.ts'

/** How long a call may take, in milliseconds: an answer of 503 leaves within 5 s, and SQL itself gives up after 3 s. */
const PATIENCE = 4_000

type Functions = Database['public']['Functions']

/** The member by which each function's answer is known: an answer without it is not from that function. */
const KNOWN_BY = {
  delete_own_rating: 'deleted',
  update_me: 'agent',
  flag_rating: 'flag',
  get_me: 'agent_name',
  get_own_rating: 'claws',
  get_skill: 'id',
  health: 'status',
  list_ratings: 'ratings',
  list_skills: 'skills',
  create_key: 'api_key',
  register_agent: 'api_key',
  revoke_current_key: 'revoked',
  submit_rating: 'rating',
  submit_skill: 'skill',
} as const satisfies Record<keyof Functions, string>

/** What reads the catalogue, for anybody alike. */
export type Reader = 'get_skill' | 'list_ratings' | 'list_skills'
type Writer = 'delete_own_rating' | 'register_agent' | 'submit_rating' | 'submit_skill'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const CLOSING_BRACE = 0x7d

const client = clientFor(supabaseUrl, fetchOnce)
const reader = clientFor(catalogueUrl ?? supabaseUrl, fetchBytes)

function clientFor(url: string, fetch: typeof fetchJson) {
  return createClient<Database>(url, publishableKey, {
    // Nobody ever signs in here. Without this each call would look for a session first, behind a lock.
    accessToken: async () => null,
    global: { fetch },
  })
}

/** Asks for JSON, whatever supabase-js asks for, and follows nowhere. */
function fetchJson(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  // Its own, made for this request alone: setting it here saves a copy.
  const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
  headers.set('accept', 'application/json')
  return fetch(url, { ...init, headers, redirect: 'error' })
}

/**
 * Asks as {@link fetchJson} does. What supabase-js takes for the text of a good answer are its bytes, which it hands over unread:
 * making a text of them, and bytes of the text again, takes as long as all else here.
 */
async function fetchBytes(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchJson(url, init)
  if (!response.ok) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  return Object.assign(response, { text: async () => bytes })
}

/**
 * Sends a request once. Deno sends a text again, POST or not, when a kept connection breaks before the answer: the agent would be
 * told that its name is taken, by itself. A stream cannot be sent twice (that of a Response can: Deno finds the text behind it).
 */
function fetchOnce(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const body = typeof init.body === 'string' ? ReadableStream.from([encoder.encode(init.body)]) : null
  return fetchJson(url, { ...init, body, duplex: 'half' } as RequestInit)
}

/**
 * Calls a SQL function through the Data API, by POST, once.
 *
 * @param key the agent's API key; the database decides by it who is calling
 * @returns the JSON object that the function gives
 * @throws Problem what the function raised, or unavailable
 */
export async function call<Name extends keyof Functions & string>(
  name: Name,
  parameters: Functions[Name]['Args'],
  key?: string,
): Promise<Record<string, unknown>> {
  const request = client.rpc(name, parameters)
  const value = parseJson(await answerTo(key ? request.setHeader('x-api-key', key) : request))
  if (!isObject(value) || !(KNOWN_BY[name] in value)) throw notFrom(name)
  return value
}

/**
 * Calls a SQL function that writes, as {@link call} does. What was kept of the catalogue is forgotten then, unless the write was
 * refused: one that got no answer may have been done.
 *
 * @throws Problem what the function raised, or unavailable
 */
export async function write<Name extends Writer>(
  name: Name,
  parameters: Functions[Name]['Args'],
  key?: string,
): Promise<Record<string, unknown>> {
  try {
    const answer = await call(name, parameters, key)
    forgetAnswers()
    return answer
  } catch (error) {
    if (!isRefusal(error)) forgetAnswers()
    throw error
  }
}

/** A body as it came. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * What a SQL function gives that reads the catalogue: from the read replicas where there are any, once.
 *
 * @returns the JSON object in the bytes of the Data API, so that it need not be written again
 * @throws Problem what the function raised, or unavailable
 */
export async function read<Name extends Reader>(
  name: Name,
  parameters: Functions[Name]['Args'],
): Promise<Bytes> {
  // The hosted platform's replicas answer GET alone.
  const bytes = await answerTo(reader.rpc(name, parameters, { get: catalogueUrl !== undefined }))
  // Its first member and its end tell whose answer it is, and that it is whole. Parsing 100 skills takes as long as all else here.
  const begin = new RegExp(`^{"${KNOWN_BY[name]}" ?:`)
  const isWhole =
    bytes instanceof Uint8Array &&
    begin.test(decoder.decode(bytes.subarray(0, 20))) &&
    bytes.at(-1) === CLOSING_BRACE
  if (!isWhole) throw notFrom(name)
  return bytes as Bytes
}

function notFrom(name: string): Problem {
  return unavailable(`The Data API gave an answer that is not from ${name}.`)
}

/**
 * What answers a call, as its client's fetch gives it; or what supabase-js makes of a bare 404, which it takes for no rows.
 * @throws Problem what the function raised, or unavailable
 */
async function answerTo(request: ReturnType<typeof client.rpc>): Promise<unknown> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE)
  // supabase-js hands over as a text what it takes for CSV; what is asked for is JSON all the same, see fetchJson.
  const { data, error, status } = await request.retry(false).abortSignal(patience.signal).csv()
  // AbortSignal.timeout() would keep every answer in memory until the time is over.
  clearTimeout(timer)
  if (error) throw problemOf(error, status)
  return data
}

interface DatabaseError {
  code?: string
  message?: string
  details?: string | null
}

/** The problem that an error of the Data API stands for. The SQL functions raise PTxyz states with a stable message. */
function problemOf(error: DatabaseError, status: number): Problem {
  const { code = '', message = '', details } = error
  switch (/^PT\d{3}$/.test(code) ? message : '') {
    case 'invalid_request':
      return invalidRequest(JSON.parse(details ?? '[]'))
    case 'missing_api_key':
    case 'invalid_api_key':
      return invalidApiKey()
    case 'agent_name_taken':
      return new Problem('agent_name_taken', {
        detail:
          'Another agent has this name, or one that differs only in case, width or spacing. Choose another.',
        errors: [{ path: 'agent_name', message: 'is taken' }],
      })
    case 'skill_name_taken':
      return new Problem('skill_name_taken', {
        detail: 'The catalogue has a skill of this name already; rate that one.',
        errors: [{ path: 'name', message: 'is taken' }],
        members: { skill: JSON.parse(details ?? 'null') },
      })
    case 'skill_retired':
      return new Problem('skill_retired', {
        detail:
          'This skill was retired: it cannot be rated any more. Its page stays; GET /api/skills?search= finds others.',
      })
    case 'skill_not_found':
      return skillNotFound(JSON.parse(details ?? 'null'))
    case 'rating_not_found':
      return new Problem('rating_not_found', {
        detail:
          'This skill has no such rating; GET /api/skills/{id or slug}/ratings lists those that it has.',
      })
  }
  const reason = whyUnavailable(error, status)
  if (reason) return unavailable(`The database is away (${reason}).`)
  if (status === 401 || status === 403 || status === 404) {
    return unavailable(
      `The Data API refused the call (${code}): check SUPABASE_PUBLISHABLE_KEYS, and that all migrations have run.`,
    )
  }
  // Neither the message nor the details are logged: they may quote what the agent sent.
  return internal(`The database raised ${code}.`)
}

/** The answer for a skill that is not there, with names like the one that was asked for. */
export function skillNotFound(suggestions?: unknown): Problem {
  return new Problem('skill_not_found', {
    detail:
      'There is no such skill in the catalogue; GET /api/skills?search= finds one, POST /api/skills adds one.',
    members: Array.isArray(suggestions) ? { suggestions } : {},
  })
}

/**
 * SQLSTATEs and PostgREST's own codes of a database that cannot answer now: classes 08 (connection), 53 (resources) and 57
 * (canceled, statement timeout, shutdown), read-only transactions, the timeouts of transactions, deadlocks and serialization
 * failures, the lock timeout, and a pool without a connection.
 */
const UNAVAILABLE = /^((08|53|57)...|25006|25P03|25P04|40001|40P01|55P03|PGRST00[0-3])$/

/** Why the database cannot answer now, for the log; undefined for an error that means something else. */
function whyUnavailable({ code, message = '' }: DatabaseError, status: number): string | undefined {
  if (status === 0) return 'no answer'
  // Each error of the Data API has a code: this answer is from something in between.
  if (code === undefined) return `status ${status} without a code`
  // libpq's own errors have no SQLSTATE, and PostgREST passes that on, as a 400.
  if (code === '') return 'the connection broke during the call'
  // PostgREST starts each write as READ WRITE, which a standby refuses. Other features that Postgres lacks are bugs of ours.
  if (code === '0A000' && / during recovery$/.test(message)) return `${code}, in recovery`
  if (UNAVAILABLE.test(code)) return code
  const isGateway = [408, 429, 502, 503, 504].includes(status) || (status >= 520 && status < 530)
  return isGateway ? `${code}, status ${status}` : undefined
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
