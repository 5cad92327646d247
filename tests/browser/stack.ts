import type { TestProject } from 'vitest/node'
import { builtSite } from '../../local/watch/site-build.ts'
import { setupWith } from '../support/global-stack.ts'

/** Starts the shared stack with the web site, built from the current sources. */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  return setupWith(project, { webSite: builtSite })
}
