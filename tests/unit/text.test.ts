import { describe, expect, test, vi } from 'vitest'
import {
  ListSkillsQuery,
  RegisterAgentInput,
  SubmitRatingInput,
  SubmitSkillInput,
} from '../../functions/_shared/schemas/requests.ts'
import { cleanText, containsApiKey, hasLongMarkRun, isStorable } from '../../functions/_shared/text/text.ts'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'

const KEY = wellFormedKey('0123456789ab')
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
/** The code points of the Basic Multilingual Plane without surrogates. */
const BMP = [...range(0, 0xd7ff), ...range(0xe000, 0xffff)]
const WHITE_SPACE = [
  0x09,
  0x0a,
  0x0b,
  0x0c,
  0x0d,
  0x20,
  0x85,
  0xa0,
  0x1680,
  ...range(0x2000, 0x200a),
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
]
const LONGEST = 1_000

describe('cleanText', () => {
  test('trims the white space of Unicode and U+FEFF, and nothing else', () => {
    const trimmed = BMP.filter((code) => {
      const character = String.fromCharCode(code)
      return cleanText(`${character}x${character}`, LONGEST) === 'x'
    })
    expect(trimmed).toEqual(WHITE_SPACE)
  })

  test.each([
    ['', ''],
    [' \n\u0085\uFEFF', ''],
    [' a  b\t', 'a  b'],
    ['e\u0301', 'é'],
    ['ﬁ Ⅷ Ａ', 'ﬁ Ⅷ Ａ'],
    ['\u2126', 'Ω'],
    [' 🦞 ', '🦞'],
    ['\u200Bx', '\u200Bx'],
    ['\u1100\u1161\u11A8\u3000', '각'],
    ['\uFEFF \u0301a', '\u0301a'],
  ])('turns %j into %j, and then changes nothing', (value, cleaned) => {
    expect(cleanText(value, LONGEST)).toBe(cleaned)
    expect(cleanText(cleaned, LONGEST)).toBe(cleaned)
  })

  test('composes text that could still fit, and no text that is always too long', () => {
    // U+1F82 is composed of four characters; none is composed of more.
    const decomposed = '\u03B1\u0313\u0300\u0345'
    expect(cleanText(decomposed.repeat(10), 10)).toBe('\u1F82'.repeat(10))
    expect(cleanText(decomposed.repeat(11), 10)).toBe(decomposed.repeat(11))
  })

  test('takes linear time on a long run of spaces', () => {
    // A pattern that tries the end of the text from each space would need minutes.
    expect(cleanText(`a${' '.repeat(200_000)}b`, LONGEST)).toHaveLength(200_002)
  })
})

test('NUL and lone surrogates cannot be stored', () => {
  expect(['', 'abc', '\u0001', '🦞', '\uFFFF', '\uFEFF'].every(isStorable)).toBe(true)
  const rejected = ['\u0000', 'a\u0000b', '\uD83E', '\uDD9E', 'a\uD83Eb', '\uDD9E\uD83E']
  expect(rejected.filter(isStorable)).toEqual([])
})

describe('more than 30 marks in a row', () => {
  test('are found anywhere in a text', () => {
    const short = ['\u0301\u0316'.repeat(15), `a${'\u0301'.repeat(30)}b${'\u0301'.repeat(30)}c`]
    expect(short.filter(hasLongMarkRun)).toEqual([])
    const marks = '\u0301'.repeat(31)
    const long = [`a${marks}`, '\u0483\u0e31\u{1d165}\u20dd'.repeat(8), '\ufe0f'.repeat(31)]
    expect([...long, `${'a'.repeat(100_000)}${marks}`].filter((text) => !hasLongMarkRun(text))).toEqual([])
  })

  test('include every character whose canonical decomposition begins with a mark', () => {
    const all = [...range(0, 0x3ffff), ...range(0xe0000, 0xe0fff)].map((code) => String.fromCodePoint(code))
    expect(all.filter((c) => /^\p{M}/u.test(c.normalize('NFD')) && !/\p{M}/u.test(c))).toEqual([])
  })

  test('are never normalized', () => {
    const attack = `a${'\u0301'.repeat(500)}${'\u0316'.repeat(500)}`
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(cleanText(` ${attack}`, LONGEST)).toBe(attack)
    for (const [schema, body] of [
      [RegisterAgentInput, { agent_name: attack, email: attack }],
      [SubmitSkillInput, { name: attack, url: `https://a.b/?${attack}` }],
      [SubmitRatingInput, { skill_name: attack, commentary: attack }],
      [ListSkillsQuery, { search: attack }],
    ] as const)
      expect(schema.safeParse(body).success).toBe(false)
    const normalized = normalize.mock.contexts.filter((text) => String(text).includes('\u0301\u0301'))
    normalize.mockRestore()
    expect(normalized).toEqual([])
  })
})

test('an API key is found anywhere in a text', () => {
  const wrong = KEY.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  expect([wrong, KEY.toUpperCase(), KEY.slice(0, -1)].filter(containsApiKey)).toEqual([])
  const found = [KEY, `My key is x${KEY}0abc.`, `claw_${'0'.repeat(56)} ${KEY}`]
  expect(found.filter((text) => !containsApiKey(text))).toEqual([])
})
