import { createClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import { clearCatalogueCache } from './catalogue-cache.ts'
import type { Database } from './database.types.ts'
import { ApiError, ERRORS, type ErrorCode, invalidRequest, isErrorCode } from './errors.ts'
import type * as responses from './schemas/responses.ts'
import { catalogueUrl, publishableKey, supabaseUrl } from './settings.ts'

/** An error response leaves within 5 s, and SQL itself gives up after 3 s. */
const CALL_TIMEOUT_MS = 4_000

type Functions = Database['public']['Functions']
// `npm run import` calls import_skills, which the functions may not.
type Name = Exclude<keyof Functions & string, 'import_skills'>
/** All arguments, also the optional ones, so that TypeScript reports a call that does not pass a new one. */
type Arguments<N extends Name> = {
  [Argument in keyof Required<Functions[N]['Args']>]: Functions[N]['Args'][Argument]
}
type Body<Schema extends z.ZodType, Member extends keyof z.output<Schema>> = Pick<z.output<Schema>, Member>

/** What each SQL function returns. */
interface Results extends Record<Name, object> {
  create_key: Body<typeof responses.CreatedKey, 'api_key' | 'key' | 'old_key'>
  delete_own_rating: { deleted: boolean }
  flag_rating: { created: boolean } & Body<typeof responses.FlaggedRating, 'flag'>
  get_agent: z.output<typeof responses.AgentProfile>
  get_badge: Pick<z.output<typeof responses.Skill>, 'name' | 'avg_claws' | 'total_ratings'> & {
    retired: boolean
  }
  get_me: z.output<typeof responses.Account>
  get_own_rating: z.output<typeof responses.Rating>
  get_rating_feed: {
    skill: Pick<z.output<typeof responses.Skill>, 'id' | 'name' | 'slug' | 'created_at'>
  } & Body<typeof responses.RatingList, 'ratings'>
  get_skill: z.output<typeof responses.SkillPage>
  get_stats: z.output<typeof responses.Stats>
  health: z.output<typeof responses.Health>
  list_ratings: z.output<typeof responses.RatingList>
  list_skills: z.output<typeof responses.SkillList>
  register_agent: Body<typeof responses.RegisteredAgent, 'api_key' | 'agent'>
  revoke_current_key: { revoked: boolean }
  submit_rating: {
    created: boolean
    /** What the replaced rating had and the new one does not have. */
    removed: string[]
  } & Body<typeof responses.SubmittedRating, 'rating' | 'skill'>
  submit_skill: Body<typeof responses.SubmittedSkill, 'skill'>
  update_me: Body<typeof responses.UpdatedAccount, 'agent'>
}

/** A member that identifies the result of each function: a response without it is not from that function. */
const RESULT_MEMBERS: { [N in Name]: keyof Results[N] & string } = {
  create_key: 'api_key',
  delete_own_rating: 'deleted',
  flag_rating: 'flag',
  get_agent: 'total_skills',
  get_badge: 'retired',
  get_me: 'agent_name',
  get_own_rating: 'claws',
  get_rating_feed: 'skill',
  get_skill: 'rating_counts',
  get_stats: 'total_agents',
  health: 'status',
  list_ratings: 'ratings',
  list_skills: 'skills',
  register_agent: 'api_key',
  revoke_current_key: 'revoked',
  submit_rating: 'rating',
  submit_skill: 'skill',
  update_me: 'agent',
}

const encoder = new TextEncoder()
const primary = clientFor(supabaseUrl, fetchOnce)
const catalogue = clientFor(catalogueUrl ?? supabaseUrl, fetchDirectly)

function clientFor(url: string, fetch: typeof fetchDirectly) {
  return createClient<Database>(url, publishableKey, {
    // Nobody signs in here. Without this, each call would look for a session first, behind a lock.
    accessToken: async () => null,
    global: { fetch },
  })
}

/** Sends a request without following redirects. */
function fetchDirectly(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return fetch(url, { ...init, redirect: 'error' })
}

/**
 * Sends a request only once. Deno sends a text body again, even by POST, when a kept-alive connection breaks before the response: an
 * agent would then learn that its name is taken, by itself. A stream cannot be sent twice.
 */
function fetchOnce(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const body = typeof init.body === 'string' ? ReadableStream.from([encoder.encode(init.body)]) : null
  return fetchDirectly(url, { ...init, body, duplex: 'half' } as RequestInit)
}

/**
 * Calls a SQL function through the Data API, by POST and only once.
 *
 * @param key the agent's API key, which tells the database who is calling
 * @throws ApiError what the function raised, or unavailable
 */
export function call<N extends Name>(name: N, args: Arguments<N>, key?: string): Promise<Results[N]> {
  const request = primary.rpc(name, args)
  return resultOf(name, key ? request.setHeader('x-api-key', key) : request)
}

/**
 * Calls a SQL function that changes the catalogue, and clears the cache unless the call was rejected: a call without a response may
 * have succeeded.
 *
 * @throws ApiError what the function raised, or unavailable
 */
export async function write<N extends Name>(name: N, args: Arguments<N>, key?: string): Promise<Results[N]> {
  try {
    const result = await call(name, args, key)
    clearCatalogueCache()
    return result
  } catch (error) {
    if (!(error instanceof ApiError && error.status < 500)) clearCatalogueCache()
    throw error
  }
}

/**
 * Calls a SQL function that reads the catalogue, on the read replicas if CATALOGUE_URL names them.
 *
 * @throws ApiError what the function raised, or unavailable
 */
export function read<N extends Name>(name: N, args: Arguments<N>): Promise<Results[N]> {
  // The replicas of the hosted platform only support GET.
  const request = catalogueUrl ? catalogue.rpc(name, inQuery(args), { get: true }) : catalogue.rpc(name, args)
  return resultOf(name, request)
}

/** Zod has checked these arguments: no type, order or cursor looks like a filter, a number or JSON. */
const UNAMBIGUOUS = new Set(['p_type', 'p_sort', 'p_cursor'])

/**
 * Arguments that the Data API can only read as text. In a query, it takes an argument for a filter if it begins with an operator
 * (`is.js`, `fts(en)`) or is one (the slug `match`), and the embedded Data API reads `null`, `1e3` and `"x"` as JSON.
 *
 * A text is none of these if it begins with white space that SQL trims and JavaScript's trim() does not.
 */
function inQuery<Args extends object>(args: Args): Args {
  const mark = (name: string, value: unknown) =>
    typeof value === 'string' && !UNAMBIGUOUS.has(name) ? `\u0085${value}` : value
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, mark(name, value)]),
  ) as unknown as Args
}

async function resultOf<N extends Name>(
  name: N,
  request: ReturnType<typeof primary.rpc>,
): Promise<Results[N]> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), CALL_TIMEOUT_MS)
  const { data, error, status } = await request.retry(false).abortSignal(timeout.signal)
  // AbortSignal.timeout() would keep every response in memory until the timeout.
  clearTimeout(timer)
  if (error) throw apiErrorOf(error, status)
  const result: unknown = data
  if (typeof result === 'object' && result !== null && RESULT_MEMBERS[name] in result)
    return result as Results[N]
  throw unavailable(`The response of the Data API is not from ${name}.`)
}

interface DatabaseError {
  code?: string
  message?: string
  details?: string | null
}

/** The API's error for one of the Data API. SQL functions raise PTxyz with an error code as the message. */
function apiErrorOf(error: DatabaseError, status: number): ApiError {
  const { code = '', message = '', details } = error
  if (/^PT\d{3}$/.test(code) && isErrorCode(message)) return raisedError(message, details)
  const reason = unavailableReason(error, status)
  if (reason) return unavailable(`The database is unavailable (${reason}).`)
  if (status === 401 || status === 403 || status === 404) {
    return unavailable(
      `The Data API rejected the call (${code}): check SUPABASE_PUBLISHABLE_KEYS, and that all migrations have run.`,
    )
  }
  // The message and the details may quote the request, so the log contains neither.
  return new ApiError('internal', { log: `The database raised ${code}.` })
}

function raisedError(code: ErrorCode, details?: string | null): ApiError {
  // The request had a key, so it did not reach the database.
  if (code === 'missing_api_key') return new ApiError('invalid_api_key')
  const { detailMember } = ERRORS[code]
  const value = detailMember && JSON.parse(details ?? 'null')
  if (detailMember === 'errors') return invalidRequest(value ?? [])
  return new ApiError(code, detailMember && value ? { members: { [detailMember]: value } } : {})
}

function unavailable(log: string): ApiError {
  return new ApiError('unavailable', { log })
}

/**
 * SQLSTATEs and PostgREST's own codes of a database that cannot answer now: classes 08 (connection), 53 (resources) and 57
 * (canceled, statement timeout, shutdown), read-only transactions, transaction timeouts, deadlocks and serialization failures, the
 * lock timeout, and a pool without a connection.
 */
const UNAVAILABLE = /^((08|53|57)...|25006|25P03|25P04|40001|40P01|55P03|PGRST00[0-3])$/

/** Why the database cannot answer now, for the log; undefined for other errors. */
function unavailableReason({ code, message = '' }: DatabaseError, status: number): string | undefined {
  if (status === 0) return 'no response'
  // Every error of the Data API has a code: this response is from something in between.
  if (code === undefined) return `status ${status} without a code`
  // libpq's own errors have no SQLSTATE. PostgREST passes that on as a 400.
  if (code === '') return 'the connection broke during the call'
  // PostgREST starts each write as READ WRITE, which a standby rejects. Other missing features of Postgres are our bugs.
  if (code === '0A000' && / during recovery$/.test(message)) return `${code}, in recovery`
  if (UNAVAILABLE.test(code)) return code
  const isGatewayError = [408, 429, 502, 503, 504].includes(status) || (status >= 520 && status < 530)
  return isGatewayError ? `${code}, status ${status}` : undefined
}
