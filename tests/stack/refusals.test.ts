import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { takeLock } from '../../local/lock.ts'
import { withConnection } from '../../local/postgres.ts'
import { readSettings } from '../../local/settings.ts'
import { startStack } from '../../local/stack.ts'
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

test('data of another Postgres version is not touched', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
  await expect(startStack({ dataDir, ...anyPorts })).rejects.toThrow(
    /is of Postgres 16, but this is Postgres 17: .*\.$/,
  )
  expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n')
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
  expect((await takeLock(dataDir)).tookOver).toBe(true)
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

test('a reset is refused while the stack runs, and then takes away what the stack made, and nothing else', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'mine.txt'), 'kept')
  const reset = () =>
    spawnSync(process.execPath, ['--import', 'tsx', 'local/reset.ts'], {
      cwd: projectDir,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
  const stack = await startStack({ dataDir, ...anyPorts })
  onTestFinished(() => stack.stop())
  expect(reset()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`is in use by the stack of process ${process.pid}:`),
  })
  await stack.stop()
  expect(reset().status).toBe(0)
  expect(readdirSync(dataDir)).toEqual(['mine.txt'])
})
