/** The rules for text that need no tables of Unicode. SQL has the same rules, so that both sides store, count and reject the same text. */

import { sha256 } from '../sha256.ts'

// Unicode's White_Space and U+FEFF. String.trim() ignores U+0085.
const WHITE_SPACE = /[\p{White_Space}\uFEFF]/u

// UAX #15 calls text with at most 30 marks in a row stream-safe. The lookbehind keeps this linear: each run is tried once, from
// its start. \p{M} comes from the engine, because it protects the engine's normalize().
const LONG_MARK_RUN = /(?<!\p{M})\p{M}{31}/u

const LIKE_API_KEY = /claw_[0-9a-f]{56}/g

// Scheme, host name or IPv6 address, port, the rest.
const ADDRESS =
  /^https?:\/\/([^\][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$/isu

/** Text without white space or U+FEFF at its ends (`private.trim_text`). */
export function trimText(text: string): string {
  let start = 0
  let end = text.length
  // A loop, because a pattern like /\s+$/ takes quadratic time on a long run of spaces inside the text.
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * Text as it is stored: in NFC, trimmed (`private.clean_text`).
 *
 * NFC composes at most four characters into one, so text longer than four times the limit is always too long. It is not normalized,
 * and neither is text with a long run of marks: sorting the marks takes quadratic time.
 *
 * @param longest the limit of the field, in code points
 */
export function cleanText(value: string, longest: number): string {
  const text = trimText(value)
  return codePoints(text) > longest * 4 || hasLongMarkRun(text) ? text : text.normalize('NFC')
}

/** Whether the text has more than 30 characters of General_Category M in a row (`private.has_long_mark_run`). */
export function hasLongMarkRun(text: string): boolean {
  return LONG_MARK_RUN.test(text)
}

// Tags in the flag of a region, and a supplementary variation selector directly after an ideograph.
const VISIBLE_HIDDEN =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}][\u{E0100}-\u{E01EF}]/gu

/** Whether the text has Unicode tags or supplementary variation selectors that can hide instructions to a model (`private.has_hidden`). */
export function hasHidden(text: string): boolean {
  const hidden = /[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/u
  return hidden.test(text) && hidden.test(text.replace(VISIBLE_HIDDEN, ' '))
}

/** Whether the text is a well-formed API key: `claw_`, 48 hex characters, and the first 8 of the SHA-256 of all these. */
export function isApiKey(text: string): boolean {
  return /^claw_[0-9a-f]{56}$/.test(text) && text.endsWith(sha256(text.slice(0, -8), 'hex').slice(0, 8))
}

/** Whether the text contains a well-formed API key (`private.contains_api_key`). */
export function containsApiKey(text: string): boolean {
  return text.match(LIKE_API_KEY)?.some(isApiKey) ?? false
}

/** The number of code points in a text. Every length limit counts them. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Whether Postgres can store the text: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/**
 * Whether the text has the shape of an http or https address without user name and password. SQL also rejects white space, control and
 * invisible characters (`private.url_error`).
 */
export function hasHttpUrlShape(text: string): boolean {
  return ADDRESS.test(text)
}
