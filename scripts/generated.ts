import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withConnection } from '../local/postgres/postgres.ts'
import { documentFiles } from './openapi/files.ts'
import { PRIVILEGES_FILE, privilegesOf } from './privileges.ts'
import { formatted, projectDir } from './program.ts'
import { migrationFiles, withScratchPostgres } from './scratch-postgres.ts'
import { databaseTypes } from './supabase-cli.ts'

/** What these variants of `npm run generate` write: texts by their paths in the project. */
export const GENERATED = {
  types: typeFiles,
  openapi: documentFiles,
  privileges: privilegeFiles,
}

/** Says which files a variant would change. */
export async function staleFiles(name: keyof typeof GENERATED): Promise<string> {
  const files = [...(await GENERATED[name]())]
  const stale = files.filter(([path, text]) => readFileSync(join(projectDir, path), 'utf8') !== text)
  return stale.map(([path]) => `${path} is not current: run \`npm run generate -- ${name}\`.`).join('\n')
}

/** The types of a database with the migrations. */
function typeFiles(): Promise<Map<string, string>> {
  return withScratchPostgres(async (scratch) => {
    const types = await databaseTypes(await scratch.database('migrated', migrationFiles()))
    const path = 'functions/_shared/database.types.ts'
    return new Map([[path, await formatted(path, types)]])
  })
}

/** The privileges in a database with the migrations. */
function privilegeFiles(): Promise<Map<string, string>> {
  return withScratchPostgres(async (scratch) => {
    const url = await scratch.database('migrated', migrationFiles())
    return new Map([[PRIVILEGES_FILE, await withConnection(url, privilegesOf)]])
  })
}
