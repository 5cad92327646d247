import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../../local/cli/user-error.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { checkDeletable } from '../../local/stack/data-folder.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { takeLock } from '../../local/stack/lock.ts'
import { readSettings } from '../../local/stack/settings.ts'
import { startStack } from '../../local/stack/stack.ts'
import { projectDir, temporaryFolder } from './npm-start.ts'

const anyPorts = { apiPort: 0, dbPort: 0, studioPort: 0, mcp: false }

describe('a setting that makes no sense is told in one sentence', () => {
  test.each(['abc', '0', '65536', '-1', '80.5', '1e3', ' 80'])('a port that is %j', (port) => {
    expect(() => readSettings({ DB_PORT: port })).toThrow(`DB_PORT is “${port}”, which is no port:`)
  })

  test('one port for two parts, be it by a default', () => {
    expect(() => readSettings({ DB_PORT: '54321' })).toThrow('API_PORT and DB_PORT are both 54321:')
  })

  test('but what is left empty has its default', () => {
    expect(readSettings({ API_PORT: '' })).toMatchObject({ apiPort: 54321, dbPort: 54322, studioPort: 54323 })
  })
})

describe('data of another Postgres version is not touched, and `npm run reset` is suggested only where it works', () => {
  const dataOfPostgres16 = () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
    onTestFinished(() => {
      expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n')
      expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
    })
    return dataDir
  }

  test('somebody else’s', async () => {
    const dataDir = dataOfPostgres16()
    await expect(startStack({ dataDir, ...anyPorts })).rejects.toThrow(
      new Refusal(
        `The data folder ${dataDir} contains postgres, which this stack did not create: set DATA_DIR to another folder.`,
      ),
    )
    expect(() => checkDeletable(dataDir)).toThrow('nothing was deleted')
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  test.each([
    ['the stack’s', (dataDir: string) => writeFileSync(join(dataDir, '.skill-rating-stack'), '')],
    ['an earlier stack’s, which left no marker', (dataDir: string) => void keysOf(dataDir)],
  ])('%s', async (_, makeOwn) => {
    const dataDir = dataOfPostgres16()
    makeOwn(dataDir)
    await expect(startStack({ dataDir, ...anyPorts })).rejects.toThrow(
      /is of Postgres 16, but this is Postgres 17: .* or run `npm run reset` .*\.$/,
    )
    expect(() => checkDeletable(dataDir)).not.toThrow()
  })
})

describe('a data folder that cannot be used is reported in one sentence, and nothing in it changes', () => {
  const start = (dataDir: string) => startStack({ dataDir, ...anyPorts })

  test('a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'mine')
    await expect(start(file)).rejects.toThrow(
      new Refusal(`The data folder ${file} is not a folder: set DATA_DIR to a folder.`),
    )
    await expect(start(join(file, 'data'))).rejects.toThrow(
      /^The data folder .* cannot be created \(ENOTDIR: .*\): .*\.$/,
    )
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('a link to nothing', async () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync('/nowhere/at/all', link)
    await expect(start(link)).rejects.toThrow(/^The data folder .* cannot be created \(.*\): .*\.$/)
  })

  test('a folder that this user cannot write', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    // Root may write everywhere but there.
    const dataDir = process.getuid?.() === 0 ? `/proc/${process.pid}/task` : folder
    await expect(start(dataDir)).rejects.toThrow(/^The data folder .* cannot be used \(.*\): .*\.$/)
    await expect(start(join(dataDir, 'data'))).rejects.toThrow(
      /^The data folder .* cannot be created \(.*\): .*\.$/,
    )
  })

  test('a file where the stack keeps a folder', async () => {
    const dataDir = temporaryFolder()
    const stack = await start(dataDir)
    await stack.stop()
    rmSync(join(dataDir, 'logs'), { recursive: true })
    writeFileSync(join(dataDir, 'logs'), 'mine')
    await expect(start(dataDir)).rejects.toThrow(/^The data folder .* cannot be used \(EEXIST: .*\): .*\.$/)
    expect(readFileSync(join(dataDir, 'logs'), 'utf8')).toBe('mine')
    expect(readdirSync(dataDir)).not.toContain('lock.json')
  })

  test.each([
    ['the home folder', homedir()],
    ['the folder of the project', projectDir],
    ['the root of the file system', '/'],
  ])('%s', async (_, dataDir) => {
    const before = readdirSync(dataDir)
    await expect(start(dataDir)).rejects.toThrow(/ is or contains .*: set DATA_DIR to a folder of its own\.$/)
    expect(readdirSync(dataDir)).toEqual(before)
  })

  test('by way of a link', async () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync('/', link)
    await expect(start(link)).rejects.toThrow(/ is or contains your home folder: /)
  })

  test.each(['logs', 'postgres', 'deno', 'keys.json', 'lock.json'])('somebody else’s %s', async (name) => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, name), '{"mine": true}')
    await expect(start(dataDir)).rejects.toThrow(
      new Refusal(
        `The data folder ${dataDir} contains ${name}, which this stack did not create: set DATA_DIR to another folder.`,
      ),
    )
    expect(readFileSync(join(dataDir, name), 'utf8')).toBe('{"mine": true}')
    expect(readdirSync(dataDir)).toEqual([name])
  })
})

test('a data folder belongs to one stack at a time, and to the next when that one is gone', async () => {
  const dataDir = temporaryFolder()
  const lock = await takeLock(dataDir)
  await expect(takeLock(dataDir)).rejects.toThrow(`is in use by the stack of process ${process.pid}:`)
  lock.release()
  const next = await takeLock(dataDir)
  expect(next.tookOver).toBe(false)

  // The number of a stack that is gone may belong to another process by now: this very one, say.
  const path = join(dataDir, 'lock.json')
  const content = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...content, owner: { ...content.owner, started: 'long ago' } }))
  const later = await takeLock(dataDir)
  expect(later.tookOver).toBe(true)
  later.release()

  writeFileSync(path, '{}')
  expect((await takeLock(dataDir)).leftOver).toEqual([])
})

test('a migration that fails is named and leaves nothing; corrected, it is applied, and the seed planted once', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const supabaseDir = join(folder, 'supabase')
  cpSync(join(projectDir, 'supabase'), supabaseDir, { recursive: true })
  const migration = (text: string) =>
    writeFileSync(join(supabaseDir, 'migrations', '99990101000000_later.sql'), text)
  migration('create table private.later (id int);\nset search_path = nowhere;\nselect nonsense;')
  await expect(startStack({ dataDir, supabaseDir, ...anyPorts })).rejects.toThrow(
    'supabase/migrations/99990101000000_later.sql failed in line 3: column "nonsense" does not exist (42703).',
  )

  migration('create table private.later (id int);')
  const lines: string[] = []
  const stack = await startStack({ dataDir, supabaseDir, ...anyPorts, progress: (line) => lines.push(line) })
  onTestFinished(() => stack.stop())
  expect(lines.join('\n')).toMatch(/Migrations .* 1 applied, seed planted/)
  await withConnection(stack.databaseUrl, async (sql) => {
    const history =
      await sql`select version, name from supabase_migrations.schema_migrations order by 1 desc limit 1`
    expect([...history]).toEqual([{ version: '99990101000000', name: 'later' }])
    // By the role that owns the schema on Supabase, who is no superuser.
    const owners = await sql`select tableowner from pg_tables where tablename in ('later', 'skills')`
    expect([...owners]).toEqual([{ tableowner: 'postgres' }, { tableowner: 'postgres' }])
    const role = await sql`select rolsuper, rolbypassrls from pg_roles where rolname = 'postgres'`
    expect([...role]).toEqual([{ rolsuper: false, rolbypassrls: true }])
  })
})
