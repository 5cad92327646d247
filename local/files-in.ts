import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The paths of all files below a folder, relative to it, with `/` on every platform. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .sort()
}
