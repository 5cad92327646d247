import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { denoBinary } from '../functions/deno.ts'
import { projectDir } from '../project-dir.ts'
import type { Log } from './log.ts'

/** Starts the process of the Data API and Studio. */
export function launchDataApi(log: Log, env: Record<string, string>): ChildProcess {
  // Node's defaults let the heap grow to twice this size and collect garbage with four threads, which takes CPU time from Postgres
  // and the edge function on a machine with few cores.
  const memory = ['--max-semi-space-size=8', '--max-old-space-size=128', '--single-threaded-gc']
  const folder = join(projectDir, 'local', 'data-api')
  const packages = pathToFileURL(join(folder, 'packages.mjs')).href
  // Not import.meta.resolve(), which Vitest's global setup does not support.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const imports = ['--import', packages, '--import', loader]
  return launch(log, process.execPath, [...memory, ...imports, join(folder, 'data-api.ts')], env)
}

export type FunctionName = 'api' | 'mcp' | 'registry' | 'identity'

/**
 * Starts an edge function under Deno.
 * @param denoDir the folder of Deno's cache
 * @param deniedPorts ports of this machine to which `identity`, which may connect everywhere else, may not
 */
export function launchEdgeFunction(
  log: Log,
  name: FunctionName,
  port: number,
  denoDir: string,
  env: Record<string, string>,
  deniedPorts: number[] = [],
): ChildProcess {
  // Not Studio, Postgres or other servers on this machine, which trust local clients: a dependency may be compromised.
  const hosts = [`127.0.0.1:${port}`, ...[env.SUPABASE_URL, env.CATALOGUE_URL].flatMap(hostOf)]
  // Admins decide which issuers are trusted while it runs.
  const denied = ['localhost', '[::1]', ...deniedPorts.map((denied) => `127.0.0.1:${denied}`)]
  const network =
    name === 'identity' ? ['--allow-net', `--deny-net=${denied.join()}`] : [`--allow-net=${hosts.join()}`]
  // Less than the 256 MB of the hosted platform. Bodies count as heap: without an initial size, V8 collects all garbage every few
  // dozen requests.
  const heap =
    '--max-old-space-size=160,--initial-old-space-size=64,--max-semi-space-size=8,--single-threaded-gc'
  // One line for each request, see functions/_shared/http/log.ts.
  const file = log.open()
  const child = launch(
    log,
    denoBinary(),
    [
      'run',
      ...network,
      '--allow-env',
      '--no-prompt',
      `--v8-flags=${heap}`,
      // Modules come only from node_modules. As an option, this leaves deno.json as the hosted platform expects it.
      '--node-modules-dir=manual',
      '--cached-only',
      '--no-remote',
      '--no-lock',
      '--config',
      join(projectDir, 'functions', name, 'deno.json'),
      join(projectDir, 'local', 'functions', `edge-function-${name}.ts`),
    ],
    {
      ...env,
      // Used by Deno.serve when a function sets no port, as on the hosted platform.
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_DIR: denoDir,
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    },
    file ?? 'ignore',
  )
  if (file !== undefined) closeSync(file)
  const rotation = setInterval(() => log.rotate(), 1_000).unref()
  child.once('exit', () => clearInterval(rotation))
  return child
}

/** Host and port for a Deno permission; empty when the URL is not valid, which the function reports. */
function hostOf(url: string | undefined): string[] {
  if (!url || !URL.canParse(url)) return []
  const { hostname, port, protocol } = new URL(url)
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}

/**
 * Starts a process in its own group, so that Ctrl-C in the terminal does not reach it and the stack can stop its processes in order. The
 * process gets no environment variables except those that programs need to run.
 */
function launch(
  log: Log,
  program: string,
  args: string[],
  env: Record<string, string>,
  stdout: 'pipe' | 'ignore' | number = 'pipe',
): ChildProcess {
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE', 'LOCALAPPDATA']
  const child = spawn(program, args, {
    cwd: projectDir,
    env: { ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])), ...env },
    stdio: ['pipe', stdout, 'pipe'],
    detached: true,
    windowsHide: true,
  })
  child.stdin?.on('error', () => {})
  for (const output of [child.stdout, child.stderr]) if (output) log.append(output)
  return child
}
