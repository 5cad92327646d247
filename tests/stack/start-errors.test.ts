import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UserError } from '../../local/cli/user-error.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { checkDeletable } from '../../local/stack/data-folder.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { takeLock } from '../../local/stack/lock.ts'
import { readSettings } from '../../local/stack/settings.ts'
import { startStack } from '../../local/stack/stack.ts'
import { startTemporaryStack } from '../../local/stack/temporary-stack.ts'
import { projectDir, statusOf, temporaryFolder } from './npm-start.ts'

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

describe('data of another Postgres version is rejected and not changed', () => {
  test.each([
    ['by this stack', (dataDir: string) => writeFileSync(join(dataDir, marker), ''), true],
    ['by an earlier version without a marker', (dataDir: string) => void keysOf(dataDir), true],
    ['by another program', () => {}, false],
  ])('created %s', async (_, prepare, isOwn) => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
    prepare(dataDir)
    await expect(start(dataDir)).rejects.toThrow(
      isOwn
        ? /was created by Postgres 16, but this is Postgres 17: .* or run `npm run reset` .*\.$/
        : `The data folder ${dataDir} contains postgres, which this stack did not create: set DATA_DIR to another folder.`,
    )
    if (isOwn) expect(() => checkDeletable(dataDir)).not.toThrow()
    else expect(() => checkDeletable(dataDir)).toThrow('nothing was deleted')
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n')
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
  })
})

describe('a data folder is rejected and not changed', () => {
  test('when it is a file or below a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'mine')
    await expect(start(file)).rejects.toThrow(
      new UserError(`The data folder ${file} is not a folder: set DATA_DIR to a folder.`),
    )
    await expect(start(join(file, 'data'))).rejects.toThrow(
      /^The data folder .* cannot be created \(ENOTDIR: .*\): .*\.$/,
    )
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('when it is a broken link', async () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync('/nowhere/at/all', link)
    await expect(start(link)).rejects.toThrow(/^The data folder .* cannot be created \(.*\): .*\.$/)
  })

  test('when this user cannot write to it', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    // Root can write to every other folder.
    const dataDir = process.getuid?.() === 0 ? `/proc/${process.pid}/task` : folder
    await expect(start(dataDir)).rejects.toThrow(/^The data folder .* cannot be used \(.*\): .*\.$/)
    await expect(start(join(dataDir, 'data'))).rejects.toThrow(
      /^The data folder .* cannot be created \(.*\): .*\.$/,
    )
  })

  test('when it contains a file in place of a folder of the stack', async () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, marker), '')
    writeFileSync(join(dataDir, 'logs'), 'mine')
    await expect(start(dataDir)).rejects.toThrow(/^The data folder .* cannot be used \(EEXIST: .*\): .*\.$/)
    expect(readFileSync(join(dataDir, 'logs'), 'utf8')).toBe('mine')
    expect(readdirSync(dataDir)).not.toContain('lock.json')
  })

  test.each([
    ['the home folder', homedir()],
    ['the folder of the project', projectDir],
    ['the root of the file system', '/'],
  ])('when it is %s', async (_, dataDir) => {
    const before = readdirSync(dataDir)
    await expect(start(dataDir)).rejects.toThrow(/ is or contains .*: set DATA_DIR to a folder of its own\.$/)
    expect(readdirSync(dataDir)).toEqual(before)
  })

  test('when it is a link to the root of the file system', async () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync('/', link)
    await expect(start(link)).rejects.toThrow(/ is or contains your home folder: /)
  })

  test.each(['logs', 'postgres', 'deno', 'keys.json', 'lock.json'])(
    'when another program created %s in it',
    async (name) => {
      const dataDir = temporaryFolder()
      writeFileSync(join(dataDir, name), '{"mine": true}')
      await expect(start(dataDir)).rejects.toThrow(`contains ${name}, which this stack did not create`)
      expect(readFileSync(join(dataDir, name), 'utf8')).toBe('{"mine": true}')
      expect(readdirSync(dataDir)).toEqual([name])
    },
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
  const content = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...content, owner: { ...content.owner, started: 'long ago' } }))
  const later = await takeLock(dataDir)
  expect(later.isTakenOver).toBe(true)
  later.release()

  writeFileSync(path, '{}')
  expect((await takeLock(dataDir)).leftOver).toEqual([])
})

test('a failed migration is named and rolled back, and a failed build of the site does not stop the API', async () => {
  const supabaseDir = join(temporaryFolder(), 'supabase')
  cpSync(join(projectDir, 'supabase'), supabaseDir, { recursive: true })
  const lines: string[] = []
  const stack = await startTemporaryStack({
    supabaseDir,
    mcp: false,
    webSite: () => Promise.reject(new Error('Vite exited with status 1.')),
    progress: (line) => lines.push(line),
  })
  onTestFinished(() => stack.stop())
  expect(lines.join('\n')).toMatch(/Migrations .* \d+ applied, seed applied/)
  expect(lines.filter((line) => line.includes('Web site'))).toEqual([
    expect.stringMatching(
      /^Web site could not be built and is not served \(Vite exited with status 1\.\): see .*site\.log\.$/,
    ),
  ])
  expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
  expect(await statusOf(`${stack.apiUrl}/`)).toBe(404)

  const file = '99990101000000_later.sql'
  const write = (text: string) => writeFileSync(join(supabaseDir, 'migrations', file), text)
  write('create table private.later (id int);\nset search_path = nowhere;\nselect nonsense;')
  await expect(stack.migrate()).rejects.toThrow(
    `supabase/migrations/${file} failed in line 3: column "nonsense" does not exist (42703).`,
  )
  write('create table private.later (id int);')
  expect(await stack.migrate()).toEqual({ applied: [file], isSeeded: false })
  await withConnection(stack.databaseUrl, async (sql) => {
    const [last] =
      await sql`select version, name from supabase_migrations.schema_migrations order by 1 desc limit 1`
    expect(last).toEqual({ version: '99990101000000', name: 'later' })
    // The owner of the schema is not a superuser, as on Supabase.
    const owners = await sql`select distinct tableowner from pg_tables where tablename in ('later', 'skills')`
    expect([...owners]).toEqual([{ tableowner: 'postgres' }])
    const [role] = await sql`select rolsuper, rolbypassrls from pg_roles where rolname = 'postgres'`
    expect(role).toEqual({ rolsuper: false, rolbypassrls: true })
  })
})
