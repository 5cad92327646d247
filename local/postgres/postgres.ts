import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { UserError } from '../cli/user-error.ts'
import { Log } from '../stack/log.ts'
import type { SupervisedProcessOptions } from '../stack/supervised-process.ts'
import { postgresBinaries } from './binaries.ts'
import { stopLeftOver } from './left-over.ts'
import { type PostgresUser, postgresUser } from './system-user.ts'

const queryTimeoutMs = 5_000

/** Errors of a connection that no later attempt avoids: a library is missing, the database accepts no connections, it does not exist. */
const lastingRefusals = new Set(['58P01', '55000', '3D000'])

/** What a start needs at least: two files of the transaction log, 16 MB each. */
const minFreeBytes = 32 * 1024 * 1024

export type PostgresOptions = {
  /** The data folder of the stack. Postgres gets a folder in it. */
  dataDir: string
  port: number
  /** Password of the superuser supabase_admin. */
  adminPassword: string
  logPath: string
  /** Settings that replace the defaults below. */
  settings?: Record<string, string>
}

/** The Postgres server of a data folder. */
export class Postgres {
  readonly #folder: string
  readonly #binaries = postgresBinaries()
  readonly #user: PostgresUser
  readonly #log: Log
  #server: ChildProcess | undefined

  /** @throws UserError when Postgres cannot run here, or the data folder is from another major version */
  constructor(private readonly options: PostgresOptions) {
    const { major, postgres } = this.#binaries
    this.#folder = join(options.dataDir, 'postgres')
    const version = dataVersion(this.#folder)
    if (version && version !== major)
      throw new UserError(
        `The data in ${options.dataDir} was created by Postgres ${version}, but this is Postgres ${major}: set DATA_DIR to another folder, or run \`npm run reset\` to delete the data.`,
      )
    const native = dirname(dirname(postgres))
    const programs = ['bin', 'lib', 'share'].map((name) => join(native, name))
    this.#user = postgresUser(this.#folder, programs)
    this.#log = new Log(options.logPath)
  }

  /** Whether the data folder still has to be created. */
  get isNew(): boolean {
    return dataVersion(this.#folder) === undefined
  }

  /**
   * Creates the data folder under another name and renames it, so that the folder is complete or missing.
   * @param onLaunch gets the process of initdb
   */
  async create(onLaunch?: (child: ChildProcess) => void): Promise<void> {
    const { dataDir, adminPassword, logPath } = this.options
    for (const name of fs.readdirSync(dataDir)) {
      // The initdb of a killed start may still write.
      if (name.startsWith('postgres.draft'))
        fs.rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
    }
    const draft = `${this.#folder}.draft-${process.pid}`
    const passwordFile = `${draft}.password`
    fs.mkdirSync(draft, { mode: 0o700 })
    fs.writeFileSync(passwordFile, `${adminPassword}\n`, { mode: 0o600 })
    const { uid, gid } = this.#user
    if (uid !== undefined && gid !== undefined)
      for (const path of [draft, passwordFile]) fs.chownSync(path, uid, gid)
    try {
      const child = this.#spawn(this.#binaries.initdb, [
        `--pgdata=${draft}`,
        '--username=supabase_admin',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The same rules for text on every platform and with every LANG.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ])
      onLaunch?.(child)
      const [status, signal] = await once(child, 'exit').catch((error: Error) => [null, error.message])
      if (status !== 0)
        throw new UserError(
          `The data folder of Postgres could not be created (${signal ?? `status ${status}`}): see ${logPath}.`,
        )
      fs.renameSync(draft, this.#folder)
    } finally {
      fs.rmSync(passwordFile, { force: true })
      fs.rmSync(draft, { recursive: true, force: true })
    }
  }

  /** How to supervise the server. */
  supervision() {
    return {
      name: 'Postgres',
      launch: () => this.launch(),
      isReady: () => this.isReady(),
      askToStop: () => this.#askToStop(),
      reasonToWait: () => this.#reasonToWait(),
      logPath: this.options.logPath,
      stopSignals: { SIGINT: 2_000, SIGQUIT: 300, SIGKILL: 300 },
    } satisfies SupervisedProcessOptions
  }

  /** Starts the server. Ends the processes of an earlier one first. */
  async launch(): Promise<ChildProcess> {
    this.#server = undefined
    await stopLeftOver(this.#folder)
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.options.port,
      // The path of a socket has at most about 100 characters, the path of a data folder may have more.
      unix_socket_directories: '',
      fsync: 'on',
      synchronous_commit: 'on',
      timezone: 'UTC',
      log_timezone: 'UTC',
      // Parameters contain the headers of requests, with keys, and the details of errors contain rows.
      log_parameter_max_length: 0,
      log_parameter_max_length_on_error: 0,
      log_error_verbosity: 'terse',
      max_connections: 120,
      shared_buffers: '32MB',
      jit: 'off',
      // As on Supabase: a float8 as text has 15 digits.
      extra_float_digits: 0,
      ...this.options.settings,
    }
    this.#server = this.#spawn(this.#binaries.postgres, [
      '-D',
      this.#folder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    return this.#server
  }

  /** Whether the server answers queries. */
  async isReady(): Promise<boolean> {
    // Another program with the port could ask for the password of the superuser, which the driver sends as plain text then.
    if (!this.#isListening()) return false
    try {
      return await withAdmin(this.options, async (sql) => {
        // The driver retries forever when another program has the port.
        const timeout = wait(queryTimeoutMs, [], { ref: false })
        return (await Promise.race([sql`select 1`, timeout])).length > 0
      })
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (code === '28P01')
        throw new UserError(
          `keys.json does not belong to the data in ${this.options.dataDir}: restore the file, or run \`npm run reset\` to delete the data.`,
        )
      if (lastingRefusals.has(code))
        throw new UserError(
          `Postgres accepts no connection to the data in ${this.options.dataDir} (${message}): restore a backup of the folder, or run \`npm run reset\` to delete the data.`,
        )
      return false
    }
  }

  /** Whether the server has its port and accepts connections, from the file that it writes for pg_ctl. */
  #isListening(): boolean {
    const server = runningServer(this.options.dataDir)
    return server !== undefined && server.pid === this.#server?.pid && server.isReady
  }

  /** Windows has no signals. Elsewhere SIGINT asks for the same fast shutdown. */
  #askToStop(): void {
    if (process.platform === 'win32')
      this.#spawn(this.#binaries.pgCtl, ['stop', '-D', this.#folder, '-m', 'fast'])
  }

  /** Without free space Postgres panics. It can start when there is space again. */
  #reasonToWait(): string | undefined {
    const { bavail, bsize } = fs.statfsSync(this.#folder)
    return bavail * bsize < minFreeBytes ? `the disk of ${this.#folder} is full` : undefined
  }

  #spawn(program: string, args: string[]): ChildProcess {
    const [command = program, ...rest] = [...this.#user.prefix, program, ...args]
    const { uid, gid, prefix } = this.#user
    const child = spawn(command, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env.SystemRoot },
      // The prefix is setpriv, which must start as root and changes the user itself.
      ...(prefix.length > 0 || uid === undefined || gid === undefined ? {} : { uid, gid }),
    })
    this.#log.append(child.stdout)
    this.#log.append(child.stderr)
    return child
  }
}

/** The address of the database for a role. */
export function databaseUrl(port: number, role: string, password?: string): string {
  return `postgresql://${role}${password === undefined ? '' : `:${encodeURIComponent(password)}`}@127.0.0.1:${port}/postgres`
}

/**
 * Settings that keep the connections of a start usable. As parameters of the connection they override those that `postgres`, the owner
 * of the database, can set for the database.
 */
export const usableSettings: Record<string, string> = {
  // A list without a library: the driver leaves out an empty value.
  local_preload_libraries: ' ',
  role: 'none',
  // The backslashes of the migrations.
  standard_conforming_strings: 'on',
  default_transaction_read_only: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  transaction_timeout: '0',
  idle_session_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

const adminSettings: Record<string, string> = {
  ...usableSettings,
  // Otherwise a name without a schema could call a function of another role.
  search_path: 'pg_catalog, pg_temp',
  // Their functions run with the rights of the superuser.
  event_triggers: 'off',
  // How to hash passwords. With the greatest number of iterations that takes hours.
  password_encryption: 'scram-sha-256',
  scram_iterations: '4096',
}

/** Runs work with a connection of the superuser. */
export function withAdmin<T>(
  { port, adminPassword }: Pick<PostgresOptions, 'port' | 'adminPassword'>,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  return withConnection(databaseUrl(port, 'supabase_admin', adminPassword), work, adminSettings)
}

/** Runs work with a connection, and closes the connection. */
export async function withConnection<T>(
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 20,
    // The driver does not await its query for array types: a server that dies during it would end this process.
    fetch_types: false,
    // The driver leaves out false and 0, which its types ask for.
    connection: settings as Partial<postgres.ConnectionParameters>,
    onnotice: () => {},
  })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** The server that runs in the data folder of a stack, or ran until it was killed; undefined when it has stopped. */
export function runningServer(dataDir: string): { pid: number; port: number; isReady: boolean } | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!fs.existsSync(file)) return undefined
  // See src/include/utils/pidfile.h of Postgres.
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    isReady: ['ready', 'standby'].includes(lines[7]?.trim() ?? ''),
  }
}

/** The major version of Postgres that created a data folder; undefined when there is no data. */
function dataVersion(folder: string): string | undefined {
  const file = join(folder, 'PG_VERSION')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
}
