import { expect, test } from 'vitest'
import { startTemporaryStack } from '../../local/stack/temporary-stack.ts'
import { DOCUMENTS, runDocument, withoutChance } from './examples.ts'

// Each document has its own stack: its responses show a new catalogue.
test.each(DOCUMENTS)('every example in %s returns the response below it', async (document) => {
  const stack = await startTemporaryStack({ mcp: false })
  try {
    const { examples, answers } = await runDocument(document, stack)
    expect(examples.length).toBeGreaterThanOrEqual(2)
    expect(answers.map(withoutChance)).toEqual(examples.map(({ answer }) => withoutChance(answer)))
  } finally {
    await stack.stop()
  }
})
