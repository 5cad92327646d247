import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'

/** The program of the function, as the stack runs it. */
export const FUNCTION = join('local', 'functions', 'edge-function-api.ts')

export type DenoServer = {
  /** `http://127.0.0.1:port`. */
  origin: string
  pid: number
  /** When the process was started, by performance.now(). */
  begun: number
  stop(): Promise<void>
}

/**
 * Starts a server under Deno exactly as the stack has started its function: the same options, limits, cache folder and
 * environment, read from that very process.
 * @param program path from the project's folder
 * @param settings environment variables beside and in place of the function's own
 * @param folder that of the project, or of another working tree of it
 * @throws Error with what it printed when it ends before it listens
 */
export async function startDeno(
  stack: Stack,
  program: string,
  settings: Record<string, string> = {},
  folder = projectDir,
): Promise<DenoServer> {
  const [command, args, env] = commandOfFunction(stack)
  const own = args.map((arg) => arg.replaceAll(projectDir, join(folder, '/')))
  const begun = performance.now()
  const child = spawn(command, [...own, program], {
    cwd: folder,
    env: { ...env, ...settings, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0' },
    // The first pipe ends it when this process is gone. What it logs is written, and read by nobody.
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const origin = await address(child)
  return {
    origin,
    pid: child.pid as number,
    begun,
    async stop() {
      const gone = new Promise((exit) => child.once('exit', exit))
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Sends one request on a connection of its own. @returns the status */
export function statusOf(url: string): Promise<number> {
  return new Promise((answered, fail) => {
    request(url, { agent: false }, (response) => {
      response.resume().once('end', () => answered(response.statusCode ?? 0))
    })
      .once('error', fail)
      .end()
  })
}

/** How the stack has started its function: the program, its options, and its environment. */
export function commandOfFunction(
  stack: Stack,
): [program: string, args: string[], env: Record<string, string>] {
  const { edgeFunction } = stack.pids()
  const read = (file: string) =>
    readFileSync(`/proc/${edgeFunction}/${file}`, 'utf8').split('\0').slice(0, -1)
  const [program = '', ...args] = read('cmdline')
  const env = Object.fromEntries(read('environ').map((line) => line.split(/=(.*)/s).slice(0, 2)))
  // All but the program that it runs.
  return [program, args.slice(0, -1), env]
}

function address(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((found, fail) => {
    child.once('error', fail)
    child.once('exit', () => fail(new Error(`Deno ended before it listened: ${printed}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
      if (origin) found(origin)
    })
  })
}
