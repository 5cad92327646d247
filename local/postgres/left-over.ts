import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { identify, isRunning, type ProcessIdentity, sendSignal } from '../stack/process.ts'
import type { StopSignals } from '../stack/supervised-process.ts'

/**
 * Ends the Postgres server that a killed stack left running in a data folder, and the processes that a killed server left: they keep
 * its shared memory, and no server can start until they have ended.
 * @param folder the data folder of Postgres
 */
export async function stopLeftOver(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  const pid = readPid(pidFile)
  const server = pid === undefined ? undefined : identify(pid)
  if (server && isPostgres(server.pid, folder))
    await endProcess(server, { SIGINT: 3_000, SIGQUIT: 2_000, SIGKILL: 2_000 })
  await Promise.all(orphansIn(folder).map((orphan) => endProcess(orphan, { SIGQUIT: 500, SIGKILL: 2_000 })))
  // Postgres does not start while it can send a signal to a process with the id in this file. It may be another program, because ids
  // are reused and start again in each container, or a zombie of the server.
  if (pid !== undefined && pid === readPid(pidFile) && sendSignal(pid, 0) && !isPostgres(pid, folder))
    rmSync(pidFile, { force: true })
}

/** Sends the signals one after the other, and waits after each until the process has ended or the time in milliseconds is over. */
async function endProcess(process: ProcessIdentity, timeouts: StopSignals): Promise<void> {
  for (const [signal, timeoutMs] of Object.entries(timeouts)) {
    if (!isRunning(process) || !sendSignal(process.pid, signal as NodeJS.Signals)) return
    const deadline = Date.now() + timeoutMs
    while (isRunning(process) && Date.now() < deadline) await wait(20)
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isPostgres(pid: number, folder: string): boolean {
  // Other systems have no cheap way to check this. This stack has the lock of the folder, so it is most likely an old server.
  return process.platform === 'linux' ? identify(pid) !== undefined && runsIn(pid, folder) : true
}

/** Processes whose server has ended. On other systems than Linux they end by themselves. */
function orphansIn(folder: string) {
  if (process.platform !== 'linux' || !existsSync(folder)) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && runsIn(Number(name), folder))
    .flatMap((name) => identify(Number(name)) ?? [])
}

/** The current folder of every Postgres process is its data folder. */
function runsIn(pid: number, folder: string): boolean {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    const [current, expected] = [statSync(`/proc/${pid}/cwd/`), statSync(folder)]
    return current.dev === expected.dev && current.ino === expected.ino
  } catch {
    return false
  }
}
