// `npm run openapi`: writes docs/openapi.json, and the documents that the function serves, from the zod schemas and the routes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentFiles } from './openapi/files.ts'
import { command, projectDir } from './program.ts'

await command(async () => {
  for (const [path, text] of await documentFiles()) {
    const file = join(projectDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`Written: ${path}`)
  }
})
