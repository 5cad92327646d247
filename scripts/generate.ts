// `npm run types`, `npm run openapi` and `npm run unicode`: write generated files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { GENERATED } from './generated.ts'
import { projectDir } from './program.ts'

// The name of the script comes first, see package.json.
const [script] = process.argv.splice(2, 1) as (keyof typeof GENERATED)[]
if (!script || !(script in GENERATED)) throw new Error(`Name one of ${Object.keys(GENERATED).join(', ')}.`)

await command(script, {}, async () => {
  for (const [path, text] of await GENERATED[script]()) {
    writeFileSync(join(projectDir, path), text)
    console.log(`Written: ${path}`)
  }
})
