// CPU time of processes, from /proc: Linux only.
import { readdirSync, readFileSync } from 'node:fs'

/** A tick of /proc is 10 ms on every Linux that Node runs on (USER_HZ). */
const TICK = 10

/** CPU time that a process has used since it began, in milliseconds, its ended and awaited children's left out. */
export function cpuOf(pid: number): number {
  const [, , , , , , , , , , , user = 0, system = 0] = statOf(pid)
  return (user + system) * TICK
}

/** CPU time that the living threads of a process have had, in milliseconds and finer than ticks; NaN where Linux keeps no account. */
export function fineCpuOf(pid: number): number {
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

/** CPU time of a process and of all below it, those that have ended too, in milliseconds. */
export function cpuOfTree(root: number): number {
  // utime, stime, and those of children that were awaited.
  const used = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    const [user = 0, system = 0, children = 0, childrenSystem = 0] = stat.slice(11, 15)
    used.set(Number(name), { parent: stat[1] ?? 0, ticks: user + system + children + childrenSystem })
  }
  const isBelow = (pid: number): boolean => pid === root || isBelowParent(used.get(pid)?.parent ?? 0)
  const isBelowParent = (parent: number) => parent > 1 && isBelow(parent)
  return [...used].reduce((sum, [pid, { ticks }]) => sum + (isBelow(pid) ? ticks : 0), 0) * TICK
}

/** Resident memory of a process, in megabytes of 1,000,000 bytes. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1_024) / 1e6
}

/** The fields of /proc/pid/stat from the third (the state, which is no number) on; none when it has just ended. */
function statOf(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses and may itself hold spaces and parentheses.
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}
