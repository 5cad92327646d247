import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { Refusal } from '../cli/user-error.ts'
import { Log } from '../stack/log.ts'
import { end, identify, type ProcessIdentity } from '../stack/process.ts'
import { type PostgresBinaries, postgresBinaries } from './binaries.ts'
import { type PostgresUser, postgresUser } from './system-user.ts'

/** How long the server may take to answer before it is asked again. */
const answerTimeoutMs = 5_000

/** The least that a start needs: two files of the log, of 16 MB each; bytes. */
const roomToStart = 32 * 1024 * 1024

export type PostgresOptions = {
  /** The stack's data folder; Postgres gets a folder of its own inside. */
  dataDir: string
  port: number
  /** Password of the superuser supabase_admin. */
  adminPassword: string
  logPath: string
  /** Settings of the server that take the place of the stack's own. */
  settings?: Record<string, string>
}

/** The Postgres server of one data folder: makes the folder, starts the server, and clears away what an earlier one left. */
export class Postgres {
  readonly folder: string

  private constructor(
    private readonly options: PostgresOptions,
    private readonly binaries: PostgresBinaries,
    private readonly user: PostgresUser,
    private readonly log: Log,
  ) {
    this.folder = folderOf(options.dataDir)
  }

  /** @throws Refusal when Postgres cannot run here, or the data folder is of another major version */
  static async prepare(options: PostgresOptions): Promise<Postgres> {
    const binaries = await postgresBinaries()
    const folder = folderOf(options.dataDir)
    await refuseOtherVersion(options.dataDir)
    const native = dirname(dirname(binaries.postgres))
    const user = postgresUser(folder, [
      dirname(binaries.postgres),
      join(native, 'lib'),
      join(native, 'share'),
    ])
    return new Postgres(options, binaries, user, new Log(options.logPath))
  }

  /** Whether there is no data yet. */
  get isFresh(): boolean {
    return versionOf(this.folder) === undefined
  }

  /**
   * Makes the data folder. It is made under another name and then renamed, so that one which is there is always whole.
   * @param onLaunch is given the process that makes it
   */
  async create(onLaunch: (child: ChildProcess) => void): Promise<void> {
    const { dataDir, adminPassword, logPath } = this.options
    for (const name of readdirSync(dataDir)) {
      if (name.startsWith('postgres.draft')) rmSync(join(dataDir, name), { recursive: true, force: true })
    }
    const draft = `${this.folder}.draft-${process.pid}`
    const passwordFile = `${draft}.password`
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(passwordFile, `${adminPassword}\n`, { mode: 0o600 })
    this.#hand(draft)
    this.#hand(passwordFile)
    try {
      const child = this.#spawn(this.binaries.initdb, [
        `--pgdata=${draft}`,
        '--username=supabase_admin',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The database's own rules for text, the same on every platform and whatever LANG says.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ])
      onLaunch(child)
      const ended = await new Promise<string | undefined>((gone) => {
        child.once('error', (error) => gone(error.message))
        child.once('exit', (code, signal) => gone(code === 0 ? undefined : (signal ?? `status ${code}`)))
      })
      if (ended)
        throw new Refusal(`The data folder of Postgres could not be made (${ended}): see ${logPath}.`)
      renameSync(draft, this.folder)
    } finally {
      rmSync(passwordFile, { force: true })
      rmSync(draft, { recursive: true, force: true })
    }
  }

  /** Starts the server. What an earlier one left running in this folder is ended first. */
  async launch(): Promise<ChildProcess> {
    await stopLeftOver(this.options.dataDir)
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.options.port,
      // The path of a socket is limited to about a hundred characters, that of a data folder is not.
      unix_socket_directories: '',
      fsync: 'on',
      synchronous_commit: 'on',
      timezone: 'UTC',
      log_timezone: 'UTC',
      // Parameters hold the headers of requests, keys included, and whole rows stand in the details of errors.
      log_parameter_max_length: 0,
      log_parameter_max_length_on_error: 0,
      log_error_verbosity: 'terse',
      max_connections: 120,
      shared_buffers: '32MB',
      jit: 'off',
      ...this.options.settings,
    }
    return this.#spawn(this.binaries.postgres, [
      '-D',
      this.folder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
  }

  /** Whether the server takes queries. */
  async answers(): Promise<boolean> {
    try {
      return await withAdmin(this.options, async (sql) => {
        // The driver tries again without end where something answers that is not Postgres.
        const late = wait(answerTimeoutMs, [], { ref: false })
        return (await Promise.race([sql`select 1`, late])).length > 0
      })
    } catch (error) {
      // It answers, only not to us.
      if ((error as { code?: string }).code === '28P01') {
        throw new Refusal(
          `keys.json does not belong to the data in ${this.options.dataDir}: put back the one that was there, or run \`npm run reset\` to start with fresh data.`,
        )
      }
      return false
    }
  }

  /** Asks for a fast shutdown: what is committed is kept, what is under way is rolled back. */
  askToStop(): void {
    // Windows has no signals; elsewhere SIGINT says the same without another process.
    if (process.platform === 'win32')
      this.#spawn(this.binaries.pgCtl, ['stop', '-D', this.folder, '-m', 'fast'])
  }

  /** Why it cannot start just now, if that may pass: without room on the disk it panics, and starts again when there is some. */
  waitsFor(): string | undefined {
    const { bavail, bsize } = statfsSync(this.folder)
    return bavail * bsize < roomToStart ? `the disk of ${this.folder} is full` : undefined
  }

  #spawn(program: string, args: string[]): ChildProcess {
    const [command = program, ...rest] = [...this.user.prefix, program, ...args]
    const { uid, gid } = this.user
    const child = spawn(command, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env.SystemRoot },
      // setpriv changes the user itself, for which it must still be root.
      ...(this.user.prefix.length > 0 || uid === undefined || gid === undefined ? {} : { uid, gid }),
    })
    this.log.keep(child.stdout)
    this.log.keep(child.stderr)
    return child
  }

  #hand(path: string): void {
    if (this.user.uid !== undefined && this.user.gid !== undefined)
      chownSync(path, this.user.uid, this.user.gid)
  }
}

/** Address of the database for a role. */
export function databaseUrl(port: number, role: string, password?: string): string {
  return `postgresql://${role}${password === undefined ? '' : `:${encodeURIComponent(password)}`}@127.0.0.1:${port}/postgres`
}

/** Does some work on one connection as the superuser. */
export function withAdmin<T>(
  { port, adminPassword }: Pick<PostgresOptions, 'port' | 'adminPassword'>,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  return withConnection(databaseUrl(port, 'supabase_admin', adminPassword), work)
}

/** Does some work on one connection, and closes it. */
export async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  // No look at the array types: the driver awaits it nowhere, so that a server which dies then would end this process.
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** @throws Refusal when the data are of another major version of Postgres */
async function refuseOtherVersion(dataDir: string): Promise<void> {
  const version = versionOf(folderOf(dataDir))
  if (!version) return
  const { major } = await postgresBinaries()
  if (version === major) return
  throw new Refusal(
    `The data in ${dataDir} is of Postgres ${version}, but this is Postgres ${major}: set DATA_DIR to another folder, or run \`npm run reset\` to start with fresh data.`,
  )
}

/**
 * Ends the server that a stack which is dead left running in this data folder, and the processes that a server which
 * is dead left: they still hold its memory, and no other server can start until they are gone.
 */
export async function stopLeftOver(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir)
  const pidFile = join(folder, 'postmaster.pid')
  const pid = readPid(pidFile)
  const server = pid === undefined ? undefined : identify(pid)
  if (server && isPostgres(server.pid, folder)) {
    await end(server, ['SIGINT', 3_000], ['SIGQUIT', 2_000], ['SIGKILL', 2_000])
  }
  await Promise.all(orphansIn(folder).map((orphan) => end(orphan, ['SIGQUIT', 500], ['SIGKILL', 2_000])))
  // Postgres refuses to start while the number in this file is in use, whoever uses it: another program, since numbers start
  // anew with each container, or the dead server itself, if nobody has asked after it yet.
  if (pid !== undefined && pid === readPid(pidFile) && isInUse(pid) && !isPostgres(pid, folder)) {
    rmSync(pidFile, { force: true })
  }
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function versionOf(folder: string): string | undefined {
  return existsSync(join(folder, 'PG_VERSION'))
    ? readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
    : undefined
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isPostgres(pid: number, folder: string): boolean {
  // Elsewhere there is no cheap way to ask; the lock of the data folder is ours, so it is most likely a left-over.
  return process.platform === 'linux' ? identify(pid) !== undefined && worksIn(pid, folder) : true
}

/** The processes of a dead server. Only Linux tells the folder a process works in; elsewhere they end by themselves. */
function orphansIn(folder: string): ProcessIdentity[] {
  if (process.platform !== 'linux' || !existsSync(folder)) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(Number(name), folder))
    .flatMap((name) => identify(Number(name)) ?? [])
}

/** Every process of a Postgres server works in its data folder. */
function worksIn(pid: number, folder: string): boolean {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    if (name !== 'postgres') return false
    const [there, here] = [statSync(`/proc/${pid}/cwd/`), statSync(folder)]
    return there.dev === here.dev && there.ino === here.ino
  } catch {
    return false
  }
}
