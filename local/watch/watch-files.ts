import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const intervalMs = 250

/**
 * Watches the files in a folder and its subfolders by comparing them four times a second. The notifications of the system, and the
 * libraries that use them, miss folders that are replaced, as `git checkout` does, and a second write soon after the first.
 *
 * @param onChange gets the changed paths in the folder, with `/` on every platform, when no more files change
 * @param isIgnored whether to leave out a path and everything below it
 */
export function watchFolder(
  folder: string,
  onChange: (paths: string[]) => void,
  isIgnored: (path: string) => boolean = () => false,
): { close(): void } {
  let before = readState(folder, '', isIgnored)
  const changed = new Set<string>()
  const timer = setInterval(() => {
    const now = readState(folder, '', isIgnored)
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

/** For each path in the folder, a text that changes with the file. */
function readState(
  folder: string,
  below: string,
  isIgnored: (path: string) => boolean,
  state = new Map<string, string>(),
): Map<string, string> {
  for (const entry of readEntries(join(folder, below))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (isIgnored(path)) continue
    if (entry.isDirectory()) readState(folder, path, isIgnored, state)
    else {
      const stat = statSync(join(folder, path), { bigint: true, throwIfNoEntry: false })
      if (stat?.isFile()) state.set(path, [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join())
    }
  }
  return state
}

function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // The folder is being replaced.
    return []
  }
}
