// `npm run generate -- examples`: runs the commands in the docs with a new stack for each document, and writes their answers below them.
// tests/scripts/examples.ts compares them.
import { writeFile } from 'node:fs/promises'
import { command } from '../../local/cli/command.ts'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { DOCUMENTS, runDocument, withAnswers } from './documents.ts'

await command('generate examples', {}, async () => {
  for (const document of DOCUMENTS) {
    await withStack({}, async (stack) => {
      const { text, answers } = await runDocument(document, stack)
      await writeFile(document, withAnswers(text, answers))
      console.log(`${document}: ${answers.length} answers written.`)
    })
  }
})
