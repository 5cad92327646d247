// npm run bench -- upgrade: applies the migrations after 1.1.0 to a catalogue of a size, as `npm run deploy` does, while clients call: the
// time of each, how often it was tried, the longest that readers, ratings and submissions waited meanwhile, and what failed. Then it
// checks the rows and aggregates.
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { apiErrorOf, mayBeChangingSchema } from '../functions/_shared/database-errors.ts'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { statusOf } from '../local/data-api/errors.ts'
import { runFile } from '../local/postgres/migrate.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { migrationFiles, withScratchPostgres } from '../scripts/scratch-postgres.ts'
import { restoreLockTimeout, shortenLockTimeout } from '../scripts/support/api-lock-timeout.ts'
import { load } from './data/load.ts'
import { SETTINGS } from './data/open.ts'
import { benchmarkKey, SIZES, type Size } from './data/sizes.ts'
import { asAnon, connect } from './database.ts'
import { markdownTable } from './report.ts'

const MAX_TRIES = 30

type Answer = { created?: boolean; rating?: { id: string }; skill?: { id: string } }
type Call = (
  connection: ReservedSql,
  n: number,
  skill: string,
) => ReturnType<typeof asAnon<{ answer: Answer }[]>>

const CALLS: Record<string, Call> = {
  list: (connection) =>
    asAnon(connection, null, (sql) => sql`select public.list_skills(p_limit => 10) as answer`),
  rating: (connection, n, skill) =>
    asAnon(
      connection,
      benchmarkKey(n % 100),
      (sql) => sql`select public.submit_rating(p_skill_id => ${skill}, p_claws => 4) as answer`,
    ),
  submission: (connection, n) =>
    asAnon(
      connection,
      benchmarkKey(n % 100),
      (sql) => sql`
        select public.submit_skill(
          p_name => ${`Submitted meanwhile ${performance.now()}`}, p_description => 'Says which trams are late.', p_type => 'mcp',
          p_url => ${`https://example.com/meanwhile/${performance.now()}`}
        ) as answer`,
    ),
}

/** What the clients were told: the ids of what they wrote, and how many calls failed with each status and SQLSTATE. */
type Outcome = {
  ratings: Set<string>
  newRatings: number
  submitted: Set<string>
  calls: number
  failures: Record<string, number>
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
    const outcome: Outcome = {
      ratings: new Set(),
      newRatings: 0,
      submitted: new Set(),
      calls: 0,
      failures: {},
    }
    const before = await withConnection(url, countRows)
    await withConnection(url, (sql) => sql.unsafe(shortenLockTimeout))
    const start = performance.now()
    for (const file of later) {
      let tries = 0
      const failed = { ...outcome.failures }
      const { seconds, waits } = await whileClientsCall(url, outcome, async () => {
        tries = await applyMigration(url, file)
      })
      const meanwhile = Object.entries(outcome.failures).map(
        ([what, n]) => [what, n - (failed[what] ?? 0)] as const,
      )
      const failures = meanwhile.filter(([, n]) => n > 0).map(([what, n]) => `${n} × ${what}`)
      rows.push([basename(file), tries, seconds, ...waits, failures.join(', ')])
    }
    const seconds = Math.round((performance.now() - start) / 1000)
    await withConnection(url, (sql) => sql.unsafe(restoreLockTimeout))
    const columns = [
      'migration',
      'tries',
      's',
      ...Object.keys(CALLS).map((name) => `longest ${name}, ms`),
      'failed calls: status (SQLSTATE)',
    ]
    console.log(markdownTable({ columns, rows }))
    const failures = Object.entries(outcome.failures).map(([what, n]) => `${n} × ${what}`)
    console.log(
      `\n${later.length} migrations in ${seconds} s; of ${outcome.calls} calls failed ${failures.join(', ') || 'none'}.`,
    )
    await withConnection(url, (sql) => checkRows(sql, before, outcome))
  }, SETTINGS)
})

async function countRows(sql: Sql): Promise<{ skills: number; ratings: number }> {
  const [counts] = await sql<{ skills: number; ratings: number }[]>`
    select (select count(*) from public.skills)::integer as skills, (select count(*) from public.ratings)::integer as ratings`
  return counts ?? { skills: 0, ratings: 0 }
}

/** @throws UserError when a row is missing or superfluous, or an aggregate is wrong */
async function checkRows(
  sql: Sql,
  before: { skills: number; ratings: number },
  outcome: Outcome,
): Promise<void> {
  const after = await countRows(sql)
  const [written] = await sql<{ ratings: number; skills: number }[]>`
    select
      (select count(*) from public.ratings where id = any (string_to_array(${[...outcome.ratings].join()}, ',')::uuid[]) and claws = 4)::integer as ratings,
      (select count(*) from public.skills where id = any (string_to_array(${[...outcome.submitted].join()}, ',')::uuid[]))::integer as skills`
  const differences = [
    ...(await sql`select * from private.stats_differences()`),
    ...(await sql`select * from private.quality_differences()`),
    ...(await sql`
      select i.skill_id, i.score as stored, s.score as recomputed
      from private.skill_identifiers as i join public.skill_stats as s using (skill_id) where i.score <> s.score`),
  ]
  console.log(
    `${after.skills} skills (${before.skills} and ${outcome.submitted.size} submitted), ${after.ratings} ratings (${before.ratings} and ${outcome.newRatings} new; ${outcome.ratings.size} were sent), ${differences.length} wrong aggregates.`,
    ...differences.slice(0, 10),
  )
  const isExact =
    after.skills === before.skills + outcome.submitted.size &&
    after.ratings === before.ratings + outcome.newRatings &&
    written?.skills === outcome.submitted.size &&
    written.ratings === outcome.ratings.size &&
    differences.length === 0
  if (!isExact) throw new UserError('The rows and aggregates are not those that the clients were told.')
}

/** Applies a migration, again after a deadlock or a timeout of a lock with the calls, as an operator would. Returns how often. */
async function applyMigration(url: string, file: string, tries = 1): Promise<number> {
  try {
    await withConnection(url, (sql) => runFile(sql, file))
    return tries
  } catch (error) {
    if (tries === MAX_TRIES || !/\((40P01|55P03)\)/.test(String(error))) throw error
    return applyMigration(url, file, tries + 1)
  }
}

/** The time of the work, and the longest call of each kind meanwhile, each on a connection of its own. */
async function whileClientsCall(
  url: string,
  outcome: Outcome,
  work: () => Promise<void>,
): Promise<{ seconds: number; waits: number[] }> {
  const owner = connect(url, Object.keys(CALLS).length)
  try {
    const skills = await owner<{ id: string }[]>`select id from public.skills order by id limit 1000`
    let isDone = false
    const client = async (call: Call) => {
      const connection = await owner.reserve()
      let longest = 0
      try {
        for (let n = 0; !isDone; n++) {
          const start = performance.now()
          await callOnce(connection, call, n, skills[n % skills.length]?.id ?? '', outcome)
          longest = Math.max(longest, performance.now() - start)
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
    return { seconds, waits }
  } finally {
    await owner.end({ timeout: 5 })
  }
}

/** Calls like PostgREST, which sets the settings of the role, and like the functions, which repeat some calls. */
async function callOnce(
  connection: ReservedSql,
  call: Call,
  n: number,
  skill: string,
  outcome: Outcome,
  isRepeated = false,
): Promise<void> {
  try {
    await connection`
      select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), false)
      from pg_roles, unnest(rolconfig) as setting where rolname = 'anon'`
    outcome.calls += isRepeated ? 0 : 1
    const [row] = (await call(connection, n, skill)).rows
    if (row?.answer.created) outcome.newRatings++
    if (row?.answer.rating) outcome.ratings.add(row.answer.rating.id)
    else if (row?.answer.skill) outcome.submitted.add(row.answer.skill.id)
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    if (!isRepeated && mayBeChangingSchema(error)) return callOnce(connection, call, n, skill, outcome, true)
    const { status } = apiErrorOf(error, statusOf(error.code, 'anon'))
    const what = `${status} (${error.code})`
    outcome.failures[what] = (outcome.failures[what] ?? 0) + 1
  }
}
