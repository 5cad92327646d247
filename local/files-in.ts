import { readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The paths of all files below a folder, and of links to files, relative to it, with `/` on every platform. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const leadsToFile = entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile()
      return entry.isFile() || leadsToFile ? relative(folder, path).replaceAll(sep, '/') : []
    })
    .sort()
}
