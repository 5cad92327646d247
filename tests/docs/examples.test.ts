import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { DOCUMENTS, runDocument, withoutChance } from './examples.ts'

// A stack of their own for each document: the answers show a fresh catalogue.
describe.each(DOCUMENTS)('%s', (document) => {
  let stack: Stack
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'skill-rating-docs-'))
    stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  }, 60_000)

  afterAll(async () => {
    await stack?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('every command gives the answer that stands below it', async () => {
    const { examples, answers } = await runDocument(document, stack)

    expect(examples.length).toBeGreaterThanOrEqual(4)
    expect(answers.map(withoutChance)).toEqual(examples.map(({ answer }) => withoutChance(answer)))
  }, 60_000)
})
