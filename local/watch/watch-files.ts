import { statSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from '../files-in.ts'

const intervalMs = 250

/**
 * Watches the files in a folder and its subfolders by comparing them four times a second. The notifications of the system, and the
 * libraries that use them, miss folders that are replaced, as `git checkout` does, and a second write soon after the first.
 *
 * @param files matches the paths of the files, with `/` on every platform
 * @param onChange gets the changed paths when no more files change
 */
export function watchFolder(
  folder: string,
  files: RegExp,
  onChange: (paths: string[]) => void,
): { close(): void } {
  let before = readState(folder, files) ?? new Map<string, string>()
  const changed = new Set<string>()
  const timer = setInterval(() => {
    const now = readState(folder, files)
    if (!now) return
    const paths = [...new Set([...before.keys(), ...now.keys()])].filter(
      (path) => before.get(path) !== now.get(path),
    )
    before = now
    for (const path of paths) changed.add(path)
    // Editors write a file in several steps.
    if (paths.length > 0 || changed.size === 0) return
    onChange([...changed])
    changed.clear()
  }, intervalMs)
  return { close: () => clearInterval(timer) }
}

/** For each path, a text that changes with the file; undefined while a folder is being replaced. */
function readState(folder: string, files: RegExp): Map<string, string> | undefined {
  const state = new Map<string, string>()
  try {
    for (const path of filesIn(folder).filter((path) => files.test(path))) {
      const stat = statSync(join(folder, path), { bigint: true, throwIfNoEntry: false })
      if (stat?.isFile()) state.set(path, [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join())
    }
    return state
  } catch {
    return undefined
  }
}
