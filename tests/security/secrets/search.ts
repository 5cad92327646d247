import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Place } from './canaries.ts'
import type { RunningStack } from './stack.ts'

/** Every file in the stack's folder of logs, and what it printed itself. */
export function logs({ dataDir, output }: RunningStack): Place[] {
  return [
    ...files(join(dataDir, 'logs')).map((path) => ({
      name: relative(dataDir, path),
      content: readFileSync(path),
    })),
    { name: 'what npm start printed', content: output() },
  ]
}

/** The command line and environment of every process that this one may look at; Linux alone shows them. */
export function processes(): Place[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) =>
      ['cmdline', 'environ'].flatMap((file) => {
        try {
          return { name: `the ${file} of process ${pid}`, content: readFileSync(`/proc/${pid}/${file}`) }
        } catch {
          // It has ended, or is somebody else's.
          return []
        }
      }),
    )
}

/** Where what agents wrote is kept. */
const COMMENTARY = ['ratings.commentary', 'private.rating_flags.reason']

/** Every column of every table as text, the catalogue's own included, and what the server says it is doing. */
export async function dump({ admin }: RunningStack): Promise<Place[]> {
  const columns = await admin<{ table: string; column: string; ours: boolean }[]>`
    select c.oid::regclass::text as table, quote_ident(attname) as column,
      n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') as ours
    from pg_class as c join pg_namespace as n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
    where relkind in ('r', 'm', 'p') and attnum > 0 and not attisdropped
    order by 1, attnum`
  const places: Place[] = []
  for (const { table, column, ours } of columns) {
    const [row] = await admin.unsafe(
      `select coalesce(string_agg(${column}::text, chr(10)), '') as content from ${table}`,
    )
    places.push({
      name: `the column ${table}.${column}`,
      content: row?.content,
      ...(`${table}.${column}` === 'agents.email' && { holds: ['e-mail address'] }),
      ...(COMMENTARY.includes(`${table}.${column}`) && { holds: ['commentary'] }),
      // The planner's samples of a column are as private as the column, and shown to nobody who may not read it.
      ...(ours ? {} : { only: ['key'] }),
    })
  }
  const activity =
    await admin`select coalesce(string_agg(a::text, chr(10)), '') as content from pg_stat_activity as a`
  return [...places, { name: 'pg_stat_activity', content: activity[0]?.content }]
}

/** Every file of the data folder as bytes, after a checkpoint: Postgres's own with its write-ahead log, and the stack's. */
export async function dataFolder({ admin, dataDir }: RunningStack): Promise<Place[]> {
  await admin`checkpoint`
  return files(dataDir)
    .filter((path) => !path.startsWith(join(dataDir, 'logs')))
    .flatMap((path): Place[] => {
      try {
        const name = relative(dataDir, path)
        // What is kept on purpose is there on purpose; a key is not.
        return [
          {
            name: `the file ${name}`,
            content: readFileSync(path),
            ...(name.startsWith('postgres') && { only: ['key'] }),
          },
        ]
      } catch {
        // Postgres may take a file away at any time.
        return []
      }
    })
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
