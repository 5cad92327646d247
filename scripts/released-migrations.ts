import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASELINE, migrationsIn, RELEASED } from '../local/postgres/migrate.ts'
import { projectDir } from './program.ts'

const FOLDER = join(projectDir, 'supabase', 'migrations')
const LIST = join(projectDir, 'local', 'postgres', 'migrate.ts')

/** What is wrong with the files of the released migrations: one line each. */
export function releasedProblems(folder = FOLDER, released = RELEASED): string[] {
  const files = hashesIn(folder)
  const versions = Object.keys(released).sort()
  const changed = versions.flatMap((version) => {
    const hash = files.get(version)
    // The baseline has replaced those before it.
    if (version < BASELINE || hash === released[version]) return []
    return `The migration ${version} is released, and its file ${hash ? 'has changed' : 'is missing'}: write a new migration instead.`
  })
  const last = versions.at(-1) ?? ''
  const early = [...files.keys()].filter((version) => !released[version] && version < last)
  return [
    ...changed,
    ...early.map(
      (version) => `The migration ${version} is not released, and before one that is: give it a new version.`,
    ),
  ]
}

/** Adds all migrations to the released ones. Returns whether one was missing. */
export function recordReleased(list = LIST, folder = FOLDER, released = RELEASED): boolean {
  const files = hashesIn(folder)
  if ([...files.keys()].every((version) => released[version])) return false
  const lines = [...files].map(([version, hash]) => `  '${version}': '${released[version] ?? hash}',\n`)
  const text = readFileSync(list, 'utf8')
  writeFileSync(
    list,
    text.replace(/(export const RELEASED: Record<string, string> = \{\n)[^}]*/, `$1${lines.join('')}`),
  )
  return true
}

/** The SHA-256 of each file, by version, in order. */
function hashesIn(folder: string): Map<string, string> {
  return new Map(
    migrationsIn(folder).map(({ path, version }) => [
      version,
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  )
}
