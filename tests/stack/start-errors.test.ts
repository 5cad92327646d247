import * as fs from 'node:fs'
import { createServer, type Server } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { BASELINE } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { checkDeletable, resetDataFolder } from '../../local/stack/data-folder.ts'
import { takeLock } from '../../local/stack/lock.ts'
import { portProblem } from '../../local/stack/ports.ts'
import { readSettings } from '../../local/stack/settings.ts'
import { startStack } from '../../local/stack/stack.ts'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { projectDir, statusOf, temporaryFolder, until } from '../support/process.ts'
import { startTestStack } from '../support/stack.ts'

const start = (dataDir: string) => startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0 })
const marker = '.skill-rating-stack'

describe('settings', () => {
  test.each(['abc', '0', '65536', '-1', '80.5', '1e3', ' 80'])('reject %j as a port', (port) => {
    expect(() => readSettings({ DB_PORT: port })).toThrow(`DB_PORT is “${port}”, which is not a valid port:`)
  })

  test('reject the same port twice', () => {
    expect(() => readSettings({ DB_PORT: '54321' })).toThrow('API_PORT and DB_PORT are both 54321:')
  })

  test('have defaults', () => {
    expect(readSettings({ API_PORT: '' })).toMatchObject({ apiPort: 54321, dbPort: 54322, studioPort: 54323 })
  })
})

/** The files in a folder with their content. */
const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, fs.readFileSync(join(parentPath, name), 'utf8')])

function write(folder: string, path: string, text = '{"mine": true}'): string {
  fs.mkdirSync(dirname(join(folder, path)), { recursive: true })
  fs.writeFileSync(join(folder, path), text)
  return folder
}

const closed = (folder: string) => {
  fs.chmodSync(folder, 0o555)
  // Root can write to every other folder.
  return process.getuid?.() === 0 ? `/proc/${process.pid}/task` : folder
}
const linkTo = (folder: string, target: string) => {
  fs.symlinkSync(target, join(folder, 'link'))
  return join(folder, 'link')
}
const postgres16 = (folder: string) => write(folder, 'postgres/PG_VERSION', '16\n')
const isOther = /was created by Postgres 16, but this is Postgres 17: .* or run `npm run reset` .*\.$/

describe('a data folder is rejected and not changed', () => {
  test.each<[problem: string, prepare: (folder: string) => string, message: RegExp]>([
    [
      'is below a file',
      (folder) => join(write(folder, 'file'), 'file/data'),
      / cannot be created \(ENOTDIR: .*\): .*\.$/,
    ],
    ['is a broken link', (folder) => linkTo(folder, '/nowhere/at/all'), / cannot be created \(.*\): .*\.$/],
    [
      'is a link to the root of the file system',
      (folder) => linkTo(folder, '/'),
      / contains your home folder: /,
    ],
    ['is closed to this user', closed, / cannot be used \(.*\): .*\.$/],
    ['is in a closed folder', (folder) => join(closed(folder), 'data'), / cannot be created \(.*\): .*\.$/],
    [
      'contains a file named as a folder',
      (folder) => write(write(folder, marker), 'logs'),
      / cannot be used \(EEXIST: .*\): .*\.$/,
    ],
    ...['logs', 'postgres', 'deno', 'keys.json', 'lock.json', 'postgres/PG_VERSION'].map(
      (name): [string, (folder: string) => string, RegExp] => [
        `contains ${name} of another program`,
        (folder) => write(folder, name),
        new RegExp(
          `contains ${name.split('/')[0]}, which this stack did not create: set DATA_DIR to another folder`,
        ),
      ],
    ),
    ['is of another Postgres version', (folder) => postgres16(write(folder, marker)), isOther],
  ])('when it %s', async (_, prepare, message) => {
    const folder = temporaryFolder()
    const dataDir = prepare(folder)
    const before = filesIn(folder)
    await expect(start(dataDir)).rejects.toThrow(message)
    const isOwn = message === isOther || before.some(([name]) => name === marker)
    expect(filesIn(folder)).toEqual(isOwn ? expect.arrayContaining(before) : before)
    if (message === isOther) expect(() => checkDeletable(folder)).not.toThrow()
  })

  test.each([
    ['the home folder', homedir()],
    ['the folder of the project', projectDir],
    ['the root of the file system', '/'],
    ['a file', join(projectDir, 'package.json')],
  ])('when it is %s, also by a reset', async (_, dataDir) => {
    const reason = / is (or contains .*: set DATA_DIR to a folder of its own|not a folder: .*)\.$/
    const content = () =>
      dataDir.endsWith('.json') ? fs.readFileSync(dataDir, 'utf8') : fs.readdirSync(dataDir)
    const before = content()
    for (const use of [start, resetDataFolder]) await expect(use(dataDir)).rejects.toThrow(reason)
    expect(content()).toEqual(before)
  })
})

test('a setting that the functions reject ends the start with their reason', async () => {
  const dataDir = temporaryFolder()
  const functionSettings = { TRUSTED_PROXIES: 'one' }
  const starting = startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, functionSettings })
  await expect(starting).rejects.toThrow(
    /^The setting TRUSTED_PROXIES must be a whole number of at least 0, not "one"\.$/,
  )
})

test('a data folder is locked by one process until it releases the lock or ends', async () => {
  const dataDir = temporaryFolder()
  const lock = await takeLock(dataDir)
  await expect(takeLock(dataDir)).rejects.toThrow(`is in use by the stack of process ${process.pid}:`)
  lock.release()
  const next = await takeLock(dataDir)
  expect(next.isTakenOver).toBe(false)

  // The id of an ended stack, which another process has now.
  const path = join(dataDir, 'lock.json')
  const content = JSON.parse(fs.readFileSync(path, 'utf8'))
  fs.writeFileSync(path, JSON.stringify({ ...content, owner: { ...content.owner, started: 'long ago' } }))
  const later = await takeLock(dataDir)
  expect(later.isTakenOver).toBe(true)
  later.release()

  fs.writeFileSync(path, '{}')
  expect((await takeLock(dataDir)).isTakenOver).toBe(false)
})

describe('a stack whose ports are taken by other programs, with a site that cannot be built', () => {
  const supabaseDir = fs.mkdtempSync(join(tmpdir(), 'skill-rating-supabase-'))
  const lines: string[] = []
  const servers: Server[] = []
  let stack: TemporaryStack
  let attempts = 0

  beforeAll(async () => {
    fs.cpSync(join(projectDir, 'supabase'), supabaseDir, { recursive: true })
    stack = await startTestStack({
      supabaseDir,
      webSite: () => Promise.reject(new Error('Vite exited with status 1.')),
      progress: (line) => lines.push(line),
      async detour(to, port) {
        if (to === 'Data API') attempts++
        if (to === (attempts === 1 ? 'Postgres' : 'Data API') && servers.length < 2) {
          servers.push(createServer((socket) => socket.end('no\n')).listen(port, '127.0.0.1'))
          await until(async () => (await portProblem(port)) === 'EADDRINUSE', 1_000)
        }
        return port
      },
    })
    return async () => {
      for (const server of servers) server.close()
      await stack.stop()
      fs.rmSync(supabaseDir, { recursive: true })
    }
  })

  test('takes other ports, and serves only the API', async () => {
    expect(attempts).toBe(3)
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^Web site could not be built and is not served \(Vite exited with status 1\.\): see .*site\.log\.$/,
      ),
    )
    expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
    expect(await statusOf(`${stack.apiUrl}/`)).toBe(404)
  })

  test('needs the last migration of 2.0.1, and ignores those that it replaced', async () => {
    const history = 'supabase_migrations.schema_migrations'
    await withConnection(stack.databaseUrl, async (sql) => {
      await sql.unsafe(`insert into ${history} (version) values ('20261122134000')`)
      expect(await stack.migrate()).toEqual({ applied: [], loaded: [] })
      await sql.unsafe(`update ${history} set version = '0' where version = '${BASELINE}'`)
      await expect(stack.migrate()).rejects.toThrow(
        /^The data folder is from a version before 2\.0\.1: start it once with version 2\.0\.1, then start this version\.$/,
      )
      await sql.unsafe(`update ${history} set version = '${BASELINE}' where version = '0'`)
    })
  })

  test('refuses a database with a migration that has no file', async () => {
    await withConnection(stack.databaseUrl, async (sql) => {
      await sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`
      await expect(stack.migrate()).rejects.toThrow(
        /^The data folder has the migration 29990101000000, which this version does not have: delete the data with `npm run reset`, or restore a backup\.$/,
      )
      await sql`delete from supabase_migrations.schema_migrations where version = '29990101000000'`
    })
    expect(await stack.migrate()).toEqual({ applied: [], loaded: [] })
  })

  test('loads the list of synonyms when it has changed', async () => {
    const file = join(supabaseDir, 'synonyms.sql')
    const original = fs.readFileSync(file, 'utf8')
    const write = (line: string) => fs.writeFileSync(file, original.replace('$list$)', `${line}\n$list$)`))
    await withConnection(stack.databaseUrl, async (sql) => {
      const found = async () =>
        (await sql`select synonym[1] as word from private.find_synonyms('{zorilla}')`).map(({ word }) => word)
      write('zorilla: polecat, weasel')
      expect(await stack.migrate()).toEqual({ applied: [], loaded: ['synonyms.sql'] })
      expect(await found()).toEqual(['polecat', 'weasel'])
      expect(await stack.migrate()).toEqual({ applied: [], loaded: [] })

      // As the Supabase CLI does for a seed that has changed, without running it.
      await sql`insert into supabase_migrations.seed_files values ('supabase/synonyms.sql', '…')`
      write('zorilla: polecat, weasel, skunk')
      expect(await stack.migrate()).toEqual({ applied: [], loaded: ['synonyms.sql'] })
      expect(await found()).toEqual(['polecat', 'weasel', 'skunk'])

      write('zorilla')
      const message =
        /^supabase\/synonyms\.sql failed: The list of synonyms has an invalid line: "zorilla"\. .*\.$/
      for (const _ of ['first', 'again']) await expect(stack.migrate()).rejects.toThrow(message)
      expect(await found()).toEqual(['polecat', 'weasel', 'skunk'])
      fs.writeFileSync(file, original)
      expect(await stack.migrate()).toEqual({ applied: [], loaded: ['synonyms.sql'] })
      expect(await found()).toEqual([])
    })
  })

  test('names a failed migration and rolls it back', async () => {
    const file = '99990101000000_later.sql'
    const write = (text: string) => fs.writeFileSync(join(supabaseDir, 'migrations', file), text)
    write('create table private.later (id int);\nset search_path = nowhere;\nselect nonsense;')
    await expect(stack.migrate()).rejects.toThrow(
      `supabase/migrations/${file} failed in line 3: column "nonsense" does not exist (42703).`,
    )
    write('create table private.later (id int);')
    expect(await stack.migrate()).toEqual({ applied: [file], loaded: [] })
    await withConnection(stack.databaseUrl, async (sql) => {
      const [last] =
        await sql`select version, name from supabase_migrations.schema_migrations order by 1 desc limit 1`
      expect(last).toEqual({ version: '99990101000000', name: 'later' })
      // The owner of the schema is not a superuser, as on Supabase.
      const owners =
        await sql`select distinct tableowner from pg_tables where tablename in ('later', 'skills')`
      expect([...owners]).toEqual([{ tableowner: 'postgres' }])
      const [role] = await sql`select rolsuper, rolbypassrls from pg_roles where rolname = 'postgres'`
      expect(role).toEqual({ rolsuper: false, rolbypassrls: true })
    })
  })
})
