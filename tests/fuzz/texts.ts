// What the fuzz run puts where a text is expected.
import fc from 'fast-check'

/** Texts that have broken programs: each is there for what it does to one that is not ready for it. */
const ODDITIES = [
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '\uDC00\uD800',
  '\uFEFF',
  'x\uFEFFy',
  'a\u200Bb',
  'a\u00ADb',
  'a\u2060b',
  '\u202Egnp.exe',
  '\u2066isolate\u2069',
  'a\u200Cb',
  'a\u200Db',
  '👨\u200D👩\u200D👧\u200D👦',
  '☂\uFE0F',
  'e\u0301',
  '\u00E9',
  '\u0301',
  `Z${'\u0351\u0323\u0489'.repeat(12)}`,
  '\u1E9B\u0323',
  'ﷺ',
  'ﬃ',
  'Ⅸ',
  'İ',
  'ı',
  'ẞß',
  'ΌΣΟΣ',
  '\u00C5\u212B',
  '\u0344',
  '\u{1D15E}',
  '\u{10FFFF}',
  '\uFFFE',
  '\uFFFF',
  '\uFFFD',
  '\uE000',
  '中文',
  'שלום',
  '\t\r\n',
  'a\r\nBcc: b@example.com',
  '\u0085',
  '\u00A0\u3000\u2028',
  '\u001B[31m',
  '\u007F',
  '%',
  '_',
  '\\',
  '*',
  "'",
  '"',
  "'; drop table agents; --",
  ',)or(id.not.is.null',
  '$1',
  '{}',
  '[object Object]',
  'null',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
]

const oddity = fc.constantFrom(...ODDITIES)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
)

/** Any text at all: of any characters, with oddities at its ends or in it. */
export const hostileText = fc.oneof(
  oddity,
  anyText,
  fc.tuple(anyText, oddity, anyText).map((parts) => parts.join('')),
)

/** Texts with a length at a bound or one beside it, of characters that different programs count differently. */
export function textNear(...bounds: number[]): fc.Arbitrary<string> {
  return fc
    .record({
      length: fc.constantFrom(...bounds.flatMap((bound) => [bound - 1, bound, bound + 1])),
      unit: fc.constantFrom('a', 'é', 'e\u0301', '😀', 'ﷺ', '\u0301', ' ', 'Å', '\u{1D15E}'),
      before: fc.constantFrom('', ' ', '\uFEFF\u3000'),
      after: fc.constantFrom('', '\n', '\u0085 '),
    })
    .map(({ length, unit, before, after }) => before + unit.repeat(Math.max(0, length)) + after)
}

/** Texts of a length that is surely allowed, of characters that every field takes. */
export function plainText(shortest: number, longest: number): fc.Arbitrary<string> {
  const character = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789') },
    { weight: 1, arbitrary: fc.constantFrom(...'éÉøßłÑ中文字Ωж😀☂-_.,:;!?%*\'"\\/()[]{}') },
  )
  return fc
    .array(character, { minLength: shortest, maxLength: Math.min(longest, 60) })
    .map((characters) => characters.join(''))
}

/** What is no text: every other kind of JSON value, and numbers that JSON lacks. */
export const notText = fc.oneof(
  fc.constantFrom<unknown>(true, false, 0, 1, -1, 1.5, 1e300, [], {}, ['a'], { a: 1 }, [[]], {
    toString: 'a',
  }),
  fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value !== 'string'),
)
