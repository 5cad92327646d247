import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../local/cli/user-error.ts'
import { postgresPassword, runFile, sqlFilesIn } from '../local/postgres/migrate.ts'
import { databaseUrl, withConnection } from '../local/postgres/postgres.ts'
import { projectDir } from './program.ts'

/** The paths of sql/*.sql, in order. */
export const schemaFiles = () => sqlFilesIn(join(projectDir, 'sql'))

/** The paths of supabase/migrations/*.sql, in order. */
export const migrationFiles = () => sqlFilesIn(join(projectDir, 'supabase', 'migrations'))

/** A temporary Postgres server, independent of running stacks. */
export type ScratchPostgres = {
  /**
   * Creates a database like that of a new Supabase project and runs the files in it as the role `postgres`.
   * @returns the URL of the database for that role
   * @throws UserError with the file and line that failed and the message of Postgres
   */
  database(name: string, files: string[]): Promise<string>
  /** The superuser's URL of one of these databases. */
  adminUrl(name: string): string
  /** Stops the server and deletes its folder, which also happens when this process ends. */
  stop(): Promise<void>
}

/** Runs work with a scratch Postgres and stops it. */
export async function withScratchPostgres<T>(work: (scratch: ScratchPostgres) => Promise<T>): Promise<T> {
  const scratch = await startScratchPostgres()
  try {
    return await work(scratch)
  } finally {
    await scratch.stop()
  }
}

/** @throws UserError when Postgres cannot run here */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const program = fileURLToPath(new URL('scratch-postgres-keeper.ts', import.meta.url))
  const keeper = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    // Ctrl-C in the terminal does not reach it, so that it can clean up.
    detached: true,
    windowsHide: true,
  })
  keeper.stdin.on('error', () => {})
  const ended = new Promise((settle) => keeper.once('close', settle))
  let problem = ''
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem += text
  })
  const started = await Promise.race([
    new Promise<string>((settle) => keeper.stdout.setEncoding('utf8').once('data', settle)),
    ended.then(() => undefined),
  ])
  if (started === undefined) throw new UserError(problem.trim())
  const { port, adminPassword } = JSON.parse(started) as { port: number; adminPassword: string }

  const adminUrl = (name: string) =>
    databaseUrl(port, 'supabase_admin', adminPassword).replace(/postgres$/, name)
  // New databases are copies of `postgres`, which must have no connections.
  const database = async (name: string, files: string[]) => {
    await withConnection(adminUrl('template1'), async (sql) => {
      await sql.unsafe(`create database "${name}" template postgres owner postgres`)
      await sql.unsafe(`alter database "${name}" set search_path = "$user", public, extensions`)
    })
    const url = databaseUrl(port, 'postgres', postgresPassword).replace(/postgres$/, name)
    await withConnection(url, async (sql) => {
      for (const file of files) await runFile(sql, file)
    })
    return url
  }
  const making = new Set<Promise<string>>()
  return {
    database(name, files) {
      const made = database(name, files)
      making.add(made)
      return made
    },
    adminUrl,
    async stop() {
      // Other databases may still be being created when one has failed.
      await Promise.allSettled(making)
      keeper.stdin.end()
      await ended
    },
  }
}
