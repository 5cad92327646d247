// STATEMENTS sets how many, SEED which: STATEMENTS=1000 SEED=3 npm test -- --mode nightly FILE
import { expect, test } from 'vitest'
import { databaseForTests } from '../own-database.ts'
import { compareWithModel } from './rating-model.ts'

const database = databaseForTests({ connections: 2 })
const STATEMENTS = Number(process.env.STATEMENTS ?? 20_000)
const RUNS = 10
const firstSeed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`${STATEMENTS} random statements leave the aggregates and the standing of a model`, {
  timeout: 3_600_000,
}, async () => {
  const counts: Record<string, number> = {}
  for (let run = 0; run < RUNS; run++) {
    const ran = await compareWithModel(database.owner, firstSeed + run, STATEMENTS / RUNS)
    for (const [kind, count] of Object.entries(ran)) counts[kind] = (counts[kind] ?? 0) + count
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${total} statements from seed ${firstSeed}: ${JSON.stringify(counts)}`)
  expect(total).toBeGreaterThan(STATEMENTS * 0.8)
})
