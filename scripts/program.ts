import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project, in which every program here runs. */
export const projectDir = fileURLToPath(new URL('..', import.meta.url))

/** What a program left: its exit status, and all it printed. */
export type Ended = { status: number | null; stdout: string; stderr: string }

/**
 * Runs a program to its end.
 * @param input what it reads; nothing unless given
 * @param cwd where it runs; the project's folder unless given
 */
export function run(
  program: string,
  args: string[],
  {
    env = process.env,
    input = '',
    cwd = projectDir,
  }: { env?: NodeJS.ProcessEnv; input?: string; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  // A program that does not read its input is free not to.
  child.stdin.on('error', () => {}).end(input)
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('close', (status) => settle({ status, ...output }))
  })
}

/** Path of the script by which an npm package gives its command of this name; Node runs it, on every platform. */
export function commandOf(packageName: string, command: string): string {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve(`${packageName}/package.json`)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> }
  const path = bin[command]
  if (!path) throw new Error(`${packageName} has no command ${command}.`)
  return join(dirname(manifest), path)
}
