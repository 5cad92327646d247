import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { beforeAll, inject } from 'vitest'
import { createProject, MIGRATED } from '../support/stack.ts'

/** A database for one test file, with the migrations and synonyms but without the seed, on the server that the tests share. */
export type OwnDatabase = {
  name: string
  /** Its URL for `postgres`. */
  url: string
  /** As `postgres`, which owns the schema and bypasses row-level security, but is not a superuser. */
  owner: postgres.Sql
  /** As the superuser. */
  admin: postgres.Sql
  /** Closes the connections; for beforeAll to return. The database goes with the folder of its server. */
  close(): Promise<void>
}

export type Options = {
  /** The size of the owner's pool. */
  connections?: number
  /** SQL that `postgres` runs before the migrations, for a database that is not created from the template. */
  before?: string
  /** Files that are run in place of the migrations and synonyms. */
  files?: string[]
}

/** A database that is created before the tests of a file. */
export function databaseForTests(options?: Options): OwnDatabase {
  const database = {} as OwnDatabase
  beforeAll(async () => {
    Object.assign(database, await ownDatabase(options))
    return database.close
  })
  return database
}

/** The advisory lock under which roles are altered, which belong to the server. */
const ROLES_LOCK = 5_720_211

/** Creates the database. */
export async function ownDatabase({ connections = 2, before, files }: Options = {}): Promise<OwnDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const pool = connect('admin', 'postgres', 1)
  // Reserved, because an idle connection ends, and with it the lock.
  const server = await pool.reserve()
  try {
    if (before === undefined && files === undefined) {
      // Copies files, which takes a third of the CPU time of copying pages through the buffers.
      await server.unsafe(`create database ${name} template ${MIGRATED} strategy file_copy`)
      await server.unsafe(`grant all on database ${name} to postgres`)
      await server.unsafe(`alter database ${name} set search_path = "$user", public, extensions`)
    } else {
      await server`select pg_advisory_lock(${ROLES_LOCK})`
      await createProject(urlOf, name, before, files)
    }
  } finally {
    // The end of the pool would wait for it.
    server.release()
    await pool.end()
  }

  const owner = connect('owner', name, connections)
  const admin = connect('admin', name, 1)
  // Not dropped: to create the files of the next database, ext4 would look at each inode that was freed in the last seconds.
  const close = async () => {
    await Promise.all([owner.end({ timeout: 1 }), admin.end({ timeout: 1 })])
  }
  const url = urlOf('owner', name)
  return { name, url, owner, admin, close }
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
