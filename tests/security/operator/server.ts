import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import {
  bootstrap,
  type MigrationResult,
  migrate,
  postgresPassword,
} from '../../../local/postgres/migrate.ts'
import { databaseUrl, withAdmin, withConnection } from '../../../local/postgres/postgres.ts'
import { projectDir } from '../../../local/project-dir.ts'
import { keysOf } from '../../../local/stack/keys.ts'
import { freePort, retryPorts } from '../../../local/stack/ports.ts'
import type { SupervisedProcess } from '../../../local/stack/supervised-process.ts'
import { startPostgres, temporaryDataDir } from '../../../scripts/postgres-server.ts'
import { copyDataFolder, FAST_SETTINGS } from '../../support/stack.ts'

type Work<T> = (sql: postgres.Sql) => Promise<T>

/** The database server of a stack with its own data folder, which can be started again as `npm start` does. */
export class DatabaseServer {
  readonly #dataDir = temporaryDataDir('operator')
  #keys = keysOf(this.#dataDir)
  #process: SupervisedProcess | undefined
  #port = 0

  /** @returns a server with the data of another one, which is stopped */
  static async copyOf(other: DatabaseServer): Promise<DatabaseServer> {
    await other.#process?.stop()
    const copy = new DatabaseServer()
    copyDataFolder(other.#dataDir, copy.#dataDir)
    copy.#keys = other.#keys
    return copy
  }

  /** Ends the server, starts it, and runs the part of a start that uses the superuser. */
  async restart(): Promise<void> {
    await this.#process?.stop()
    await retryPorts(async () => {
      this.#port = await freePort()
      this.#process = await this.#start(this.#port)
    })
    await bootstrap({ port: this.#port, ...this.#keys })
  }

  /** Runs work with the password that everyone knows. */
  asPostgres<T>(work: Work<T>, database = 'postgres'): Promise<T> {
    const url = databaseUrl(this.#port, 'postgres', postgresPassword).replace(/postgres$/, database)
    return withConnection(url, work)
  }

  /** Runs work as the role of the Data API. */
  asAuthenticator<T>(work: Work<T>): Promise<T> {
    return withConnection(databaseUrl(this.#port, 'authenticator', this.#keys.authenticatorPassword), work)
  }

  /** Applies the migrations, the next step of a start. */
  migrate(): Promise<MigrationResult> {
    return migrate(this.#port, join(projectDir, 'supabase'))
  }

  /** Runs work as the superuser, with the settings of the database. */
  asSuperuser<T>(work: Work<T>): Promise<T> {
    return withConnection(databaseUrl(this.#port, 'supabase_admin', this.#keys.adminPassword), work)
  }

  /** Removes the settings of the database. */
  async resetSettings(): Promise<void> {
    await withAdmin({ port: this.#port, ...this.#keys }, (sql) =>
      sql.unsafe('alter database postgres reset all'),
    )
  }

  /** Starts the server on a port that another program has. */
  async startOn(port: number): Promise<void> {
    const server = await this.#start(port)
    await server.stop()
  }

  async stop(): Promise<void> {
    await this.#process?.stop()
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 3 })
  }

  #start(port: number): Promise<SupervisedProcess> {
    const { adminPassword } = this.#keys
    return startPostgres({ dataDir: this.#dataDir, port, adminPassword, settings: FAST_SETTINGS })
  }
}
