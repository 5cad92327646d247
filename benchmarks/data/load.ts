import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate as nextTick } from 'node:timers/promises'
import postgres from 'postgres'
import { type Table, tablesOf } from './generate.ts'
import { planOf } from './plan.ts'
import type { Size } from './sizes.ts'

const CHUNK_CHARACTERS = 64 * 1_024

/** Server settings for loading: little is logged, because a load that fails starts again. */
export const LOADING_SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

/** Session settings: `replica` skips checks and foreign keys, because the generated rows are valid. */
export const SESSION = {
  application_name: 'benchmark data',
  session_replication_role: 'replica',
  synchronous_commit: false,
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_parallel_maintenance_workers: 2,
  statement_timeout: 0,
}

/**
 * Replaces the contents of a database with the data of a size.
 * @param adminUrl the address of the database for a superuser
 */
export async function load(adminUrl: string, size: Size, log: (line: string) => void): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, fetch_types: false, onnotice: () => {}, connection: SESSION })
  const step = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    log(`  ${size} ${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  }
  try {
    const tables = tablesOf(planOf(size))
    await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
    const indexes = await indexesOf(sql)
    const triggers = await derivingTriggers(sql)
    for (const { drop } of indexes) await sql.unsafe(drop)
    for (const { table, name } of triggers)
      await sql.unsafe(`alter table ${table} enable always trigger ${name}`)
    for (const table of tables) {
      await step(`${table.count.toLocaleString('en')} rows of ${table.name}`, () => copy(sql, table))
    }
    for (const { table, name } of triggers) await sql.unsafe(`alter table ${table} enable trigger ${name}`)
    await step(`${indexes.length} indexes`, async () => {
      for (const { restore } of indexes) await sql.unsafe(restore)
    })
    await step('vacuum and analyze', async () => {
      await sql`vacuum (analyze)`
      await sql`checkpoint`
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function copy(sql: postgres.Sql, { name, columns, rows }: Table): Promise<void> {
  await sql.begin(async (transaction) => {
    const target = await transaction.unsafe(`copy ${name} (${columns.join(', ')}) from stdin`).writable()
    await pipeline(Readable.from(chunks(rows())), target, { end: false })
    await new Promise((sent) => target.write('', sent))
    target.end()
    await nextTick()
    // When Postgres rejects a row after all were sent, the driver reports no error; the next statement fails.
    await Promise.all([finished(target), transaction`select 1`])
  })
}

function* chunks(rows: Iterable<string>): Generator<Buffer> {
  let chunk = ''
  for (const row of rows) {
    chunk += row
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  yield Buffer.from(chunk)
}

/** The triggers that derive data (aggregates) from the rows of a whole statement: they also run while loading. */
function derivingTriggers(sql: postgres.Sql): Promise<{ table: string; name: string }[]> {
  return sql<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as "table", quote_ident(tgname) as name
    from pg_trigger
    where not tgisinternal and tgnewtable is not null and tgoldtable is null
      and tgrelid in ('public.skills'::regclass, 'public.ratings'::regclass)`
}

/**
 * The secondary indexes of the loaded tables, which are faster to build once all rows are there. Unique indexes stay: foreign
 * keys and the triggers need them.
 */
export function indexesOf(sql: postgres.Sql): Promise<{ drop: string; restore: string }[]> {
  return sql<{ drop: string; restore: string }[]>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
    from pg_index
    join pg_class as t on t.oid = indrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not indisunique and not indisprimary`
}
