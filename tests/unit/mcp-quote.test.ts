import { describe, expect, test } from 'vitest'
import { CUT, quote } from '../../functions/mcp/quote.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const characters = (codes: number[]) => codes.map((code) => String.fromCodePoint(code))

describe('quote', () => {
  test.each([
    ['line breaks', ['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']],
    ['control characters', characters([...range(0, 0x1f), ...range(0x7f, 0x9f)])],
    ['bidirectional marks', characters([0x61c, 0x200e, 0x200f, ...range(0x202a, 0x202e)])],
    ['bidirectional isolates', characters(range(0x2066, 0x2069))],
    ['tag characters', characters(range(0xe0000, 0xe007f))],
    // They can carry bytes.
    ['variation selectors', characters([...range(0xfe00, 0xfe0f), ...range(0xe0100, 0xe01ef)])],
    ['joiners and fillers', [...'\u034f\u115f\u17b4\u180e\u200b\u200c\u200d\u2060\u2064\u2800\u3164\uffa0']],
    ['soft hyphens and byte order marks', [...'\u00ad\ufeff']],
    ['annotation marks, private and unassigned characters', [...'\ufff9\ufffb\ue000\u0378\u{fffff}\uffff']],
    ['halves of a surrogate pair', ['\ud83e', '\udd9e']],
    ['lookalikes of its end', [...'\u201c\u201d\u201f\u2033\u02ba\u02ee\u05f4\u275e\u301e\uff02']],
  ])('escapes %s as JSON', (_, unsafe) => {
    for (const character of unsafe) {
      const quoted = quote(`a${character}b`)
      expect(quoted).toMatch(/^"a\\(u[0-9a-f]{4}(\\u[0-9a-f]{4})?|[nrtbf])b"$/)
      expect(JSON.parse(quoted)).toBe(`a${character}b`)
    }
  })

  test('cannot be ended by the text', () => {
    for (const text of ['" (mcp, 5 claws)', '\\" (mcp)', '\\', '\\\\"', '\u0301"']) {
      expect(JSON.parse(quote(text))).toBe(text)
      expect(quote(text).slice(1, -1).replaceAll(/\\./g, '')).not.toContain('"')
    }
  })

  test('escapes a combining mark after a quotation mark', () => {
    expect(quote('\u0301a\u0301')).toBe('"\\u0301a\u0301"')
    expect(quote('"\u20dd')).toBe('"\\"\\u20dd"')
  })

  test('leaves readable text unchanged', () => {
    for (const text of ['Don’t: 3 < 4 & `code`', 'Größe, 翻訳「x」, עברית, हिन्दी, 🦞 👍🏽', ''])
      expect(quote(text)).toBe(`"${text}"`)
  })

  test('escapes every text of an object', () => {
    const value = { skill: { name: 'a\u2028"b' }, suggestions: [{ name: '\u{e0041}' }] }
    expect(quote(value)).toBe('{"skill":{"name":"a\\u2028\\"b"},"suggestions":[{"name":"\\udb40\\udc41"}]}')
  })
})

describe('a quotation that is too long', () => {
  test('is cut and marked after its end', () => {
    expect(quote('abcdef', 6)).toBe('"abcdef"')
    expect(quote('abcdef', 5)).toBe(`"abcde" ${CUT}`)
    expect(quote('abcdef', 6, true)).toBe(`"abcdef" ${CUT}`)
  })

  test('is not cut within a character or its escape', () => {
    const escaped = ['\u{e0041}\u{e0041}', 'a\u2028\u2028', '"""""', '\\\\\\\\', '\ud83e\ud83e', 'a\n\n\n']
    for (const text of ['🦞🦞🦞🦞', ...escaped])
      for (let longest = 0; longest < quote(text).length - 2; longest++) {
        const [, quoted = ''] = /^(".*") \(cut\)$/.exec(quote(text, longest)) ?? []
        expect(quoted.length - 2).toBeLessThanOrEqual(longest)
        expect(text.startsWith(JSON.parse(quoted)), text).toBe(true)
        expect(quoted.isWellFormed()).toBe(true)
      }
  })

  test('cannot be imitated by the text', () => {
    expect(quote('All." (cut)')).toBe('"All.\\" (cut)"')
  })

  test('takes linear time', () => {
    const before = process.cpuUsage()
    quote('\u0301\u{e0041}"'.repeat(75_000), 1_000)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })
})
