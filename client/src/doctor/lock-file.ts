import { existsSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isObject } from '../json.ts'
import { readText } from './read.ts'
import { PUBLIC_VERSION } from './version.ts'

/** Those of other package managers, and one that npm prefers. */
const OTHER_LOCK_FILES = ['npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb']

/**
 * The version of a package that npx starts from `node_modules` of a folder. Undefined unless it is certain that npm installed it there from
 * the public registry: its lock file has the package once, with its usual address, the package says the same of itself, and everything that
 * is installed with its name leads to it.
 */
export function lockedVersion(name: string, folder: string, installed: string[]): string | undefined {
  try {
    const own = join(realpathSync(folder), 'node_modules', name)
    const isOwn = (path: string) => `${realpathSync(path)}${sep}`.startsWith(own + sep)
    if (installed.length === 0 || !installed.every(isOwn)) return undefined
    // Another package manager could have installed it.
    if (OTHER_LOCK_FILES.some((file) => existsSync(join(folder, file)))) return undefined
    const { lockfileVersion, packages } = jsonObject(join(folder, 'package-lock.json'))
    const key = `node_modules/${name}`
    if ((lockfileVersion !== 2 && lockfileVersion !== 3) || !isObject(packages)) return undefined
    if (Object.keys(packages).some((path) => path.endsWith(`/${key}`))) return undefined
    const { version, resolved, ...entry } = objectOf(packages[key])
    const file = `${name.split('/').at(-1)}-${version}.tgz`
    const isPublic = resolved === `https://registry.npmjs.org/${name}/-/${file}`
    // It has another name in its registry.
    if (!isPublic || entry.name !== undefined || typeof version !== 'string') return undefined
    const manifest = jsonObject(join(own, 'package.json'))
    const isSame = manifest.name === name && manifest.version === version
    return isSame && PUBLIC_VERSION.test(version) ? version : undefined
  } catch {
    // What cannot be read is not certain.
    return undefined
  }
}

function jsonObject(path: string): Record<string, unknown> {
  return objectOf(JSON.parse(readText(path, 8 * 1024 * 1024) ?? ''))
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
