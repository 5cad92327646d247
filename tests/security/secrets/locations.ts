// The places to search: logs, processes, columns and files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { filesIn } from '../../../local/files-in.ts'
import type { Place } from './plant.ts'

export function logFiles(dataDir: string): Place[] {
  const folder = join(dataDir, 'logs')
  return filesIn(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) }))
}

/** The command line and environment of every process that this one may read, on Linux. */
export function processes(): Place[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) =>
      ['cmdline', 'environ'].flatMap((file) => read(`the ${file} of process ${pid}`, `/proc/${pid}/${file}`)),
    )
}

/** Every column of every table as text, system catalogues included, and the statements that the server runs. */
export async function columns(admin: postgres.Sql): Promise<Place[]> {
  const allowed: Record<string, string[]> = {
    'agents.email': ['e-mail address'],
    'ratings.commentary': ['commentary'],
    'private.flags.reason': ['commentary'],
  }
  const found = await admin<{ table: string; column: string; isCatalogue: boolean }[]>`
    select c.oid::regclass::text as table, quote_ident(attname) as column,
      n.nspname in ('pg_catalog', 'information_schema', 'pg_toast') as "isCatalogue"
    from pg_class as c join pg_namespace as n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
    where relkind in ('r', 'm', 'p') and attnum > 0 and not attisdropped
    order by 1, attnum`
  const places: Place[] = []
  for (const { table, column, isCatalogue } of found) {
    const [row] = await admin.unsafe(
      `select coalesce(string_agg(${column}::text, chr(10)), '') as content from ${table}`,
    )
    places.push({
      name: `the column ${table}.${column}`,
      content: row?.content,
      // The planner keeps samples of columns; only who may read a column sees them.
      allowed: isCatalogue ? ['e-mail address', 'commentary'] : (allowed[`${table}.${column}`] ?? []),
    })
  }
  const [activity] =
    await admin`select coalesce(string_agg(a::text, chr(10)), '') as content from pg_stat_activity as a`
  return [...places, { name: 'pg_stat_activity', content: activity?.content }]
}

/** Every file of the data folder but the logs, after a checkpoint. */
export async function dataFiles(admin: postgres.Sql, dataDir: string): Promise<Place[]> {
  await admin`checkpoint`
  return filesIn(dataDir)
    .filter((name) => !name.startsWith('logs/'))
    .flatMap((name) => {
      // Tables contain addresses and commentary, but no key.
      const allowed = name.startsWith('postgres') ? ['e-mail address', 'commentary'] : []
      return read(`the file ${name}`, join(dataDir, name)).map((place) => ({ ...place, allowed }))
    })
}

/** Nothing when the file or process is gone, or belongs to another user. */
function read(name: string, path: string): Place[] {
  try {
    return [{ name, content: readFileSync(path) }]
  } catch {
    return []
  }
}
