import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { Refusal } from '../cli/user-error.ts'
import { databaseUrl, withAdmin, withConnection } from './postgres.ts'

/** Password of the role `postgres`, as with `supabase start`. */
export const postgresPassword = 'postgres'

/** Makes the roles and schemas of a fresh Supabase project, where they are missing, and sets the passwords. */
export async function bootstrap(options: {
  port: number
  adminPassword: string
  authenticatorPassword: string
}): Promise<void> {
  const text = readFileSync(new URL('bootstrap.sql', import.meta.url), 'utf8')
  await withAdmin(options, (sql) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(text)
      // ALTER ROLE takes no parameters. The password is letters, digits, - and _ alone, see keys.ts.
      await transaction.unsafe(`alter role postgres password '${postgresPassword}'`)
      await transaction.unsafe(`alter role authenticator password '${options.authenticatorPassword}'`)
    }),
  )
}

/** What `migrate` did: names of the migrations it applied, and whether it planted the seed. */
export type Migrated = { applied: string[]; seeded: boolean }

/**
 * Applies the migrations that the database lacks, in order, each in a transaction of its own, as the role `postgres`; then
 * the seed, once. Both are written down where the Supabase CLI does, so that it and this agree on what is done.
 * @param supabaseDir folder that holds migrations/ and seed.sql; either may be missing
 * @throws Refusal naming the file that failed and what Postgres said
 */
export function migrate(port: number, supabaseDir: string): Promise<Migrated> {
  return withConnection(databaseUrl(port, 'postgres', postgresPassword), async (sql) => {
    await sql.unsafe(history)
    const done = new Set(
      (await sql`select version from supabase_migrations.schema_migrations`).map((row) => row.version),
    )
    const applied: string[] = []
    for (const { file, path, version, name } of migrationsIn(join(supabaseDir, 'migrations'))) {
      if (done.has(version)) continue
      const text = readFileSync(path, 'utf8')
      await apply(sql, `supabase/migrations/${file}`, text, async (transaction) => {
        await transaction`
          insert into supabase_migrations.schema_migrations (version, name, statements)
          values (${version}, ${name}, array[${text}])`
      })
      applied.push(file)
    }
    return { applied, seeded: await seed(sql, join(supabaseDir, 'seed.sql')) }
  })
}

async function seed(sql: postgres.Sql, path: string): Promise<boolean> {
  // The name the CLI knows it by, whatever the folder is called here.
  const name = 'supabase/seed.sql'
  if (!existsSync(path)) return false
  const [planted] = await sql`select from supabase_migrations.seed_files where path = ${name}`
  if (planted) return false
  const text = readFileSync(path, 'utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  await apply(sql, name, text, async (transaction) => {
    await transaction`insert into supabase_migrations.seed_files (path, hash) values (${name}, ${hash})`
  })
  return true
}

/** Runs the file and its record in one transaction: a start that is killed in between leaves neither. */
async function apply(
  sql: postgres.Sql,
  file: string,
  text: string,
  record: (transaction: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text)
      // What the file set for its session must not reach the next one.
      await transaction.unsafe('reset all')
      await record(transaction)
    })
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    throw new Refusal(
      `${file} failed${lineOf(text, error)}: ${error.message} (${error.code}). Correct it and start again.`,
    )
  }
}

function lineOf(text: string, error: postgres.PostgresError): string {
  const position = Number(error.position)
  return position > 0 ? ` in line ${[...text].slice(0, position).join('').split('\n').length}` : ''
}

function migrationsIn(folder: string): { file: string; path: string; version: string; name: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
      return version && name !== undefined ? [{ file, path: join(folder, file), version, name }] : []
    })
}

// As the Supabase CLI makes them.
const history = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
  create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);
`
