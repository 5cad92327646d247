import type { Sql, TransactionSql } from 'postgres'

/** Runs the work in a transaction, or in a savepoint of the given one, rolls it back and returns the result. */
export async function rolledBack<T>(
  sql: Sql | TransactionSql,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  const rollback = new Error('This only rolls back.')
  let result: T | undefined
  const workAndRollBack = async (tx: TransactionSql) => {
    result = await work(tx)
    throw rollback
  }
  const transaction = 'savepoint' in sql ? sql.savepoint(workAndRollBack) : sql.begin(workAndRollBack)
  await transaction.catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return result as T
}
