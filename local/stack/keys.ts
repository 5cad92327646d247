import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../cli/user-error.ts'

/** The secrets of one data folder, made at its first start and kept as long as it. */
export type Keys = {
  /** Makes a caller of the Data API `anon`. */
  publishable: string
  /** Makes a caller of the Data API `service_role`. */
  secret: string
  /** Password of the superuser `supabase_admin`. */
  adminPassword: string
  /** Password of `authenticator`, as whom the Data API connects. */
  authenticatorPassword: string
}

/**
 * The keys kept in the data folder, made now if there are none.
 * @throws Refusal when the file is there but damaged
 */
export function keysOf(dataDir: string): Keys {
  const path = join(dataDir, 'keys.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Refusal(
        `${path} cannot be read (${(error as Error).message}): make it readable for this user.`,
      )
    }
    const keys = makeKeys()
    // Written beside it and renamed, so that a start killed here leaves the whole file or none.
    writeFileSync(`${path}.draft`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.draft`, path)
    return keys
  }
  try {
    const keys = JSON.parse(text) as Keys
    for (const name of Object.keys(makeKeys()) as (keyof Keys)[]) {
      if (typeof keys[name] !== 'string' || keys[name] === '') throw new Error(`no ${name}`)
    }
    return keys
  } catch {
    throw new Refusal(`${path} is damaged: restore it, or run \`npm run reset\` to start with fresh data.`)
  }
}

function makeKeys(): Keys {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  return {
    publishable: `sb_publishable_${random(24)}`,
    secret: `sb_secret_${random(24)}`,
    adminPassword: random(24),
    authenticatorPassword: random(24),
  }
}
