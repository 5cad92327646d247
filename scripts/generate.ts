// `npm run generate -- types`, and so on: writes generated files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, variant } from '../local/cli/command.ts'
import { GENERATED } from './generated.ts'
import { projectDir } from './program.ts'

await variant('generate', {
  types: () => write('types'),
  openapi: () => write('openapi'),
  privileges: () => write('privileges'),
  examples: () => import('./examples/examples.ts'),
  pictures: () => import('./pictures/pictures.ts'),
})

function write(name: keyof typeof GENERATED): Promise<void> {
  return command(`generate ${name}`, {}, async () => {
    for (const [path, text] of await GENERATED[name]()) {
      writeFileSync(join(projectDir, path), text)
      console.log(`Written: ${path}`)
    }
  })
}
