import { resolve } from 'node:path'
import { Refusal } from '../cli/user-error.ts'

/** What a user may set for `npm start` and `npm run reset`, through the environment. */
export type Settings = {
  apiPort: number
  dbPort: number
  studioPort: number
  /** Absolute path of the folder that holds everything the stack keeps. */
  dataDir: string
  /** The function's own settings, handed to it as they are. */
  functionSettings: Record<string, string>
}

// The function sees nothing of the surrounding environment but these, so that it cannot come to depend on more
// than the hosted platform gives it.
const functionSettings = [
  'REGISTRATIONS_PER_HOUR',
  'TRUSTED_PROXIES',
  'CATALOGUE_CACHE_SECONDS',
  'CATALOGUE_URL',
]

/**
 * Reads the settings from the environment; the ports default to those of `supabase start`.
 * @throws Refusal when a port is no port, or is given to two parts.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const ports = {
    API_PORT: readPort(env, 'API_PORT', 54321),
    DB_PORT: readPort(env, 'DB_PORT', 54322),
    STUDIO_PORT: readPort(env, 'STUDIO_PORT', 54323),
  }
  const taken = new Map<number, string>()
  for (const [name, port] of Object.entries(ports)) {
    const other = taken.get(port)
    if (other) throw new Refusal(`${other} and ${name} are both ${port}: give each a port of its own.`)
    taken.set(port, name)
  }
  return {
    apiPort: ports.API_PORT,
    dbPort: ports.DB_PORT,
    studioPort: ports.STUDIO_PORT,
    dataDir: resolve(env.DATA_DIR || '.data'),
    functionSettings: Object.fromEntries(
      functionSettings.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    ),
  }
}

function readPort(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port >= 1 && port <= 65_535)) {
    throw new Refusal(
      `${name} is “${text}”, which is no port: set it to a number from 1 to 65535, or leave it out.`,
    )
  }
  return port
}
