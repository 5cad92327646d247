import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, statSync } from 'node:fs'

/** A process id and the start time of the process, because ids are reused. */
export type ProcessIdentity = { pid: number; started: string }

/** The running process with this id; undefined when there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = startTime(pid)
  return started === undefined ? undefined : { pid, started }
}

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return startTime(pid) === started
}

/**
 * Sends a signal; 0 only checks whether one can be sent.
 * @returns false when the process does not exist or belongs to another user
 */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function startTime(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The program's name is in parentheses and may contain spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // The time counts from the boot of the system. A zombie has ended.
      return fields[0] === 'Z' ? undefined : `${fields[19]}@${bootId()}`
    }
    if (process.platform !== 'win32') {
      const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const
      const [state = '', ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options)
        .trim()
        .split(/\s+/)
      return state === '' || state.startsWith('Z') ? undefined : start.join(' ')
    }
    // Windows has no cheap way to get the start time.
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

/** npm may extract a program without the right to run it. */
export function makeExecutable(program: string): void {
  if (process.platform === 'win32') return
  const { mode } = statSync(program)
  if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555)
}
