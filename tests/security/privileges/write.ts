// `npm run privileges`: writes tests/security/privileges/privileges.txt from a database with the migrations.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { command } from '../../../local/cli/command.ts'
import { withConnection } from '../../../local/postgres/postgres.ts'
import { projectDir } from '../../../scripts/program.ts'
import { migrationFiles, withScratchPostgres } from '../../../scripts/scratch-postgres.ts'
import { committedPrivileges, difference, privilegesFile, privilegesOf } from './privileges.ts'

await command('privileges', {}, async () => {
  const now = await withScratchPostgres(async (scratch) =>
    withConnection(await scratch.database('migrated', migrationFiles()), privilegesOf),
  )
  const changes = difference(now, committed())
  writeFileSync(privilegesFile, now)
  for (const line of changes) console.log(line)
  console.log(`Written: ${relative(projectDir, privilegesFile)}, ${changes.length} lines changed.`)
})

function committed(): string {
  try {
    return committedPrivileges()
  } catch {
    return ''
  }
}
