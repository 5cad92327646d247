import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumOptions } from '../../scripts/chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The endpoint of the Chromium that all tests share. */
    chromium: string
  }
}

/** Starts Chromium for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(chromiumOptions())
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}
