import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { projectDir } from '../project-dir.ts'
import type { Log } from '../stack/log.ts'

const sources = join(projectDir, 'site')
/** Not `site/dist`, which is for other hosts with another address of the API. */
const defaultCache = join(projectDir, 'node_modules', '.cache', 'skill-rating-site')

/**
 * Returns a folder with the web site for the address of the stack. Builds the site if this version of the sources was not built before.
 *
 * @param log gets the output of the build
 * @param cache a folder with the builds, each named after the hash of its sources
 * @throws Error when the build fails or is aborted
 */
export async function builtSite(log: Log, signal: AbortSignal, cache = defaultCache): Promise<string> {
  const folder = join(cache, hashOfSources())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  // Renamed when it is complete: another start may build the same site.
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
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
  const args = ['build', sources, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error']
  const child = spawn(process.execPath, [vite, ...args], {
    cwd: projectDir,
    // Other values, such as those of a test runner, would build another site.
    env: { ...process.env, API_BASE_URL: '', SITE_BASE_URL: '', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  for (const output of [child.stdout, child.stderr]) log.append(output)
  return new Promise((built, failed) => {
    child.once('error', failed)
    child.once('close', (status) =>
      status === 0 ? built() : failed(new Error(`Vite exited with status ${status}.`)),
    )
  })
}

function hashOfSources(): string {
  const inSite = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !relative(sources, entry.parentPath).startsWith('dist'))
    .map((entry) => join(entry.parentPath, entry.name))
  const others = [
    ...['SKILL.md', 'llms.txt', 'package.json'],
    join('functions', '_shared', 'schemas', 'options.ts'),
  ].map((name) => join(projectDir, name))
  const hash = createHash('sha256')
  for (const path of [...inSite.sort(), ...others.filter((path) => existsSync(path))])
    hash
      .update(`${relative(projectDir, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('hex').slice(0, 32)
}
