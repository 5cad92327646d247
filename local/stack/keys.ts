import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../cli/user-error.ts'

/** The secrets of a data folder, created at its first start. */
export type Keys = {
  /** Gives a client of the Data API the role `anon`. */
  publishable: string
  /** Gives a client of the Data API the role `service_role`. */
  secret: string
  /** Password of the superuser `supabase_admin`. */
  adminPassword: string
  /** Password of `authenticator`, the role of the Data API. */
  authenticatorPassword: string
}

/**
 * The keys of a data folder. Creates them when there are none.
 * @throws UserError when the file cannot be read or is damaged
 */
export function keysOf(dataDir: string): Keys {
  const path = join(dataDir, 'keys.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT')
      throw new UserError(`${path} cannot be read (${message}): make it readable for this user.`)
    // Written under another name first, so that the file is complete or missing.
    writeFileSync(`${path}.draft`, `${JSON.stringify(newKeys(), null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.draft`, path)
    return keysOf(dataDir)
  }
  try {
    const keys = JSON.parse(text) as Keys
    for (const name of Object.keys(newKeys()) as (keyof Keys)[])
      if (typeof keys[name] !== 'string' || keys[name] === '') throw new Error(`no ${name}`)
    return keys
  } catch {
    throw new UserError(`${path} is damaged: restore it, or run \`npm run reset\` to delete the data.`)
  }
}

function newKeys(): Keys {
  const random = () => randomBytes(24).toString('base64url')
  return {
    publishable: `sb_publishable_${random()}`,
    secret: `sb_secret_${random()}`,
    adminPassword: random(),
    authenticatorPassword: random(),
  }
}
