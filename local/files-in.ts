import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The paths of all files below a folder, and of links to files, relative to it, with `/` on every platform. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .sort()
}
