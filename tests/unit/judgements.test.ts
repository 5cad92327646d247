import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  condense,
  intervalOf,
  type JudgedAnswer,
  judgedTable,
  readJudged,
  readJudgements,
  relevanceOf,
  searchJudged,
  unjudgedLines,
} from '../../benchmarks/judgements.ts'
import { spread } from '../../benchmarks/statistics.ts'

const folder = mkdtempSync(join(tmpdir(), 'judged-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A tab-separated file of these lines. */
function fileOf(name: string, ...lines: string[][]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.map((fields) => `${fields.join('\t')}\n`).join(''))
  return path
}

describe('the relevance of results', () => {
  const grades = new Map([
    ['excellent', 3],
    ['good', 2],
    ['marginal', 1],
    ['irrelevant', 0],
  ])

  const none = Array.from({ length: 10 }, () => 'irrelevant')
  const ideal = 7 + 3 / Math.log2(3) + 1 / 2
  test.each<[what: string, names: string[], ndcg: number, precision: number, success: number]>([
    ['is 1 in the best order', ['excellent', 'good', 'marginal'], 1, 2 / 3, 1],
    // Gains are 2^grade - 1, discounted by the logarithm of the place.
    ['falls with the place', ['marginal', 'excellent'], (1 + 7 / Math.log2(3)) / ideal, 1 / 3, 0],
    ['counts a name that nobody judged', ['Unknown', 'EXCELLENT'], 7 / Math.log2(3) / ideal, 1 / 3, 0],
    ['counts the first ten only', [...none, 'excellent'], 0, 0, 0],
    ['is 0 without a result', [], 0, 0, 0],
  ])('%s', (_, names, ndcg, precision, success) => {
    const found = relevanceOf(names, grades)
    expect(found.ndcg).toBeCloseTo(ndcg, 12)
    expect(found).toMatchObject({ precision, success })
  })

  test('is at most 1 with more than ten of them, and 0 if none is relevant', () => {
    const many = new Map(Array.from({ length: 12 }, (_, i) => [`n${i}`, 3]))
    expect(relevanceOf([...many.keys()], many).ndcg).toBe(1)
    expect(relevanceOf(['any'], new Map([['any', 0]]))).toEqual({ ndcg: 0, precision: 0, success: 0 })
  })

  test('is higher without results that nobody judged', () => {
    expect(condense(['new', 'Excellent', 'newer', 'good'], grades)).toEqual(['Excellent', 'good'])
  })
})

test('an interval is the same in every run, contains the mean, and has no width when all values are equal', () => {
  const values = Array.from({ length: 40 }, (_, i) => (i % 4) / 3)
  const [low, high] = intervalOf(values)
  expect(intervalOf(values)).toEqual([low, high])
  expect([low > 0.3, low < 0.5, high > 0.5, high < 0.7]).toEqual([true, true, true, true])
  expect(intervalOf([0.5, 0.5, 0.5])).toEqual([0.5, 0.5])
})

describe('files', () => {
  test('have columns in any order; later judgements replace earlier ones', () => {
    const searches = fileOf(
      'searches.tsv',
      ['id', 'query', 'tag', 'third'],
      ['s1', 'brouser', 'typo', 'short'],
    )
    expect(readJudged(searches)).toEqual([{ id: 's1', kind: 'short', isMisspelt: true, text: 'brouser' }])
    const first = fileOf('first.tsv', ['id', 'name', 'grade'], ['s1', 'A', '3'], ['s1', 'b', '0'])
    const second = fileOf('second.tsv', ['id', 'grade', 'name'], ['s1', '1', 'B'], ['s1', '', 'c'])
    expect([...(readJudgements([first, second]).get('s1') ?? [])]).toEqual([
      ['a', 3],
      ['b', 1],
    ])
  })

  test('are rejected without a column, or with another grade', () => {
    expect(() => readJudgements([fileOf('column.tsv', ['id', 'name'])])).toThrow('“grade”')
    const path = fileOf('grade.tsv', ['id', 'name', 'grade'], ['s1', 'a', '4'])
    expect(() => readJudgements([path])).toThrow('“4”')
  })
})

describe('judged searches', () => {
  const search = { id: 's1', kind: 'concept', isMisspelt: false, text: 'book a flight' }
  const judgements = new Map([['s1', new Map([['flights', 3]])]])
  const named = (name: string) => ({ id: name, name, description: 'Has a\ttab' })
  const unjudged = Array.from({ length: 12 }, (_, i) => named(`New ${i}`))
  const results = [...unjudged, named('Flights')]
  const answersOf = (): Promise<JudgedAnswer[]> =>
    searchJudged([search], judgements, async (_, limit) => ({
      results: results.slice(0, limit),
      milliseconds: 1,
    }))

  test('are measured with and without the results that nobody judged', async () => {
    const [answer] = await answersOf()
    expect(answer).toMatchObject({ relevance: { ndcg: 0 }, condensed: { ndcg: 1 }, unjudged: 10 })
    expect(judgedTable(await answersOf())).toContain('10 of 10')
  })

  test('list what nobody judged among the first three, in a file that can be filled in', async () => {
    const text = unjudgedLines([...(await answersOf()), ...(await answersOf())], judgements)
    expect(text.split('\n')).toEqual([
      'id\tquery\tname\tdescription\tgrade',
      ...[0, 1, 2].map((i) => `s1\tbook a flight\tNew ${i}\tHas a tab\t`),
      '',
    ])
    const path = join(folder, 'filled.tsv')
    writeFileSync(path, text.replace(/\t$/m, '\t2'))
    expect([...readJudgements([path]).values()]).toEqual([new Map([['new 0', 2]])])
  })
})

test('a sample is spread evenly over a list', () => {
  const list = Array.from({ length: 10 }, (_, i) => i)
  expect(spread(list, 5)).toEqual([1, 3, 5, 7, 9])
  expect(spread(list, 3)).toHaveLength(3)
  expect(spread(list, 20)).toEqual(list)
})
