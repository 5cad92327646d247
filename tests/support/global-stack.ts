import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Stack, type StackOptions, startStack } from '../../local/stack/stack.ts'

// Whatever of it can be handed to the tests' own processes.
type LocalStack = Omit<Stack, 'pids' | 'restart' | 'migrate' | 'renewWebSite' | 'lost' | 'stop'>

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the API under test is; ends in /functions/v1. */
    baseUrl: string
    /** What else there is to know of the stack that was started for the tests; null when BASE_URL names a deployment. */
    localStack: LocalStack | null
  }
}

/** Starts the one stack that the tests of the service share, on free ports and with data of its own. */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  return setupWith(project, {})
}

/** The same, for a stack that has more than the others. */
export async function setupWith(
  project: TestProject,
  more: Partial<StackOptions>,
): Promise<(() => Promise<void>) | undefined> {
  const deployment = process.env.BASE_URL
  // Vite sets this variable as well, to the path of a web site.
  if (deployment?.startsWith('http')) {
    project.provide('baseUrl', deployment.replace(/\/+$/, ''))
    project.provide('localStack', null)
    return undefined
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-tests-'))
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, ...more })
  // Every test after that would wait in vain for its own timeout.
  void stack.lost.then(async (reason) => {
    console.error(`The stack for the tests is lost: ${reason.message}`)
    await stack.stop()
    process.exit(1)
  })
  // As JSON has it: without what can only be called here.
  const localStack = JSON.parse(JSON.stringify({ ...stack, lost: undefined })) as LocalStack
  project.provide('baseUrl', stack.baseUrl)
  project.provide('localStack', localStack)
  return async () => {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
