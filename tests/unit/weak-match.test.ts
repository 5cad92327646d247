import { expect, test } from 'vitest'
import { isWeakMatch } from '../../functions/mcp/weak-match.ts'

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`)
const matched = (found: number, missing: number) => ({
  matched: { found: words(found), missing: words(missing) },
})

test.each([
  ['the only word', [matched(1, 0)], false],
  ['one of two words', [matched(1, 1)], true],
  ['two of three words', [matched(2, 1)], false],
  ['two of four words', [matched(2, 2)], true],
  ['two of five words', [matched(2, 3)], true],
  ['three of 24 words', [matched(3, 21)], false],
  ['enough words in the third result', [matched(1, 3), matched(1, 3), matched(3, 1)], false],
  ['enough words only in the fourth result', [...Array(3).fill(matched(1, 3)), matched(4, 0)], true],
  ['different words in each result', [matched(1, 2), matched(1, 2), matched(1, 2)], true],
  ['no result', [], true],
  ['results of a search without words', [{}], false],
])('%s', (_, results, isWeak) => {
  expect(isWeakMatch(results)).toBe(isWeak)
})

test('corrected words and synonyms count', () => {
  const corrected = [{ word: 'typscript', correction: 'typescript' }]
  expect(isWeakMatch([{ matched: { corrected, expanded: ['remember'], missing: ['x'] } }])).toBe(false)
})
