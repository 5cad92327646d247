import type postgres from 'postgres'

/**
 * Resolves once a backend waits for a lock that another holds.
 *
 * @param sql a connection that is neither
 */
export async function untilBlocked(sql: postgres.Sql, backend: number): Promise<void> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const [row] = await sql`select cardinality(pg_blocking_pids(${backend})) > 0 as blocked`
    if (row?.blocked) return
  }
  throw new Error(`Backend ${backend} did not come to wait.`)
}

/** A transaction held open on a connection of its own, to let two interleave step by step. */
export async function openTransaction(sql: postgres.Sql) {
  const connection = await sql.reserve()
  await connection`begin`
  const [row] = await connection`select pg_backend_pid() as pid`
  const end = async (how: 'commit' | 'rollback') => {
    await connection.unsafe(how)
    connection.release()
  }
  return {
    sql: connection,
    pid: row?.pid as number,
    /** Takes the part of a request of the Data API. */
    become: (key: string) =>
      connection`select
        set_config('request.headers', ${JSON.stringify({ 'x-api-key': key })}, true), set_config('role', 'anon', true)`,
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  }
}
