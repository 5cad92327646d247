import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../cli/user-error.ts'
import { identify, isRunning, type ProcessIdentity } from './process.ts'

type Content = { id: string; owner: ProcessIdentity; parts: Record<string, ProcessIdentity> }

/** The right of one stack to one data folder, held until `release()` or until its process is gone. */
export type Lock = {
  /** What a stack that was killed had running, and what may be running still. */
  leftOver: ProcessIdentity[]
  /** True when a stack that was killed held this folder before. */
  tookOver: boolean
  /**
   * Writes down a process of this stack, for the next stack to end should this one be killed. Not for Postgres, which keeps a
   * file of its own, and wants to be asked before it is killed.
   */
  note(part: string, pid: number): void
  release(): void
}

/**
 * Takes the data folder for this process. A file says who holds it; it is made by linking, which is atomic and
 * fails when the file exists, on every file system that Node runs on.
 * @throws Refusal when a live stack holds it
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const path = join(dataDir, 'lock.json')
  const owner = identify(process.pid)
  if (!owner) throw new Error('this process cannot tell when it started')
  const own: Content = { id: randomUUID(), owner, parts: {} }

  let before: Content | undefined
  const deadline = Date.now() + 2_000
  for (;;) {
    if (place(path, own)) break
    before = read(path)
    if (before && isRunning(before.owner)) throw inUse(dataDir, before.owner)
    if (takeOver(path, before, own)) break
    if (Date.now() > deadline) {
      throw new Refusal(
        `Another start was interrupted at a bad moment: delete ${path}.takeover and start again.`,
      )
    }
    await wait(20)
  }

  return {
    leftOver: Object.values(before?.parts ?? {}),
    tookOver: before !== undefined,
    note(part, pid) {
      const identity = identify(pid)
      if (!identity) return
      own.parts[part] = identity
      replace(path, own)
    },
    release() {
      if (read(path)?.id === own.id) rmSync(path, { force: true })
    },
  }
}

/** The lock of a folder, whether its owner lives or not; undefined when there is none, or a file that is not a lock. */
export function readLock(dataDir: string): Content | undefined {
  return read(join(dataDir, 'lock.json'))
}

/** @throws Refusal when a live stack holds the folder */
export function refuseLiveOwner(dataDir: string): void {
  const owner = readLock(dataDir)?.owner
  if (owner && isRunning(owner)) throw inUse(dataDir, owner)
}

function inUse(dataDir: string, owner: ProcessIdentity): Refusal {
  return new Refusal(
    `The data folder ${dataDir} is in use by the stack of process ${owner.pid}: stop that one, or set DATA_DIR (and the ports) to start another.`,
  )
}

/** Puts the lock where there is none; false when there is one. */
function place(path: string, content: Content): boolean {
  const draft = `${path}.${content.id}`
  writeFileSync(draft, JSON.stringify(content), { mode: 0o644 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Replaces the lock of a dead stack; false when another start is doing just that. Between reading a stale lock and
 * replacing it another start may have put its own there, so the replacing happens under a lock of its own, which is held
 * for one uninterrupted moment, and the stale lock is read once more inside.
 */
function takeOver(path: string, stale: Content | undefined, own: Content): boolean {
  const guard = `${path}.takeover`
  try {
    writeFileSync(guard, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    if (read(path)?.id !== stale?.id) return false
    replace(path, own)
    return true
  } finally {
    rmSync(guard, { force: true })
  }
}

function replace(path: string, content: Content): void {
  const draft = `${path}.${content.id}`
  writeFileSync(draft, JSON.stringify(content), { mode: 0o644 })
  renameSync(draft, path)
}

/** A lock that cannot be read is as good as none: it is never half written, so it was damaged from outside. */
function read(path: string): Content | undefined {
  try {
    const lock = JSON.parse(readFileSync(path, 'utf8')) as Content
    const isWhole = typeof lock.id === 'string' && typeof lock.owner.pid === 'number'
    return isWhole ? lock : undefined
  } catch {
    return undefined
  }
}
