import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { GENERATOR_VERSION, type Table, tablesOf } from '../../benchmarks/data/generate.ts'
import { planOf } from '../../benchmarks/data/plan.ts'
import { benchmarkKey, SIZES } from '../../benchmarks/data/sizes.ts'
import { holdersOf, SHARED_WORDS, WORDS } from '../../benchmarks/data/words.ts'

const tables = tablesOf(planOf('S'))

function table(name: string): Table {
  return tables.find((table) => table.name === name) as Table
}

/** The values of the columns in each row. */
function values(name: string, ...columns: string[]): string[][] {
  const { columns: all, rows } = table(name)
  const places = columns.map((column) => all.indexOf(column))
  return Array.from(rows(), (row) => {
    const fields = row.trimEnd().split('\t')
    return places.map((place) => fields[place] as string)
  })
}

// Raise GENERATOR_VERSION with the sum, so that kept data is created again.
test('generates the same rows in every run and on every machine', () => {
  const sum = createHash('sha256')
  for (const { rows } of tables) for (const row of rows()) sum.update(row)
  expect([GENERATOR_VERSION, sum.digest('hex').slice(0, 16)]).toEqual([1, '263357ee2e9681b7'])
})

describe('skills', () => {
  const skills = values('public.skills', 'name', 'slug', 'description', 'created_at')

  test('have unique names and valid unique slugs', () => {
    const keys = skills.map(([name]) => (name as string).normalize('NFKC').toLowerCase())
    expect(new Set(keys).size).toBe(SIZES.S.skills)
    expect(new Set(skills.map(([, slug]) => slug)).size).toBe(SIZES.S.skills)
    expect(skills.filter(([, slug = '']) => !/^[a-z0-9-]{1,100}$/.test(slug))).toEqual([])
  })

  test('have normalised descriptions of 100 to 400 characters', () => {
    const texts = skills.map(([, , description = '']) => description)
    expect(texts.filter((text) => [...text].length < 100 || [...text].length > 400)).toEqual([])
    expect(texts.filter((text) => text !== text.normalize('NFC').trim() || text.includes('\\'))).toEqual([])
  })

  test('have ascending creation times', () => {
    const times = skills.map(([, , , created = '']) => created)
    expect(times.every((time, i) => i === 0 || time > (times[i - 1] as string))).toBe(true)
  })

  test.each(SHARED_WORDS)('contain the word %s as often as documented', (word) => {
    const matches = skills.filter(([name, , description]) => `${name}\n${description}`.includes(WORDS[word]))
    expect(matches.length).toBe(holdersOf(word, SIZES.S.skills))
  })

  test.each(['absent', 'absentOfCommonTrigrams', 'cjkAbsent'] as const)(
    'never contain the word %s',
    (word) => {
      expect(skills.filter((skill) => skill.join('\n').toLowerCase().includes(WORDS[word]))).toEqual([])
    },
  )
})

describe('ratings', () => {
  const ratings = values('public.ratings', 'skill_id', 'agent_id')

  test('are unique for each skill and agent', () => {
    expect(new Set(ratings.map((pair) => pair.join())).size).toBe(SIZES.S.ratings)
  })

  test('give the most rated skill a rating from half of the agents', () => {
    const counts = new Map<string, number>()
    for (const [skill = ''] of ratings) counts.set(skill, (counts.get(skill) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBe(SIZES.S.agents / 2)
  })
})

test('each agent has its own well-formed key', () => {
  const keys = Array.from({ length: 100 }, (_, i) => benchmarkKey(i))
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) {
    expect(key).toMatch(/^claw_[0-9a-f]{56}$/)
    expect(key.slice(53)).toBe(createHash('sha256').update(key.slice(0, 53)).digest('hex').slice(0, 8))
  }
})
