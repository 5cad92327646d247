import { type Lock, takeLock } from './lock.ts'
import { stopLeftOver } from './postgres.ts'
import { end } from './process.ts'

/**
 * Takes a data folder for this process, and ends whatever a stack that was killed left running in it.
 * @throws Refusal when a live stack has it
 */
export async function takeDataFolder(dataDir: string): Promise<Lock> {
  const lock = await takeLock(dataDir)
  try {
    await Promise.all(lock.leftOver.map((process) => end(process, ['SIGTERM', 500], ['SIGKILL', 2_000])))
    await stopLeftOver(dataDir)
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}
