import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Refusal } from '../cli/user-error.ts'
import { denoBinary } from '../functions/deno.ts'
import { Gateway } from '../gateway/gateway.ts'
import { Site } from '../gateway/static-site.ts'
import { bootstrap, type Migrated, migrate, postgresPassword } from '../postgres/migrate.ts'
import { databaseUrl, Postgres } from '../postgres/postgres.ts'
import { dataFolderRefusal, takeDataFolder } from './data-folder.ts'
import { keysOf } from './keys.ts'
import { Log } from './log.ts'
import { checkPorts, freePort, portRefusal, retryPorts } from './ports.ts'
import { Part, type PartOptions } from './supervised-process.ts'

export type StackOptions = {
  /** Absolute path of the folder that holds everything the stack keeps; made if it is not there. */
  dataDir: string
  /** Ports on 127.0.0.1; 0 takes one that is free. */
  apiPort: number
  dbPort: number
  studioPort: number
  /** Whether the MCP server is started too; it is, unless left out. */
  mcp?: boolean
  /** Settings of the functions, beside those that every function on Supabase gets. */
  functionSettings?: Record<string, string>
  /** Settings of Postgres in place of the stack's own, which are for laptops: `shared_buffers`, say. */
  postgresSettings?: Record<string, string>
  /** A part whose code does not start is tried until it does, and not given up: for whoever is writing it. */
  inDevelopment?: boolean
  /** Folder of migrations/ and seed.sql, if not the project's own. */
  supabaseDir?: string
  /** Gives the folder of the built web site, to be served at the root of the API's port; none is served unless given. */
  webSite?(log: Log, signal: AbortSignal): Promise<string>
  /** Gives the port at which a part looks for the next one, if not that one's own: for a test's proxies in between. */
  detour?(to: 'Data API' | 'Postgres', port: number): Promise<number>
  /** Gets a line for each part that has come up, or died and come back. */
  progress?(line: string): void
  /** Ends a start that is under way. */
  signal?: AbortSignal
}

export type Stack = {
  /** Where the function's routes begin: `{baseUrl}/api/health`. */
  baseUrl: string
  /** What a supabase-js client is given as its address. */
  apiUrl: string
  studioUrl: string
  /** As the role `postgres`, who owns the schema. */
  databaseUrl: string
  /** As the superuser. */
  adminDatabaseUrl: string
  publishableKey: string
  secretKey: string
  /** Addresses of the parts behind the gateway. */
  internal: { dataApiUrl: string; functionUrl: string; mcpUrl: string }
  /** The numbers of the parts' processes now. */
  pids(): Record<'postgres' | 'dataApi' | 'edgeFunction' | 'mcp', number | undefined>
  /** Ends the process of a part and starts it anew, with the code that is there now. */
  restart(part: 'dataApi' | 'edgeFunction' | 'mcp'): Promise<void>
  /** Applies the migrations that have come since the start. @throws Refusal naming the file that failed */
  migrate(): Promise<Migrated>
  /** Serves the web site as its sources are now. */
  renewWebSite(): Promise<void>
  /** Settles when a part is lost for good, with the reason; the stack is then still to be stopped. */
  lost: Promise<Refusal>
  /** Ends every process and frees the data folder; within 5 s. */
  stop(): Promise<void>
}

/** The folder of the project. */
const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Brings the whole stack up: Postgres with its migrations, the Data API and Studio, the function and the gateway.
 * Each part is a process of its own that is brought back when it dies. Returns when every part answers.
 * @throws Refusal when it cannot start; nothing is left running then
 */
export function startStack(options: StackOptions): Promise<Stack> {
  const fixed = [options.apiPort, options.dbPort, options.studioPort]
  return retryPorts(
    () => startOnce(options),
    (port) => fixed.includes(port),
  )
}

async function startOnce(options: StackOptions): Promise<Stack> {
  const ending = new Ending()
  const up = bringUp(options, ending)
  const abort = () => void ending.begin()
  options.signal?.addEventListener('abort', abort)
  try {
    if (options.signal?.aborted) abort()
    const stack = await up
    if (!options.signal?.aborted) return stack
    throw new Refusal('The start was interrupted.')
  } catch (error) {
    await ending.begin()
    throw dataFolderRefusal(error, options.dataDir) ?? error
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

/** What is to be undone when the stack stops, the last thing first. */
class Ending {
  #steps: (() => Promise<unknown> | unknown)[] = []
  #done: Promise<void> | undefined

  /** Adds a step; when the end has begun already, it is taken at once. */
  add(step: () => Promise<unknown> | unknown): void {
    if (this.#done) this.#done = Promise.all([this.#done, step()]).then(() => {})
    else this.#steps.push(step)
  }

  /** Takes every step, once; done when all are. */
  begin(): Promise<void> {
    this.#done ??= (async () => {
      for (const step of this.#steps.reverse()) await step()
    })()
    return this.#done
  }
}

async function bringUp(options: StackOptions, ending: Ending): Promise<Stack> {
  const { dataDir, progress = () => {}, mcp: withMcp = true } = options
  const supabaseDir = options.supabaseDir ?? join(projectDir, 'supabase')
  const ports = {
    API_PORT: options.apiPort || (await freePort()),
    DB_PORT: options.dbPort || (await freePort()),
    STUDIO_PORT: options.studioPort || (await freePort()),
  }

  const lock = await takeDataFolder(dataDir)
  ending.add(() => lock.release())
  // What was just ended may need a moment to let go of its ports; and the usual ones lie where Linux takes the ports of outgoing
  // connections from, most of which are over in no time.
  await checkPorts(ports, lock.tookOver ? 3_000 : 1_000)

  const logPath = (part: string) => join(dataDir, 'logs', `${part}.log`)
  const logs = {
    dataApi: new Log(logPath('data-api')),
    edgeFunction: new Log(logPath('api')),
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

  const internal = {
    dataApi: await freePort(),
    edgeFunction: await freePort(),
    mcp: await freePort(),
  }
  const detour = options.detour ?? (async (_: string, port: number) => port)
  const seen = {
    dataApi: await detour('Data API', internal.dataApi),
    postgres: await detour('Postgres', ports.DB_PORT),
  }
  const gateway = new Gateway([
    ...(withMcp ? [{ prefix: '/functions/v1/mcp', port: internal.mcp, stripped: '/functions/v1' }] : []),
    { prefix: '/functions/v1', port: internal.edgeFunction, stripped: '/functions/v1' },
    { prefix: '/rest/v1', port: internal.dataApi, stripped: '' },
  ])
  await gateway.listen(ports.API_PORT).catch((error: NodeJS.ErrnoException) => {
    throw portRefusal('API_PORT', ports.API_PORT, error.code ?? error.message)
  })

  let lose: (reason: Refusal) => void = () => {}
  const lost = new Promise<Refusal>((settle) => {
    lose = settle
  })
  const part = (
    name: string,
    own: Omit<PartOptions, 'name' | 'onLaunch' | 'onLost' | 'notice'> & Partial<PartOptions>,
  ) => new Part({ name, onLaunch: (pid) => lock.note(name, pid), onLost: lose, notice: progress, ...own })
  // Tried once a second for as long as there is a reason to wait.
  const waitsFor = (path: string) => ({
    waitsFor: () => (options.inDevelopment ? `it does not start, see ${path}` : undefined),
  })

  const database = part('Postgres', {
    launch: () => postgres.launch(),
    answers: () => postgres.answers(),
    askToStop: () => postgres.askToStop(),
    waitsFor: () => postgres.waitsFor(),
    onLaunch: () => {},
    ports: [[ports.DB_PORT, 'DB_PORT']],
    logPath: logPath('postgres'),
    stopSignals: [
      ['SIGINT', 2_000],
      ['SIGQUIT', 300],
      ['SIGKILL', 300],
    ],
  })
  const dataApiUrl = `http://127.0.0.1:${internal.dataApi}`
  const studioUrl = `http://127.0.0.1:${ports.STUDIO_PORT}`
  const dataApi = part('Data API and Studio', {
    launch: async () =>
      startDataApi(logs.dataApi, {
        DATABASE_URL: databaseUrl(seen.postgres, 'authenticator'),
        PGPASSWORD: keys.authenticatorPassword,
        DATA_API_PORT: String(internal.dataApi),
        STUDIO_PORT: String(ports.STUDIO_PORT),
        PUBLISHABLE_KEY: keys.publishable,
        SECRET_KEY: keys.secret,
      }),
    // The description of the API, which only the secret key may have: it takes the schema, and so a whole way to the database.
    answers: async () => (await isOk(`${dataApiUrl}/rest/v1/`, { apikey: keys.secret })) && isOk(studioUrl),
    ports: [[ports.STUDIO_PORT, 'STUDIO_PORT'], [internal.dataApi]],
    logPath: logs.dataApi.path,
    ...waitsFor(logs.dataApi.path),
    stopSignals: [
      ['SIGTERM', 300],
      ['SIGKILL', 300],
    ],
  })
  const functionPart = (name: string, folder: 'api' | 'mcp', log: Log, port: number) =>
    part(name, {
      launch: async () =>
        startEdgeFunction(folder, log, dataDir, port, {
          // The Data API itself and not the gateway: one hop less in each request, and a function needs nothing else there.
          SUPABASE_URL: `http://127.0.0.1:${seen.dataApi}`,
          SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
          ...options.functionSettings,
        }),
      answers: () => answersAtAll(`http://127.0.0.1:${port}/${folder}/health`),
      ports: [[port]],
      logPath: log.path,
      ...waitsFor(log.path),
      stopSignals: [
        ['SIGTERM', 300],
        ['SIGKILL', 300],
      ],
    })
  const edgeFunction = functionPart('Edge function', 'api', logs.edgeFunction, internal.edgeFunction)
  const mcp = functionPart('MCP server', 'mcp', logs.mcp, internal.mcp)
  // The last is the first to stop: requests under way are answered before the parts behind the gateway go.
  ending.add(() => database.stop())
  ending.add(() => Promise.all([dataApi.stop(), edgeFunction.stop(), mcp.stop()]))
  ending.add(() => gateway.close(1_000))

  // Beside the database's start, since it needs nothing of it.
  const renewWebSite = () => serveWebSite(gateway, options, logPath('site'), ending)
  const webSiteUp = renewWebSite()
  // The functions need nothing of the database in order to start.
  const functionsUp = Promise.all(
    [edgeFunction, ...(withMcp ? [mcp] : [])].map((one) =>
      timed(progress, one.name, async () => {
        await one.start()
        return undefined
      }),
    ),
  )
  functionsUp.catch(() => {})
  if (postgres.isFresh) {
    await timed(progress, 'Data folder', async () => {
      await postgres.create((child) => {
        if (child.pid !== undefined) lock.note('initdb', child.pid)
        ending.add(() => child.kill('SIGKILL'))
      })
      return `made in ${dataDir}`
    })
  }
  await timed(progress, 'Postgres', async () => {
    await database.start()
    return `127.0.0.1:${ports.DB_PORT}`
  })
  await timed(progress, 'Migrations', async () => {
    await bootstrap({ port: ports.DB_PORT, ...keys })
    const { applied, seeded } = await migrate(ports.DB_PORT, supabaseDir)
    return `${applied.length === 0 ? 'none new' : `${applied.length} applied`}${seeded ? ', seed planted' : ''}`
  })
  // It reads the schema at its first request, so not before the migrations.
  await timed(progress, 'Data API', async () => {
    await dataApi.start()
    return `Studio at ${studioUrl}`
  })
  await functionsUp
  await webSiteUp

  const apiUrl = `http://127.0.0.1:${ports.API_PORT}`
  const baseUrl = `${apiUrl}/functions/v1`
  await timed(progress, 'Gateway', async () => {
    await untilOk(`${baseUrl}/api/health`, {}, logs.edgeFunction.path, options.signal)
    await untilOk(`${apiUrl}/rest/v1/`, { apikey: keys.secret }, logs.dataApi.path, options.signal)
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
      functionUrl: `http://127.0.0.1:${internal.edgeFunction}`,
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
    renewWebSite,
    lost,
    stop: () => ending.begin(),
  }
}

/** Has the gateway serve the web site as soon as it is built. What goes wrong is told, and keeps nobody from the API. */
async function serveWebSite(
  gateway: Gateway,
  { webSite, progress = () => {} }: StackOptions,
  logPath: string,
  ending: Ending,
): Promise<void> {
  if (!webSite) return
  const building = new AbortController()
  ending.add(() => building.abort())
  try {
    await timed(progress, 'Web site', async () => {
      gateway.site = new Site(await webSite(new Log(logPath), building.signal))
      return undefined
    })
  } catch (error) {
    if (building.signal.aborted) return
    progress(`Web site could not be built, and is not served (${(error as Error).message}): see ${logPath}.`)
  }
}

function startDataApi(log: Log, env: Record<string, string>): ChildProcess {
  const program = fileURLToPath(new URL('../data-api/data-api.ts', import.meta.url))
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  // Left to itself Node lets its heap grow to twice what this needs before it collects, and collects with four threads, which on
  // few cores take from Postgres and the function more than they save here.
  const memory = ['--max-semi-space-size=8', '--max-old-space-size=128', '--single-threaded-gc']
  return startInOwnGroup(log, process.execPath, [...memory, '--import', loader, program], env)
}

function startEdgeFunction(
  folder: 'api' | 'mcp',
  log: Log,
  dataDir: string,
  port: number,
  env: Record<string, string>,
): ChildProcess {
  // Not Studio, Postgres or anything else on this machine, which trust local callers: a dependency may be compromised.
  const hosts = [`127.0.0.1:${port}`, ...[env.SUPABASE_URL, env.CATALOGUE_URL].flatMap(hostsOf)]
  const permissions = [`--allow-net=${hosts.join()}`, '--allow-env', '--no-prompt']
  // Modules come from node_modules and from nowhere else; as a flag this leaves deno.json as the platform expects it.
  const modules = ['--node-modules-dir=manual', '--cached-only', '--no-remote', '--no-lock']
  const config = ['--config', join(projectDir, 'functions', folder, 'deno.json')]
  // Well below the 256 MB of the hosted platform. Bodies count as heap: without a least size they would have V8 collect all of it
  // every few dozen requests.
  const heap =
    '--max-old-space-size=160,--initial-old-space-size=64,--max-semi-space-size=8,--single-threaded-gc'
  const memory = [`--v8-flags=${heap}`]
  const program = fileURLToPath(new URL(`../functions/edge-function-${folder}.ts`, import.meta.url))
  // One line for each request, see functions/_shared/http/log.ts.
  const file = log.open()
  const child = startInOwnGroup(
    log,
    denoBinary(),
    ['run', ...permissions, ...modules, ...config, ...memory, program],
    {
      ...env,
      // Deno.serve listens there when, as on the hosted platform, the function names no port.
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_DIR: join(dataDir, 'deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    },
    file ?? 'ignore',
  )
  if (file !== undefined) closeSync(file)
  const trimming = setInterval(() => log.trim(), 1_000).unref()
  child.once('exit', () => clearInterval(trimming))
  return child
}

/** Host and port of an address, for a Deno permission; none when it is not an address, which the function itself reports. */
function hostsOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return []
  const { hostname, port, protocol } = new URL(address)
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}

/**
 * Starts a process out of reach of the terminal's Ctrl-C, so that the parts end in order and not all at once. It sees nothing
 * of the surrounding environment but what programs need to run at all. What it prints is kept in the log, or goes to `stdout`.
 */
function startInOwnGroup(
  log: Log,
  program: string,
  args: string[],
  env: Record<string, string>,
  stdout: 'pipe' | 'ignore' | number = 'pipe',
): ChildProcess {
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE', 'LOCALAPPDATA']
  const child = spawn(program, args, {
    cwd: projectDir,
    env: {
      ...Object.fromEntries(
        inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
      ...env,
    },
    stdio: ['pipe', stdout, 'pipe'],
    detached: true,
    windowsHide: true,
  })
  child.stdin?.on('error', () => {})
  for (const printed of [child.stdout, child.stderr]) if (printed) log.keep(printed)
  return child
}

async function timed(
  progress: (line: string) => void,
  name: string,
  work: () => Promise<string | undefined>,
): Promise<void> {
  const start = performance.now()
  const detail = await work()
  progress(
    `${name.padEnd(14)} ${String(Math.round(performance.now() - start)).padStart(5)} ms  ${detail ?? ''}`.trimEnd(),
  )
}

async function isOk(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  return (await statusOf(url, headers)) === 200
}

async function answersAtAll(url: string): Promise<boolean> {
  return (await statusOf(url, {})) !== undefined
}

async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

async function untilOk(
  url: string,
  headers: Record<string, string>,
  logPath: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const status = await statusOf(url, headers)
    if (status === 200) return
    if (Date.now() > deadline || signal?.aborted) {
      throw new Refusal(`${url} answers ${status ?? 'nothing'} in place of 200: see ${logPath}.`)
    }
    await wait(50)
  }
}
