import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import postgres from 'postgres'
import { Refusal } from '../../local/cli/user-error.ts'
import { type Table, tablesOf } from './generate.ts'
import { planOf } from './plan.ts'
import { duration, type Progress, progressOf } from './progress.ts'
import { SIZES, type Size } from './sizes.ts'

/** Rows are sent in pieces of about this many characters. */
const PIECE = 64 * 1_024

/** Time between two looks at the indexes that are being made; milliseconds. */
const LOOK_EVERY = 1_000

/**
 * Settings of the Postgres that loads. With a minimal log, what goes into a table that was emptied in the same transaction, or
 * into a new index, is written once and not twice.
 */
export const LOADING_SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

/** Settings of the sessions that load: no triggers and no foreign keys, the data being what they would have made of it. */
const SESSION = {
  application_name: 'benchmark data',
  session_replication_role: 'replica',
  synchronous_commit: false,
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_parallel_maintenance_workers: 2,
  statement_timeout: 0,
}

/** The time that a row takes in each table, and in a GIN and any other index, beside that of a row of ratings. */
const WORK: Record<string, number> = {
  'public.agents': 6,
  'private.agent_keys': 1,
  'public.skills': 8,
  'public.ratings': 1,
  // As many as skills.
  'public.skill_stats': 2,
}
const WORK_OF_INDEX = { gin: 5, other: 0.05 }

type LoadOptions = { log(line: string): void; signal?: AbortSignal }

/**
 * Fills a database with the data of a size, in place of all that it holds; tells how long each step took.
 * @param adminUrl the database, as the superuser
 * @throws Refusal when it is interrupted
 */
export async function load(adminUrl: string, size: Size, options: LoadOptions): Promise<void> {
  // Two connections: what is loaded on one is indexed there while the other still loads.
  const sql = connect(adminUrl, 2)
  const onlooker = connect(adminUrl, 1)
  try {
    const start = performance.now()
    const tables = tablesOf(planOf(size))
    const filled = new Set([...tables.map(({ name }) => name), 'public.skill_stats'])
    const indexes = (await indexesOf(sql)).filter(({ table }) => filled.has(table))
    options.log(`  ${size} drawn: ${duration(performance.now() - start)}`)
    await new Loading(size, sql, onlooker, tables, indexes, options).run()
  } catch (error) {
    if (options.signal?.aborted) throw new Refusal('Making the data was interrupted.')
    if ((error as { code?: string }).code === '25P02') {
      throw new Error('Postgres refused a row: its log says which rule was broken.')
    }
    throw error
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), onlooker.end({ timeout: 1 })])
  }
}

function connect(adminUrl: string, max: number): postgres.Sql {
  return postgres(adminUrl, {
    max,
    fetch_types: false,
    onnotice: () => {},
    max_lifetime: null,
    connection: SESSION,
  })
}

class Loading {
  private readonly progress: Progress

  constructor(
    private readonly size: Size,
    private readonly sql: postgres.Sql,
    private readonly onlooker: postgres.Sql,
    private readonly tables: Table[],
    private readonly indexes: Index[],
    private readonly options: LoadOptions,
  ) {
    const rows = [...tables.map(({ name }) => name), 'public.skill_stats'].map((name) =>
      this.workOnRows(name),
    )
    const entries = indexes.map((index) => this.workOnIndex(index))
    const total = [...rows, ...entries].reduce((sum, work) => sum + work)
    this.progress = progressOf(`Data of size ${size}`, total, options.log)
  }

  async run(): Promise<void> {
    const { sql } = this
    const looking = setInterval(() => void this.lookAtIndexes().catch(() => {}), LOOK_EVERY)
    try {
      await sql`
        truncate public.agents, private.agent_keys, public.skills, public.ratings, public.skill_stats, private.vocabulary cascade`
      for (const { dropping } of this.indexes) await sql.unsafe(dropping)
      await Promise.all([
        this.fill(['public.ratings']),
        this.fill(['public.agents', 'private.agent_keys', 'public.skills']),
      ])
      await this.step('aggregates', () => fillStats(sql))
      this.progress.add(this.workOnRows('public.skill_stats'))
      await this.restore('public.skill_stats')
      await this.step(
        'documents',
        async () => void (await sql`select private.index_skills(array(select id from public.skills))`),
      )
      await this.step('vacuum and analyze', async () => {
        await sql`vacuum (analyze)`
        await sql`checkpoint`
      })
    } finally {
      clearInterval(looking)
      this.progress.end()
    }
  }

  /** Fills tables one after the other, then makes their indexes. */
  private async fill(names: string[]): Promise<void> {
    for (const name of names) {
      const table = this.tables.find((table) => table.name === name) as Table
      const perRow = this.workOnRows(name) / table.count
      const added = (rows: number) => this.progress.add(rows * perRow)
      await this.step(`${table.count.toLocaleString('en')} rows of ${name}`, () =>
        copy(this.sql, table, added, this.options.signal),
      )
    }
    for (const name of names) await this.restore(name)
  }

  private async restore(table: string): Promise<void> {
    const mine = this.indexes.filter((index) => index.table === table)
    await this.step(`${mine.length} indexes of ${table}`, async () => {
      // Also on the other connection, once that has nothing else to do.
      await Promise.all(
        mine.map(async (index) => {
          await this.sql.unsafe(index.restoring)
          this.progress.add(this.workOnIndex(index))
        }),
      )
    })
  }

  /** Tells how far the indexes are that are being made: a large one takes minutes. */
  private async lookAtIndexes(): Promise<void> {
    const begun = await this.onlooker<{ query: string; share: number }[]>`
      select query, blocks_done::float8 / blocks_total as share
      from pg_stat_progress_create_index join pg_stat_activity using (pid) where blocks_total > 0`
    const works = this.indexes.map((index) => {
      const share = begun.find(({ query }) => query === index.restoring)?.share ?? 0
      return share * this.workOnIndex(index)
    })
    this.progress.begun(works.reduce((sum, work) => sum + work, 0))
  }

  private async step(what: string, work: () => Promise<void>): Promise<void> {
    this.options.signal?.throwIfAborted()
    const start = performance.now()
    await work()
    this.progress.tell(`  ${this.size} ${what}: ${duration(performance.now() - start)}`)
  }

  private workOnRows(table: string): number {
    return this.count(table) * (WORK[table] ?? 0)
  }

  private workOnIndex({ table, restoring }: Index): number {
    return this.count(table) * (/ using gin /i.test(restoring) ? WORK_OF_INDEX.gin : WORK_OF_INDEX.other)
  }

  private count(table: string): number {
    return this.tables.find(({ name }) => name === table)?.count ?? SIZES[this.size].skills
  }
}

async function copy(
  sql: postgres.Sql,
  { name, columns, rows }: Table,
  added: (rows: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  await sql.begin(async (transaction) => {
    // Once more, so that they need no log. Only the ratings can be emptied alone, with what was said of them, which is nothing.
    const isAlone = name === 'public.ratings'
    if (isAlone) await transaction`truncate public.ratings cascade`
    const into = await transaction
      .unsafe(`copy ${name} (${columns.join(', ')}) from stdin ${isAlone ? 'with (freeze)' : ''}`)
      .writable()
    await pipeline(Readable.from(pieces(rows(), added)), into, { end: false, ...(signal && { signal }) })
    await new Promise((sent) => into.write('', sent))
    into.end()
    await nextTurn()
    // When Postgres refuses a row after all are sent, the driver tells nobody; the next statement then fails.
    await Promise.all([finished(into), transaction`select 1`])
  })
}

function* pieces(rows: Iterable<string>, added: (rows: number) => void): Generator<Buffer> {
  let piece = ''
  let count = 0
  for (const row of rows) {
    piece += row
    count++
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    added(count)
    piece = ''
    count = 0
  }
  yield Buffer.from(piece)
  added(count)
}

type Index = { table: string; dropping: string; restoring: string }

/**
 * Every index but those that foreign keys need, with the statements that take it away and make it again: made of all rows
 * at once an index takes a fraction of the time.
 */
async function indexesOf(sql: postgres.Sql): Promise<Index[]> {
  return sql<Index[]>`
    select
      format('%I.%I', nspname, t.relname) as "table",
      case when c.oid is null then format('drop index %I.%I', nspname, x.relname)
        else format('alter table %I.%I drop constraint %I', nspname, t.relname, conname) end as dropping,
      case when c.oid is null then pg_get_indexdef(x.oid)
        else format('alter table %I.%I add constraint %I %s', nspname, t.relname, conname, pg_get_constraintdef(c.oid)) end
        as restoring
    from pg_index
    join pg_class as x on x.oid = indexrelid
    join pg_class as t on t.oid = indrelid
    join pg_namespace as n on n.oid = t.relnamespace
    left join pg_constraint as c on c.conindid = x.oid and contype <> 'f'
    where nspname in ('public', 'private')
      and not exists (select from pg_constraint where conindid = x.oid and contype = 'f')
    order by x.oid`
}

async function fillStats(sql: postgres.Sql): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = 'private.recomputed_stats'::regclass and attnum > 0 order by attnum`
  const names = columns.map(({ name }) => name).join(', ')
  await sql.unsafe(`insert into public.skill_stats (${names}) select ${names} from private.recomputed_stats`)
}
