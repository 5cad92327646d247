// `npm run openapi`: writes docs/openapi.json, and the documents that the function serves, from the zod schemas and the routes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { documentFiles } from './openapi/files.ts'
import { projectDir } from './program.ts'

await command('openapi', {}, async () => {
  for (const [path, text] of await documentFiles()) {
    const file = join(projectDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`Written: ${path}`)
  }
})
