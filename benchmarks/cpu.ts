// CPU time and memory of processes, read from /proc: Linux only.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** CPU time of the living threads of a process in milliseconds; NaN where the kernel does not count it. */
export function cpuOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6
  } catch {
    return Number.NaN
  }
}

/** Resident memory of a process now and at its peak since resetPeakMemory, in megabytes of 1,000,000 bytes. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / 1e6
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Resident memory of a process in megabytes of 1,000,000 bytes. */
export function residentMegabytes(pid: number): number {
  return memoryOf(pid).now
}
