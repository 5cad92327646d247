import { beforeAll, describe, expect, test } from 'vitest'
import { cleanText, codePoints } from '../../functions/_shared/text/text.ts'
import { randomNumbers } from '../support/random.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

let database: OwnDatabase

beforeAll(async () => {
  database = await ownDatabase()
  return database.drop
})

const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'

/** Pieces that texts are made of here: what is trimmed, composed, invisible, wide, outside the BMP. */
const PIECES = [
  ...WHITE_SPACE,
  ...'\ufeff\u200b\u200c\u200d\u2060\u00ad\u180e\u202e\u2066\u0001\u007f',
  ...[
    'a',
    'B',
    'é',
    'e\u0301',
    'A\u030a',
    '\u212b',
    '\u1e9b\u0323',
    'ﬁ',
    'Ａ',
    'ｶﾞ',
    '가',
    '\u1100\u1161\u11a8',
    'ß',
    'İ',
    'Σ',
  ],
  ...[
    '\u0344',
    '\u0958',
    '\ufdfa',
    '😀',
    '👩\u200d🔬',
    '❤\ufe0f',
    '\u{1d15e}',
    '\u{e0100}',
    '\u{10ffff}',
    '\uffff',
    '\u0378',
  ],
  ...['\u0323\u0307', '\u0307\u0323', '\u0f73', '\u0f71\u0f72', '\\', "'", '%', '_', '-', '.', '1'],
]

function randomTexts(seed: number, count: number, pieces: string[] = PIECES, longest = 12): string[] {
  const random = randomNumbers(seed)
  return Array.from({ length: count }, () =>
    Array.from(
      { length: Math.floor(random() * longest) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join(''),
  )
}

/** A SQL function of text, applied to many texts at once. */
async function applied<T>(expression: string, texts: string[]): Promise<T[]> {
  const rows = await database.owner.unsafe(
    `select ${expression} as result from unnest($1::text[]) with ordinality as t (value, place) order by place`,
    [texts],
  )
  return rows.map((row) => row.result)
}

/** Every code point that text may hold and that this Postgres knows. Newer ones may be newer to one end than to the other. */
async function knownCodePoints(): Promise<string[]> {
  const [row] = await database.owner<{ known: string[] }[]>`
    select array_agg(chr(i) order by i) as known from generate_series(1, 1114111) as i
    where i not between 55296 and 57343 and unicode_assigned(chr(i)) and i not between 983040 and 1114109`
  return row?.known ?? []
}

describe('text is kept the same by cleanText and private.clean_text', () => {
  /** As a field of 1,000 characters. */
  const clean = (text: string) => cleanText(text, 1_000)

  test('over every assigned character, at the ends and inside', async () => {
    const known = await knownCodePoints()
    expect(known.length).toBeGreaterThan(140_000)
    // Many to a text, or it takes seconds; the trimmed ones come alone below.
    const texts: string[] = []
    for (let i = 0; i < known.length; i += 64) texts.push(known.slice(i, i + 64).join('x'))
    expect(await applied('private.clean_text(value, 1000)', texts)).toEqual(texts.map(clean))
  })

  test('over every character that one of the two trims', async () => {
    const texts = (await knownCodePoints()).slice(0, 60_000).map((c) => `${c}a${c}b${c}`)
    const differing = (await applied<string>('private.clean_text(value, 1000)', texts)).flatMap(
      (cleaned, i) => (cleaned === clean(texts[i] ?? '') ? [] : [texts[i]]),
    )
    expect(differing).toEqual([])
  })

  test('over random texts', async () => {
    const texts = randomTexts(1, 4_000)
    expect(await applied('private.clean_text(value, 1000)', texts)).toEqual(texts.map(clean))
  })

  test.each([...WHITE_SPACE, '\ufeff'].map((c) => [`U+${c.codePointAt(0)?.toString(16)}`, c]))(
    '%s is trimmed from both ends and kept inside',
    async (_, c) => {
      const text = `${c}${c}a${c}b${c}`
      const expected = `a${c}b`.normalize('NFC')
      expect(clean(text)).toBe(expected)
      expect(await applied('private.clean_text(value, 1000)', [text])).toEqual([expected])
    },
  )

  test('U+180E, U+200B and other invisible characters are no white space', async () => {
    const texts = [
      '\u180ea\u180e',
      '\u200ba\u200b',
      '\u2060a\u2060',
      '\u00ada\u00ad',
      '\u0000'.replace('\u0000', '\u0001'),
    ]
    expect(texts.map(clean)).toEqual(texts)
    expect(await applied('private.clean_text(value, 1000)', texts)).toEqual(texts)
  })

  test.each([0, 1, 2, 3, 5])(
    'over random texts far longer than a limit of %i, which are but trimmed',
    async (limit) => {
      const texts = randomTexts(20 + limit, 1_000)
      expect(await applied(`private.clean_text(value, ${limit})`, texts)).toEqual(
        texts.map((text) => cleanText(text, limit)),
      )
    },
  )

  test('what four times the limit leaves out could not have come within it: nothing composes more than four to one', async () => {
    const [row] = await database.owner`
      select max(char_length(normalize(chr(i), nfd))) as most from generate_series(1, 195103) as i
      where i not between 55296 and 57343 and normalize(normalize(chr(i), nfd), nfc) = chr(i)`
    expect(row?.most).toBe(4)
  })

  test('a text of white space alone is empty', async () => {
    expect(await applied('private.clean_text(value, 1000)', [`${WHITE_SPACE}\ufeff`, ''])).toEqual(['', ''])
    expect(clean(`${WHITE_SPACE}\ufeff`)).toBe('')
  })

  test('what is clean stays as it is', async () => {
    const once = await applied<string>('private.clean_text(value, 1000)', randomTexts(2, 1_000))
    expect(await applied('private.clean_text(value, 1000)', once)).toEqual(once)
  })
})

test('lengths are counted in code points at both ends', async () => {
  const texts = [
    ...randomTexts(3, 2_000),
    '😀'.repeat(50),
    '👩\u200d🔬'.repeat(10),
    'e\u0301',
    '\u{10ffff}',
    '',
  ]
  expect(await applied('char_length(value)', texts)).toEqual(texts.map(codePoints))
  expect(codePoints('😀'.repeat(50))).toBe(50)
})

describe('the comparison key of names', () => {
  const key = async (name: string) => (await applied<string>('private.name_key(value)', [name]))[0]

  test.each([
    ['case', 'Playwright MCP', 'pLAYWRIGHT mcp'],
    ['case beyond ASCII', 'ÀÉÎÕÜ ŽŁ ΑΒΓ ЖЩ', 'àéîõü žł αβγ жщ'],
    ['case outside the BMP', '\u{10400}\u{1e900}', '\u{10428}\u{1e922}'],
    ['composition', 'Café', 'Cafe\u0301'],
    ['order of marks', 'a\u0323\u0307', 'a\u0307\u0323'],
    ['width', 'ＡＢＣ　１', 'abc 1'],
    ['half-width katakana', 'ｶﾞｷﾞ', 'ガギ'],
    ['ligatures', 'ﬁle ﬆ', 'file st'],
    ['superscripts', 'x²', 'x2'],
    ['Roman numerals', 'Ⅷ', 'viii'],
    ['the Kelvin sign', '\u212aelvin', 'kelvin'],
    ['zero-width joiners', 'a\u200cb\u200dc', 'abc'],
    ['variation selectors', '❤\ufe0f ❤\ufe0e', '❤ ❤'],
    ['supplementary variation selectors', '葛\u{e0100}', '葛'],
    ['Mongolian variation selectors', 'ᠠ\u180b\u180c\u180d\u180f', 'ᠠ'],
    ['runs of white space', 'a  b\t\n c', 'a b c'],
    ['kinds of white space', 'a\u00a0b\u2003c\u3000d\u2028e', 'a b c d e'],
    ['the dotted capital I, by the simple mapping', 'İstanbul', 'istanbul'],
    ['the capital sigma at the end of a word', 'ΟΔΟΣ', 'οδοσ'],
    ['the capital sharp s', 'STRAẞE', 'straße'],
  ])('is the same whatever the %s', async (_, one, other) => {
    expect(await key(one)).toBe(await key(other))
  })

  test.each([
    ['accents', 'cafe', 'café'],
    ['sharp s', 'strasse', 'straße'],
    ['final sigma', 'οδος', 'οδοσ'],
    ['dotless i', 'ı', 'i'],
    ['white space at all', 'ab', 'a b'],
    ['punctuation', 'a-b', 'a b'],
    ['look-alikes', 'paypal', 'pаypal'],
    ['numbers', 'v1', 'v2'],
    ['emoji', '😀', '😃'],
  ])('differs with %s', async (_, one, other) => {
    expect(await key(one)).not.toBe(await key(other))
  })

  test('is what the contract’s sentence says, over random names', async () => {
    const names = randomTexts(4, 3_000)
    const simpleLower = (text: string) =>
      Array.from(text, (c) => (c === 'İ' ? 'i' : c.toLowerCase())).join('')
    const expected = names.map((name) =>
      simpleLower(name.normalize('NFKC').replace(/[\u200c\u200d]|\p{Variation_Selector}/gu, ''))
        .replace(/\p{White_Space}+/gu, ' ')
        .replace(/^ | $/g, ''),
    )
    expect(await applied('private.name_key(value)', names)).toEqual(expected)
  })

  const chars = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i)).join('')
  const WORST = [
    ['200 × U+FDFA, of which NFKC makes 18 each', '\ufdfa'.repeat(200)],
    ['200 different characters of 4 bytes', chars(0x20000, 200)],
    ['200 × the longest squared katakana', '\u3316'.repeat(200)],
    ['squared katakana U+3300 to U+3357, over and over', chars(0x3300, 0x58).repeat(3).slice(0, 200)],
    ['200 mathematical letters', chars(0x1d400, 200)],
    ['200 musical symbols that NFC takes apart', '\u{1d164}'.repeat(66)],
  ] as const

  test.each(WORST)('of %s has at most 250 characters and fits an index entry', async (_, name) => {
    const [row] = await database.owner`
      select char_length(k) as characters, octet_length(k) as bytes from private.name_key(${name}) as k`
    expect(row?.characters).toBeLessThanOrEqual(250)
    // A third of a page, the bound of a btree's entries.
    expect(row?.bytes).toBeLessThanOrEqual(2_600)
  })

  test('of long names is the same for the same and differs where they differ, even in the last character alone', async () => {
    const long = '\ufdfa'.repeat(199)
    expect(await key(`${long}a`)).toBe(await key(`${long}A`))
    expect(await key(`${long}a`)).not.toBe(await key(`${long}b`))
  })

  test('of any name has at most 250 characters: the longest that any one character leads to, 200 times', async () => {
    const rows = await database.owner`
      select char_length(private.name_key(repeat(chr(i), 200))) as length
      from (
        select i from generate_series(1, 195103) as i where i not between 55296 and 57343
        order by char_length(normalize(chr(i), nfkc)) desc limit 2000
      ) as longest`
    expect(Math.max(...rows.map((row) => row.length))).toBe(250)
  })
})

describe('folded text, as the search compares it,', () => {
  test.each([
    ['case', 'GREAT', 'great'],
    ['accents', 'Café Žižek', 'cafe zizek'],
    ['decomposed accents', 'Cafe\u0301', 'cafe'],
    ['accents that no composed letter has', 'q\u0301 x\u0302', 'q x'],
    ['accents on letters that are not plain', 'ǽ ǿ ǣ ǯ', 'æ ø æ ʒ'],
    ['Cyrillic accents', 'сѐ ѝ ё', 'се и е'],
    ['several accents', 'ệ ǖ ṩ', 'e u s'],
    ['width', 'ＰＤＦ', 'pdf'],
    ['half-width katakana', 'ｶﾞ', 'ガ'],
    ['ligatures', 'ﬁle', 'file'],
    ['sharp s', 'Straße', 'strasse'],
    ['capital sharp s', 'STRAẞE', 'strasse'],
    ['final sigma', 'ΟΔΟΣ', 'οδος'],
    ['Greek accents', 'Ὀδός', 'οδοσ'],
    ['stroked letters', 'Łódź Øre', 'lodz ore'],
    ['joiners', 'a\u200db\u200cc', 'abc'],
    ['variation selectors', '❤\ufe0f', '❤'],
    ['the dotted capital I', 'İstanbul', 'istanbul'],
    ['the dotless i', 'ılık', 'ilik'],
  ])('is the same whatever the %s', async (_, one, other) => {
    const [first, second] = await applied('private.fold_text(value)', [one, other])
    expect(first).toBe(second)
  })

  test.each([
    ['letters', 'cat', 'cot'],
    ['%', '100%', '100'],
    ['_', 'a_b', 'a b'],
    ['\\', 'a\\b', 'ab'],
    ['quotes', "it's", 'its'],
  ])('keeps %s', async (_, one, other) => {
    const [first, second] = await applied('private.fold_text(value)', [one, other])
    expect(first).not.toBe(second)
  })

  test('is equal for all names that the key calls equal', async () => {
    // Few pieces, so that equal keys are frequent.
    const names = randomTexts(
      5,
      4_000,
      ['a', 'A', 'Ａ', 'é', 'e\u0301', 'É', 'Σ', 'σ', '\u200d', '\ufe0f', 'İ', 'i', 'ß', 'ẞ'],
      4,
    )
    const keys = await applied<string>('private.name_key(value)', names)
    const folded = await applied<string>('private.fold_text(value)', names)
    const foldedByKey = new Map<string, Set<string>>()
    for (const [i, key] of keys.entries()) {
      foldedByKey.set(key, (foldedByKey.get(key) ?? new Set()).add(folded[i] ?? ''))
    }
    expect(
      [...foldedByKey].filter(([, all]) => all.size > 1).map(([key, all]) => ({ key, folded: [...all] })),
    ).toEqual([])
  })

  test('folded again is the same', async () => {
    const folded = await applied<string>('private.fold_text(value)', randomTexts(6, 2_000))
    const again = await applied<string>('private.fold_text(value)', folded)
    expect(again.filter((text, i) => text !== folded[i])).toEqual([])
  })
})

describe('a slug', () => {
  test.each([
    ['Playwright MCP', 'playwright-mcp'],
    ['  --Foo -- Bar!!  ', 'foo-bar'],
    ['C++ & C#', 'c-c'],
    ['Ünïcödé Œuvre ß', 'unicode-oeuvre-ss'],
    ['Łódź', 'lodz'],
    ['ＡＢＣ', 'abc'],
    ['100% free_trial', '100-free-trial'],
    ['日本語', ''],
    ['😀', ''],
    ['---', ''],
    ['日本 tool', 'tool'],
    ['a'.repeat(81), 'a'.repeat(80)],
    ['İstanbul', 'istanbul'],
  ])('of %j is %j', async (name, slug) => {
    expect(await applied('private.slugify(value)', [name])).toEqual([slug])
  })

  test('of any name has the shape of a slug, or is empty', async () => {
    const slugs = await applied<string>('private.slugify(value)', randomTexts(7, 3_000))
    expect(slugs.filter((slug) => !/^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slug))).toEqual([])
  })

  test('is at most 80 characters however long the name becomes without accents', async () => {
    const [slug] = await applied<string>('private.slugify(value)', ['㎈ﷺ½'.repeat(66)])
    expect(slug?.length).toBeLessThanOrEqual(80)
  })
})
