import { join } from 'node:path'
import { UserError } from '../cli/user-error.ts'
import { Gateway } from '../gateway/gateway.ts'
import { Site } from '../gateway/static-site.ts'
import { bootstrap, type MigrationResult, migrate, postgresPassword } from '../postgres/migrate.ts'
import { databaseUrl, Postgres } from '../postgres/postgres.ts'
import { projectDir } from '../project-dir.ts'
import { Cleanup } from './cleanup.ts'
import { dataFolderError, takeDataFolder } from './data-folder.ts'
import { getStatus, waitUntilOk } from './http-status.ts'
import { keysOf } from './keys.ts'
import { launchDataApi, launchEdgeFunction } from './launch.ts'
import { Log } from './log.ts'
import { checkPorts, freePort, portError, retryPorts } from './ports.ts'
import { SupervisedProcess, type SupervisedProcessOptions } from './supervised-process.ts'

export type StackOptions = {
  /** Absolute path of the data folder. It is created when it does not exist. */
  dataDir: string
  /** Ports on 127.0.0.1; 0 selects a free port. */
  apiPort: number
  dbPort: number
  studioPort: number
  /** Whether to start the MCP server; true by default. */
  mcp?: boolean
  /** Environment variables for the edge functions, in addition to those of the hosted platform. */
  functionSettings?: Record<string, string>
  /** Settings of Postgres that replace the defaults, such as `shared_buffers`. */
  postgresSettings?: Record<string, string>
  /** Retries a process without a limit when its code does not start. */
  inDevelopment?: boolean
  /** Folder of migrations/ and seed.sql; the project's own by default. */
  supabaseDir?: string
  /** Builds the web site and returns its folder. Without it, no web site is served. */
  webSite?(log: Log, signal: AbortSignal): Promise<string>
  /** Returns another port for connections to a process, so that a test can put a proxy in between. */
  detour?(to: 'Data API' | 'Postgres', port: number): Promise<number>
  /** Called with a line for the user for each step, and when a process has died or runs again. */
  progress?(line: string): void
  /** Interrupts the start. */
  signal?: AbortSignal
}

export type Stack = {
  /** The start of the paths of the edge functions, as in `{baseUrl}/api/health`. */
  baseUrl: string
  /** The URL for supabase-js. */
  apiUrl: string
  studioUrl: string
  /** For the role `postgres`, the owner of the schema. */
  databaseUrl: string
  /** For the superuser. */
  adminDatabaseUrl: string
  publishableKey: string
  secretKey: string
  /** The addresses behind the gateway. */
  internal: { dataApiUrl: string; functionUrl: string; mcpUrl: string }
  /** The current process ids. */
  pids(): Record<'postgres' | 'dataApi' | 'edgeFunction' | 'mcp', number | undefined>
  /** Restarts a process with its current code. */
  restart(name: 'dataApi' | 'edgeFunction' | 'mcp'): Promise<void>
  /** Applies new migrations. @throws UserError with the file that failed */
  migrate(): Promise<MigrationResult>
  /** Builds the web site again and serves it. */
  rebuildWebSite(): Promise<void>
  /** Resolves when a process has died and cannot be restarted. Call `stop()` then. */
  lost: Promise<UserError>
  /** Ends all processes and unlocks the data folder, within 5 s. */
  stop(): Promise<void>
}

/**
 * Starts the stack: Postgres with its migrations, the Data API and Studio, the edge functions and the gateway. Processes that die are
 * restarted. Returns when everything answers.
 * @throws UserError when the stack cannot start; no process is left running then
 */
export function startStack(options: StackOptions): Promise<Stack> {
  const fixed = [options.apiPort, options.dbPort, options.studioPort]
  return retryPorts(
    () => startOnce(options),
    (port) => fixed.includes(port),
  )
}

async function startOnce(options: StackOptions): Promise<Stack> {
  const { signal } = options
  const cleanup = new Cleanup()
  const abort = () => void cleanup.run()
  const starting = startProcesses(options, cleanup)
  signal?.addEventListener('abort', abort)
  try {
    if (signal?.aborted) abort()
    const stack = await starting
    if (signal?.aborted) throw new UserError('The start was interrupted.')
    return stack
  } catch (error) {
    await cleanup.run()
    throw dataFolderError(error, options.dataDir) ?? error
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

async function startProcesses(options: StackOptions, cleanup: Cleanup): Promise<Stack> {
  const { dataDir, progress = () => {}, mcp: hasMcp = true, signal } = options
  const supabaseDir = options.supabaseDir ?? join(projectDir, 'supabase')
  const ports = {
    API_PORT: options.apiPort || (await freePort()),
    DB_PORT: options.dbPort || (await freePort()),
    STUDIO_PORT: options.studioPort || (await freePort()),
  }

  const lock = await takeDataFolder(dataDir)
  cleanup.add(() => lock.release())
  // Processes that were just ended may still have their ports for a moment. And the default ports are in Linux's range for outgoing
  // connections, most of which are short.
  await checkPorts(ports, lock.isTakenOver ? 3_000 : 1_000)

  const logPath = (name: string) => join(dataDir, 'logs', `${name}.log`)
  const logs = {
    dataApi: new Log(logPath('data-api')),
    api: new Log(logPath('api')),
    mcp: new Log(logPath('mcp')),
  }
  const keys = keysOf(dataDir)
  const postgres = await Postgres.prepare({
    dataDir,
    port: ports.DB_PORT,
    adminPassword: keys.adminPassword,
    logPath: logPath('postgres'),
    ...(options.postgresSettings && { settings: options.postgresSettings }),
  })

  const internal = { dataApi: await freePort(), api: await freePort(), mcp: await freePort() }
  const detour = options.detour ?? (async (_: string, port: number) => port)
  const dataApiPort = await detour('Data API', internal.dataApi)
  const postgresPort = await detour('Postgres', ports.DB_PORT)
  const gateway = new Gateway([
    ...(hasMcp ? [{ prefix: '/functions/v1/mcp', port: internal.mcp, stripped: '/functions/v1' }] : []),
    { prefix: '/functions/v1', port: internal.api, stripped: '/functions/v1' },
    { prefix: '/rest/v1', port: internal.dataApi, stripped: '' },
  ])
  await gateway.listen(ports.API_PORT).catch((error: NodeJS.ErrnoException) => {
    throw portError('API_PORT', ports.API_PORT, error.code ?? error.message)
  })

  let onLost: (reason: UserError) => void = () => {}
  const lost = new Promise<UserError>((settle) => {
    onLost = settle
  })
  const supervise = (own: SupervisedProcessOptions) =>
    new SupervisedProcess({
      onLaunch: (pid) => lock.record(own.name, pid),
      onLost,
      onNotice: progress,
      reasonToWait: () => (options.inDevelopment ? `it does not start, see ${own.logPath}` : undefined),
      ...own,
    })

  // Postgres has a file of its own with its process id.
  const database = supervise({
    ...postgres.supervision(),
    onLaunch: () => {},
    ports: [[ports.DB_PORT, 'DB_PORT']],
  })
  const dataApiUrl = `http://127.0.0.1:${internal.dataApi}`
  const studioUrl = `http://127.0.0.1:${ports.STUDIO_PORT}`
  const asSecret = { apikey: keys.secret }
  const dataApi = supervise({
    name: 'Data API and Studio',
    launch: () =>
      launchDataApi(logs.dataApi, {
        DATABASE_URL: databaseUrl(postgresPort, 'authenticator'),
        PGPASSWORD: keys.authenticatorPassword,
        DATA_API_PORT: String(internal.dataApi),
        STUDIO_PORT: String(ports.STUDIO_PORT),
        PUBLISHABLE_KEY: keys.publishable,
        SECRET_KEY: keys.secret,
      }),
    // The description of the API needs the schema, and so a connection to the database.
    isReady: async () =>
      (await getStatus(`${dataApiUrl}/rest/v1/`, asSecret)) === 200 && (await getStatus(studioUrl)) === 200,
    ports: [[ports.STUDIO_PORT, 'STUDIO_PORT'], [internal.dataApi]],
    logPath: logs.dataApi.path,
  })
  const superviseFunction = (label: string, name: 'api' | 'mcp') =>
    supervise({
      name: label,
      launch: () =>
        launchEdgeFunction(logs[name], {
          name,
          port: internal[name],
          denoDir: join(dataDir, 'deno'),
          env: {
            // The Data API itself and not the gateway, which saves a hop.
            SUPABASE_URL: `http://127.0.0.1:${dataApiPort}`,
            SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
            ...options.functionSettings,
          },
        }),
      isReady: async () =>
        (await getStatus(`http://127.0.0.1:${internal[name]}/${name}/health`)) !== undefined,
      ports: [[internal[name]]],
      logPath: logs[name].path,
    })
  const edgeFunction = superviseFunction('Edge function', 'api')
  const mcp = superviseFunction('MCP server', 'mcp')
  // The gateway stops first, so that open requests are answered.
  cleanup.add(() => database.stop())
  cleanup.add(() => Promise.all([dataApi.stop(), edgeFunction.stop(), mcp.stop()]))
  cleanup.add(() => gateway.close(1_000))

  const timed = async (name: string, work: () => Promise<string | undefined>): Promise<void> => {
    const start = performance.now()
    const detail = await work()
    const ms = Math.round(performance.now() - start)
    progress(`${name.padEnd(14)} ${String(ms).padStart(5)} ms  ${detail ?? ''}`.trimEnd())
  }

  const rebuildWebSite = async () => {
    if (!options.webSite) return
    const path = logPath('site')
    const building = new AbortController()
    cleanup.add(() => building.abort())
    try {
      await timed('Web site', async () => {
        gateway.site = new Site((await options.webSite?.(new Log(path), building.signal)) as string)
        return undefined
      })
    } catch (error) {
      if (!building.signal.aborted)
        progress(`Web site could not be built and is not served (${(error as Error).message}): see ${path}.`)
    }
  }

  // The web site and the functions start without the database.
  const others = Promise.all([
    rebuildWebSite(),
    ...[edgeFunction, ...(hasMcp ? [mcp] : [])].map((one) =>
      timed(one.name, () => one.start().then(() => undefined)),
    ),
  ])
  others.catch(() => {})
  if (postgres.isNew)
    await timed('Data folder', async () => {
      await postgres.create((child) => {
        if (child.pid !== undefined) lock.record('initdb', child.pid)
        cleanup.add(() => child.kill('SIGKILL'))
      })
      return `created in ${dataDir}`
    })
  await timed('Postgres', async () => {
    await database.start()
    return `127.0.0.1:${ports.DB_PORT}`
  })
  await timed('Migrations', async () => {
    await bootstrap({ port: ports.DB_PORT, ...keys })
    const { applied, isSeeded } = await migrate(ports.DB_PORT, supabaseDir)
    return `${applied.length === 0 ? 'none new' : `${applied.length} applied`}${isSeeded ? ', seed applied' : ''}`
  })
  // After the migrations, because it reads the schema at its first request.
  await timed('Data API', async () => {
    await dataApi.start()
    return `Studio at ${studioUrl}`
  })
  await others

  const apiUrl = `http://127.0.0.1:${ports.API_PORT}`
  const baseUrl = `${apiUrl}/functions/v1`
  await timed('Gateway', async () => {
    await waitUntilOk(`${baseUrl}/api/health`, {}, logs.api.path, signal)
    await waitUntilOk(`${apiUrl}/rest/v1/`, asSecret, logs.dataApi.path, signal)
    return apiUrl
  })

  return {
    baseUrl,
    apiUrl,
    studioUrl,
    databaseUrl: databaseUrl(ports.DB_PORT, 'postgres', postgresPassword),
    adminDatabaseUrl: databaseUrl(ports.DB_PORT, 'supabase_admin', keys.adminPassword),
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    internal: {
      dataApiUrl,
      functionUrl: `http://127.0.0.1:${internal.api}`,
      mcpUrl: `http://127.0.0.1:${internal.mcp}`,
    },
    pids: () => ({
      postgres: database.pid,
      dataApi: dataApi.pid,
      edgeFunction: edgeFunction.pid,
      mcp: mcp.pid,
    }),
    restart: (name) => ({ dataApi, edgeFunction, mcp })[name].restart(),
    migrate: () => migrate(ports.DB_PORT, supabaseDir),
    rebuildWebSite,
    lost,
    stop: () => cleanup.run(),
  }
}
