import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { databaseUrl } from '../../local/postgres/postgres.ts'
import { projectDir } from '../../local/project-dir.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { freePort, PortInUse, retryPorts } from '../../local/stack/ports.ts'
import { isAlive, kill, temporaryFolder, until } from '../support/process.ts'

/** A running `npm start`. */
export type NpmStart = {
  pid: number
  ports: { API_PORT: number; DB_PORT: number; STUDIO_PORT: number }
  baseUrl: string
  /** Everything it has printed. */
  output(): string
  /** Resolves when it has printed `Ready`. Rejects when it exits before. */
  ready(): Promise<void>
  /** The exit status, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>
  /** The ids of its running processes, including its own. */
  processes(): number[]
}

/**
 * Runs `npm start` with free ports until the end of the test.
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
    // It checks its ports before it prints the first line.
    await launched.printed(/^ {2}\S/m)
    const chosen = Object.entries(ports).flatMap(([name, port]) => (name in settings ? [] : [port]))
    const taken = Number(/^Port (\d+) is in use/m.exec(launched.output())?.[1])
    if (chosen.includes(taken)) throw new PortInUse(taken)
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
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const exited = new Promise<number | NodeJS.Signals>((gone) => {
    // 'close' and not 'exit', so that all output has been read.
    child.once('close', (code, signal) => {
      isOver = true
      gone(code ?? (signal as NodeJS.Signals))
    })
  })
  /** Waits until it has printed this, or has exited. */
  const printed = (pattern: RegExp) => until(() => isOver || pattern.test(output), 60_000)
  return {
    pid,
    exited,
    printed,
    output: () => output,
    processes: () => processesBelow(pid),
    async ready() {
      await printed(/^Ready/m)
      if (isOver) throw new Error(`npm start ended before it was ready:\n${output}`)
    },
  }
}

/** The superuser's address of the database of a running `npm start`. */
export function adminUrl({ ports }: NpmStart, dataDir: string): string {
  return databaseUrl(ports.DB_PORT, 'supabase_admin', keysOf(dataDir).adminPassword)
}

/** A copy of the project with the same node_modules, until the end of the test. */
export function copyOfTheProject(): string {
  const copy = join(temporaryFolder(), 'project')
  mkdirSync(copy)
  const folders = ['functions', 'local', 'site', 'sql', 'supabase']
  for (const name of [...folders, 'SKILL.md', 'llms.txt', 'package.json', 'tsconfig.json']) {
    cpSync(join(projectDir, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(projectDir, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** The stack must stop within 5 s. */
export async function expectStop({ processes }: NpmStart, stop: () => void): Promise<void> {
  const pids = processes()
  expect(pids.length).toBeGreaterThan(2)
  stop()
  await until(() => !pids.some(isAlive), 5_000)
}

function processesBelow(pid: number): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const found = [pid]
  for (const above of found)
    for (const [, child, parent] of list.matchAll(/(\d+) +(\d+)/g))
      if (Number(parent) === above) found.push(Number(child))
  return found.filter(isAlive)
}
