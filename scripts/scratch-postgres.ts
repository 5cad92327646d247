import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { Refusal } from '../local/cli/user-error.ts'
import { postgresPassword } from '../local/postgres/migrate.ts'
import { databaseUrl, withConnection } from '../local/postgres/postgres.ts'
import { projectDir } from './program.ts'

/** The schema as it is now: paths of sql/*.sql, in order. */
export const schemaFiles = () => sqlFilesIn(join(projectDir, 'sql'))

/** How the schema got here: paths of supabase/migrations/*.sql, in order. */
export const migrationFiles = () => sqlFilesIn(join(projectDir, 'supabase', 'migrations'))

/** A Postgres of its own for a moment's work: it touches no stack that runs, and nothing of it is kept. */
export type ScratchPostgres = {
  /**
   * Makes a database like that of a fresh Supabase project and runs the files in it, as the role that runs migrations.
   * @returns its address as that role
   * @throws Refusal naming the file and line that failed, and what Postgres said
   */
  database(name: string, files: string[]): Promise<string>
  /** Ends the server and takes its folder away; so does the end of this process. */
  stop(): Promise<void>
}

/** Does some work with one, and ends it. */
export async function withScratchPostgres<T>(work: (scratch: ScratchPostgres) => Promise<T>): Promise<T> {
  const scratch = await startScratchPostgres()
  try {
    return await work(scratch)
  } finally {
    await scratch.stop()
  }
}

/** Starts one, within a second or two. @throws Refusal when Postgres cannot run here */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const program = fileURLToPath(new URL('scratch-postgres-keeper.ts', import.meta.url))
  const keeper = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    // Out of reach of the terminal's Ctrl-C, so that it lives to clean up.
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
  if (started === undefined) throw new Refusal(problem.trim())
  const { port, adminPassword } = JSON.parse(started) as { port: number; adminPassword: string }

  // Copies of the database that was just made like a fresh project's; nobody is connected to it, as a copy demands.
  const admin = databaseUrl(port, 'supabase_admin', adminPassword).replace(/postgres$/, 'template1')
  const database = async (name: string, files: string[]) => {
    await withConnection(admin, async (sql) => {
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
    async stop() {
      // Others may be on their way when one has failed.
      await Promise.allSettled(making)
      keeper.stdin.end()
      await ended
    },
  }
}

/** Runs a file of SQL in one transaction. @throws Refusal naming the file and line that failed, and what Postgres said */
export async function runFile(sql: postgres.Sql, path: string): Promise<void> {
  const text = readFileSync(path, 'utf8')
  try {
    await sql.begin((transaction) => transaction.unsafe(text))
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const line = [...text]
      .slice(0, Number(error.position ?? 0))
      .join('')
      .split('\n').length
    throw new Refusal(`${basename(path)}, line ${line}: ${error.message} (${error.code})`)
  }
}

function sqlFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => join(folder, file))
}
