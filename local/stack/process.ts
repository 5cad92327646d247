import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A process, told apart from a later one that happens to get the same number. */
export type ProcessIdentity = { pid: number; started: string }

/** Who the process with this number is now; undefined when there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = startOf(pid)
  return started === undefined ? undefined : { pid, started }
}

/** Whether that very process is still there. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started
}

/**
 * Ends a process for certain: with each signal in turn, giving it the milliseconds beside it to go.
 * Returns once it is gone, or when the last signal's time is over.
 */
export async function end(
  subject: ProcessIdentity,
  ...signals: [signal: NodeJS.Signals, patience: number][]
): Promise<void> {
  for (const [signal, patience] of signals) {
    if (!isRunning(subject)) return
    try {
      process.kill(subject.pid, signal)
    } catch {
      return
    }
    const deadline = Date.now() + patience
    while (isRunning(subject) && Date.now() < deadline) await wait(20)
  }
}

function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name of the program stands in parentheses and may itself hold spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended; only its parent has not asked after it.
      if (fields[0] === 'Z') return undefined
      // Clock ticks since the system came up, hence the name of this run of the system beside them.
      return `${fields[19]}@${bootId()}`
    } catch {
      return undefined
    }
  }
  if (process.platform !== 'win32') {
    try {
      const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const
      const [state = '', ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options)
        .trim()
        .split(/\s+/)
      return state === '' || state.startsWith('Z') ? undefined : start.join(' ')
    } catch {
      return undefined
    }
  }
  // Windows offers no cheap way to ask when a process began: a number that is in use counts as the same process.
  try {
    process.kill(pid, 0)
    return 'unknown'
  } catch {
    return undefined
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
