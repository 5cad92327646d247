import postgres from 'postgres'
import { generatorSql } from './generate.ts'
import { benchmarkKey, KEYS, type Size } from './sizes.ts'

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
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connection: SESSION })
  const step = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    log(`  ${size} ${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  }
  try {
    // With the triggers that reset what is counted.
    await sql`set session_replication_role = origin`
    await sql`truncate public.agents, public.skills cascade`
    await sql`set session_replication_role = replica`
    // Keep the indexes that triggers read: without them, each word scans the vocabulary and each document all skills.
    const indexes = (await indexesOf(sql)).filter(({ drop }) => !/vocabulary_|merged_/.test(drop))
    for (const { drop } of indexes) await sql.unsafe(drop)
    const triggers = (await derivingTriggers(sql)).filter(
      ({ name }) => size !== 'C' || name !== 'index_new_skills',
    )
    for (const { always } of triggers) await sql.unsafe(always)
    await step('rows', () => sql.unsafe(generatorSql(size)))
    const keys = Array.from({ length: KEYS }, (_, i) => benchmarkKey(i))
    await sql`
      insert into private.agent_keys (agent_id, key_hash, key_prefix)
      select md5('agent ' || n)::uuid, extensions.digest(key, 'sha256'), left(key, 13)
      from unnest(${keys}::text[]) with ordinality as k (key, n)`
    for (const { restore } of triggers) await sql.unsafe(restore)
    // The rows were written, and then their copies of the aggregates.
    await step('compact', () => sql`vacuum full private.skill_documents, private.skill_identifiers`)
    await step(`${indexes.length} indexes`, async () => {
      for (const { restore } of indexes) await sql.unsafe(restore)
    })
    await step('vacuum and analyze', async () => {
      await sql`vacuum (analyze)`
      // As the next submission does; 1.1.0 has no such function.
      await sql`
        do $$
        begin
          if to_regprocedure('private.load_common_words()') is not null then
            perform private.load_common_words();
          end if;
        end
        $$`
      await sql`checkpoint`
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * The triggers that derive data from all rows of a statement also run while loading, and the one that marks the documents of servers; but those
 * of ratings, which only count them.
 */
function derivingTriggers(sql: postgres.Sql): Promise<{ name: string; always: string; restore: string }[]> {
  return sql<{ name: string; always: string; restore: string }[]>`
    select tgname as name, format('alter table %s enable always trigger %I', tgrelid::regclass, tgname) as always,
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as restore
    from pg_trigger
    where not tgisinternal and tgnewtable is not null and tgoldtable is null
      and (
        tgrelid in ('public.agents'::regclass, 'public.skills'::regclass) or tgname in ('count_new_rows', 'mark_documents_of_new')
      )`
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
