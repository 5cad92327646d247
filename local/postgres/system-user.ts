import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../cli/user-error.ts'

/** How to start a program of Postgres: as the present user, or, for root, as a user whom Postgres accepts. */
export type PostgresUser = {
  /** What stands before the program and its arguments. */
  prefix: string[]
  uid?: number
  gid?: number
}

/**
 * Postgres refuses to run as root, so for root it runs as the owner of the kept data, or else as the user `postgres`,
 * who is made if there is none.
 * @param dataFolder the folder of Postgres, which may not be there yet
 * @param programs folders that the user must be able to read
 * @throws Refusal when no such user can be had, or it cannot get at the folders
 */
export function postgresUser(dataFolder: string, programs: string[]): PostgresUser {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const { uid, gid } = ownerOf(dataFolder) ?? userNamedPostgres()
  if ([...programs, dirname(dataFolder)].every((folder) => canReach(folder, uid, gid)))
    return { prefix: [], uid, gid }
  // The project or its data lie below a folder that is closed to others, such as /root or what `mktemp -d` makes. Postgres
  // gets the one right that lets it through, and nothing else of root's.
  return { prefix: throughClosedFolders(uid, gid), uid, gid }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

function userNamedPostgres(): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    try {
      execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
        stdio: 'ignore',
      })
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      throw new Refusal(
        'Postgres does not run as root, and no user “postgres” could be made: run `npm start` as an ordinary user.',
      )
    }
  }
}

function canReach(folder: string, uid: number, gid: number): boolean {
  for (let path = folder, needed = 0o5; ; path = dirname(path), needed = 0o1) {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat) {
      const granted = stat.uid === uid ? stat.mode >> 6 : stat.gid === gid ? stat.mode >> 3 : stat.mode
      // Only what is read needs the right to read; a folder on the way needs the right to pass.
      const wanted = path === folder && needed === 0o5 ? 0o5 : 0o1
      if ((granted & wanted) !== wanted) return false
    }
    if (path === dirname(path)) return true
  }
}

function throughClosedFolders(uid: number, gid: number): string[] {
  const refusal = (problem: string) =>
    new Refusal(
      `Postgres does not run as root, and the user it runs as cannot get at this folder (${problem}): run \`npm start\` as an ordinary user, or move the project out of folders closed to others.`,
    )
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' })
  } catch {
    throw refusal('setpriv of util-linux, which would help, is missing')
  }
  // Bits of the capabilities as Linux numbers them. Containers usually have only the second, wider one.
  const held = BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  const capability = held & (1n << 2n) ? 'dac_read_search' : held & (1n << 1n) ? 'dac_override' : undefined
  if (!capability) throw refusal('this root has neither CAP_DAC_READ_SEARCH nor CAP_DAC_OVERRIDE to hand on')
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
    // Without it access(2), by which Postgres looks for its own programs, takes no notice of capabilities.
    '--securebits=+no_setuid_fixup',
  ]
}
