import postgres, { type ReservedSql, type Row, type Sql } from 'postgres'

/** A database to measure: one size of the data, or one of two commits. */
export type Database = {
  name: string
  /** The address for the role `postgres`, which owns the schema. */
  url: string
  /** The address for the superuser. */
  adminUrl: string
}

/** What each part of the benchmark gets. */
export type Context = {
  databases: Database[]
  /** Fewer and shorter runs: to see that it works. */
  quick: boolean
  /** Parts of the names of the requests that `http` measures; all if empty. */
  requests: string[]
  log(line: string): void
  signal: AbortSignal
}

export function connect(url: string, connections: number): Sql {
  return postgres(url, {
    max: connections,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'benchmark', TimeZone: 'UTC' },
  })
}

/**
 * Runs a statement like the Data API: prepared, in its own transaction, as the role anon, with the request's headers.
 * @param key the agent's key, sent as the header x-api-key
 * @returns the rows, and the milliseconds of the statement and of the whole transaction
 */
export async function asAnon<Rows extends readonly Row[]>(
  connection: ReservedSql,
  key: string | null,
  statement: (connection: ReservedSql) => PromiseLike<Rows>,
): Promise<{ rows: Rows; statement: number; transaction: number }> {
  const headers = JSON.stringify(key === null ? {} : { 'x-api-key': key })
  const start = performance.now()
  try {
    await Promise.all([
      connection`begin`,
      connection`select set_config('role', 'anon', true), set_config('request.headers', ${headers}, true)`,
    ])
    const sent = performance.now()
    const rows = await statement(connection)
    const received = performance.now()
    await connection`commit`
    return { rows, statement: received - sent, transaction: performance.now() - start }
  } catch (error) {
    await connection`rollback`
    throw error
  }
}

/** The function that searches the catalogue: until 2.0.0, the list did. */
export async function nameOfSearch(sql: Sql | ReservedSql): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select coalesce(max(proname::text), 'list_skills') as name
    from pg_proc where pronamespace = 'public'::regnamespace and proname = 'search_catalogue'`
  return row?.name ?? ''
}

/** The bytes of the tables of skills and of their indexes, for each skill. The tables of words did not always exist. */
export async function bytesPerSkill(sql: Sql): Promise<{ tables: number; indexes: number }> {
  const [bytes] = await sql<{ tables: number; indexes: number }[]>`
    select sum(pg_table_size(oid))::float8 / skills as tables, sum(pg_indexes_size(oid))::float8 / skills as indexes
    from (select count(*) as skills from public.skills) as counted, unnest(array[
      to_regclass('public.skills'), to_regclass('public.skill_stats'), to_regclass('private.skill_documents'),
      to_regclass('private.vocabulary')
    ]) as oid
    group by skills`
  return bytes ?? { tables: 0, indexes: 0 }
}
