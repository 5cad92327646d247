import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { UserError } from '../cli/user-error.ts'
import { databaseUrl, Postgres } from '../postgres/postgres.ts'
import { getStatus } from './http-status.ts'
import { keysOf } from './keys.ts'
import { type FunctionName, launchDataApi, launchEdgeFunction } from './launch.ts'
import { Log } from './log.ts'
import type { StackOptions } from './options.ts'
import { freePort } from './ports.ts'
import { SupervisedProcess, type SupervisedProcessOptions } from './supervised-process.ts'

export type Ports = { API_PORT: number; DB_PORT: number; STUDIO_PORT: number }

/** Prepares the processes of a stack. They are not started yet. */
export async function createProcesses(
  options: StackOptions,
  ports: Ports,
  onLost: (reason: UserError) => void,
) {
  const { dataDir } = options
  const keys = keysOf(dataDir)
  const logPath = (name: string) => join(dataDir, 'logs', `${name}.log`)
  const postgres = new Postgres({
    dataDir,
    port: ports.DB_PORT,
    adminPassword: keys.adminPassword,
    logPath: logPath('postgres'),
    ...(options.postgresSettings && { settings: options.postgresSettings }),
  })
  const internalPorts = {
    dataApi: await freePort(),
    api: await freePort(),
    mcp: await freePort(),
    registry: await freePort(),
    identity: await freePort(),
  }
  const detour = options.detour ?? (async (_: string, port: number) => port)
  const dataApiPort = await detour('Data API', internalPorts.dataApi)
  const postgresPort = await detour('Postgres', ports.DB_PORT)
  const dataApiUrl = `http://127.0.0.1:${internalPorts.dataApi}`
  const publicUrl = `http://127.0.0.1:${ports.API_PORT}`
  const studioUrl = `http://127.0.0.1:${ports.STUDIO_PORT}`

  const supervise = (own: SupervisedProcessOptions) =>
    new SupervisedProcess({
      onLost,
      onNotice: options.progress ?? (() => {}),
      reasonToWait: () => (options.inDevelopment ? `it does not start, see ${own.logPath}` : undefined),
      ...own,
    })

  const database = supervise({
    ...postgres.supervision(),
    ports: [[ports.DB_PORT, 'DB_PORT']],
  })

  const dataApiLog = new Log(logPath('data-api'))
  const dataApi = supervise({
    name: 'Data API and Studio',
    launch: () =>
      launchDataApi(dataApiLog, {
        DATABASE_URL: databaseUrl(postgresPort, 'authenticator'),
        PGPASSWORD: keys.authenticatorPassword,
        DATA_API_PORT: String(internalPorts.dataApi),
        STUDIO_PORT: String(ports.STUDIO_PORT),
        PUBLISHABLE_KEY: keys.publishable,
        SECRET_KEY: keys.secret,
      }),
    // The description of the API needs the schema, and so a connection to the database.
    isReady: async () =>
      (await getStatus(`${dataApiUrl}/rest/v1/`, { apikey: keys.secret })) === 200 &&
      (await getStatus(studioUrl)) === 200,
    ports: [[ports.STUDIO_PORT, 'STUDIO_PORT'], [internalPorts.dataApi]],
    logPath: dataApiLog.path,
  })

  // Read at each start of a function.
  const functionSettings = (): Record<string, string> => ({
    PUBLIC_URL: publicUrl,
    ...(options.webSite && { SITE_URL: publicUrl }),
    ...options.functionSettings,
  })
  const superviseFunction = (label: string, name: FunctionName) => {
    const log = new Log(logPath(name))
    let rejected: Promise<string | undefined>
    return supervise({
      name: label,
      launch: () => {
        const env = {
          // The Data API itself and not the gateway, which saves a hop.
          SUPABASE_URL: `http://127.0.0.1:${dataApiPort}`,
          SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
          // The platform gives it to all functions.
          ...(name === 'identity' && { SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }) }),
          ...functionSettings(),
        }
        const denied = [ports.DB_PORT, ports.STUDIO_PORT]
        const child = launchEdgeFunction(log, name, internalPorts[name], join(dataDir, 'deno'), env, denied)
        rejected = rejectedSetting(child)
        return child
      },
      reasonForExit: () => rejected,
      isReady: async () =>
        (await getStatus(`http://127.0.0.1:${internalPorts[name]}/${name}/health`)) !== undefined,
      ports: [[internalPorts[name]]],
      logPath: log.path,
    })
  }

  return {
    keys,
    postgres,
    functionSettings,
    internalPorts,
    dataApiUrl,
    studioUrl,
    logPath,
    database,
    dataApi,
    edgeFunction: superviseFunction('Edge function', 'api'),
    mcp: superviseFunction('MCP server', 'mcp'),
    registry: superviseFunction('Registry', 'registry'),
    identity: superviseFunction('Identity', 'identity'),
  }
}

/** What a function that ends says of the setting that it rejects: see functions/_shared/settings.ts. */
async function rejectedSetting({ stderr }: ChildProcess): Promise<string | undefined> {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk).slice(0, 10_000)
  })
  if (stderr) await once(stderr, 'close')
  return /The setting [A-Z_]+ .*/.exec(text)?.[0]
}
