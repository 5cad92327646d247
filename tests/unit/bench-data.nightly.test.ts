import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { GENERATOR_VERSION, type Table, tablesOf } from '../../benchmarks/data/generate.ts'
import { planOf } from '../../benchmarks/data/plan.ts'
import { SIZES } from '../../benchmarks/data/sizes.ts'
import { holdersOf, SHARED_WORDS, WORDS } from '../../benchmarks/data/words.ts'

const tables = tablesOf(planOf('S'))

// Raise GENERATOR_VERSION with the sum, so that kept data is created again.
test('generates the same rows in every run and on every machine', () => {
  const sum = createHash('sha256')
  for (const { rows } of tables) for (const row of rows()) sum.update(row)
  expect([GENERATOR_VERSION, sum.digest('hex').slice(0, 16)]).toEqual([1, '263357ee2e9681b7'])
})

// The tables of the service reject invalid rows when the data is loaded.
test('skills contain the words of the searches as often as documented', () => {
  const { columns, rows } = tables.find(({ name }) => name === 'public.skills') as Table
  const texts = Array.from(rows(), (row) => {
    const fields = row.split('\t')
    return ['name', 'description'].map((column) => fields[columns.indexOf(column)]).join('\n')
  })
  const holders = (word: keyof typeof WORDS) => texts.filter((text) => text.includes(WORDS[word])).length
  for (const word of SHARED_WORDS) expect(holders(word), word).toBe(holdersOf(word, SIZES.S.skills))
  for (const word of ['absent', 'absentOfCommonTrigrams', 'cjkAbsent'] as const)
    expect(holders(word), word).toBe(0)
})
