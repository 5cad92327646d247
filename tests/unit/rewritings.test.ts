import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRewritings, rewritingsTable, searchRewritten } from '../../benchmarks/rewritings.ts'

const resultsOf = (names: string) => names.split('').map((name) => ({ id: name, name, description: '' }))

test('a rewriting is a line with three phrasings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rewritings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'rewritings.tsv')
  writeFileSync(path, 'id\tquery\tphrasing_1\tphrasing_2\tphrasing_3\nq1\tneed\tone\ttwo\tthree\n')
  expect(readRewritings(path)).toEqual(new Map([['q1', ['one', 'two', 'three']]]))
  writeFileSync(path, 'id\tphrasing_1\nq1\tone\n')
  expect(() => readRewritings(path)).toThrow('phrasing_2')
})

test('the table compares each phrasing, and all of them in one request, with the best one', async () => {
  const found: Record<string, string> = { need: 'xy', one: 'xa', two: 'ax', three: 'yz' }
  const variants = await searchRewritten(
    [
      { id: 'q1', kind: 'short', isMisspelt: false, text: 'need' },
      { id: 'q2', kind: 'short', isMisspelt: false, text: 'not rewritten' },
    ],
    new Map([
      [
        'q1',
        new Map([
          ['a', 3],
          ['x', 0],
        ]),
      ],
    ]),
    new Map([['q1', ['one', 'two', 'three']]]),
    async (text) => ({ results: resultsOf(found[text] ?? ''), milliseconds: 1 }),
    async (queries, limit) => ({
      results: resultsOf(queries.length === 3 && limit > 10 ? 'a' : 'x'),
      milliseconds: 1,
    }),
  )
  const ndcg = new Map(variants.map(({ name, answers }) => [name, answers[0]?.relevance.ndcg]))
  expect(ndcg.get('as typed')).toBe(0)
  expect(ndcg.get('phrasing 1')).toBeCloseTo(1 / Math.log2(3), 12)
  expect(ndcg.get('phrasing 2')).toBe(1)
  expect(ndcg.get('POST /api/search')).toBe(1)
  expect(variants.every(({ answers }) => answers.length === 1)).toBe(true)
  const [head, , typed, , second] = rewritingsTable(variants).replace(/ +/g, ' ').split('\n')
  expect(head).toContain('difference from phrasing 2')
  expect(typed).toContain('| 1 of 2 |')
  expect(second).toMatch(/\| – \| – \|$/)
})
