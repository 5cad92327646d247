// CPU time and memory of processes, read from /proc: Linux only.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** CPU time of the living threads of a process in milliseconds; NaN where the kernel does not count it. */
export function cpuOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce((sum, thread) => sum + cpuOfThread(pid, thread), 0)
  } catch {
    return Number.NaN
  }
}

/** CPU time of the main thread of this process, as {@link cpuOf}. */
export function cpuOfMainThread(): number {
  return cpuOfThread(process.pid, process.pid)
}

/** CPU time of a process and the processes that it started, as {@link cpuOf}. */
export function cpuOfFamily(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOf(one), 0)
}

/** The ids of the processes that a process started and that still run. */
export function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

function cpuOfThread(pid: number, thread: number | string): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Resident memory of a process now and at its peak since resetPeakMemory, in megabytes of 1,000,000 bytes; NaN if it has ended. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = contentOf(`/proc/${pid}/status`)
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / 1e6
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** Does nothing when the process has ended. */
export function resetPeakMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // It has ended.
  }
}

/** The content of a file of /proc; empty if its process has ended. */
export function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Resident memory of a process in megabytes of 1,000,000 bytes. */
export function residentMegabytes(pid: number): number {
  return memoryOf(pid).now
}
