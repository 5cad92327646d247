import { resolve } from 'node:path'
import { UserError } from '../cli/user-error.ts'

/** The data folder, for all scripts that use a local stack. */
export const DATA_FOLDER_VARIABLE = { DATA_DIR: 'The folder of the data (default: .data)' }

// The edge functions get no other variables, as on the hosted platform.
const FUNCTION_VARIABLES = {
  REGISTRATIONS_PER_HOUR: 'Registrations per client and hour (default: unlimited)',
  TRUSTED_PROXIES: 'Proxies that append to X-Forwarded-For (default: 1)',
  CATALOGUE_URL: 'A Data API for reads, such as a read replica',
  PUBLIC_URL: 'The address that feeds contain',
  SITE_URL: 'The address of the web site (default: that of the stack)',
}

/** The environment variables of `npm start`. docs/operations.md has the details. */
export const STACK_VARIABLES = {
  API_PORT: 'Web site, API, MCP server, registry, Data API (default: 54321)',
  DB_PORT: 'Postgres (default: 54322)',
  STUDIO_PORT: 'Studio (default: 54323)',
  ...DATA_FOLDER_VARIABLE,
  ...FUNCTION_VARIABLES,
}

/**
 * The settings of `npm start` and `npm run reset`, from environment variables.
 * @throws UserError when a port is not valid or is used twice
 */
export function readSettings(env: NodeJS.ProcessEnv) {
  // The defaults of `supabase start`.
  const ports = { API_PORT: 54321, DB_PORT: 54322, STUDIO_PORT: 54323 }
  const seen = new Map<number, string>()
  for (const name of ['API_PORT', 'DB_PORT', 'STUDIO_PORT'] as const) {
    if (env[name]) ports[name] = parsePort(name, env[name])
    const other = seen.get(ports[name])
    if (other)
      throw new UserError(`${other} and ${name} are both ${ports[name]}: set them to different ports.`)
    seen.set(ports[name], name)
  }
  const names = Object.keys(FUNCTION_VARIABLES).filter((name) => env[name] !== undefined)
  return {
    apiPort: ports.API_PORT,
    dbPort: ports.DB_PORT,
    studioPort: ports.STUDIO_PORT,
    dataDir: resolve(env.DATA_DIR || '.data'),
    functionSettings: Object.fromEntries(names.map((name) => [name, env[name] as string])),
  }
}

function parsePort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= 65_535) return port
  throw new UserError(
    `${name} is “${text}”, which is not a valid port: set it to a number from 1 to 65535, or unset it.`,
  )
}
