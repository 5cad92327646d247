import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentFiles } from './openapi/files.ts'
import { formatted, projectDir } from './program.ts'
import { migrationFiles, withScratchPostgres } from './scratch-postgres.ts'
import { databaseTypes } from './supabase-cli.ts'

/** What each of these scripts writes: texts by their paths in the project. */
export const GENERATED = {
  types: typeFiles,
  openapi: documentFiles,
  unicode: async () => (await import('./unicode-tables.ts')).unicodeFiles(),
}

/** Says which files a script would change. */
export async function staleFiles(script: keyof typeof GENERATED): Promise<string> {
  const files = [...(await GENERATED[script]())]
  const stale = files.filter(([path, text]) => readFileSync(join(projectDir, path), 'utf8') !== text)
  return stale.map(([path]) => `${path} is not current: run \`npm run ${script}\`.`).join('\n')
}

/** The types of a database with the migrations. */
function typeFiles(): Promise<Map<string, string>> {
  return withScratchPostgres(async (scratch) => {
    const types = await databaseTypes(await scratch.database('migrated', migrationFiles()))
    const path = 'functions/_shared/database.types.ts'
    return new Map([[path, await formatted(path, types)]])
  })
}
