import { describe, expect, test } from 'vitest'
import { cleanText, codePoints, hasHidden } from '../../../functions/_shared/text/text.ts'
import { randomTexts } from '../../support/random-texts.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'

/** Pieces of random texts: trimmed, composed, invisible, wide and outside the BMP. */
const PIECES = [
  ...WHITE_SPACE,
  ..."\ufeff\u200b\u200c\u200d\u2060\u00ad\u180e\u202e\u2066\u0001\u007f\\'%_-.1",
  ...'a B é e\u0301 A\u030a \u212b \u1e9b\u0323 ﬁ Ａ ｶﾞ 가 \u1100\u1161\u11a8 ß İ Σ \u0344 \u0958 \ufdfa 😀 👩\u200d🔬 ❤\ufe0f'.split(
    ' ',
  ),
  ...'\u{1d15e} \u{e0100} \u{10ffff} \uffff \u0378 \u0323\u0307 \u0307\u0323 \u0f73 \u0f71\u0f72'.split(' '),
]

const random = (seed: number, count: number, pieces = PIECES, longest = 12) =>
  randomTexts(seed, count, pieces, longest)

/** The results of a SQL expression over `value`. */
async function applied<T>(expression: string, texts: string[]): Promise<T[]> {
  const rows = await database.owner.unsafe(
    `select ${expression} as result from unnest($1::text[]) with ordinality as t (value, place) order by place`,
    [texts],
  )
  return rows.map((row) => row.result)
}

const chars = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i)).join('')
const INVISIBLE = ['\u180e', '\u200b', '\u2060', '\u00ad', '\u0001'].map((c) => `${c}a${c}`)

describe('private.clean_text', () => {
  test('returns what cleanText does', async () => {
    const spaces = [...WHITE_SPACE, '\ufeff', `${WHITE_SPACE}\ufeff`, ''].map((c) => `${c}${c}a${c}b${c}`)
    const given = [...random(1, 3_000), ...INVISIBLE, ...spaces]
    const cleaned = await applied<string>('private.clean_text(value, 1000)', given)
    expect(given.filter((text, i) => cleaned[i] !== cleanText(text, 1_000))).toEqual([])
    expect(cleaned.slice(3_000, 3_000 + INVISIBLE.length)).toEqual(INVISIBLE)
    expect(await applied('private.clean_text(value, 1000)', cleaned)).toEqual(cleaned)
  })

  test.each([0, 1, 3])('only trims texts far longer than a limit of %i', async (limit) => {
    const texts = random(20 + limit, 500)
    expect(await applied(`private.clean_text(value, ${limit})`, texts)).toEqual(
      texts.map((text) => cleanText(text, limit)),
    )
  })
})

test('lengths are counted in code points', async () => {
  const texts = [...random(3, 1_000), '😀'.repeat(50), '👩\u200d🔬'.repeat(10), 'e\u0301', '\u{10ffff}', '']
  expect(await applied('char_length(value)', texts)).toEqual(texts.map(codePoints))
})

/** Expects the results of an expression to be equal, or to differ, for the two texts of each pair. */
async function expectPairs(expression: string, equal: boolean, pairs: string) {
  const texts = pairs.split('|').flatMap((pair) => pair.split('='))
  const results = await applied(expression, texts)
  const wrong = texts.filter((_, i) => i % 2 === 1 && (results[i] === results[i - 1]) !== equal)
  expect(wrong).toEqual([])
}

describe('the comparison key of names', () => {
  const KEY = 'private.name_key(value)'

  test('ignores case, width, composition, joiners, variation selectors and kinds of white space', async () => {
    const case_ =
      'Playwright MCP=pLAYWRIGHT mcp|ÀÉÎÕÜ ŽŁ ΑΒΓ ЖЩ=àéîõü žł αβγ жщ|\u{10400}\u{1e900}=\u{10428}\u{1e922}|İstanbul=istanbul|ΟΔΟΣ=οδοσ|STRAẞE=straße'
    const composition =
      'Café=Cafe\u0301|a\u0323\u0307=a\u0307\u0323|ＡＢＣ　１=abc 1|ｶﾞｷﾞ=ガギ|ﬁle ﬆ=file st|x²=x2|Ⅷ=viii|\u212aelvin=kelvin'
    const joiners = 'a\u200cb\u200dc=abc|❤\ufe0f ❤\ufe0e=❤ ❤|葛\u{e0100}=葛|ᠠ\u180b\u180c\u180d\u180f=ᠠ'
    const space = 'a  b\t\n c=a b c|a\u00a0b\u2003c\u3000d\u2028e=a b c d e'
    await expectPairs(KEY, true, [case_, composition, joiners, space].join('|'))
  })

  test('distinguishes accents, sharp s, final sigma, dotless i, white space, punctuation and look-alikes', async () => {
    await expectPairs(
      KEY,
      false,
      'cafe=café|strasse=straße|οδος=οδοσ|ı=i|ab=a b|a-b=a b|paypal=pаypal|v1=v2|😀=😃',
    )
  })

  test('is NFKC without joiners and variation selectors, in lower case, with single spaces', async () => {
    // The two that NFKC expands most are not in the first names.
    const expanding = ['\ufdfa', '\ufdfb', ' ', '\u3000', '\t', '\u0301', '\u0654', '\u200d', 'ه', 'م', 'A']
    const names = [...random(4, 2_000), ...random(6, 500, expanding, 8)]
    const simpleLower = (text: string) =>
      Array.from(text, (c) => (c === 'İ' ? 'i' : c.toLowerCase())).join('')
    const expected = names.map((name) =>
      simpleLower(name.normalize('NFKC').replace(/[\u200c\u200d]|\p{Variation_Selector}/gu, ''))
        .replace(/\p{White_Space}+/gu, ' ')
        .replace(/^ | $/g, ''),
    )
    expect(await applied('private.name_key(value)', names)).toEqual(expected)
  })

  test('fits an index entry', async () => {
    const worst = [
      '\ufdfa'.repeat(200),
      '\u3316'.repeat(200),
      '\u{1d164}'.repeat(66),
      chars(0x20000, 200),
      chars(0x1d400, 200),
      chars(0x3300, 0x58).repeat(3).slice(0, 200),
    ]
    const sizes = await applied<number>('octet_length(private.name_key(value))', worst)
    // A third of a page is the limit of an index entry.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_600)
    const long = '\ufdfa'.repeat(199)
    await expectPairs(KEY, true, `${long}a=${long}A`)
    await expectPairs(KEY, false, `${long}a=${long}b`)
  })
})

describe('private.fold_text', () => {
  test('ignores case, accents, width, joiners and variation selectors', async () => {
    const accents =
      'GREAT=great|Café Žižek=cafe zizek|Cafe\u0301=cafe|q\u0301 x\u0302=q x|ǽ ǿ ǣ ǯ=æ ø æ ʒ|сѐ ѝ ё=се и е|ệ ǖ ṩ=e u s'
    const letters =
      'ＰＤＦ=pdf|ｶﾞ=ガ|ﬁle=file|Straße=strasse|STRAẞE=strasse|ΟΔΟΣ=οδος|Ὀδός=οδοσ|Łódź Øre=lodz ore|İstanbul=istanbul|ılık=ilik'
    await expectPairs('private.fold_text(value)', true, `${accents}|${letters}|a\u200db\u200cc=abc|❤\ufe0f=❤`)
    await expectPairs('private.fold_text(value)', false, `cat=cot|100%=100|a_b=a b|a\\b=ab|it's=its`)
  })

  test('removes every combining accent, joiner and variation selector', async () => {
    const removed = [
      ...chars(0x0300, 0x70),
      ...chars(0x180b, 3),
      '\u180f',
      '\u200c',
      '\u200d',
      ...chars(0xfe00, 16),
      ...chars(0xe0100, 240),
    ]
    const folded = await applied(
      'private.fold_text(value)',
      removed.map((c) => `x${c}y`),
    )
    expect(new Set(folded)).toEqual(new Set(['xy']))
  })

  test('is equal for names with equal keys, and idempotent', async () => {
    const names = random(5, 2_000, 'a A Ａ é e\u0301 É Σ σ \u200d \ufe0f İ i ß ẞ'.split(' '), 4)
    const keys = await applied<string>('private.name_key(value)', names)
    const folded = await applied<string>('private.fold_text(value)', names)
    const foldedByKey = new Map<string, Set<string>>()
    for (const [i, key] of keys.entries())
      foldedByKey.set(key, (foldedByKey.get(key) ?? new Set()).add(folded[i] ?? ''))
    expect([...foldedByKey].filter(([, all]) => all.size > 1)).toEqual([])
    expect(await applied<string>('private.fold_text(value)', folded)).toEqual(folded)
  })
})

describe('private.slugify', () => {
  test('makes unaccented lower case with single hyphens, at most 80 characters', async () => {
    const words =
      'Playwright MCP=playwright-mcp|  --Foo -- Bar!!  =foo-bar|C++ & C#=c-c|100% free_trial=100-free-trial'
    const letters = 'Ünïcödé Œuvre ß=unicode-oeuvre-ss|Łódź=lodz|ＡＢＣ=abc|İstanbul=istanbul|日本 tool=tool'
    const none = '日本語=|😀=|---='
    const pairs = `${words}|${letters}|${none}|${'a'.repeat(81)}=${'a'.repeat(80)}`
      .split('|')
      .map((pair) => pair.split('=') as [string, string])
    const slugs = await applied(
      'private.slugify(value)',
      pairs.map(([name]) => name),
    )
    expect(slugs).toEqual(pairs.map(([, slug]) => slug))
    const others = await applied<string>('private.slugify(value)', [...random(7, 1_000), '㎈ﷺ½'.repeat(66)])
    expect(others.filter((slug) => !/^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slug) || slug.length > 80)).toEqual([])
  })
})

test('what can hide instructions is found by both sides and removed by imports', async () => {
  const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  const cases: [text: string, removed: string][] = [
    [`visible ${england} text`, `visible ${england} text`],
    ['葛\u{e0100}飾', '葛\u{e0100}飾'],
    ['emoji 👩\u200d🔬 ❤\ufe0f', 'emoji 👩\u200d🔬 ❤\ufe0f'],
    ['a\u{e0041}\u{e0042}b', 'ab'],
    [`\u{1f3f4}${'\u{e0041}'.repeat(200)}`, '\u{1f3f4}'],
    [`\u{1f3f4}${'\u{e0061}'.repeat(7)}\u{e007f}`, '\u{1f3f4}'],
    ['\u{1f3f4}\u{e0067}\u{e0062}', '\u{1f3f4}'],
    ['葛\u{e0100}\u{e0101}飾', '葛\u{e0100}飾'],
    ['x\u{e0100}', 'x'],
    [`${england}\u{e0041}`, england],
  ]
  for (const [text, removed] of cases) {
    const [row] = await database.owner`
      select private.remove_hidden(${text}) as removed, private.has_hidden(${text}) as hidden`
    expect([row?.removed, row?.hidden], text).toEqual([removed, text !== removed])
    expect(hasHidden(text), text).toBe(text !== removed)
  }
})
