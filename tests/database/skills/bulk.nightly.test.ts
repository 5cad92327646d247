import { expect, test } from 'vitest'
import { rolledBack } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

test('one statement can insert 8,000 skills, more than the server has locks for', async () => {
  await rolledBack(database.owner, async (tx) => {
    const inserted = await tx`
      insert into public.skills (name, description, type)
      select 'Bulk ' || to_hex(i), 'x', 'other' from generate_series(1, 8000) as i`
    expect(inserted.count).toBe(8_000)
  })
})
