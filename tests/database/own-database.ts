import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { beforeAll, inject } from 'vitest'
import { migrationFiles, synonymsFile } from '../../scripts/scratch-postgres.ts'

/** A database for one test file, with the migrations and synonyms but without the seed, on the server that the tests share. */
export type OwnDatabase = {
  name: string
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
export async function ownDatabase({ connections = 2, before }: Options = {}): Promise<OwnDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const pool = connect('admin', 'postgres', 1)
  // Reserved, because an idle connection ends, and with it the lock. The migrations alter roles, which belong to the server, so
  // files must not run them at once.
  const server = await pool.reserve()
  try {
    await server`select pg_advisory_lock(${TEMPLATE_LOCK})`
    if (before === undefined) {
      await server.unsafe(`create database ${name} template ${await template(server)} owner postgres`)
      await server.unsafe(`alter database ${name} set search_path = "$user", public, extensions`)
    } else {
      await makeDatabase(server, name, before)
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
  return { name, owner, admin, drop }
}

/** A pool of connections to a database of the shared server. */
export function connect(
  as: 'owner' | 'admin',
  database: string,
  connections: number,
  settings: Record<string, string | number> = {},
): postgres.Sql {
  const stack = inject('localStack')
  if (!stack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
  return postgres(as === 'owner' ? stack.databaseUrl : stack.adminDatabaseUrl, {
    database,
    max: connections,
    // All files share the connections of the server.
    idle_timeout: 2,
    onnotice: () => {},
    connection: settings,
  })
}

/** The migrations and the list of synonyms as one script. */
function migrations(): string {
  return [...migrationFiles(), synonymsFile].map((path) => readFileSync(path, 'utf8')).join('\n;\n')
}

function bootstrap(database: string): string {
  return readFileSync(new URL('../../local/postgres/bootstrap.sql', import.meta.url), 'utf8').replaceAll(
    'alter database postgres',
    `alter database ${database}`,
  )
}

/** A migrated database without connections, created by the first file that needs it. */
async function template(server: postgres.Sql): Promise<string> {
  const hash = createHash('sha256').update(bootstrap('')).update(migrations()).digest('hex')
  const name = `migrated_${hash.slice(0, 16)}`
  const [made] = await server`select from pg_database where datname = ${name}`
  if (!made) {
    await server.unsafe(`drop database if exists ${name}_draft with (force)`)
    await makeDatabase(server, `${name}_draft`)
    await server.unsafe(`alter database ${name}_draft rename to ${name}`)
  }
  return name
}

async function makeDatabase(server: postgres.Sql, name: string, before = ''): Promise<void> {
  await server.unsafe(`create database ${name} template template0 owner postgres`)
  const admin = connect('admin', name, 1)
  const owner = connect('owner', name, 1)
  try {
    await admin.begin((tx) => tx.unsafe(bootstrap(name)))
    await owner.begin(async (tx) => {
      await tx.unsafe(before)
      await tx.unsafe(migrations())
    })
  } finally {
    await Promise.all([admin.end(), owner.end()])
  }
}
