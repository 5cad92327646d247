import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
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
      await file.writeFile(String(process.pid))
      await file.close()
      return async () => {
        await rm(lock, { force: true })
        keep()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await isStale(lock)) await rm(lock, { force: true })
    else if (Date.now() >= end) return undefined
    else await sleep(INTERVAL_MS)
  }
}

/** Whether a command ended without releasing its lock. */
async function isStale(lock: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, 'utf8'), stat(lock)])
    if (Date.now() - mtimeMs > STALE_MS) return true
    // Empty while the other command writes it.
    return /^\d+$/.test(text) && !isRunning(Number(text))
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
