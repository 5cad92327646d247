// migrations.nightly.test.ts has other databases to migrate.
import { expect, test } from 'vitest'
import { schemaFiles } from '../../scripts/scratch-postgres.ts'
import { advisorFindings, schemaDifference } from '../../scripts/supabase-cli.ts'
import { databaseForTests } from './own-database.ts'

const migrated = databaseForTests()
const wanted = databaseForTests({ files: schemaFiles() })

test('sql/ and supabase/migrations/ create the same database', async () => {
  expect(await schemaDifference(migrated.url, wanted.url)).toBe('')
})

test('the advisors only find unused indexes', async () => {
  const findings = await advisorFindings(migrated.url)
  expect(findings.filter(({ name }) => name !== 'unused_index')).toEqual([])
})
