import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How long nothing more must change, since editors write a file in several steps. */
export const settleTimeMs = 300

const intervalMs = 250

/**
 * Follows the files below a folder: what is written, renamed, replaced and deleted, and folders that come and go. It compares what
 * is there with what was there, four times a second: the system's notices, and libraries that rest on them, lose folders that are
 * replaced, as `git checkout` does, and quick second writes.
 *
 * @param onChange gets the path below the folder, with `/` on every platform
 * @param isIgnored whether a path below the folder is left out, with all below it
 */
export function watchFolder(
  folder: string,
  onChange: (path: string) => void,
  isIgnored: (path: string) => boolean = () => false,
): { close(): void } {
  let before = filesIn(folder, '', isIgnored)
  const timer = setInterval(() => {
    const now = filesIn(folder, '', isIgnored)
    const changed = [...now.keys()].filter((path) => now.get(path) !== before.get(path))
    const gone = [...before.keys()].filter((path) => !now.has(path))
    before = now
    for (const path of [...changed, ...gone]) onChange(path)
  }, intervalMs)
  return { close: () => clearInterval(timer) }
}

/** By path below the folder: what tells one state of a file from another. */
function filesIn(
  folder: string,
  below: string,
  isIgnored: (path: string) => boolean,
  found = new Map<string, string>(),
): Map<string, string> {
  for (const entry of entriesOf(join(folder, below))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (isIgnored(path)) continue
    if (entry.isDirectory()) filesIn(folder, path, isIgnored, found)
    else {
      const stat = statSync(join(folder, path), { bigint: true, throwIfNoEntry: false })
      if (stat?.isFile()) found.set(path, [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join())
    }
  }
  return found
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // It is being replaced.
    return []
  }
}
