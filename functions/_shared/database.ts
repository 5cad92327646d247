import { createClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { apiErrorOf, mayBeChangingSchema, unavailable } from './database-errors.ts'
import { writeLogLine } from './http/log.ts'
import { catalogueUrl, publishableKey, supabaseUrl } from './settings.ts'
import { type Arguments, type Name, type ReadName, type Result, sqlFunctions } from './sql-functions.ts'

/** An error response leaves within 5 s, and SQL itself gives up after 3 s. */
const CALL_TIMEOUT_MS = 4_000

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
 * Calls a SQL function through the Data API.
 *
 * @param key the agent's API key, which tells the database who is calling
 * @throws ApiError what the function raised, or unavailable
 */
export function call<N extends Name>(
  name: N,
  args: Arguments<N>,
  key?: N extends ReadName ? never : string,
): Promise<Result<N>> {
  return sqlFunctions[name].access === 'read' ? read(name, args) : send(name, args, key)
}

/** Reads the catalogue, on the read replicas if CATALOGUE_URL names them. */
function read<N extends Name>(name: N, args: Arguments<N>): Promise<Result<N>> {
  // The replicas of the hosted platform only support GET.
  return resultOf(name, () =>
    catalogueUrl ? catalogue.rpc(name, inQuery(args), { get: true }) : catalogue.rpc(name, args),
  )
}

/** Calls the primary database by POST. */
function send<N extends Name>(name: N, args: Arguments<N>, key?: string): Promise<Result<N>> {
  return resultOf(name, () => {
    const request = primary.rpc(name, args)
    return key ? request.setHeader('x-api-key', key) : request
  })
}

/** Zod has checked these arguments: no type, order, cursor or part of the sitemap looks like a filter. */
const UNAMBIGUOUS = new Set(['p_type', 'p_sort', 'p_cursor', 'p_part'])

/**
 * Arguments that the Data API can only read as text. In a query, it takes an argument for a filter if it begins with an operator
 * (`is.js`, `fts(en)`) or is one (the slug `match`).
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

/** Calls once, and again only if a migration may have changed the schema meanwhile: the database has then undone the first call. */
async function resultOf<N extends Name>(
  name: N,
  request: () => ReturnType<typeof primary.rpc>,
): Promise<Result<N>> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), CALL_TIMEOUT_MS)
  const sendOnce = () => request().retry(false).abortSignal(timeout.signal)
  let { data, error, status } = await sendOnce()
  if (error && mayBeChangingSchema(error)) {
    writeLogLine({ warning: `${name} is called again: the database raised ${error.code}.` })
    ;({ data, error, status } = await sendOnce())
  }
  // AbortSignal.timeout() would keep every response in memory until the timeout.
  clearTimeout(timer)
  if (error) throw apiErrorOf(error, status)
  const result: unknown = data
  if (typeof result === 'object' && result !== null && sqlFunctions[name].member in result)
    return result as Result<N>
  throw unavailable(`The response of the Data API is not from ${name}.`)
}
