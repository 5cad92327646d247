import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../cli/user-error.ts'
import { stopLeftOver } from '../postgres/postgres.ts'
import { keysOf } from './keys.ts'
import { type Lock, readLock, refuseLiveOwner, takeLock } from './lock.ts'
import { end } from './process.ts'

/** Says that everything in the folder with a name of the stack's was created by the stack. */
const marker = '.skill-rating-stack'
const markerText =
  'The local stack of the Skill Rating Service created this folder. `npm run reset` deletes what the stack keeps in it.\n'

/** What the stack keeps in its data folder, beside the marker. */
const ownNames = /^(postgres|postgres\.draft-\d+(\.password)?|deno|keys\.json(\.draft)?)$/
const lockNames = /^lock\.json(\.[\w-]+)?$/
const logNames = /^(api|data-api|mcp|postgres|site)\.log(\.old)?$/

const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Takes a data folder for this process and stops whatever a killed stack left running in it. Creates and marks the folder when
 * there is none; releasing it removes an unused one again.
 * @throws Refusal when a live stack has it, or it is not for the stack to use
 */
export async function takeDataFolder(dataDir: string): Promise<Lock> {
  try {
    const isNew = createFolder(dataDir)
    refuseForeign(dataDir)
    const lock = await takeLock(dataDir)
    try {
      await Promise.all(lock.leftOver.map((process) => end(process, ['SIGTERM', 500], ['SIGKILL', 2_000])))
      await stopLeftOver(dataDir)
      if (!isMarked(dataDir)) writeFileSync(join(dataDir, marker), markerText)
    } catch (error) {
      lock.release()
      throw error
    }
    return {
      ...lock,
      release() {
        const names = existsSync(dataDir) ? readdirSync(dataDir) : []
        const isUnused = !names.some(isKept)
        if (isUnused) rmSync(join(dataDir, marker), { force: true })
        lock.release()
        if (isUnused && isNew) removeIfEmpty(dataDir)
      },
    }
  } catch (error) {
    throw dataFolderRefusal(error, dataDir) ?? error
  }
}

/**
 * Checks that `npm run reset` may delete what the stack keeps in a folder.
 * @throws Refusal saying why not
 */
export function checkDeletable(dataDir: string): void {
  try {
    refusePlace(dataDir)
    if (!isMarked(dataDir)) {
      throw new Refusal(
        `${dataDir} has no file ${marker}, so this stack did not create it and nothing was deleted; if an earlier version created it, start the stack on it once.`,
      )
    }
    refuseLiveOwner(dataDir)
    namesToDelete(dataDir)
  } catch (error) {
    throw dataFolderRefusal(error, dataDir) ?? error
  }
}

/** Deletes what the stack keeps in a folder that {@link takeDataFolder} took. Every other file is left where it is. */
export function deleteData(dataDir: string): void {
  const remove = (...path: string[]) =>
    rmSync(join(dataDir, ...path), { recursive: true, force: true, maxRetries: 3 })
  try {
    for (const name of namesToDelete(dataDir)) {
      // Somebody may have put a file of their own beside the logs; the other folders are read by programs only.
      if (name !== 'logs') remove(name)
      else for (const log of readdirSync(join(dataDir, name))) if (logNames.test(log)) remove(name, log)
    }
    removeIfEmpty(join(dataDir, 'logs'))
  } catch (error) {
    throw dataFolderRefusal(error, dataDir) ?? error
  }
}

/** Removes a folder unless something is in it, or it is only a link to a folder. */
export function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && lstatSync(folder).isDirectory() && readdirSync(folder).length === 0)
    rmdirSync(folder)
}

/** The sentence for an error of the file system in the data folder; undefined for any other error. */
export function dataFolderRefusal(error: unknown, dataDir: string): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, path, dest, message } = error as NodeJS.ErrnoException & { dest?: string }
  const isInside = [path, dest].some((one) => one === dataDir || one?.startsWith(dataDir + sep))
  if (!code || !syscall || !isInside) return undefined
  return new Refusal(
    `The data folder ${dataDir} cannot be used (${message}): set DATA_DIR to a folder that this user can write.`,
  )
}

/** @returns whether there was none before */
function createFolder(dataDir: string): boolean {
  if (existsSync(dataDir)) {
    refusePlace(dataDir)
    return false
  }
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new Refusal(
      `The data folder ${dataDir} cannot be created (${(error as Error).message}): set DATA_DIR to another folder.`,
    )
  }
  // Root's Postgres runs as another user, who must be able to pass, but not to look.
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  return true
}

/** Not by mkdir's own recursion, which never ends where the system says ENOENT for a folder that it does not allow, as in /proc. */
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another start was faster.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** @throws Refusal for a path that is not a folder, or a folder that is for more than data */
function refusePlace(dataDir: string): void {
  if (!statSync(dataDir).isDirectory()) {
    throw new Refusal(`The data folder ${dataDir} is not a folder: set DATA_DIR to a folder.`)
  }
  for (const [name, folder] of [
    ['your home folder', homedir()],
    ['the folder of this project', projectDir],
  ] as const) {
    if (existsSync(folder) && contains(dataDir, folder)) {
      throw new Refusal(
        `The data folder ${dataDir} is or contains ${name}: set DATA_DIR to a folder of its own.`,
      )
    }
  }
}

function contains(outer: string, inner: string): boolean {
  const path = relative(realpathSync.native(outer), realpathSync.native(inner))
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** @throws Refusal when the folder holds something with a name of the stack's that the stack did not create */
function refuseForeign(dataDir: string): void {
  if (isMarked(dataDir) || readLock(dataDir)) return
  const names = readdirSync(dataDir).filter((name) => isKept(name) || name === marker || lockNames.test(name))
  if (names.length === 0 || wasCreatedByEarlierVersion(dataDir)) return
  throw new Refusal(
    `The data folder ${dataDir} contains ${names.join(', ')}, which this stack did not create: set DATA_DIR to another folder.`,
  )
}

/** Earlier versions left no marker. */
function wasCreatedByEarlierVersion(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')) || !existsSync(join(dataDir, 'keys.json')))
    return false
  try {
    keysOf(dataDir)
    return true
  } catch {
    return false
  }
}

function isMarked(dataDir: string): boolean {
  const path = join(dataDir, marker)
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** @throws Refusal when one of them is a link */
function namesToDelete(dataDir: string): string[] {
  const names = readdirSync(dataDir).filter(isKept)
  const link = names.find((name) => lstatSync(join(dataDir, name)).isSymbolicLink())
  if (!link) return names
  throw new Refusal(
    `${join(dataDir, link)} is a symbolic link, which the stack did not create: remove it by hand, then reset again.`,
  )
}

/** Whether the stack keeps something by this name between starts. */
function isKept(name: string): boolean {
  return name === 'logs' || ownNames.test(name)
}
