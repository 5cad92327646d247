import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import type { ConnectionContextOptions, IntrospectResult, VarsContext } from '@supabase/lite'
import { type IPostgresConnectionConfig, PostgresConnection } from '@supabase/lite/postgres'
import { DatabaseError } from 'pg'
import { ConnectionError, connectionProblem, statusOf } from './errors.ts'
import { SETTINGS, settingsValues } from './settings.ts'

type RequestContext = NonNullable<ConnectionContextOptions['rpc']>

const requests = new AsyncLocalStorage<Request>()

/** Runs a handler whose queries get the method and headers of the request as settings, as in PostgREST. */
export function withRequest<T>(request: Request, answer: () => T): T {
  return requests.run(request, answer)
}

/** A connection of @supabase/lite that behaves like PostgREST in more cases. */
export class PostgrestConnection extends PostgresConnection {
  readonly #schemas: string[]
  readonly #keepsDefinitions: boolean

  /**
   * @param options.schemas the exposed schemas
   * @param options.keepsDefinitions whether the schema contains the definitions of views, which Studio shows
   */
  constructor(config: IPostgresConnectionConfig, { schemas = ['public'], keepsDefinitions = false } = {}) {
    super(config)
    this.#schemas = schemas
    this.#keepsDefinitions = keepsDefinitions
    // Otherwise the first requests try to grant all privileges to the API roles. authenticator cannot do that, and concurrent attempts
    // fail.
    Object.assign(this, { rlsState: 'active' })
  }

  /**
   * Runs the queries of a request in a transaction with its role and settings. @supabase/lite sends a query for each setting, and sets
   * `request.headers`, and makes a GET read-only, only for functions. PostgREST does it for tables, too.
   */
  override withContext<T>(
    vars: VarsContext | undefined,
    work: (db: PostgresConnection['kysely']) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    const request = requests.getStore()
    const context = options?.rpc ?? (request && contextOf(request))
    if (!vars || !context || options?.transaction) return super.withContext(vars, work, options)
    const transaction = this.kysely.transaction()
    // Not 'read write', which a standby rejects.
    return (context.readOnly ? transaction.setAccessMode('read only') : transaction).execute(async (db) => {
      await db.executeQuery(settingsQuery(vars, context))
      return work(db)
    })
  }

  /** @supabase/lite treats a schema that it could not read as empty. */
  override async introspect(options?: { useCache?: boolean }): Promise<IntrospectResult> {
    const schema = await super.introspect(options)
    if (schema.functions !== undefined) return schema
    const message = 'Could not query the database for the schema cache. Retrying.'
    const problem = { code: 'PGRST002', message, details: null, hint: null }
    // Hono, which @supabase/lite uses, sends the response of such an error.
    throw Object.assign(new Error(message), { getResponse: () => Response.json(problem, { status: 503 }) })
  }

  /**
   * For each request and each column of a view, @supabase/lite searches the definition of the view for types that Postgres does not have,
   * which takes longer than the rest of a request. Apart from that, it only looks for the table after FROM.
   *
   * And it joins the tables of a request by tables and views of every schema. PostgREST does so only by those that are exposed.
   */
  protected override writeCachedIntrospection(
    schema: IntrospectResult,
    options?: { useDriver?: boolean },
  ): Promise<void> {
    for (const view of this.#keepsDefinitions ? [] : schema.views)
      view.sql = /\bfrom\s+("[^"]+"|[\w$.])+/i.exec(view.sql)?.[0] ?? ''
    const isExposed = (schema = '') => this.#schemas.includes(schema)
    // In @supabase/lite, keys of tables have no ref_schema, and ours refer to tables in public. Keys of views have it.
    schema.foreign_keys = schema.foreign_keys.filter(
      (key) => isExposed(key.schema) && isExposed(key.ref_schema ?? 'public'),
    )
    return super.writeCachedIntrospection(schema, options)
  }

  /** For errors that @supabase/lite answers with 500 and no code, this gives the answer of PostgREST. */
  override normalizeDbError(error: unknown): unknown {
    const problem = problemOf(error)
    if (!problem) return error
    const { status, ...body } = problem
    // The format of `raise sqlstate 'PGRST'`, with which SQL can set the whole answer.
    return {
      code: 'PGRST',
      message: JSON.stringify(body),
      detail: JSON.stringify({ status, headers: {} }),
      // For the log. The details may contain the row that was sent.
      [inspect.custom]: () => `${status} ${body.code} ${body.message}`,
    }
  }
}

/** One query for all settings of a request. Its text is always the same, so that it is prepared once for each connection. */
function settingsQuery(vars: VarsContext, { method, path, requestHeaders = {} }: RequestContext) {
  const { role: givenRole, jwt } = (vars.auth ?? {}) as { role?: string; jwt?: object }
  const role = givenRole || 'anon'
  const parameters = settingsValues({ role, claims: jwt ?? { role }, method, path, headers: requestHeaders })
  const query = { kind: 'RawNode', sqlFragments: [SETTINGS], parameters: [] } as const
  return { sql: SETTINGS, parameters, query, queryId: { queryId: 'settings' } }
}

function contextOf({ method, url, headers }: Request): RequestContext {
  return {
    method,
    path: new URL(url).pathname.replace(/^\/rest\/v1/, ''),
    readOnly: method === 'GET' || method === 'HEAD',
    requestHeaders: Object.fromEntries(headers),
  }
}

/** The answer of PostgREST to a database error; undefined when @supabase/lite gives the same answer. */
function problemOf(error: unknown) {
  if (error instanceof ConnectionError) return connectionProblem(error)
  if (!(error instanceof DatabaseError)) return undefined
  const { code = '', message, detail, hint } = error
  // @supabase/lite handles these.
  if (/^(PT|PGRST|22|42)/.test(code)) return undefined
  return {
    status: statusOf(code, '', message),
    code,
    message,
    details: detail ?? null,
    hint: hint ?? null,
  }
}
