// Writes with several clients at every size, in short turns, so that whatever else the machine does slows all sizes alike.
import type { ReservedSql } from 'postgres'
import type { Size } from './data/sizes.ts'
import { median, percentile } from './statistics.ts'
import type { WriteDatabase } from './write-database.ts'

/**
 * One write over a connection that no other client uses meanwhile.
 * @returns milliseconds that it took; null when there is nothing left to write
 */
export type Write = (connection: ReservedSql) => Promise<number | null>

export type WriteFigures = {
  writes: number
  /** A second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p95: number
  /** Bytes of WAL for each write, those of whatever else Postgres did meanwhile included. */
  wal: number
}

export type Turns = { turns: number; seconds: number }

/**
 * Measures a write at each size with so many clients, after a checkpoint: the first change of each page after one goes into the
 * WAL as the whole page, and every size shall begin with that.
 * @param turns how often each size has its turn, and how long one is
 */
export async function writeInTurns(
  databases: WriteDatabase[],
  clients: number,
  { turns, seconds }: Turns,
  writeOf: (database: WriteDatabase) => Write,
): Promise<Map<Size, WriteFigures>> {
  const measured = databases.map((database) => ({
    database,
    write: writeOf(database),
    times: [] as number[],
    elapsed: 0,
    wal: 0,
  }))
  for (const { database, write } of measured) {
    await database.admin`checkpoint`
    // Plans and prepared statements are made now.
    const warmUp = (connection: ReservedSql) => write(connection).then(() => write(connection))
    await Promise.all(database.connections.slice(0, clients).map(warmUp))
  }
  for (let turn = 0; turn < turns; turn++) {
    for (const at of measured) {
      const before = await walPosition(at.database)
      const begun = performance.now()
      const client = async (connection: ReservedSql) => {
        while (performance.now() - begun < seconds * 1_000) {
          const time = await at.write(connection)
          if (time === null) return
          at.times.push(time)
        }
      }
      await Promise.all(at.database.connections.slice(0, clients).map(client))
      at.elapsed += performance.now() - begun
      at.wal += Number((await walPosition(at.database)) - before)
    }
  }
  return new Map(
    measured
      .filter(({ times }) => times.length > 0)
      .map(({ database, times, elapsed, wal }) => [
        database.size,
        {
          writes: times.length,
          rate: times.length / (elapsed / 1_000),
          p50: median(times),
          p95: percentile(times, 0.95),
          wal: wal / times.length,
        },
      ]),
  )
}

async function walPosition({ owner }: WriteDatabase): Promise<bigint> {
  const [row] = await owner<{ bytes: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint::text as bytes`
  return BigInt(row?.bytes ?? 0)
}
