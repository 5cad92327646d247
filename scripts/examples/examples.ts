// `npm run generate -- examples`: runs the commands in the docs with a new stack for each document, and writes their answers below them.
// tests/scripts/examples.test.ts compares them.
import { writeFile } from 'node:fs/promises'
import { command } from '../../local/cli/command.ts'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { DOCUMENTS, runDocument } from './documents.ts'

await command('generate examples', {}, async () => {
  for (const document of DOCUMENTS) {
    await withStack({ mcp: false }, async (stack) => {
      const { text, examples, answers } = await runDocument(document, stack)
      let written = ''
      let from = 0
      for (const [i, { start, end }] of examples.entries()) {
        written += text.slice(from, start) + answers[i]
        from = end
      }
      await writeFile(document, written + text.slice(from))
      console.log(`${document}: ${examples.length} answers written.`)
    })
  }
})
