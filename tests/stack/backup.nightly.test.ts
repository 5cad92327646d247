// The steps of “Back up and restore” in docs/operations.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { resetDataFolder } from '../../local/stack/data-folder.ts'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { projectDir, run } from '../../scripts/program.ts'
import { callApi } from '../support/http-client.ts'
import { temporaryFolder } from '../support/process.ts'

const start = (dataDir: string) => startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0 })

/** Registers an agent that rates two skills, one of them with a commentary that is hidden then. Returns its key. */
async function writeSome({ baseUrl, databaseUrl }: Stack): Promise<string> {
  const registered = await callApi(baseUrl, 'POST', '/api/register', {
    body: { agent_name: 'Ada', email: 'ada@example.com' },
  })
  const key: string = registered.body.api_key
  for (const [skill_name, commentary] of Object.entries({
    jq: 'A tab:\t, \\N and a\nline.',
    ripgrep: null,
  })) {
    const rated = await callApi(baseUrl, 'POST', '/api/ratings', {
      body: { skill_name, claws: 4, speed: 90.5, commentary },
      headers: { 'x-api-key': key },
    })
    expect(rated.status).toBe(201)
  }
  await withConnection(databaseUrl, (sql) =>
    sql.unsafe(
      `select admin.hide_commentary(id, 'A test.') from public.ratings where commentary is not null`,
    ),
  )
  return key
}

async function expectKept({ baseUrl, databaseUrl }: Stack, key: string): Promise<void> {
  const me = await callApi(baseUrl, 'GET', '/api/me', { headers: { 'x-api-key': key } })
  expect(me.body).toMatchObject({ agent_name: 'Ada', email: 'ada@example.com', total_ratings: 2 })
  await withConnection(databaseUrl, expectExactTotals)
}

const expectExactTotals: Parameters<typeof withConnection>[1] = async (sql) => {
  expect([...(await sql`select * from private.stats_differences()`)]).toEqual([])
  expect([...(await sql`select * from private.quality_differences()`)]).toEqual([])
}

const hasCp = process.platform !== 'win32'
const hasPsql = spawnSync('psql', ['--version']).status === 0

describe('a stack with data', () => {
  const dataDir = join(temporaryFolder(afterAll), 'data')
  let stack: Stack
  let key: string

  beforeAll(async () => {
    stack = await start(dataDir)
    key = await writeSome(stack)
    return () => stack.stop()
  })

  test.runIf(hasPsql && hasCp)(
    'is restored by the commands of docs/operations.md into a new stack',
    async () => {
      const target = await start(join(temporaryFolder(onTestFinished), 'data'))
      onTestFinished(() => target.stop())
      const dump = await dataOf(stack.databaseUrl)
      const folder = temporaryFolder(onTestFinished)
      writeFileSync(join(folder, 'data.sql'), dump)
      const env = { ...process.env, NEW_DATABASE_URL: target.databaseUrl }
      const restored = await run('sh', ['-ec', restoreCommands()], { cwd: folder, env })
      expect(restored).toMatchObject({ status: 0, stderr: '' })
      expect(restored.stdout.match(/\(0 rows\)/g)).toHaveLength(2)

      expect(await dataOf(target.databaseUrl)).toBe(dump)
      await expectKept(target, key)
      await withConnection(target.databaseUrl, async (sql) => {
        // Triggers count again, and identities go on after the restored rows.
        await sql`update public.ratings set claws = 1`
        await sql`
        select admin.restore_commentary(r.id, 'Also a test.')
        from public.ratings as r join private.hidden_commentaries as h on h.rating_id = r.id`
        await expectExactTotals(sql)
      })
    },
  )

  test.runIf(hasCp)('is restored from a copy of the data folder', async () => {
    await stack.stop()
    const copy = `${dataDir}-backup`
    execFileSync('cp', ['-a', dataDir, copy])
    await resetDataFolder(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
    execFileSync('cp', ['-a', copy, dataDir])
    stack = await start(dataDir)
    await expectKept(stack, key)
  })
})

/** The commands of “Back up and restore” that load a dump. */
function restoreCommands(): string {
  const text = readFileSync(join(projectDir, 'docs', 'operations.md'), 'utf8')
  const block = text.split('```').find((part) => part.includes('session_replication_role'))
  if (!block) throw new Error('docs/operations.md has no commands that restore a dump.')
  return block
}

/** The data of the schemas in the format of `pg_dump --data-only`, whose version must be that of the server. */
async function dataOf(url: string): Promise<string> {
  const ask = async (query: string) => {
    const ended = await run('psql', [url, '--no-psqlrc', '-qAtc', query], { cwd: projectDir })
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    return ended.stdout
  }
  const tables = await ask(`
    select format('%I.%I', c.relnamespace::regnamespace, c.relname) || ' (' || string_agg(quote_ident(a.attname), ', ' order by a.attnum) || ')'
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)
      and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by 1`)
  const sequences = await ask(`
    select format('select pg_catalog.setval(%L, %s, true);', format('%I.%I', schemaname, sequencename), last_value)
    from pg_sequences where last_value is not null order by 1`)
  let dump =
    "set client_encoding = 'UTF8';\nselect pg_catalog.set_config('search_path', '', false) \\g /dev/null\n"
  for (const table of tables.trim().split('\n'))
    dump += `copy ${table} from stdin;\n${await ask(`copy (select ${columnsOf(table)} order by 1) to stdout`)}\\.\n\n`
  return dump + sequences.replaceAll(';\n', ' \\g /dev/null\n')
}

/** `a, b from t`, of `t (a, b)`. */
function columnsOf(table: string): string {
  const [, name, columns] = /^(\S+) \((.*)\)$/.exec(table) ?? []
  return `${columns} from ${name}`
}
