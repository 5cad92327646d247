import type { TestProject } from 'vitest/node'
import type { StackOptions } from '../../local/stack/options.ts'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { testStack } from './reads-by-get.ts'
import { startTestStack } from './stack.ts'

// The properties that can be sent to the processes of the tests.
type LocalStack = Omit<TemporaryStack, 'pids' | 'restart' | 'migrate' | 'rebuildWebSite' | 'lost' | 'stop'>

declare module 'vitest' {
  export interface ProvidedContext {
    /** Base URL of the API under test; ends in /functions/v1. */
    baseUrl: string
    /** The stack that was started for the tests; null when BASE_URL names a deployment. */
    localStack: LocalStack | null
  }
}

/** Starts the stack that all tests of a project share, unless BASE_URL names a deployment. */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  return setupWith(project, {})
}

export async function setupWith(
  project: TestProject,
  options: Partial<StackOptions>,
): Promise<(() => Promise<void>) | undefined> {
  const deployment = process.env.BASE_URL
  // Vite also sets BASE_URL, to the path of a web site.
  if (deployment?.startsWith('http')) {
    project.provide('baseUrl', deployment.replace(/\/+$/, ''))
    project.provide('localStack', null)
    return undefined
  }
  const stack = await startTestStack(testStack(options))
  // Without the stack, every remaining test would wait for its own timeout.
  void stack.lost.then(async (reason) => {
    console.error(`The stack of the tests failed: ${reason.message}`)
    await stack.stop()
    process.exit(1)
  })
  project.provide('baseUrl', stack.baseUrl)
  // As JSON, which leaves the functions out.
  project.provide('localStack', JSON.parse(JSON.stringify({ ...stack, lost: undefined })) as LocalStack)
  return stack.stop
}
