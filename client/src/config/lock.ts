import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteOnInterrupt } from '../cli/interrupt.ts'

/** Longer than any command holds the lock, with all its repeated requests. */
const STALE_MS = 10 * 60_000
const INTERVAL_MS = 50

/**
 * Keeps other commands from changing a file: waits until they have finished, at most so long. Returns what releases the lock; undefined
 * if another command still has it.
 */
export async function lockFile(path: string, waitMs: number): Promise<(() => Promise<void>) | undefined> {
  const lock = `${path}.lock`
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 })
  const end = Date.now() + waitMs
  for (;;) {
    try {
      const file = await open(lock, 'wx', 0o600)
      const keep = deleteOnInterrupt(lock)
      const release = async () => {
        await rm(lock, { force: true })
        keep()
      }
      try {
        await file.writeFile(`${process.pid} ${hostname()}`)
      } catch (error) {
        // The disk is full: an empty lock would keep others waiting.
        await release()
        throw error
      } finally {
        await file.close()
      }
      return release
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await isStale(lock)) await removeStale(lock)
    else if (Date.now() >= end) return undefined
    else await sleep(INTERVAL_MS)
  }
}

/** Only one of several commands can move the lock. What it moved can be that of a command that was faster, which gets it back. */
async function removeStale(lock: string): Promise<void> {
  const moved = `${lock}.${randomUUID()}`
  try {
    await rename(lock, moved)
    if (!(await isStale(moved))) await copyFile(moved, lock, constants.COPYFILE_EXCL)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await rm(moved, { force: true })
  }
}

/** Whether a command ended without releasing its lock. */
async function isStale(lock: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, 'utf8'), stat(lock)])
    // Also one of the future, from before the clock was set.
    if (Math.abs(Date.now() - mtimeMs) > STALE_MS) return true
    // Empty while the other command writes it. Several machines can share a home folder.
    const [, pid, host] = /^(\d+)(?: (.+))?$/.exec(text) ?? []
    return pid !== undefined && (host ?? hostname()) === hostname() && !isRunning(Number(pid))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
