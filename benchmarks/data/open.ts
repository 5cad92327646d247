import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { Refusal } from '../../local/cli/user-error.ts'
import { deleteData, takeDataFolder } from '../../local/stack/data-folder.ts'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { projectDir } from '../../scripts/program.ts'
import { GENERATOR_VERSION } from './generate.ts'
import { LOADING_SETTINGS, load } from './load.ts'
import { duration } from './progress.ts'
import { DISK_SPACE, SIZES, type Size } from './sizes.ts'

export { benchmarkKey } from './keys.ts'

/** Settings of a server in place of the stack's own, which are for laptops: a quarter of the memory, as Postgres's manual has it. */
const SETTINGS = {
  shared_buffers: `${Math.floor(Math.min(4, totalmem() / 2 ** 30 / 4) * 1_024)}MB`,
  max_wal_size: '4GB',
  random_page_cost: '1.1',
}

const ANY_PORTS = { apiPort: 0, dbPort: 0, studioPort: 0 }

export type OpenOptions = {
  functionSettings?: Record<string, string>
  log?: (line: string) => void
  /** Ends what is under way. */
  signal?: AbortSignal
}

/**
 * Starts the stack over the data of a size, kept in `.bench/<size>`, or in the folder that BENCH_DIR names. Makes them first
 * if they are not there, or are of other migrations or another generator. What a benchmark writes there stays.
 * @throws Refusal when there is no room on the disk, or another stack is using these data
 */
export async function openStack(size: Size, options: OpenOptions = {}): Promise<Stack> {
  const { log = console.log, signal, functionSettings } = options
  const dataDir = resolve(process.env.BENCH_DIR ?? join(projectDir, '.bench'), size)
  const interruptible = signal ? { signal } : {}
  if (!isMade(dataDir, size)) await make(dataDir, size, { log, ...interruptible })
  return startStack({
    dataDir,
    ...ANY_PORTS,
    mcp: false,
    ...interruptible,
    postgresSettings: SETTINGS,
    ...(functionSettings && { functionSettings }),
  })
}

async function make(
  dataDir: string,
  size: Size,
  { log, signal }: { log: (line: string) => void; signal?: AbortSignal },
): Promise<void> {
  const start = performance.now()
  const version = versionOf(size)
  await empty(dataDir)
  checkRoom(dataDir, size)
  const { skills, ratings } = SIZES[size]
  const figure = (count: number) => count.toLocaleString('en')
  log(
    `Data of size ${size}: ${figure(skills)} skills and ${figure(ratings)} ratings are made and kept in ${dataDir}.`,
  )
  const interruptible = signal ? { signal } : {}
  const stack = await startStack({
    dataDir,
    ...ANY_PORTS,
    mcp: false,
    ...interruptible,
    postgresSettings: LOADING_SETTINGS,
  })
  try {
    await load(stack.adminDatabaseUrl, size, { log, ...interruptible })
  } finally {
    await stack.stop()
  }
  // Last, so that data which were not finished are never taken for whole.
  writeFileSync(markerIn(dataDir), `${JSON.stringify({ made: version })}\n`)
  log(`Data of size ${size}: made in ${duration(performance.now() - start)}.`)
}

/** Deletes the data of an earlier generator, and nothing that the benchmark did not create. */
async function empty(dataDir: string): Promise<void> {
  const lock = await takeDataFolder(dataDir)
  deleteData(dataDir)
  rmSync(markerIn(dataDir), { force: true })
  lock.release()
}

function checkRoom(dataDir: string, size: Size): void {
  const { bavail, bsize } = statfsSync(dataDir)
  const room = (bavail * bsize) / 1e9
  if (room < DISK_SPACE[size]) {
    throw new Refusal(
      `The data of size ${size} take ${DISK_SPACE[size]} GB and there are ${room.toFixed(1)} GB free for ${dataDir}: make room, or leave ${size} out with --sizes.`,
    )
  }
}

function markerIn(dataDir: string): string {
  return join(dataDir, 'made.json')
}

function isMade(dataDir: string, size: Size): boolean {
  if (!existsSync(markerIn(dataDir))) return false
  const { made } = JSON.parse(readFileSync(markerIn(dataDir), 'utf8')) as { made: string }
  return made === versionOf(size)
}

/** What the data of a size follow from. */
function versionOf(size: Size): string {
  const hash = createHash('sha256').update(JSON.stringify([GENERATOR_VERSION, size, SIZES[size]]))
  const migrations = join(projectDir, 'supabase', 'migrations')
  for (const file of readdirSync(migrations).sort())
    hash.update(file).update(readFileSync(join(migrations, file)))
  return hash.digest('hex')
}
