// `npm run types`: writes functions/_shared/database.types.ts from a database with the migrations.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { command } from '../local/cli/command.ts'
import { generatedTypes, typesFile } from './generated-types.ts'
import { projectDir } from './program.ts'
import { migrationFiles, withScratchPostgres } from './scratch-postgres.ts'

await command('types', {}, async () => {
  await withScratchPostgres(async (scratch) => {
    writeFileSync(typesFile, await generatedTypes(await scratch.database('migrated', migrationFiles())))
  })
  console.log(`Written: ${relative(projectDir, typesFile)}`)
})
