// `npm run unicode`: writes the tables of characters that functions/api and sql/ share, from one version of Unicode.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { projectDir } from './program.ts'
import { unicodeFiles } from './unicode-tables.ts'

await command('unicode', {}, async () => {
  for (const [path, text] of await unicodeFiles()) {
    writeFileSync(join(projectDir, path), text)
    console.log(`Written: ${path}`)
  }
})
