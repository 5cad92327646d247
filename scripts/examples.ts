// npm run examples: runs the commands in README.md, docs/api.md and docs/admin.md against a fresh stack and writes their real
// answers below them. tests/docs/examples.test.ts fails when this was forgotten.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { startStack } from '../local/stack/stack.ts'
import { DOCUMENTS, runDocument } from '../tests/docs/examples.ts'

await command('examples', {}, async () => {
  for (const document of DOCUMENTS) {
    const dataDir = await mkdtemp(join(tmpdir(), 'skill-rating-docs-'))
    const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
    try {
      const { text, examples, answers } = await runDocument(document, stack)
      let written = ''
      let from = 0
      for (const [i, { start, end }] of examples.entries()) {
        written += text.slice(from, start) + answers[i]
        from = end
      }
      await writeFile(document, written + text.slice(from))
      console.log(`${document}: ${examples.length} answers written.`)
    } finally {
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
})
