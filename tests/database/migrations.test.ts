<<<<<<< HEAD
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { committedPrivileges, difference, privilegesOf } from '../../scripts/privileges.ts'
import {
  migrationFiles,
  type ScratchPostgres,
  schemaFiles,
  startScratchPostgres,
} from '../../scripts/scratch-postgres.ts'
=======
// migrations.nightly.test.ts has other databases to migrate.
import { expect, test } from 'vitest'
import { schemaFiles } from '../../scripts/scratch-postgres.ts'
>>>>>>> h-tests
import { advisorFindings, schemaDifference } from '../../scripts/supabase-cli.ts'
import { databaseForTests } from './own-database.ts'

const migrated = databaseForTests()
const wanted = databaseForTests({ files: schemaFiles() })

test('sql/ and supabase/migrations/ create the same database', async () => {
<<<<<<< HEAD
  expect(await schemaDifference(migrated, wanted)).toBe('')
})

test('a difference includes the comments on columns of views', async () => {
  const [from, to] = await Promise.all(['uncommented', 'commented'].map((name) => scratch.database(name, [])))
  for (const url of [from, to] as string[])
    await withConnection(url, (sql) => sql`create view public.answers as select 42 as answer`)
  await withConnection(to as string, (sql) => sql`comment on column public.answers.answer is 'It''s known.'`)
  expect(await schemaDifference(from as string, to as string)).toBe(
    "comment on column public.answers.answer is 'It''s known.';",
  )
  expect(await schemaDifference(to as string, from as string)).toBe(
    'comment on column public.answers.answer is NULL;',
  )
})

test('a file whose connection is closed is an error that can be caught', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closing-'))
  const file = join(folder, '10_closing.sql')
  writeFileSync(file, 'select pg_terminate_backend(pg_backend_pid());')
  await expect(withConnection(migrated, (sql) => runFile(sql, file))).rejects.toThrow('CONNECTION_CLOSED')
  rmSync(folder, { recursive: true })
})

test('sql/ gives the committed privileges on a project whose defaults grant everything', async () => {
  const url = await scratch.database('granting', [])
  const changes = await withConnection(url, async (sql) => {
    for (const schema of ['', 'in schema public']) {
      for (const objects of ['tables', 'sequences', 'functions']) {
        await sql.unsafe(
          `alter default privileges ${schema} grant all on ${objects} to public, anon, authenticated, service_role`,
        )
      }
    }
    await sql`alter default privileges grant usage on schemas to public, anon, authenticated, service_role`
    for (const file of schemaFiles()) await runFile(sql, file)
    return difference(await privilegesOf(sql), committedPrivileges())
  })
  expect(changes).toEqual([])
})

test('the migrations give the committed privileges on a project with the default privileges of Supabase', async () => {
  const url = await scratch.database('hosted', [])
  const changes = await withConnection(url, async (sql) => {
    for (const objects of ['tables', 'sequences', 'functions']) {
      await sql.unsafe(
        `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role`,
      )
    }
    for (const file of migrationFiles()) await runFile(sql, file)
    return difference(await privilegesOf(sql), committedPrivileges())
  })
  expect(changes).toEqual([])
=======
  expect(await schemaDifference(migrated.url, wanted.url)).toBe('')
>>>>>>> h-tests
})

test('the advisors only find unused indexes', async () => {
  const findings = await advisorFindings(migrated.url)
  expect(findings.filter(({ name }) => name !== 'unused_index')).toEqual([])
})
