/**
 * The rules for names, as in sql/0_text.sql. Both sides read tables that `npm run unicode` writes from one version of Unicode;
 * tests/support/name-examples.ts holds examples that both must judge alike.
 */

import { FITS, KINDS, SCRIPTS } from './unicode.ts'

/**
 * What the characters of a name may be, by their kinds:
 *
 * | Kinds | Characters |
 * |---|---|
 * | `x` | rejected: control, invisible, bidirectional, unassigned |
 * | `J` `Z` | U+200C, U+200D |
 * | `T` `E` `S` `Y` `I` `G` | variation selectors: U+FE0E, U+FE0F, U+FE00–FE02, U+FE03–FE06, U+E0100–E01EF, Mongolian |
 * | `l` `b` `g` `m` | a letter of a script with joiners (`b` Myanmar, `g` Mongolian); a mark of one |
 * | `p` `q` `r` `u` `!` | Extended_Pictographic: emoji; no emoji; emoji and symbol; symbol; emoji and punctuation |
 * | `t` `e` `d` `#` | other emoji: skin tones, digits and regional indicators, 0, # and * |
 * | `s` `h` `y` `,` | other characters with standardized variants; Han and Egyptian ones; punctuation |
 * | `.` `a` | other punctuation; everything else |
 */
const PLAIN =
  /^(?:(?:gG?|[lbm])[JZ](?=[lbg])|[pqru!][tE]*Z(?=[pqru!])|[prted!#][TE]|[sdrubhy,]S|yY|hI|gG|[a-wyz!#,.])*$/

/** The part of {@link isPlainName} that a JSON Schema can say in one line: characters that no name may contain. */
export const NAME_PATTERN =
  '^[^\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB]*$'

/** As {@link reduced} leaves them. */
const RESERVED = [
  'admin',
  'administrator',
  'moderator',
  'official',
  'root',
  'skillratingservice',
  'supabase',
  'support',
  'system',
]

/**
 * Whether every character of a name may stand where it does (`private.is_plain_name`): none that is invisible or unassigned, no
 * joiner or variation selector without effect.
 */
export function isPlainName(name: string): boolean {
  return isAscii(name) || PLAIN.test(kinds(name))
}

/**
 * Whether each word is in one script, or in Latin and one other that is not Greek or Cyrillic (`private.is_unmixed_name`). By the
 * form that the comparison key has: NFKC turns compatibility characters into the letters that they look like.
 */
export function isUnmixedName(name: string): boolean {
  if (isAscii(name)) return true
  const { allFit, fitOf } = tables()
  let shared = allFit
  for (const character of name.normalize('NFKC').replace(/\p{Join_Control}/gu, '')) {
    const fit = fitOf(character)
    shared = fit === undefined ? allFit : shared & fit
    if (shared === 0n) return false
  }
  return true
}

/** Whether an agent of this name would seem to speak for the service (`private.is_reserved_name`). */
export function isReservedName(name: string): boolean {
  return RESERVED.includes(reduced(name))
}

/** The comparison key of a name without spaces, punctuation and a final s. */
function reduced(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replace(/[\p{Join_Control}\p{Variation_Selector}\p{P}\s]/gu, '')
      // The one letter of which the default mapping makes two.
      .replaceAll('\u0130', 'i')
      .toLowerCase()
      .replace(/s$/, '')
  )
}

/** Printable ASCII breaks no rule for characters and needs no table. */
function isAscii(name: string): boolean {
  return /^[ -~]*$/.test(name)
}

function kinds(text: string): string {
  const { kindOf } = tables()
  return Array.from(text, kindOf).join('')
}

interface Tables {
  kindOf: (character: string) => string
  /** The scripts that a character of a word fits, as bits; undefined for one that is in no word. */
  fitOf: (character: string) => bigint | undefined
  allFit: bigint
}

let read: Tables | undefined

/** Read when a name first needs them: most are ASCII, and an instance of the function starts often. */
function tables(): Tables {
  read ??= readTables()
  return read
}

function readTables(): Tables {
  const items = (text: string) => text.trim().split(/\s+/)
  const kinds = lookUp(items(KINDS).map((item) => [item.charAt(0), item.slice(1)]))
  const fitNumbers = lookUp(items(SCRIPTS).map((item) => item.split(':') as [string, string]))
  const sets = items(FITS).map((item) => ({
    isComplement: item.startsWith('~'),
    bits: item
      .replace('~', '')
      .split('.')
      .filter(Boolean)
      .reduce((bits, number) => bits | (1n << BigInt(Number.parseInt(number, 36))), 0n),
  }))
  const allFit = sets.reduce((all, { bits }) => all | bits, 0n)
  const fits = sets.map(({ isComplement, bits }) => (isComplement ? allFit & ~bits : bits))
  return {
    kindOf: kinds,
    fitOf: (character) => fits[Number.parseInt(fitNumbers(character), 36) - 1],
    allFit,
  }
}

/** The value for each character, from runs of equal values: the value, and its length in base 36 (empty: 1). */
function lookUp(runs: [value: string, length: string][]): (character: string) => string {
  const ends = new Uint32Array(runs.length)
  let end = 0
  for (const [i, [, length]] of runs.entries()) {
    end += Number.parseInt(length || '1', 36)
    ends[i] = end
  }
  return (character) => {
    const code = character.codePointAt(0) ?? 0
    let low = 0
    let high = runs.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (code < (ends[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    return runs[low]?.[0] ?? 'x'
  }
}
