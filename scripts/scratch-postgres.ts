import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, postgresPassword, runFile, sqlFilesIn } from '../local/postgres/migrate.ts'
import { databaseUrl, withConnection } from '../local/postgres/postgres.ts'
import { keysOf } from '../local/stack/keys.ts'
import { freePort, retryPorts } from '../local/stack/ports.ts'
import type { SupervisedProcess } from '../local/stack/supervised-process.ts'
import { stopAfter } from '../local/stack/temporary-stack.ts'
import { startPostgres, temporaryDataDir } from './postgres-server.ts'
import { projectDir } from './program.ts'
import { roomFiles } from './sql-rooms.ts'

/** The paths of the files of sql/, in order. */
export const schemaFiles = () => roomFiles(join(projectDir, 'sql'))

/** The paths of supabase/migrations/*.sql, in order. */
export const migrationFiles = () => sqlFilesIn(join(projectDir, 'supabase', 'migrations'))

/** The path of the list of synonyms, which a database loads after the migrations. */
export const synonymsFile = join(projectDir, 'supabase', 'synonyms.sql')

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
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>
}

/** Runs work with a scratch Postgres and stops it, also on Ctrl-C. */
export function withScratchPostgres<T>(
  work: (scratch: ScratchPostgres) => Promise<T>,
  settings?: Record<string, string>,
): Promise<T> {
  return stopAfter(() => startScratchPostgres(settings), work)
}

/**
 * @param settings settings of the server that replace those of the stack
 * @throws UserError when Postgres cannot run here
 */
export async function startScratchPostgres(settings?: Record<string, string>): Promise<ScratchPostgres> {
  const dataDir = temporaryDataDir('scratch')
  const { adminPassword, authenticatorPassword } = keysOf(dataDir)
  let server: SupervisedProcess | undefined
  const making = new Set<Promise<string>>()
  const stop = async () => {
    await server?.stop()
    // Their errors are expected now.
    await Promise.allSettled(making)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  const start = async () => {
    const port = await freePort()
    server = await startPostgres({ dataDir, port, adminPassword, ...(settings && { settings }) })
    await bootstrap({ port, adminPassword, authenticatorPassword })
    return port
  }
  const port = await retryPorts(start).catch(async (error) => {
    await stop()
    throw error
  })

  const adminUrl = (name: string) =>
    databaseUrl(port, 'supabase_admin', adminPassword).replace(/postgres$/, name)
  // New databases are copies of `postgres`, which must have no connections.
  const database = async (name: string, files: string[]) => {
    await withConnection(adminUrl('template1'), async (sql) => {
      await sql.unsafe(`create database "${name}" template postgres`)
      await sql.unsafe(`grant all on database "${name}" to postgres`)
      await sql.unsafe(`alter database "${name}" set search_path = "$user", public, extensions`)
    })
    const url = databaseUrl(port, 'postgres', postgresPassword).replace(/postgres$/, name)
    await withConnection(url, async (sql) => {
      for (const file of files) await runFile(sql, file)
    })
    return url
  }
  return {
    database(name, files) {
      const made = database(name, files)
      making.add(made)
      return made
    },
    adminUrl,
    stop,
  }
}
