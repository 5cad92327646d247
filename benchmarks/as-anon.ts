import postgres, { type ReservedSql, type Row, type Sql } from 'postgres'

/** Connections to a database of the benchmark; none is opened before it is used. */
export function connect(url: string, connections: number): Sql {
  return postgres(url, {
    max: connections,
    // Kept for the whole run, and notices are nothing to measure.
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'benchmark', TimeZone: 'UTC' },
  })
}

/** What a call gave, and how long it took. */
export type Timed<Answer> = {
  answer: Answer
  /** Milliseconds from sending the statement to having its rows. */
  statement: number
  /** Milliseconds of the whole transaction, its commit included. */
  transaction: number
}

/**
 * Runs one statement as the Data API does: in a transaction of its own, as the role anon, with the request's headers set, and
 * prepared.
 * @param key the agent's, as the header x-api-key; null for none
 * @throws PostgresError as the statement does; the transaction is rolled back then
 */
export async function asAnon<Rows extends readonly Row[]>(
  connection: ReservedSql,
  key: string | null,
  statement: (connection: ReservedSql) => PromiseLike<Rows>,
): Promise<Timed<Rows>> {
  const headers = JSON.stringify(key === null ? {} : { 'x-api-key': key })
  const begun = performance.now()
  try {
    // Both sent at once; the second is what the transaction needs and not what is measured.
    await Promise.all([
      connection`begin`,
      connection`select set_config('role', 'anon', true), set_config('request.headers', ${headers}, true)`,
    ])
    const sent = performance.now()
    const answer = await statement(connection)
    const answered = performance.now()
    await connection`commit`
    return { answer, statement: answered - sent, transaction: performance.now() - begun }
  } catch (error) {
    await connection`rollback`
    throw error
  }
}
