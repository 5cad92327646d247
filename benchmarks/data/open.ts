import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { deleteData, takeDataFolder } from '../../local/stack/data-folder.ts'
import type { StackOptions } from '../../local/stack/options.ts'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { projectDir } from '../../scripts/program.ts'
import { GENERATOR_VERSION } from './generate.ts'
import { LOADING_SETTINGS, load } from './load.ts'
import { SIZES, type Size } from './sizes.ts'

/** Server settings that the manual of Postgres recommends: the stack's own are for laptops. */
export const SETTINGS = {
  shared_buffers: `${Math.floor(Math.min(4, totalmem() / 2 ** 30 / 4) * 1_024)}MB`,
  max_wal_size: '4GB',
  random_page_cost: '1.1',
}

type OpenOptions = { log?: (line: string) => void; signal?: AbortSignal }

/**
 * Starts a stack on the data of a size, which is kept in `.bench/<size>` or below BENCH_DIR. Creates the data when it is
 * missing or belongs to other migrations or another generator.
 * @throws UserError when another stack uses the data
 */
export async function openStack(size: Size, { log = console.log, signal }: OpenOptions = {}): Promise<Stack> {
  const dataDir = resolve(process.env.BENCH_DIR ?? join(projectDir, '.bench'), size)
  const start = (postgresSettings: StackOptions['postgresSettings'] & {}) =>
    startStack({
      dataDir,
      postgresSettings,
      apiPort: 0,
      dbPort: 0,
      studioPort: 0,
      ...(signal && { signal }),
    })
  const marker = join(dataDir, 'made.json')
  const version = versionOf(size)
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== version) {
    const lock = await takeDataFolder(dataDir)
    deleteData(dataDir)
    rmSync(marker, { force: true })
    lock.release()
    log(`Loading the data of size ${size} into ${dataDir}`)
    const stack = await start(LOADING_SETTINGS)
    try {
      await load(stack.adminDatabaseUrl, size, log)
    } finally {
      await stack.stop()
    }
    // Last, so that an interrupted load starts again.
    writeFileSync(marker, version)
  }
  return start(SETTINGS)
}

/** Changes with everything that the data depends on. */
function versionOf(size: Size): string {
  const hash = createHash('sha256').update(JSON.stringify([GENERATOR_VERSION, size, SIZES[size]]))
  const migrations = join(projectDir, 'supabase', 'migrations')
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)))
  return hash.digest('hex')
}
