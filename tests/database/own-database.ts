import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { beforeAll, inject } from 'vitest'
import { runFile } from '../../local/postgres/migrate.ts'
import { migrationFiles, synonymsFile } from '../../scripts/scratch-postgres.ts'

/** A database for one test file, with the migrations and synonyms but without the seed, on the server that the tests share. */
export type OwnDatabase = {
  name: string
  /** Its URL for `postgres`. */
  url: string
  /** As `postgres`, which owns the schema and bypasses row-level security, but is not a superuser. */
  owner: postgres.Sql
  /** As the superuser. */
  admin: postgres.Sql
  /** Drops the database; for beforeAll to return. */
  drop(): Promise<void>
}

export type Options = {
  /** The size of the owner's pool. */
  connections?: number
  /** SQL that `postgres` runs before the migrations, for a database that is not created from the template. */
  before?: string
  /** Files that are run in place of the migrations and synonyms. */
  files?: string[]
}

/** A database that is created before the tests of a file and dropped after them. */
export function databaseForTests(options?: Options): OwnDatabase {
  const database = {} as OwnDatabase
  beforeAll(async () => {
    Object.assign(database, await ownDatabase(options))
    return database.drop
  })
  return database
}

/** The advisory lock under which the template is created. */
const TEMPLATE_LOCK = 5_720_211

/** Creates the database. */
export async function ownDatabase({ connections = 2, before, files }: Options = {}): Promise<OwnDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const pool = connect('admin', 'postgres', 1)
  // Reserved, because an idle connection ends, and with it the lock. The migrations alter roles, which belong to the server, so
  // files must not run them at once.
  const server = await pool.reserve()
  try {
    await server`select pg_advisory_lock(${TEMPLATE_LOCK})`
    if (before === undefined && files === undefined) {
      await server.unsafe(`create database ${name} template ${await template(server)} owner postgres`)
      await server.unsafe(`alter database ${name} set search_path = "$user", public, extensions`)
    } else {
      await makeDatabase(server, name, before, files)
    }
  } finally {
    // The end of the pool would wait for it.
    server.release()
    await pool.end()
  }

  const owner = connect('owner', name, connections)
  const admin = connect('admin', name, 1)
  const drop = async () => {
    await Promise.all([owner.end({ timeout: 1 }), admin.end({ timeout: 1 })])
    const last = connect('admin', 'postgres', 1)
    await last.unsafe(`drop database ${name} with (force)`)
    await last.end()
  }
  const url = urlOf('owner', name)
  return { name, url, owner, admin, drop }
}

/** A pool of connections to a database of the shared server. */
export function connect(
  as: 'owner' | 'admin',
  database: string,
  connections: number,
  settings: Record<string, string | number> = {},
): postgres.Sql {
  return postgres(urlOf(as, database), {
    max: connections,
    // All files share the connections of the server.
    idle_timeout: 2,
    onnotice: () => {},
    connection: settings,
  })
}

/** The URL of a database of the shared server. */
function urlOf(as: 'owner' | 'admin', database: string): string {
  const stack = inject('localStack')
  if (!stack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
  return (as === 'owner' ? stack.databaseUrl : stack.adminDatabaseUrl).replace(/postgres$/, database)
}

const newestFiles = () => [...migrationFiles(), synonymsFile]

function bootstrap(database: string): string {
  return readFileSync(new URL('../../local/postgres/bootstrap.sql', import.meta.url), 'utf8').replaceAll(
    'alter database postgres',
    `alter database ${database}`,
  )
}

/** A migrated database without connections, created by the first file that needs it. */
async function template(server: postgres.Sql): Promise<string> {
  const hash = createHash('sha256')
    .update(bootstrap(''))
    .update(
      newestFiles()
        .map((path) => readFileSync(path, 'utf8'))
        .join(),
    )
    .digest('hex')
  const name = `migrated_${hash.slice(0, 16)}`
  const [made] = await server`select from pg_database where datname = ${name}`
  if (!made) {
    await server.unsafe(`drop database if exists ${name}_draft with (force)`)
    await makeDatabase(server, `${name}_draft`)
    await server.unsafe(`alter database ${name}_draft rename to ${name}`)
  }
  return name
}

async function makeDatabase(
  server: postgres.Sql,
  name: string,
  before = '',
  files = newestFiles(),
): Promise<void> {
  await server.unsafe(`create database ${name} template template0 owner postgres`)
  const admin = connect('admin', name, 1)
  const owner = connect('owner', name, 1)
  try {
    await admin.begin((tx) => tx.unsafe(bootstrap(name)))
    await owner.unsafe(before)
    for (const file of files) await runFile(owner, file)
  } finally {
    await Promise.all([admin.end(), owner.end()])
  }
}
