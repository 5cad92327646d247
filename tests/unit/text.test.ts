import { describe, expect, test, vi } from 'vitest'
import {
  AccountInput,
  FlagInput,
  RatingInput,
  RegistrationInput,
  SkillInput,
  SkillQuery,
} from '../../functions/_shared/schemas/requests.ts'
import {
  cleanText,
  codePoints,
  containsApiKey,
  hasLongMarkRun,
  isStorable,
  isWebAddress,
} from '../../functions/_shared/text/text.ts'
import { wellFormedKey } from '../support/well-formed-key.ts'

const KEY = wellFormedKey('0123456789ab')

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

describe('hasLongMarkRun', () => {
  test.each([
    ['30 marks', '\u0301\u0316'.repeat(15), false],
    ['30 marks between letters', `a${'\u0301'.repeat(30)}b${'\u0301'.repeat(30)}c`, false],
    ['31 marks', `a${'\u0301'.repeat(31)}`, true],
    ['31 marks of several blocks', '\u0483\u0e31\u{1d165}\u20dd'.repeat(8), true],
    ['31 variation selectors', '\ufe0f'.repeat(31), true],
    ['marks after far more letters', `${'a'.repeat(100_000)}${'\u0301'.repeat(31)}`, true],
  ])('finds in %s: %s', (_, text, found) => {
    expect(hasLongMarkRun(text)).toBe(found)
  })

  test('knows each character whose canonical decomposition begins with a mark', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
    const unknown = all.filter((c) => /^\p{M}/u.test(c.normalize('NFD')) && !/\p{M}/u.test(c))
    expect(unknown).toEqual([])
  })
})

describe('text with a long run of marks', () => {
  const attack = `a${'\u0301'.repeat(500)}${'\u0316'.repeat(500)}`

  test('is never normalised', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(cleanText(` ${attack}`, LONGEST)).toBe(attack)
    for (const [schema, body] of [
      [RegistrationInput, { agent_name: attack.slice(0, 50), agent_description: attack, email: attack }],
      [SkillInput, { name: attack.slice(0, 200), description: attack, type: 'mcp', url: attack }],
      [RatingInput, { skill_name: attack.slice(0, 200), claws: 1, commentary: attack }],
      [FlagInput, { reason: attack }],
      [SkillQuery, { search: attack.slice(0, 200) }],
    ] as const) {
      const { error } = schema.safeParse(body)
      expect(error?.issues.map(({ path }) => path[0])).toEqual(
        Object.keys(body).filter((key) => !['type', 'claws'].includes(key)),
      )
    }
    const normalised = normalize.mock.contexts.filter((text) => String(text).includes('\u0301\u0301'))
    normalize.mockRestore()
    expect(normalised).toEqual([])
  })

  test('is told so', () => {
    const { error } = FlagInput.safeParse({ reason: '\u0301'.repeat(31) })
    expect(error?.issues[0]?.message).toBe('must not contain more than 30 combining marks in a row')
  })
})

describe('containsApiKey', () => {
  test.each([
    ['a key', KEY, true],
    ['a key inside other text', `My key is x${KEY}0abc.`, true],
    ['the second of two that look like keys', `claw_${'0'.repeat(56)} ${KEY}`, true],
    ['a key with a wrong checksum', KEY.replace(/.$/, (last) => (last === '0' ? '1' : '0')), false],
    ['a key in capitals', KEY.toUpperCase(), false],
    ['the start of a key', KEY.slice(0, -1), false],
  ])('finds in %s: %s', (_, text, found) => {
    expect(containsApiKey(text)).toBe(found)
  })

  test.each([
    [RegistrationInput, { agent_name: 'Ada', agent_description: KEY, email: `${KEY}@b.co` }],
    [SkillInput, { name: KEY, description: KEY, type: 'mcp', url: `https://a.b/?key=${KEY}` }],
    [RatingInput, { skill_name: KEY, claws: 1, commentary: `Mine is ${KEY}.` }],
    [FlagInput, { reason: KEY }],
    [AccountInput, { agent_description: KEY, email: `${KEY}@b.co` }],
    [SkillQuery, { search: KEY }],
  ])('rejects a key in every text of a body', (schema, body) => {
    const issues = schema.safeParse(body).error?.issues.map(({ path, message }) => [path[0], message])
    expect(issues).toEqual(
      Object.entries(body)
        .filter(([, value]) => String(value).includes(KEY))
        .map(([key]) => [key, 'must not contain an API key']),
    )
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
