import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from '../files-in.ts'
import { projectDir } from '../project-dir.ts'
import type { Log } from '../stack/log.ts'

const sources = join(projectDir, 'site')
/** What the site shares with the functions, besides the options of the schemas. */
const texts = join('functions', '_shared', 'text')
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

/** The arguments for Node that build the web site into a folder. */
export function buildArguments(outDir: string): string[] {
  const vite = join(projectDir, 'node_modules', 'vite', 'bin', 'vite.js')
  return [vite, 'build', sources, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error']
}

async function build(outDir: string, log: Log, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, buildArguments(outDir), {
    cwd: projectDir,
    // Other values, such as those of a test runner, would build another site.
    env: { ...process.env, API_BASE_URL: '', SITE_BASE_URL: '', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  for (const output of [child.stdout, child.stderr]) log.append(output)
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`Vite exited with status ${status}.`)
}

function hashOfSources(): string {
  const paths = [
    ...filesIn(sources).flatMap((path) => (path.startsWith('dist/') ? [] : join('site', path))),
    'SKILL.md',
    'llms.txt',
    'package.json',
    join('functions', '_shared', 'schemas', 'options.ts'),
    ...filesIn(join(projectDir, texts)).map((path) => join(texts, path)),
  ]
  const hash = createHash('sha256')
  for (const path of paths) {
    hash.update(`${path}\0`)
    hash.update(readFileSync(join(projectDir, path)))
  }
  return hash.digest('hex').slice(0, 32)
}
