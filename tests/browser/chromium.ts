import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumOptions } from '../../scripts/chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests find the one Chromium that they share. */
    chromium: string
  }
}

/** Starts the Chromium of the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(chromiumOptions())
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}
