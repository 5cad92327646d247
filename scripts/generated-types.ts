import { join } from 'node:path'
import { commandOf, projectDir, run } from './program.ts'
import { databaseTypes } from './supabase-cli.ts'

/** The file that holds the types of the database's API. */
export const typesFile = join(projectDir, 'functions', '_shared', 'database.types.ts')

/** What that file must hold for a database: the CLI's types, formatted as everything here is. */
export async function generatedTypes(url: string): Promise<string> {
  const biome = [commandOf('@biomejs/biome', 'biome'), 'format', `--stdin-file-path=${typesFile}`]
  const { status, stdout, stderr } = await run(process.execPath, biome, { input: await databaseTypes(url) })
  if (status !== 0) throw new Error(`biome could not format the generated types:\n${stderr}`)
  return stdout
}
