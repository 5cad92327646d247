import { expect, test } from 'vitest'
import { databaseForTests } from '../own-database.ts'
import { compareWithModel } from './rating-model.ts'

const database = databaseForTests({ connections: 2 })
const STATEMENTS = 250

// rating-model.nightly.test.ts has more statements and other seeds.
test(`${STATEMENTS} random statements leave the aggregates and the standing of a model`, async () => {
  const counts = await compareWithModel(database.owner, 7, STATEMENTS)
  // Some steps have nothing to write.
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThan(STATEMENTS * 0.8)
  for (const kind of ['upsert', 'merge', 'several statements in one', 'standing', 'suspension', 'removal'])
    expect(counts[kind], kind).toBeGreaterThan(3)
})
