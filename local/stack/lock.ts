import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../cli/user-error.ts'
import { identify, isRunning, type ProcessIdentity } from './process.ts'

type LockFile = { owner: ProcessIdentity }

/** A data folder locked for this process, until `release()` or the end of the process. */
export type Lock = {
  /** Whether a killed stack had the lock before. */
  isTakenOver: boolean
  release(): void
}

/**
 * Locks a data folder for this process. The lock file is written under another name, which only one process at a time can create, and
 * which it renames or deletes at once.
 * @throws UserError when a running stack has the lock
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const path = join(dataDir, 'lock.json')
  const draft = `${path}.draft`
  const owner = identify(process.pid)
  if (!owner) throw new Error('The start time of this process cannot be read.')
  const own = JSON.stringify({ owner } satisfies LockFile)
  const deadline = Date.now() + 2_000
  while (!create(draft, own)) {
    if (Date.now() > deadline)
      throw new UserError(
        `Another start was interrupted while it took the lock: delete ${draft} and start again.`,
      )
    await wait(20)
  }
  const previous = read(path)
  try {
    checkOwner(dataDir, previous)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return {
    isTakenOver: previous !== undefined,
    release() {
      if (JSON.stringify(read(path)) === own) rmSync(path, { force: true })
    },
  }
}

/** Whether the folder has a valid lock file. The owner may have ended. */
export function hasLock(dataDir: string): boolean {
  return read(join(dataDir, 'lock.json')) !== undefined
}

/** @throws UserError when a running stack has the lock of the folder */
export function checkNotInUse(dataDir: string): void {
  checkOwner(dataDir, read(join(dataDir, 'lock.json')))
}

function checkOwner(dataDir: string, lock: LockFile | undefined): void {
  if (lock && isRunning(lock.owner))
    throw new UserError(
      `The data folder ${dataDir} is in use by the stack of process ${lock.owner.pid}: stop that stack, or set DATA_DIR (and the ports) to start another one.`,
    )
}

/** @returns false when there is such a file already */
function create(path: string, content: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(file, content)
    return true
  } catch (error) {
    // The disk is full.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** A damaged file counts as no lock: the stack never leaves one that is half written. */
function read(path: string): LockFile | undefined {
  try {
    const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile
    return typeof lock.owner.pid === 'number' ? lock : undefined
  } catch {
    return undefined
  }
}
