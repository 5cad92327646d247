import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { freePort, portInUse, retryPorts } from '../../local/stack/ports.ts'

export const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** A stack as a user starts it. */
export type NpmStart = {
  pid: number
  ports: { API_PORT: number; DB_PORT: number; STUDIO_PORT: number }
  baseUrl: string
  /** All it has printed so far. */
  output(): string
  /** Done once it has said `Ready`; fails when it ends before. */
  ready(): Promise<void>
  /** Its exit status, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>
  /** The numbers of all processes it has started, itself included. */
  processes(): number[]
}

/**
 * Runs `npm start` with these settings beside free ports; whatever is left of it is ended with the test.
 * @param script another script of package.json that starts a stack
 * @param cwd a copy of the project
 */
export async function npmStart(
  settings: Record<string, string>,
  { script = 'start', cwd = projectDir } = {},
): Promise<NpmStart> {
  return retryPorts(async () => {
    const ports = { API_PORT: await freePort(), DB_PORT: await freePort(), STUDIO_PORT: await freePort() }
    const env = {
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      ...settings,
    }
    const launched = launch(script, cwd, env)
    onTestFinished(async () => {
      for (const process of launched.processes()) kill(process, 'SIGKILL')
      await launched.exited
    })
    // It looks at its ports before it prints a line for any of its parts.
    await Promise.race([launched.exited, launched.begun])
    const chosen = Object.entries(ports).flatMap(([name, port]) => (name in settings ? [] : [port]))
    const taken = portInUse(launched.output(), chosen)
    if (taken) throw taken
    return { ...launched, ports, baseUrl: `http://127.0.0.1:${ports.API_PORT}/functions/v1` }
  })
}

function launch(script: string, cwd: string, env: Record<string, string>) {
  const child = spawn('npm', ['run', script], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = child.pid as number
  let output = ''
  let isOver = false
  const begun = new Promise<void>((settle) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (/^ {2}\S/m.test(output)) settle()
      })
    }
  })
  const exited = new Promise<number | NodeJS.Signals>((gone) => {
    // 'close' and not 'exit': by then all that was printed has been read.
    child.once('close', (code, signal) => {
      isOver = true
      gone(code ?? (signal as NodeJS.Signals))
    })
  })
  return {
    pid,
    begun,
    exited,
    output: () => output,
    processes: () => processesBelow(pid),
    ready: () =>
      until(() => {
        if (/^Ready/m.test(output)) return true
        if (isOver) throw new Error(`npm start ended before it was ready:\n${output}`)
        return false
      }, 20_000),
  }
}

/** An empty folder that is removed with the test. As `mktemp -d` makes it, it is closed to every other user. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-stack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** A copy of the project for a test to change, with the same node_modules; it is removed with the test. */
export function copyOfTheProject(): string {
  const copy = join(temporaryFolder(), 'project')
  mkdirSync(copy)
  for (const name of ['functions', 'local', 'site', 'sql', 'supabase', 'package.json', 'tsconfig.json']) {
    cpSync(join(projectDir, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(projectDir, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Waits until the condition holds. @throws Error when it does not within so many milliseconds */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`still not so after ${milliseconds} ms: ${condition}`)
    await wait(25)
  }
}

export function isAlive(pid: number): boolean {
  return !/^(Z.*)?$/.test(ps('-o', 'stat=', '-p', String(pid)).trim())
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has gone by itself.
  }
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      answer(true)
    })
    socket.once('error', () => answer(false))
  })
}

/** Status of a GET; undefined when there is no answer. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

function processesBelow(pid: number): number[] {
  const pairs = ps('-A', '-o', 'pid=,ppid=')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const found = [pid]
  for (const above of found) for (const [child, parent] of pairs) if (parent === above) found.push(child)
  return found.filter(isAlive)
}

function ps(...args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
