// migrations.nightly.test.ts has other databases to migrate.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { schemaFiles } from '../../scripts/scratch-postgres.ts'
import { advisorFindings, schemaDifference } from '../../scripts/supabase-cli.ts'
import { databaseForTests } from './own-database.ts'

const migrated = databaseForTests()
const wanted = databaseForTests({ files: schemaFiles() })

test('sql/ and supabase/migrations/ create the same database', async () => {
  expect(await schemaDifference(migrated.url, wanted.url)).toBe('')
})

test('a file whose connection is closed is an error that can be caught', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closing-'))
  const file = join(folder, '10_closing.sql')
  writeFileSync(file, 'select pg_terminate_backend(pg_backend_pid());')
  await expect(withConnection(migrated.url, (sql) => runFile(sql, file))).rejects.toThrow('CONNECTION_CLOSED')
  rmSync(folder, { recursive: true })
})

test('deleting a skill locks in the order of a rating: ratings, aggregates, then what these change', async () => {
  for (const { admin } of [migrated, wanted]) {
    const rows = await admin`
      select c.conrelid::regclass::text as name
      from pg_trigger as t join pg_constraint as c on c.oid = t.tgconstraint
      where t.tgrelid = 'public.skills'::regclass and t.tgfoid = 'pg_catalog."RI_FKey_cascade_del"'::regproc
        and c.conrelid::regclass::text ~ '^(ratings|skill_stats|private.skill_(documents|identifiers))$'
      order by t.tgname`
    expect(rows.map(({ name }) => name).slice(0, 2)).toEqual(['ratings', 'skill_stats'])
    expect(rows.length).toBeGreaterThan(2)
  }
})

test('the advisors only find unused indexes', async () => {
  const findings = await advisorFindings(migrated.url)
  expect(findings.filter(({ name }) => name !== 'unused_index')).toEqual([])
})
