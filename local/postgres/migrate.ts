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

/** The version of the first migration, which is the last one of 1.1.0: it has the schema of all that it replaced. */
export const BASELINE = '20261123225856'

/**
 * The released migrations: the SHA-256 of each file by its version. A released migration is never edited, since databases that have applied
 * it do not apply it again. `npm run release` writes this.
 */
export const RELEASED: Record<string, string> = {
  '20261123225856': '2d7309ce0f7d81c9eb9890f582b500b854b85c5e56c60ec3da6c50d87aaff13f',
  '20261125174652': '4fbd2fa7ba73bed0464b928da5b3eb5491f358b59a8bfe37cd9ff546696aa671',
  '20261125175514': '13bdaa5792d28121f0283f00457631f5edfea4f1b20f9286bb4108fe2e670896',
  '20261125175753': 'd4f8b6ca60aaba9609b7a38a123e5b448bf7e4495e0c2edb754f86b46a0b5b39',
  '20261125181509': '241ca69ae343c48a2882e072132d579654ec5f421d30bc00c3356016eb1391da',
  '20261125182609': '3cd94c00b0f2822f663adf09bce258f27004ede8b383031f2deaa58f728a9f4f',
  '20261125190000': 'e2c81da01d064c93e7d04d10dca050aef1fc3c15da934ce386c2a972d3050f12',
  '20261125193000': 'c174acfe1f70d967ca68fd9417ee407c1f78e250d100fbfcfbacd550c6f82b67',
  '20261126205050': '906dbfd9b86882c93395a80a52bb59c6f3411760d3bafa58091301f3124d8e0b',
  '20261127164500': '058eb107a98a3dd778f19cb409928ee3cae1323e4203221e9e0164ea4597033e',
  '20261127164501': '6e278386320641c5092301a713d922a2daa9e3405317c53c40404aaa50f80484',
  '20261127191400': '9b6da52aa474b0d0d150893d373137cf4c4be9fc4b9d047e2d98dc8886a0d25d',
  '20261127200255': 'b3c313ea9abe071557ccd5d137601748d6aaf4c802b3a29e607581931c3c5b98',
  '20261127223341': '2e4ad0f89550395ba2afb6ae9aa87cf322f9bbe65aa0737ae8fca91b7b108210',
  '20261127224449': 'f532db7766d887ecf5f27467f3a680a5ff88bf1dbf6266f5bb30393e7233b109',
  '20261127232346': '2581d1f89247e673109a52928f6334350f3afbf39589d574485a87e46f7172c1',
  '20261128031215': '2463d6943dfb20c22e3e2c5d1bd9461d50fb0197d18694d58f4c9d6455ac9493',
  '20261128062911': '712e534f621ab37b91ad8b307031299fd95e385056f14f51b49f59dce855e10d',
  '20261128063632': '2b00c8ede56a8193e7657e8494ce799e8f62c12494d1c4392920cd1ae9a39d18',
  '20261128102334': '76e861925bbdadf7cc61981b33cdcae3d921d48cbec9374f8b2b09ec98e036b2',
  '20261128102335': '046915e582d6098bdae1de644d57c5192e17d24c790bc5bd065a6845d60c6f65',
  '20261128130318': '0b7989f97c871c2b724264faceebc9c643684e9ae5cc784bbc987be70d2bb596',
  '20261128130319': '014c640806ad93fd608fc9737632f360b63cac9d8d9d17d29ea5e0ad85b03c7e',
  '20261128163053': 'ae61596c237aa94ac8c3b151e0f2a879064a994f0ed5e88cc4f3203cef250f2a',
  '20261128163054': 'c697b930ee1a0f91f3af7f794bc73e746ddde10e8c7dd9e5b28d9376df617c4f',
  '20261128214932': '71b977df2c88df5bc839b133140c6d36e56fb2e4fad65154597544cf235b0114',
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
 * @throws UserError with the file that failed and the message of Postgres, or for a database that is older than 1.1.0 or has other migrations
 */
export function migrate(port: number, supabaseDir: string): Promise<MigrationResult> {
  const work = async (sql: postgres.Sql) => {
    await sql.unsafe(history)
    const done = new Set<string>(
      (await sql`select version from supabase_migrations.schema_migrations`).map((row) => row.version),
    )
    if (done.size > 0 && !done.has(BASELINE))
      throw new UserError(
        'The data folder is from a version before 1.1.0: start it once with version 1.1.0, then start this version.',
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
