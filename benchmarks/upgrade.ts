// npm run bench -- upgrade: applies the migrations after 1.1.0 to a catalogue of a size, as `npm start` and `supabase db push` do: the time
// of each, the longest that readers, ratings and submissions waited meanwhile, and the SQLSTATEs of those that
// failed, such as a deadlock, or a function that was dropped while a call of it ran.
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import postgres, { type ReservedSql } from 'postgres'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { runFile } from '../local/postgres/migrate.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { migrationFiles, withScratchPostgres } from '../scripts/scratch-postgres.ts'
import { load } from './data/load.ts'
import { SETTINGS } from './data/open.ts'
import { benchmarkKey, SIZES, type Size } from './data/sizes.ts'
import { asAnon, connect } from './database.ts'
import { markdownTable } from './report.ts'

type Call = (connection: ReservedSql, n: number, skills: string[]) => Promise<{ transaction: number }>

const CALLS: Record<string, Call> = {
  list: (connection) =>
    asAnon(connection, null, (sql) => sql`select public.list_skills(p_limit => 10)::text`),
  rating: (connection, n, skills) =>
    asAnon(
      connection,
      benchmarkKey(n % 100),
      (sql) =>
        sql`select public.submit_rating(p_skill_id => ${skills[n % skills.length] ?? ''}, p_claws => 4)::text`,
    ),
  submission: (connection, n) =>
    asAnon(
      connection,
      benchmarkKey(n % 100),
      (sql) => sql`
        select public.submit_skill(
          p_name => ${`Submitted meanwhile ${performance.now()}`}, p_description => 'Says which trams are late.', p_type => 'mcp',
          p_url => ${`https://example.com/meanwhile/${performance.now()}`}
        )::text`,
    ),
}

const options = {
  size: { type: 'string', value: 'S', default: 'S', help: 'The size of the data' },
} as const

await command('bench upgrade', { options }, async ({ size }) => {
  if (!(size in SIZES)) throw new UserError(`--size is “${size}”: set it to one of ${Object.keys(SIZES)}.`)
  const [baseline = '', ...later] = migrationFiles()
  if (later.length === 0) throw new UserError('There is no migration after that of 1.1.0.')
  await withScratchPostgres(async (scratch) => {
    const url = await scratch.database('upgraded', [baseline])
    await load(scratch.adminUrl('upgraded'), size as Size, console.log)
    const rows: (string | number)[][] = []
    for (const file of later) {
      let tries = 0
      const { seconds, waits, failures } = await whileClientsCall(url, async () => {
        tries = await applyMigration(url, file)
      })
      rows.push([basename(file), tries, seconds, ...waits, failures.join(' ')])
    }
    const columns = [
      'migration',
      'tries',
      's',
      ...Object.keys(CALLS).map((name) => `longest ${name}, ms`),
      'failed calls',
    ]
    console.log(markdownTable({ columns, rows }))
  }, SETTINGS)
})

/** Applies a migration, again after a deadlock or a timeout of a lock with the calls, as an operator would. Returns how often. */
async function applyMigration(url: string, file: string, tries = 1): Promise<number> {
  try {
    await withConnection(url, (sql) => runFile(sql, file))
    return tries
  } catch (error) {
    if (tries === 30 || !/\((40P01|55P03)\)/.test(String(error))) throw error
    return applyMigration(url, file, tries + 1)
  }
}

/** The time of the work, and the longest call of each kind meanwhile, each on a connection of its own. */
async function whileClientsCall(
  url: string,
  work: () => Promise<void>,
): Promise<{ seconds: number; waits: number[]; failures: string[] }> {
  const owner = connect(url, Object.keys(CALLS).length)
  try {
    const skills = await owner<{ id: string }[]>`select id from public.skills order by id limit 1000`
    let isDone = false
    const failures: string[] = []
    const client = async (call: Call) => {
      const connection = await owner.reserve()
      let longest = 0
      try {
        for (let n = 0; !isDone; n++) {
          const ids = skills.map(({ id }) => id)
          const called = await call(connection, n, ids).catch((error: unknown) => {
            if (!(error instanceof postgres.PostgresError)) throw error
            failures.push(error.code)
          })
          longest = Math.max(longest, called?.transaction ?? 0)
          // Requests do not follow each other without a pause.
          await setTimeout(10)
        }
      } finally {
        connection.release()
      }
      return Math.round(longest)
    }
    const clients = Promise.all(Object.values(CALLS).map(client))
    const start = performance.now()
    // A failed call is seen only after the migration.
    clients.catch(() => {})
    await work().finally(() => {
      isDone = true
    })
    const seconds = Math.round((performance.now() - start) / 100) / 10
    const waits = await clients
    return { seconds, waits, failures }
  } finally {
    await owner.end({ timeout: 5 })
  }
}
