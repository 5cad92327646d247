import { join } from 'node:path'
import { formatted, projectDir } from './program.ts'
import { databaseTypes } from './supabase-cli.ts'

/** The file with the types of the database. */
export const typesFile = join(projectDir, 'functions', '_shared', 'database.types.ts')

/** The formatted types of a database. */
export async function generatedTypes(url: string): Promise<string> {
  return formatted(typesFile, await databaseTypes(url))
}
