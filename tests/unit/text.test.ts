import { describe, expect, test } from 'vitest'
import { cleanText, codePoints, isPlainName, isStorable, isWebAddress } from '../../functions/api/text.ts'

/** Every character of the Basic Multilingual Plane that is no surrogate. */
const BMP = Array.from({ length: 0x10000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCharCode(code))

const LONGEST = 1_000

describe('cleanText', () => {
  test('trims every white space of Unicode and U+FEFF, and nothing else', () => {
    const trimmed = BMP.filter((character) => cleanText(`${character}x${character}`, LONGEST) === 'x')
    expect(trimmed.map((character) => character.charCodeAt(0))).toEqual([
      0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
      0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
    ])
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
  ])('makes %j into %j', (value, cleaned) => {
    expect(cleanText(value, LONGEST)).toBe(cleaned)
  })

  test('has nothing left to do the second time', () => {
    for (const value of [' \u2000e\u0301 ', '\u1100\u1161\u11A8\u3000', '\uFEFF \u0301a']) {
      const cleaned = cleanText(value, LONGEST)
      expect(cleanText(cleaned, LONGEST)).toBe(cleaned)
    }
  })

  test('composes whatever could still fit, and leaves alone what is too long in any case', () => {
    // U+1F82 is the one of four: nothing composes of more.
    const decomposed = '\u03B1\u0313\u0300\u0345'
    expect(cleanText(decomposed.repeat(10), 10)).toBe('\u1F82'.repeat(10))
    expect(cleanText(decomposed.repeat(11), 10)).toBe(decomposed.repeat(11))
  })

  test('takes no longer for a long run of spaces than for other text', () => {
    // A pattern that tries the end of the text from each of the spaces would need minutes.
    expect(cleanText(`a${' '.repeat(200_000)}b`, LONGEST)).toHaveLength(200_002)
  })
})

describe('codePoints', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['🦞', 1],
    ['🦞'.repeat(50), 50],
    ['👩‍🔬', 3],
  ])('of %j is %i', (text, count) => {
    expect(codePoints(text)).toBe(count)
  })
})

describe('isStorable', () => {
  test.each(['', 'abc', '\u0001', '🦞', '\uFFFF', '\uFEFF'])('takes %j', (text) => {
    expect(isStorable(text)).toBe(true)
  })

  test.each(['\u0000', 'a\u0000b', '\uD83E', '\uDD9E', 'a\uD83Eb', '\uDD9E\uD83E'])('refuses %j', (text) => {
    expect(isStorable(text)).toBe(false)
  })
})

describe('isPlainName', () => {
  test('refuses exactly the control, bidirectional and invisible characters', () => {
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i)
    const refused = BMP.filter((character) => !isPlainName(`a${character}b`)).map((c) => c.charCodeAt(0))
    expect(refused).toEqual([
      ...range(0x00, 0x1f),
      ...range(0x7f, 0x9f),
      0xad,
      0x200b,
      ...range(0x202a, 0x202e),
      0x2060,
      ...range(0x2066, 0x2069),
      0xfeff,
    ])
  })

  test('takes joiners, variation selectors and characters outside the BMP', () => {
    expect(isPlainName('👩‍🔬 ☂\uFE0F 𐐷')).toBe(true)
  })
})

describe('isWebAddress', () => {
  test.each([
    'http://example.com',
    'https://example.com/',
    'HTTP://EXAMPLE.COM?x#y',
    'https://example.com:8443/a/../b?c=d@e#f@g',
    'https://[::1]/',
    'https://xn--bcher-kva.example',
    'https://bücher.example/ü',
  ])('takes %s', (text) => {
    expect(isWebAddress(text)).toBe(true)
  })

  test.each([
    '',
    'example.com',
    '//example.com',
    'http:',
    'http://',
    'http:///path',
    'http:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://example.com\\@other.example',
    'ftp://example.com',
    'javascript://example.com',
    'https://user@example.com',
    'https://user:password@example.com',
    'https://:@example.com',
    'https://example.com:99999',
    'https://exa mple.com',
    'https://example.com/\n',
    ' https://example.com',
    'https://example.com/\u0000',
  ])('refuses %j', (text) => {
    expect(isWebAddress(text)).toBe(false)
  })
})
