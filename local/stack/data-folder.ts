import * as fs from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { UserError } from '../cli/user-error.ts'
import { stopLeftOver } from '../postgres/left-over.ts'
import { projectDir } from '../project-dir.ts'
import { checkNotInUse, hasLock, type Lock, takeLock } from './lock.ts'

/** A file in each folder that the stack created. Without it, nothing is deleted. */
const marker = '.skill-rating-stack'
const markerText =
  'The local stack of the Skill Rating Service created this folder. `npm run reset` deletes the data of the stack in it.\n'

/** The files and folders of the stack in its data folder, in addition to the marker and `logs`. */
const ownNames = /^(postgres|postgres\.draft-\d+(\.password)?|deno|keys\.json(\.draft)?)$/
const logNames = /^(api|data-api|mcp|postgres|registry|site)\.log(\.old)?$/

/**
 * Locks a data folder for this process and stops the Postgres that a killed stack left running in it; its other processes exit with
 * their stack. Creates the folder when it does not exist; releasing the lock removes a new folder that was not used.
 * @throws UserError when a running stack has the folder, or the folder must not be used
 */
export async function takeDataFolder(dataDir: string): Promise<Lock> {
  const isNew = createFolder(dataDir)
  checkOwnFiles(dataDir)
  const lock = await takeLock(dataDir)
  try {
    await stopLeftOver(join(dataDir, 'postgres'))
    if (!isMarked(dataDir)) fs.writeFileSync(join(dataDir, marker), markerText)
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    isTakenOver: lock.isTakenOver,
    release() {
      const isUnused = !namesIn(dataDir).some(isOwn)
      if (isUnused) fs.rmSync(join(dataDir, marker), { force: true })
      lock.release()
      if (isUnused && isNew) removeIfEmpty(dataDir)
    },
  }
}

/** @throws UserError when `npm run reset` must not delete the data in this folder */
export function checkDeletable(dataDir: string): void {
  checkLocation(dataDir)
  if (!isMarked(dataDir))
    throw new UserError(
      `${dataDir} has no file ${marker}, so it was not created by this stack and nothing was deleted.`,
    )
  checkNotInUse(dataDir)
  namesToDelete(dataDir)
}

/**
 * Locks a data folder and deletes the data of the stack. Other files are kept.
 * @param confirm asks the user, after the checks and before the deletion
 */
export async function resetDataFolder(
  dataDir: string,
  confirm = async (): Promise<void> => {},
): Promise<void> {
  try {
    checkDeletable(dataDir)
    await confirm()
    const lock = await takeDataFolder(dataDir)
    try {
      deleteData(dataDir)
    } finally {
      lock.release()
    }
    removeIfEmpty(dataDir)
  } catch (error) {
    throw dataFolderError(error, dataDir) ?? error
  }
}

/** Deletes the data in a folder that {@link takeDataFolder} locked. */
export function deleteData(dataDir: string): void {
  const remove = (...path: string[]) =>
    fs.rmSync(join(dataDir, ...path), { recursive: true, force: true, maxRetries: 3 })
  for (const name of namesToDelete(dataDir)) {
    // Users may keep files of their own in the folder of the logs.
    if (name !== 'logs') remove(name)
    else for (const log of namesIn(join(dataDir, name))) if (logNames.test(log)) remove(name, log)
  }
  removeIfEmpty(join(dataDir, 'logs'))
}

/** Removes a folder unless it contains something or is a link. */
function removeIfEmpty(folder: string): void {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() && namesIn(folder).length === 0)
    fs.rmdirSync(folder)
}

/** A UserError for an error of the file system in the data folder; undefined for any other error. */
export function dataFolderError(error: unknown, dataDir: string): UserError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, path, dest, message } = error as NodeJS.ErrnoException & { dest?: string }
  const isInside = [path, dest].some((one) => one === dataDir || one?.startsWith(dataDir + sep))
  if (!code || !syscall || !isInside) return undefined
  return new UserError(
    `The data folder ${dataDir} cannot be used (${message}): set DATA_DIR to a folder that this user can write to.`,
  )
}

/** @returns whether the folder is new */
function createFolder(dataDir: string): boolean {
  if (fs.existsSync(dataDir)) {
    checkLocation(dataDir)
    return false
  }
  try {
    createWithParents(dataDir)
  } catch (error) {
    throw new UserError(
      `The data folder ${dataDir} cannot be created (${(error as Error).message}): set DATA_DIR to another folder.`,
    )
  }
  // For root, Postgres runs as another user, who must be able to enter the folder but not to list it.
  fs.chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  return true
}

/** Not with mkdir's `recursive`, which never ends where the system answers ENOENT to a folder that it does not allow, as in /proc. */
function createWithParents(path: string): void {
  if (!fs.existsSync(dirname(path))) createWithParents(dirname(path))
  try {
    fs.mkdirSync(path)
  } catch (error) {
    // Another start may have created it.
    if (!fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** @throws UserError when the path is not a folder, or the folder contains more than data */
function checkLocation(dataDir: string): void {
  if (!fs.statSync(dataDir).isDirectory())
    throw new UserError(`The data folder ${dataDir} is not a folder: set DATA_DIR to a folder.`)
  for (const [name, folder] of [
    ['your home folder', homedir()],
    ['the folder of this project', projectDir],
  ] as const) {
    if (!fs.existsSync(folder)) continue
    const path = relative(fs.realpathSync.native(dataDir), fs.realpathSync.native(folder))
    if (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path))
      throw new UserError(
        `The data folder ${dataDir} is or contains ${name}: set DATA_DIR to a folder of its own.`,
      )
  }
}

/** @throws UserError when the folder contains a name that the stack uses, but the stack did not create it */
function checkOwnFiles(dataDir: string): void {
  if (isMarked(dataDir) || hasLock(dataDir)) return
  const names = namesIn(dataDir).filter((name) => isOwn(name) || name === marker || name === 'lock.json')
  if (names.length === 0) return
  throw new UserError(
    `The data folder ${dataDir} contains ${names.join(', ')}, which this stack did not create: set DATA_DIR to another folder.`,
  )
}

function isMarked(dataDir: string): boolean {
  return fs.lstatSync(join(dataDir, marker), { throwIfNoEntry: false })?.isFile() ?? false
}

/** @throws UserError when one of them is a link */
function namesToDelete(dataDir: string): string[] {
  const names = namesIn(dataDir).filter(isOwn)
  const link = names.find((name) => fs.lstatSync(join(dataDir, name)).isSymbolicLink())
  if (!link) return names
  throw new UserError(
    `${join(dataDir, link)} is a symbolic link, which this stack did not create: remove it yourself, then reset again.`,
  )
}

function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

function isOwn(name: string): boolean {
  return name === 'logs' || ownNames.test(name)
}
