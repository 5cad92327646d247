import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectDir } from '../local/project-dir.ts'

export { projectDir }

/** The exit status and the output of a program. */
export type Ended = { status: number | null; stdout: string; stderr: string }

/** Runs a program until it exits, by default in the project's folder and without input. */
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
  // The program may not read its input.
  child.stdin.on('error', () => {}).end(input)
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('close', (status) => settle({ status, ...output }))
  })
}

/** The path of the script for a command of an npm package. Node can run it on every platform. */
export function commandOf(packageName: string, command: string): string {
  // Not require.resolve(), which some packages do not allow for their package.json.
  const manifest = join(projectDir, 'node_modules', packageName, 'package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> }
  const path = bin[command]
  if (!path) throw new Error(`${packageName} has no command ${command}.`)
  return join(dirname(manifest), path)
}

/** A file as Biome formats it. */
export async function formatted(path: string, text: string): Promise<string> {
  const biome = [commandOf('@biomejs/biome', 'biome'), 'format', `--stdin-file-path=${path}`]
  const { status, stdout, stderr } = await run(process.execPath, biome, { input: text })
  if (status !== 0) throw new Error(`Biome could not format ${path}:\n${stderr}`)
  return stdout
}
