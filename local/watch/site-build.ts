import { type SpawnOptions, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../stack/log.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(projectDir, 'site')
/** What the stack builds for itself; `site/dist` is for other hosts, whose API may be elsewhere. */
const usualBuilds = join(projectDir, 'node_modules', '.cache', 'skill-rating-site')

/**
 * Gives the folder of the web site as its sources are now, for the stack's own address. It is built when it is not there
 * yet, in a process of its own.
 *
 * @param log where the builder's complaints go
 * @param builds the folder in which what was built is kept, each under the digest of its sources
 * @throws Error when it cannot be built, or the signal says to stop
 */
export async function builtSite(log: Log, signal: AbortSignal, builds = usualBuilds): Promise<string> {
  const folder = join(builds, digestOfSources())
  if (existsSync(folder)) return folder
  mkdirSync(builds, { recursive: true })
  // Moved into its place when it is whole: another start may be building the same.
  const unfinished = mkdtempSync(join(builds, 'unfinished-'))
  try {
    await build(unfinished, log, signal)
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

function build(outDir: string, log: Log, signal: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  // Left to whoever starts the stack, a test for one, these would make another site.
  const env = { ...process.env, API_BASE_URL: '', NODE_ENV: 'production' }
  const options: SpawnOptions = { cwd: projectDir, env, stdio: ['ignore', 'pipe', 'pipe'], signal }
  const args = ['build', sources, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error']
  const child = spawn(process.execPath, [vite, ...args], options)
  for (const printed of [child.stdout, child.stderr]) if (printed) log.keep(printed)
  return new Promise((built, failed) => {
    child.once('error', failed)
    child.once('close', (status) => {
      if (status === 0) built()
      else failed(new Error(`Vite ended with status ${status}.`))
    })
  })
}

/** Of all that the built files come from: the same digest, the same files. */
function digestOfSources(): string {
  const inSite = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !relative(sources, entry.parentPath).startsWith('dist'))
    .map((entry) => join(entry.parentPath, entry.name))
  const others = ['SKILL.md', 'llms.txt', 'package.json'].map((name) => join(projectDir, name))
  const digest = createHash('sha256')
  for (const path of [...inSite.sort(), ...others.filter((path) => existsSync(path))]) {
    digest
      .update(`${relative(projectDir, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return digest.digest('hex').slice(0, 32)
}
