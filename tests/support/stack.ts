// Stacks of tests: a copy of a data folder that was made once, and a Postgres that does not wait for the disk.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesIn } from '../../local/files-in.ts'
import { runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { projectDir } from '../../local/project-dir.ts'
import type { StackOptions } from '../../local/stack/options.ts'
import { startStack } from '../../local/stack/stack.ts'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { temporaryDataDir } from '../../scripts/postgres-server.ts'
import { migrationFiles, synonymsFile } from '../../scripts/scratch-postgres.ts'

/** The data of tests survive the death of a process, but not that of the machine. */
export const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  // New tables are filled without a log.
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** The absolute path of safeupdate, which Supabase loads for the role of the Data API; empty to run without it. */
export const SAFEUPDATE_LIBRARY = process.env.SAFEUPDATE_LIBRARY ?? ''

/**
 * Starts a stack with new data, migrations, synonyms and seed. That saves three of five seconds of a start, which
 * tests/stack/start-and-stop.test.ts tests.
 */
export async function startTestStack(options: Partial<StackOptions> = {}): Promise<TemporaryStack> {
  const template = await dataFolderTemplate()
  return startTemporaryStack(
    { ...options, postgresSettings: { ...FAST_SETTINGS, ...options.postgresSettings } },
    (dataDir) => copyDataFolder(template, dataDir),
  )
}

/** Copies the data of a server that does not run into an existing folder. */
export function copyDataFolder(from: string, to: string): void {
  // Node's cpSync keeps no owner, and for root Postgres runs as another user.
  execFileSync('cp', ['-a', `${from}/.`, to])
}

const cache = join(projectDir, 'node_modules', '.cache', 'data-folders')

/** The data folder of a stack that was started once. It is kept until something changes from which it was made. */
async function dataFolderTemplate(): Promise<string> {
  const hash = createHash('sha256').update(SAFEUPDATE_LIBRARY)
  for (const folder of ['local/postgres', 'supabase'].map((name) => join(projectDir, name)))
    for (const file of filesIn(folder)) hash.update(file).update(readFileSync(join(folder, file)))
  for (const file of ['package-lock.json', 'tests/support/stack.ts'])
    hash.update(readFileSync(join(projectDir, file)))
  const template = join(cache, hash.digest('hex').slice(0, 16))
  if (existsSync(template)) return template

  const dataDir = temporaryDataDir('template')
  try {
    await fill(dataDir)
    mkdirSync(cache, { recursive: true })
    const draft = `${template}.draft-${process.pid}`
    mkdirSync(draft)
    copyDataFolder(dataDir, draft)
    try {
      renameSync(draft, template)
    } catch (error) {
      // Another process of the tests may have made it.
      rmSync(draft, { recursive: true })
      if (!existsSync(template)) throw error
    }
    // Of other versions. Drafts of this one may be in the making.
    for (const name of readdirSync(cache))
      if (!name.startsWith(basename(template))) rmSync(join(cache, name), { recursive: true, force: true })
    return template
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function fill(dataDir: string): Promise<void> {
  // A whole stack, which also fills the cache of Deno.
  const stack = await startStack({
    dataDir,
    apiPort: 0,
    dbPort: 0,
    studioPort: 0,
    postgresSettings: FAST_SETTINGS,
  })
  try {
    const urls = { admin: stack.adminDatabaseUrl, owner: stack.databaseUrl }
    await createProject((as, name) => urls[as].replace(/postgres$/, name), MIGRATED)
    if (SAFEUPDATE_LIBRARY)
      await withConnection(urls.admin, (sql) =>
        sql.unsafe(`alter role authenticator set session_preload_libraries = '${SAFEUPDATE_LIBRARY}'`),
      )
  } finally {
    await stack.stop()
  }
  rmSync(join(dataDir, 'logs'), { recursive: true })
}

/** The database that the databases of tests are copies of: with the migrations and synonyms, but without the seed. */
export const MIGRATED = 'migrated'

/**
 * Creates a database like that of a new Supabase project. This alters roles, which belong to the server.
 * @param before SQL that `postgres` runs before the files
 */
export async function createProject(
  urlOf: (as: 'owner' | 'admin', database: string) => string,
  name: string,
  before = '',
  files = [...migrationFiles(), synonymsFile],
): Promise<void> {
  await withConnection(urlOf('admin', 'postgres'), (sql) =>
    sql.unsafe(`create database ${name} template template0`),
  )
  const text = readFileSync(join(projectDir, 'local', 'postgres', 'bootstrap.sql'), 'utf8')
  await withConnection(urlOf('admin', name), (sql) =>
    sql.begin((tx) => tx.unsafe(text.replaceAll('database postgres', `database ${name}`))),
  )
  await withConnection(urlOf('owner', name), async (sql) => {
    await sql.unsafe(before)
    for (const file of files) await runFile(sql, file)
  })
}
