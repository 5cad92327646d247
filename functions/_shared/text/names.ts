/**
 * The rules for names. SQL has the same rules. Both sides read tables that `npm run generate -- unicode` writes from one version of Unicode, and
 * tests/support/name-examples.ts has examples on which both must agree.
 */

import { ACCENTS, FITS, KINDS, SCRIPTS } from './unicode.ts'

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

/** The part of {@link isPlainName} that fits in a JSON Schema: characters that no name may contain. */
export const NAME_PATTERN =
  '^[^\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB]*$'

/** Names that consist only of these, each with or without a final s. */
const ONLY_RESERVED =
  /^(?:(?:admin|administrator|moderator|official|root|skillratingservice|supabase|support|system)s?)+$/

/** Names with one of these among their words. */
const WITH_RESERVED = /(?:^| )(?:admin|administrator|moderator|official|supabase)s?(?: |$)/

/**
 * What is a sign in a name like “Official™”, by its NFKD form: first what spells no reserved name, then every character that only NFKD
 * decomposes. Such characters can also be letters, as in “Ⓐdmin”.
 */
const SIGNS = [/[0-9]|^(?:TM|SM)$/, /^/]

/** The spellings of a UUID that Postgres accepts: a hyphen is optional after each group of four digits, and so are braces. */
const UUID = /^(?:[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}|\{[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\})$/

/** `io.github.owner/server`, and what ends in `(MCP Registry)`, with or without a number. */
const IMPORT_NAME = /^[a-z0-9.-]*\.[a-z0-9.-]*\/[a-z0-9._-]+$|\( ?mcp ?registry ?[0-9]* ?\) ?[0-9]*$/

/**
 * Whether every character of a name is allowed in its place (`private.is_plain_name`): no invisible or unassigned characters, no
 * joiners or variation selectors without effect.
 */
export function isPlainName(name: string): boolean {
  return isAscii(name) || PLAIN.test(kinds(name))
}

/**
 * Whether each word uses one script (`private.is_unmixed_name`). Han, Kana, Bopomofo and Hangul count as one, also with Latin. Checks
 * the NFKC form, like the comparison key: it turns compatibility characters into the letters that they look like.
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

/**
 * Whether an agent with this name would seem to speak for the service (`private.is_reserved_name`): its letters and digits, without
 * accents, are reserved names, or one of its words is. Words are separated as in {@link isUnmixedName}, and by {@link SIGNS}.
 */
export function isReservedName(name: string): boolean {
  return SIGNS.some((sign) => {
    const words = bareWords(isAscii(name) ? name : withoutSigns(name, sign))
    return ONLY_RESERVED.test(words.replaceAll(' ', '')) || WITH_RESERVED.test(words)
  })
}

function withoutSigns(name: string, sign: RegExp): string {
  return Array.from(name, (character) => {
    const form = character.normalize('NFKD')
    return form !== character.normalize('NFD') && sign.test(form) ? ' ' : character
  }).join('')
}

/** Whether the comparison key of a name is a UUID (`private.is_uuid_name`). */
export function isUuidName(name: string): boolean {
  return UUID.test(comparisonKey(name))
}

/** Whether a name of a skill is reserved for imports from the MCP Registry (`private.is_import_name`). */
export function isImportName(name: string): boolean {
  return IMPORT_NAME.test(comparisonKey(name))
}

/** As `private.name_key`, for ASCII. */
function comparisonKey(name: string): string {
  const folded = name.normalize('NFKC').replace(/[\p{Join_Control}\p{Variation_Selector}]/gu, '')
  return folded.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The letters and digits of a name in lower case and without accents; a space for each other character. */
function bareWords(name: string): string {
  const bare = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Join_Control}]/gu, '')
    .toLowerCase()
  if (isAscii(bare)) return bare.replace(/[^a-z0-9]/g, ' ')
  const { fitOf, baseOf } = tables()
  return Array.from(bare, (character) =>
    fitOf(character) === undefined ? ' ' : (baseOf.get(character) ?? character),
  ).join('')
}

/** Printable ASCII follows all rules for characters and needs no table. */
function isAscii(name: string): boolean {
  return /^[ -~]*$/.test(name)
}

function kinds(text: string): string {
  const { kindOf } = tables()
  return Array.from(text, kindOf).join('')
}

interface Tables {
  kindOf: (character: string) => string
  /** The scripts that a character fits, as bits; undefined for characters that separate words. */
  fitOf: (character: string) => bigint | undefined
  allFit: bigint
  /** The base of each letter with an accent that NFKD does not remove, and of small capitals. */
  baseOf: Map<string, string>
}

let loaded: Tables | undefined

/** Read on first use: most names are ASCII, and the function starts often. */
function tables(): Tables {
  loaded ??= readTables()
  return loaded
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
    baseOf: new Map(items(ACCENTS).map((pair) => Array.from(pair) as [string, string])),
  }
}

/** Returns the value of a character, from runs of equal values: the value, and its length in base 36 (empty: 1). */
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
