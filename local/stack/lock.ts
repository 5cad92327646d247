import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../cli/user-error.ts'
import { identify, isRunning, type ProcessIdentity } from './process.ts'

type LockFile = { id: string; owner: ProcessIdentity; parts: Record<string, ProcessIdentity> }

/** A data folder locked for this process, until `release()` or the end of the process. */
export type Lock = {
  /** Processes of a killed stack that may still run. */
  leftOver: ProcessIdentity[]
  /** Whether a killed stack had the lock before. */
  isTakenOver: boolean
  /**
   * Records a child process, so that the next stack can end it if this one is killed. Not for Postgres, which has its own
   * postmaster.pid and must shut down in order.
   */
  record(name: string, pid: number): void
  release(): void
}

/**
 * Locks a data folder for this process by linking a lock file, which is atomic on every file system.
 * @throws UserError when a running stack has the lock
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const path = join(dataDir, 'lock.json')
  const owner = identify(process.pid)
  if (!owner) throw new Error('The start time of this process cannot be read.')
  const own: LockFile = { id: randomUUID(), owner, parts: {} }
  let previous: LockFile | undefined
  const deadline = Date.now() + 2_000
  while (!create(path, own)) {
    previous = read(path)
    checkOwner(dataDir, previous)
    if (replaceStale(path, previous, own)) break
    if (Date.now() > deadline)
      throw new UserError(
        `Another start was interrupted while it took the lock: delete ${path}.takeover and start again.`,
      )
    await wait(20)
  }
  return {
    leftOver: Object.values(previous?.parts ?? {}),
    isTakenOver: previous !== undefined,
    record(name, pid) {
      const identity = identify(pid)
      if (!identity) return
      own.parts[name] = identity
      write(path, own, renameSync)
    },
    release() {
      if (read(path)?.id === own.id) rmSync(path, { force: true })
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

/** @returns false when there is a lock file already */
function create(path: string, content: LockFile): boolean {
  try {
    write(path, content, linkSync)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Replaces the lock file of a stack that has ended; false when another start does that now. Another start may replace a stale file
 * after this one has read it, so the file is read again under a second lock, which exists for a moment only.
 */
function replaceStale(path: string, stale: LockFile | undefined, own: LockFile): boolean {
  const guard = `${path}.takeover`
  try {
    writeFileSync(guard, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    if (read(path)?.id !== stale?.id) return false
    write(path, own, renameSync)
    return true
  } finally {
    rmSync(guard, { force: true })
  }
}

function write(path: string, content: LockFile, put: (from: string, to: string) => void): void {
  const draft = `${path}.${content.id}`
  try {
    writeFileSync(draft, JSON.stringify(content), { mode: 0o644 })
    put(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A damaged file counts as no lock: the stack never leaves one that is half written. */
function read(path: string): LockFile | undefined {
  try {
    const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile
    return typeof lock.id === 'string' && typeof lock.owner.pid === 'number' ? lock : undefined
  } catch {
    return undefined
  }
}
