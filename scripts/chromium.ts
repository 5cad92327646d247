import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from '../local/cli/user-error.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * How Playwright starts the Chromium of this machine.
 * @throws Refusal when there is none
 */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  // Its sandbox is not to be had as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath: process.env.CHROMIUM || found(), args }
}

function found(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // Not here.
      }
    }
  }
  throw new Refusal(
    'There is no Chromium on the PATH: install Debian’s `chromium`, or set CHROMIUM to its path.',
  )
}
