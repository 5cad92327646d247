import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests find the one Chromium that they share. */
    chromium: string
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Starts the Chromium of the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions())
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}

/**
 * How Chromium is started on this machine.
 * @throws Error when there is none
 */
export function launchOptions(): { executablePath: string; args: string[] } {
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
  throw new Error(
    'There is no Chromium on the PATH: install Debian’s `chromium`, or set CHROMIUM to its path.',
  )
}
