import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../local/postgres/postgres.ts'
import { commandOf, type Ended, run } from './program.ts'

/** A finding of the advisors. */
export type Finding = { name: string; level: string; detail: string }

/** The SQL that changes the schema of the first database into that of the second. Empty when they are equal. */
export async function schemaDifference(from: string, to: string): Promise<string> {
  const { diff } = await json<{ diff: string }>(['db', 'diff', '--from', from, '--to', to])
  return [diff.trim(), ...(await viewCommentsDifference(from, to))].filter(Boolean).join('\n\n')
}

/** `comment on column` for the columns of views: the CLI does not compare their comments. */
async function viewCommentsDifference(from: string, to: string): Promise<string[]> {
  const [present, wanted] = await Promise.all([viewComments(from), viewComments(to)])
  return [...wanted]
    .filter(([column, comment]) => comment !== (present.get(column) ?? 'NULL'))
    .map(([column, comment]) => `comment on column ${column} is ${comment};`)
}

/** The columns of views, and their comments as SQL literals. */
function viewComments(url: string): Promise<Map<string, string>> {
  return withConnection(url, async (sql) => {
    const rows = await sql<{ column: string; comment: string }[]>`
      select
        format('%I.%I.%I', c.relnamespace::regnamespace::text, c.relname, a.attname) as column,
        quote_nullable(col_description(c.oid, a.attnum)) as comment
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid
      where c.relkind = 'v' and c.relnamespace::regnamespace::text in ('admin', 'private', 'public') and not a.attisdropped
      order by c.oid, a.attnum`
    return new Map(rows.map(({ column, comment }) => [column, comment]))
  })
}

/** The findings of the security and performance advisors of the dashboard. */
export async function advisorFindings(url: string): Promise<Finding[]> {
  const { results } = await json<{ results: Finding[] }>([
    'db',
    'advisors',
    '--level',
    'info',
    `--remote=${url}`,
  ])
  return results
}

/** The unformatted TypeScript types of the schema `public`. */
export async function databaseTypes(url: string): Promise<string> {
  // Without sslmode, the output starts with a note about TLS.
  const source = `--remote=${url}?sslmode=disable`
  return (await succeed(['gen', 'types', 'typescript', '--schema', 'public', source])).stdout
}

/** Runs the CLI in the project's folder with a temporary home folder, so that it does not use the settings of the user. */
export async function supabase(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const home = mkdtempSync(join(tmpdir(), 'supabase-cli-'))
  try {
    return await run(process.execPath, [commandOf('supabase', 'supabase'), ...args], {
      env: {
        ...process.env,
        SUPABASE_HOME: home,
        SUPABASE_NO_KEYRING: '1',
        SUPABASE_NO_UPDATE_NOTIFIER: '1',
        DO_NOT_TRACK: '1',
        NO_COLOR: '1',
        ...env,
      },
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function succeed(args: string[]): Promise<Ended> {
  const ended = await supabase(args)
  if (ended.status === 0) return ended
  throw new Error(`supabase ${args.slice(0, 2).join(' ')} failed:\n${ended.stderr}${ended.stdout}`)
}

async function json<Answer>(args: string[]): Promise<Answer> {
  return JSON.parse((await succeed([...args, '--output-format', 'json'])).stdout) as Answer
}
