import { join } from 'node:path'
import { UserError } from '../cli/user-error.ts'
import { Gateway } from '../gateway/gateway.ts'
import { Site } from '../gateway/static-site.ts'
import { bootstrap, type MigrationResult, migrate, postgresPassword } from '../postgres/migrate.ts'
import { databaseUrl } from '../postgres/postgres.ts'
import { projectDir } from '../project-dir.ts'
import { Cleanup } from './cleanup.ts'
import { dataFolderError, takeDataFolder } from './data-folder.ts'
import { waitUntilOk } from './http-status.ts'
import { Log } from './log.ts'
import type { StackOptions } from './options.ts'
import { checkPorts, freePort, portError, retryPorts } from './ports.ts'
import { createProcesses } from './processes.ts'

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
  internal: {
    dataApiUrl: string
    functionUrl: string
    mcpUrl: string
    registryUrl: string
    identityUrl: string
  }
  /** The current process ids. */
  pids(): Record<
    'postgres' | 'dataApi' | 'edgeFunction' | 'mcp' | 'registry' | 'identity',
    number | undefined
  >
  /** Restarts a process with its current code. */
  restart(name: 'dataApi' | 'edgeFunction' | 'mcp' | 'registry' | 'identity'): Promise<void>
  /** Applies new migrations, and loads the synonyms if they have changed. @throws UserError with the file that failed */
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
  const starting = startAll(options, cleanup)
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

async function startAll(options: StackOptions, cleanup: Cleanup): Promise<Stack> {
  const { dataDir, progress = () => {}, signal } = options
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

  let onLost: (reason: UserError) => void = () => {}
  const lost = new Promise<UserError>((settle) => {
    onLost = settle
  })
  const processes = await createProcesses(options, ports, onLost)
  const { keys, postgres, database, dataApi, edgeFunction, mcp, registry, identity, studioUrl, logPath } =
    processes
  const {
    api,
    mcp: mcpPort,
    registry: registryPort,
    identity: identityPort,
    dataApi: dataApiPort,
  } = processes.internalPorts
  const stripped = '/functions/v1'
  const { SITE_URL, PUBLIC_URL } = processes.functionSettings()
  const [siteUrl, publicUrl] = [withoutSlash(SITE_URL), withoutSlash(PUBLIC_URL)]
  const gateway = new Gateway(
    [
      { prefix: '/functions/v1/mcp', port: mcpPort, stripped },
      { prefix: '/functions/v1/registry', port: registryPort, stripped },
      { prefix: '/functions/v1/identity', port: identityPort, stripped },
      { prefix: '/functions/v1', port: api, stripped },
      ...(options.webSite ? [{ prefix: '/sitemap.xml', port: api, stripped: '', added: '/api' }] : []),
      { prefix: '/rest/v1', port: dataApiPort, stripped: '' },
    ],
    {
      path: '/functions/v1',
      routes: [
        { method: 'GET', path: '/functions/v1/api', description: 'The REST API: its routes and documents.' },
        { method: 'POST', path: '/functions/v1/mcp', description: 'The MCP server, over Streamable HTTP.' },
        {
          method: 'GET',
          path: '/functions/v1/registry/v0.1/servers',
          description: 'The imported servers, as an MCP Registry.',
        },
        {
          method: 'GET',
          path: '/functions/v1/identity/issuers',
          description: 'The issuers whose ID tokens prove who runs an agent.',
        },
      ],
    },
  )
  await gateway.listen(ports.API_PORT).catch((error: NodeJS.ErrnoException) => {
    throw portError('API_PORT', ports.API_PORT, error.code ?? error.message)
  })
  // The gateway stops first, so that open requests are answered.
  cleanup.add(() => database.stop())
  cleanup.add(() => Promise.all([dataApi, edgeFunction, mcp, registry, identity].map((one) => one.stop())))
  cleanup.add(() => gateway.close(1_000))

  const timed = async <T>(name: string, work: () => Promise<T>, describe = (_: T) => ''): Promise<void> => {
    const start = performance.now()
    const detail = describe(await work())
    const ms = Math.round(performance.now() - start)
    progress(`${name.padEnd(14)} ${String(ms).padStart(5)} ms  ${detail}`.trimEnd())
  }

  const rebuildWebSite = async () => {
    const { webSite } = options
    if (!webSite) return
    const path = logPath('site')
    const building = new AbortController()
    cleanup.add(() => building.abort())
    try {
      await timed('Web site', async () => {
        gateway.site = new Site(
          await webSite(new Log(path), building.signal),
          siteUrl,
          publicUrl && `${publicUrl}/functions/v1`,
        )
      })
    } catch (error) {
      if (!building.signal.aborted)
        progress(`Web site could not be built and is not served (${(error as Error).message}): see ${path}.`)
    }
  }

  const startData = async () => {
    if (postgres.isNew) {
      const create = () => postgres.create((initdb) => cleanup.add(() => initdb.kill('SIGKILL')))
      await timed('Data folder', create, () => `created in ${dataDir}`)
    }
    await timed(
      'Postgres',
      () => database.start(),
      () => `127.0.0.1:${ports.DB_PORT}`,
    )
    await timed(
      'Migrations',
      async () => {
        await bootstrap({ port: ports.DB_PORT, ...keys })
        return migrate(ports.DB_PORT, supabaseDir)
      },
      ({ applied, loaded }) =>
        [
          applied.length === 0 ? 'none new' : `${applied.length} applied`,
          ...loaded.map((file) => `${file} loaded`),
        ].join(', '),
    )
    // After the migrations, because it reads the schema at its first request.
    await timed(
      'Data API',
      () => dataApi.start(),
      () => `Studio at ${studioUrl}`,
    )
  }
  // The web site and the functions start without the database. A setting that they reject ends the start at once.
  const parts = [
    ...[edgeFunction, mcp, registry, identity].map((one) => timed(one.name, () => one.start())),
    rebuildWebSite(),
    startData(),
  ]
  await Promise.all(parts).catch(async (error) => {
    await cleanup.run()
    await Promise.allSettled(parts)
    throw error
  })

  const apiUrl = `http://127.0.0.1:${ports.API_PORT}`
  const baseUrl = `${apiUrl}/functions/v1`
  const answers = () => waitUntilOk(`${baseUrl}/api/health`, logPath('api'), signal)
  await timed('Gateway', answers, () => apiUrl)

  return {
    baseUrl,
    apiUrl,
    studioUrl,
    databaseUrl: databaseUrl(ports.DB_PORT, 'postgres', postgresPassword),
    adminDatabaseUrl: databaseUrl(ports.DB_PORT, 'supabase_admin', keys.adminPassword),
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    internal: {
      dataApiUrl: processes.dataApiUrl,
      functionUrl: `http://127.0.0.1:${api}`,
      mcpUrl: `http://127.0.0.1:${mcpPort}`,
      registryUrl: `http://127.0.0.1:${registryPort}`,
      identityUrl: `http://127.0.0.1:${identityPort}`,
    },
    pids: () => ({
      postgres: database.pid,
      dataApi: dataApi.pid,
      edgeFunction: edgeFunction.pid,
      mcp: mcp.pid,
      registry: registry.pid,
      identity: identity.pid,
    }),
    restart: (name) => processes[name].restart(),
    migrate: () => migrate(ports.DB_PORT, supabaseDir),
    rebuildWebSite,
    lost,
    stop: () => cleanup.run(),
  }
}

/** As the functions read the setting: an empty one is not set. */
function withoutSlash(url = ''): string | undefined {
  return url.trim().replace(/\/+$/, '') || undefined
}
