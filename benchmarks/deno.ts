import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { originOf } from '../local/functions/deno.ts'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'

/** The program that the stack runs as the function. */
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
 * Starts the function as the stack does: with the options and the environment of that process.
 * @param settings environment variables that the program gets in addition
 * @param folder a working tree of the project
 * @throws Error with its output when it ends before it listens
 */
export async function startDeno(
  stack: Stack,
  settings: Record<string, string> = {},
  folder = projectDir,
): Promise<DenoServer> {
  const [command, args, env] = commandOfFunction(stack)
  const own = args.map((arg) =>
    // The stack allows only the ports of its own processes.
    arg.startsWith('--allow-net=') ? '--allow-net=127.0.0.1' : arg.replaceAll(projectDir, join(folder, '/')),
  )
  const begun = performance.now()
  const child = spawn(command, [...own, FUNCTION], {
    cwd: folder,
    env: { ...env, ...settings, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0' },
    // The first pipe ends it when this process ends.
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const origin = await originOf(child)
  return {
    origin,
    pid: child.pid as number,
    begun,
    async stop() {
      const exit = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** The program, options and environment of the stack's function. */
function commandOfFunction(stack: Stack): [program: string, args: string[], env: Record<string, string>] {
  const { edgeFunction } = stack.pids()
  const read = (file: string) =>
    readFileSync(`/proc/${edgeFunction}/${file}`, 'utf8').split('\0').slice(0, -1)
  const [program = '', ...args] = read('cmdline')
  const env = Object.fromEntries(read('environ').map((line) => line.split(/=(.*)/s).slice(0, 2)))
  // The last argument is the program.
  return [program, args.slice(0, -1), env]
}
