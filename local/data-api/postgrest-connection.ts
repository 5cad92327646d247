import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import type { ConnectionContextOptions, IntrospectResult, VarsContext } from '@supabase/lite'
import { type IPostgresConnectionConfig, PostgresConnection } from '@supabase/lite/postgres'
import { ConnectionError } from './pool.ts'

const requests = new AsyncLocalStorage<Request>()

/** Answers a request such that every query for it can see its method and headers, as on PostgREST. */
export function withRequest<T>(request: Request, answer: () => T): T {
  return requests.run(request, answer)
}

/** A connection of @supabase/lite that behaves like PostgREST where @supabase/lite itself does not. */
export class PostgrestConnection extends PostgresConnection {
  constructor(config: IPostgresConnectionConfig) {
    super(config)
    // What it would find out at its first requests, only to grant everything to the API roles. Postgres refuses that to
    // authenticator in any case; but the attempts of requests that come together get in each other's way and fail.
    Object.assign(this, { rlsState: 'active' })
  }

  /** @supabase/lite sets `request.headers`, and makes a GET read-only, for calls of functions only; PostgREST does for tables too. */
  override withContext<T>(
    vars: VarsContext | undefined,
    work: (db: PostgresConnection['kysely']) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    const request = requests.getStore()
    const rpc = options?.rpc ?? (request && contextOf(request))
    return super.withContext(vars, work, { ...options, ...(rpc && { rpc }) })
  }

  /** @supabase/lite takes a schema that it could not read for an empty one, in which no table and no function exists. */
  override async introspect(options?: { useCache?: boolean }): Promise<IntrospectResult> {
    const schema = await super.introspect(options)
    if (schema.functions !== undefined) return schema
    const message = 'Could not query the database for the schema cache. Retrying.'
    const problem = { code: 'PGRST002', message, details: null, hint: null }
    // Hono, below @supabase/lite, answers with the response of such an error.
    throw Object.assign(new Error(message), { getResponse: () => Response.json(problem, { status: 503 }) })
  }

  /** Gives errors that @supabase/lite would answer with 500 and without their code the answer that PostgREST gives. */
  override normalizeDbError(error: unknown): unknown {
    const problem = problemOf(error)
    if (!problem) return error
    const { status, ...body } = problem
    // The form of `raise sqlstate 'PGRST'`, by which PostgREST and @supabase/lite let SQL decide the whole answer.
    return {
      code: 'PGRST',
      message: JSON.stringify(body),
      detail: JSON.stringify({ status, headers: {} }),
      // What the log gets. The details may quote the row that was sent.
      [inspect.custom]: () => `${status} ${body.code} ${body.message}`,
    }
  }
}

function contextOf({ method, url, headers }: Request): ConnectionContextOptions['rpc'] {
  return {
    method,
    path: new URL(url).pathname.replace(/^\/rest\/v1/, ''),
    readOnly: method === 'GET' || method === 'HEAD',
    requestHeaders: Object.fromEntries(headers),
  }
}

interface DatabaseProblem {
  status: number
  code: string
  message: string
  details: string | null
  hint: string | null
}

/** PostgREST's answer to an error; undefined where @supabase/lite gives the same, or the error is not the database's. */
function problemOf(error: unknown): DatabaseProblem | undefined {
  if (error instanceof ConnectionError) {
    const [code, message] = error.wasOpen
      ? ['PGRST001', 'Database client error. Retrying the connection.']
      : ['PGRST000', 'Database connection error. Retrying the connection.']
    return { status: 503, code, message, details: error.message, hint: null }
  }
  const { name, code = '', message, detail, hint } = error as Record<string, string | undefined>
  if (name !== 'PostgresError') return undefined
  // It knows these, and words some of them as PostgREST does for the SQL of its own that it runs.
  if (/^(PT|PGRST|22|42)/.test(code)) return undefined
  return { status: statusOf(code), code, message: message ?? '', details: detail ?? null, hint: hint ?? null }
}

/** The status for an SQLSTATE, as in PostgREST's src/PostgREST/Error.hs. */
function statusOf(code: string): number {
  if (code === '25006') return 405
  if (/^2350[35]$/.test(code)) return 409
  if (/^(08|53(?!400)|57P01)/.test(code)) return 503
  if (/^(09|21|25|2D|38|39|3B|40|53|54|55|57|58|F0|HV|P0(?!001)|XX)/.test(code)) return 500
  return /^(0L|0P|28)/.test(code) ? 403 : 400
}
