import type { TestProject } from 'vitest/node'
import { builtSite } from '../../local/watch/site-build.ts'
import { setupWith } from '../support/global-stack.ts'

/** The stack of the tests with the web site, built from its sources as they are now. */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  return setupWith(project, { webSite: builtSite })
}
