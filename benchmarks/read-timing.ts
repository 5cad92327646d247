// Times reads at every size, one size right after the other, so that whatever else the machine does slows all alike.
import type { PendingQuery, PostgresError, ReservedSql, Row } from 'postgres'
import { asAnon } from './as-anon.ts'
import type { Size } from './data/sizes.ts'
import { median, percentile } from './statistics.ts'

export type Read = {
  call(connection: ReservedSql): PendingQuery<Row[]>
  /** The agent's key that the request brings. */
  key?: string
  /** The SQLSTATE that is the right answer, where that is a refusal. */
  refusal?: string
  /** What is explained in place of the call: a refused one leaves no plan. */
  explained?(connection: ReservedSql): PendingQuery<Row[]>
}

/** Milliseconds from sending the statement to having its rows, and how often it ran. */
export type ReadTimes = { median: number; p95: number; runs: number }

/** A read runs until `runs` are done, or, after three, `seconds` have been spent on it at one size. */
export type Patience = { warmUps: number; runs: number; seconds: number }

/** The times at each size, in turns. */
export async function timeReads(
  connections: Map<Size, ReservedSql>,
  reads: Map<Size, Read>,
  { warmUps, runs, seconds }: Patience,
): Promise<Map<Size, ReadTimes>> {
  const times = new Map<Size, number[]>([...reads.keys()].map((size) => [size, []]))
  const runOnce = async (size: Size) =>
    (await runRead(connections.get(size) as ReservedSql, reads.get(size) as Read)).statement
  for (const size of reads.keys()) for (let i = 0; i < warmUps; i++) await runOnce(size)
  for (let i = 0; i < runs; i++) {
    for (const size of reads.keys()) times.get(size)?.push(await runOnce(size))
    const spent = Math.max(...[...times.values()].map((list) => list.reduce((sum, time) => sum + time, 0)))
    if (i >= 2 && spent > seconds * 1_000) break
  }
  return new Map(
    [...times].map(([size, list]) => [
      size,
      { median: median(list), p95: percentile(list, 0.95), runs: list.length },
    ]),
  )
}

/** Runs a read once, with its time. */
export function runRead(connection: ReservedSql, { call, key, refusal }: Read) {
  return asAnon(connection, key ?? null, async (transaction) => {
    try {
      return await call(transaction)
    } catch (error) {
      // The commit that follows rolls back.
      if ((error as PostgresError).code !== refusal) throw error
      return []
    }
  })
}

/**
 * The buffers that the statement touches when it runs once more, found in memory or read. Those that the functions it calls
 * touch are among them: Postgres counts for a node all that happens while it runs.
 */
export async function buffersOf(connection: ReservedSql, read: Read): Promise<number> {
  const { answer } = await asAnon(
    connection,
    read.key ?? null,
    (transaction) => transaction`
      explain (analyze, buffers, format json) ${(read.explained ?? read.call)(transaction)}`,
  )
  const plan = answer[0]?.['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
