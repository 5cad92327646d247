import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'
import { baseUrl } from '../support/api.ts'
import { ardSpec } from '../support/ard-contract.ts'

/**
 * The conformance tool of Agentic Resource Discovery, a program in Python that is not part of this repository:
 * `git clone https://github.com/ards-project/ard-spec`, and ARD_SPEC is the path of that folder.
 */
test.runIf(ardSpec)('the conformance tool of the specification finds no fault', async () => {
  const tool = join(ardSpec ?? '', 'conformance', 'bin', 'conformance-test')
  expect(existsSync(tool), tool).toBe(true)
  const { status, stdout, stderr } = await run('python3', [tool, 'registry', `${baseUrl}/registry/ard`])
  expect(status, stdout + stderr).toBe(0)
  expect(stdout).toContain('CONFORMANCE STATUS: PASS')
  expect(stdout).toContain('POST /search returned valid results list')
})
