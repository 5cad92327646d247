import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '../cli/user-error.ts'

/** The system user for Postgres; without an id, the current user. */
export type PostgresUser = {
  /** A command that starts Postgres, such as setpriv with its arguments. */
  prefix: string[]
  uid?: number
  gid?: number
}

/**
 * Postgres does not run as root. For root, it runs as the owner of the data, or else as the user `postgres`, who is created if
 * necessary.
 * @param dataFolder the folder of Postgres, which may not exist yet
 * @param programs folders that the user must be able to read
 * @throws UserError when there is no such user, or it cannot reach the folders
 */
export function postgresUser(dataFolder: string, programs: string[]): PostgresUser {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const { uid, gid } = ownerOf(dataFolder) ?? userNamedPostgres()
  const is = (...test: string[]) => spawnSync('test', test, { uid, gid, cwd: '/' }).status === 0
  // The data folder can be entered, but not listed.
  const canRead = programs.every((folder) => is('-r', folder, '-a', '-x', folder))
  if (canRead && is('-x', dirname(dataFolder))) return { prefix: [], uid, gid }
  // The project or its data is in a folder that only root can enter, such as /root or a folder of `mktemp -d`. Postgres gets the
  // one capability that it needs to pass.
  return { prefix: throughClosedFolders(uid, gid), uid, gid }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

function userNamedPostgres(): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  if (spawnSync('id', ['postgres']).status !== 0)
    spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    throw new UserError(
      'Postgres does not run as root, and the user “postgres” could not be created: run `npm start` as another user.',
    )
  }
}

function throughClosedFolders(uid: number, gid: number): string[] {
  const userError = (problem: string) =>
    new UserError(
      `Postgres does not run as root, and its user cannot reach the project or the data (${problem}): run \`npm start\` as another user, or move the project out of folders that only root can enter.`,
    )
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' })
  } catch {
    throw userError('the program setpriv of util-linux is missing')
  }
  // The numbers of Linux for these capabilities. Containers usually have only the second one, which allows more.
  const held = BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  const capability = held & (1n << 2n) ? 'dac_read_search' : held & (1n << 1n) ? 'dac_override' : undefined
  if (!capability) throw userError('this root user has neither CAP_DAC_READ_SEARCH nor CAP_DAC_OVERRIDE')
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
    // Without this, access(2) ignores capabilities, and Postgres does not find its own programs.
    '--securebits=+no_setuid_fixup',
  ]
}
