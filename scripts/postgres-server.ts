// A Postgres server of its own, for scripts and tests.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Postgres, type PostgresOptions } from '../local/postgres/postgres.ts'
import { SupervisedProcess } from '../local/stack/supervised-process.ts'

/** A new folder for the data of a server. */
export function temporaryDataDir(name: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `skill-rating-${name}-`))
  // For root, Postgres runs as another user, who must be able to enter the folder but not to list it.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  return dataDir
}

/** Starts a server, and before that creates its data if there are none. */
export async function startPostgres(options: Omit<PostgresOptions, 'logPath'>): Promise<SupervisedProcess> {
  const postgres = new Postgres({ ...options, logPath: join(options.dataDir, 'postgres.log') })
  if (postgres.isNew) await postgres.create()
  const server = new SupervisedProcess({ ...postgres.supervision(), ports: [[options.port]] })
  try {
    await server.start()
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}
