import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import postgres from 'postgres'
import { UserError } from '../cli/user-error.ts'
import { databaseUrl, usableSettings, withAdmin, withConnection } from './postgres.ts'

/** Password of the role `postgres`, as with `supabase start`. */
export const postgresPassword = 'postgres'

/** Creates the missing roles and schemas of a new Supabase project, and sets the passwords. */
export async function bootstrap(options: {
  port: number
  adminPassword: string
  authenticatorPassword: string
}): Promise<void> {
  const text = readFileSync(new URL('bootstrap.sql', import.meta.url), 'utf8')
  await withAdmin(options, (sql) =>
    inTransaction(sql, async () => {
      await sql.unsafe(text)
      // ALTER ROLE has no parameters. The password contains only letters, digits, - and _, see keys.ts.
      await sql.unsafe(`alter role postgres password '${postgresPassword}'`)
      await sql.unsafe(`alter role authenticator password '${options.authenticatorPassword}'`)
    }),
  )
}

/**
 * Runs work in one transaction of a connection. After an error, the connection has to be closed, which rolls back.
 * The rollback of `sql.begin` ends this process if the connection is already closed (porsager/postgres#1208).
 */
async function inTransaction(sql: postgres.Sql, work: () => Promise<void>): Promise<void> {
  await sql`begin`
  await work()
  await sql`commit`
}

/** The version of the first migration, which is the last one of 2.0.1: it has the schema of all that it replaced. */
export const BASELINE = '20261128214932'

/**
 * The released migrations: the SHA-256 of each file by its version. A released migration is never edited, since databases that have applied
 * it do not apply it again. `npm run release` writes this.
 */
export const RELEASED: Record<string, string> = {
  '20261128214932': '7f3e0f9aa7f896204d2dd4d89ef7217177c2064c6c2205dac3aa78f90be6694a',
  '20261128233904': '2718d0b75abbb615106ebe9bcc03ae63cef1475aeb8cec5007f322ac6e583d87',
  '20261128234615': 'f4400a4031e8df2d4762cfd4b468476605f0864743234923d904a754e06872c3',
  '20261129024255': '079906d2d47d1fa8cfb0eb64b48839b619900b05e00359479afbbf0597ee9d41',
}

/** The files of data, in the order in which they are loaded. */
const DATA = [
  // Not the name that the CLI records: it records the hash of a changed file without running the file.
  { file: 'synonyms.sql', recordedAs: 'synonyms.sql, by npm start', isRepeatable: true },
  // The name that the CLI records, also for another folder.
  { file: 'seed.sql', recordedAs: 'supabase/seed.sql', isRepeatable: false },
]

/** The files of the migrations that were applied, and of the data that were loaded. */
export type MigrationResult = { applied: string[]; loaded: string[] }

/**
 * Applies the missing migrations in order as the role `postgres`, each in its own transaction. Then loads the synonyms if their file has
 * changed, and the seed once. All are recorded in the tables of the Supabase CLI, so that both tools can be used.
 * @param supabaseDir folder with migrations/, and with synonyms.sql and seed.sql, which are optional
 * @throws UserError with the file that failed and the message of Postgres, or for a database that is older than 2.0.1 or has other migrations
 */
export function migrate(port: number, supabaseDir: string): Promise<MigrationResult> {
  const work = async (sql: postgres.Sql) => {
    await sql.unsafe(history)
    const done = new Set<string>(
      (await sql`select version from supabase_migrations.schema_migrations`).map((row) => row.version),
    )
    if (done.size > 0 && !done.has(BASELINE))
      throw new UserError(
        'The data folder is from a version before 2.0.1: start it once with version 2.0.1, then start this version.',
      )
    const applied: string[] = []
    const migrations = migrationsIn(join(supabaseDir, 'migrations'))
    const [unknown] = unknownVersions(
      done,
      migrations.map(({ version }) => version),
    )
    if (unknown)
      throw new UserError(
        `The data folder has the migration ${unknown}, which this version does not have: delete the data with \`npm run reset\`, or restore a backup.`,
      )
    for (const { path, file, version, name } of migrations) {
      if (done.has(version)) continue
      await runFile(sql, path, `supabase/migrations/${file}`, async (text) => {
        await sql`
          insert into supabase_migrations.schema_migrations (version, name, statements)
          values (${version}, ${name}, array[${text}])`
      })
      applied.push(file)
    }
    const loaded: string[] = []
    for (const data of DATA) if (await load(sql, supabaseDir, data)) loaded.push(data.file)
    return { applied, loaded }
  }
  return withConnection(databaseUrl(port, 'postgres', postgresPassword), work, usableSettings)
}

/** The files of a folder of migrations, in order. */
export function migrationsIn(
  folder: string,
): { path: string; file: string; version: string; name: string }[] {
  return sqlFilesIn(folder).flatMap((path) => {
    const [file = '', version, name] = /^(\d+)_(.*)\.sql$/.exec(basename(path)) ?? []
    return version && name !== undefined ? [{ path, file, version, name }] : []
  })
}

/** Versions that a database has recorded and that have no file, except those that the baseline replaced: it has an unknown schema. */
export function unknownVersions(recorded: Iterable<string>, files: string[]): string[] {
  return [...recorded].filter((version) => version > BASELINE && !files.includes(version)).sort()
}

/** Loads a file if it was not loaded before, or has changed and may be loaded again. */
async function load(
  sql: postgres.Sql,
  supabaseDir: string,
  { file, recordedAs, isRepeatable }: (typeof DATA)[number],
): Promise<boolean> {
  const path = join(supabaseDir, file)
  if (!existsSync(path)) return false
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
  const [done] = await sql`select hash from supabase_migrations.seed_files where path = ${recordedAs}`
  if (done && (!isRepeatable || done.hash === hash)) return false
  await runFile(sql, path, `supabase/${file}`, async () => {
    await sql`
      insert into supabase_migrations.seed_files (path, hash) values (${recordedAs}, ${hash})
      on conflict (path) do update set hash = excluded.hash`
  })
  return true
}

/** The paths of the SQL files in a folder, in order. */
export function sqlFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => join(folder, file))
}

/**
 * Runs a file, and records it, in one transaction. After an error, the connection has to be closed.
 * @throws UserError with the file and line that failed and the message of Postgres
 */
export async function runFile(
  sql: postgres.Sql,
  path: string,
  name = basename(path),
  record = async (_text: string): Promise<void> => {},
): Promise<void> {
  const text = readFileSync(path, 'utf8')
  try {
    await inTransaction(sql, async () => {
      await sql.unsafe(text)
      // Settings of this file must not affect the next one.
      await sql`reset all`
      await record(text)
    })
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const position = Number(error.position)
    const line = [...text].slice(0, position).join('').split('\n').length
    throw new UserError(
      `${name} failed${position > 0 ? ` in line ${line}` : ''}: ${error.message} (${error.code}). Fix the file and start again.`,
    )
  }
}

// The tables of the Supabase CLI.
const history = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
  create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);
`
