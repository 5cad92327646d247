// `npm run db:migration -- NAME`: writes what changed in sql/ as a new migration in supabase/migrations/ and checks it.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { projectDir } from './program.ts'
import { migrationFiles, type ScratchPostgres, schemaFiles, withScratchPostgres } from './scratch-postgres.ts'
import { schemaDifference } from './supabase-cli.ts'

const migrationsDir = join(projectDir, 'supabase', 'migrations')

const positionals = { name: 'NAME', help: 'Name of the migration: lower-case letters, digits and _' }

await command('db:migration', { positionals }, async (_, names) => {
  const path = join(migrationsDir, `${timestamp()}_${nameFrom(names)}.sql`)
  await withScratchPostgres((scratch) => write(path, scratch))
  console.log(
    `Written: ${relative(projectDir, path)}. Review it, then run \`npm run generate -- types\` and \`npm test\`.`,
  )
})

async function write(path: string, scratch: ScratchPostgres): Promise<void> {
  const [migrated, wanted] = await Promise.all([
    scratch.database('migrated', migrationFiles()),
    scratch.database('wanted', schemaFiles()),
  ])
  const difference = await schemaDifference(migrated, wanted)
  if (!difference) throw new UserError('There is nothing to migrate: the migrations already lead to sql/.')

  mkdirSync(migrationsDir, { recursive: true })
  // While a migration waits for a lock, all later statements wait, too.
  writeFileSync(path, `set local lock_timeout = '2s';\n\n${difference}\n`)
  try {
    // A view that is created again loses the comments on its columns.
    const lost = await schemaDifference(await scratch.database('first', migrationFiles()), wanted)
    if (lost) appendFileSync(path, `\n${lost}\n`)
    const left = lost && (await schemaDifference(await scratch.database('second', migrationFiles()), wanted))
    if (left) throw new Error(`The remaining difference:\n${left}`)
  } catch (error) {
    rmSync(path)
    throw new UserError(
      `The generated migration does not lead to sql/ and was deleted; write it by hand. ${(error as Error).message}\n\n${difference}`,
    )
  }
}

function nameFrom([name, ...rest]: string[]): string {
  if (name && rest.length === 0 && /^[a-z0-9_]{1,100}$/.test(name)) return name
  throw new UserError(
    'Give the migration one name of lower-case letters, digits and _, e.g. `npm run db:migration -- add_skill_tags`.',
  )
}

/** The current time in UTC, as in the CLI, but always after the last migration. */
function timestamp(): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const last = /^\d+/.exec(basename(migrationFiles().at(-1) ?? ''))?.[0] ?? '0'
  return now > last ? now : String(BigInt(last) + 1n)
}
