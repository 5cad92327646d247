import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { UserError } from '../local/cli/user-error.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Options to start the Chromium of this machine with Playwright. @throws UserError when there is none */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  // The sandbox does not work for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath: process.env.CHROMIUM || findChromium(), args }
}

/** Runs work with a Chromium of its own. */
export async function withChromium(work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(chromiumOptions())
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)
  if (found) return found
  throw new UserError(
    'Chromium was not found on the PATH: install it (on Debian: `chromium`), or set CHROMIUM to its path.',
  )
}
