/**
 * The rules for text, as in sql/0_text.sql: the same characters there and here, so that both ends keep, count and refuse
 * the same things.
 */

import { sha256 } from '../sha256.ts'

// Unicode's White_Space (which String.trim() lacks U+0085 of) and U+FEFF.
const WHITE_SPACE = /[\p{White_Space}\uFEFF]/u

// UAX #15 calls text stream-safe in which no more than 30 marks follow one another. The lookbehind keeps this linear: each run
// is tried once, from its start. \p{M} is the engine's own, because it protects the engine's normalize().
const LONG_MARK_RUN = /(?<!\p{M})\p{M}{31}/u

const LIKE_API_KEY = /claw_[0-9a-f]{56}/g

// Scheme, host name or IPv6 address, port, the rest.
const ADDRESS =
  /^https?:\/\/([^\][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$/isu

const UNREADABLE_IN_ADDRESSES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\u0000-\u0020\u007F-\u00A0\u00AD\u1680\u2000-\u200B\u2028-\u202F\u205F\u2060\u2066-\u2069\u3000\uFEFF]/u

/** Text without white space or U+FEFF at its ends (`private.trim_text`). */
export function trimText(text: string): string {
  let start = 0
  let end = text.length
  // By hand: a pattern like /\s+$/ takes quadratic time on a long run of spaces inside the text.
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * Text as it is kept: in NFC, trimmed (`private.clean_text`).
 *
 * Composing makes at most four characters one, so text longer than four times the limit is too long in any case. It is not
 * normalised, and neither is a long run of marks: sorting one takes quadratic time.
 *
 * @param longest the limit of the field, in code points
 */
export function cleanText(value: string, longest: number): string {
  const text = trimText(value)
  return codePoints(text) > longest * 4 || hasLongMarkRun(text) ? text : text.normalize('NFC')
}

/** Whether more than 30 characters of General_Category M follow one another (`private.has_long_mark_run`). */
export function hasLongMarkRun(text: string): boolean {
  return LONG_MARK_RUN.test(text)
}

/**
 * Whether the text is a well-formed API key: `claw_`, 48 hex characters, and 8 more that are the start of the SHA-256 of all
 * before them.
 */
export function isApiKey(text: string): boolean {
  return /^claw_[0-9a-f]{56}$/.test(text) && text.endsWith(sha256(text.slice(0, -8), 'hex').slice(0, 8))
}

/** Whether a well-formed API key stands anywhere in the text (`private.contains_api_key`). */
export function containsApiKey(text: string): boolean {
  return text.match(LIKE_API_KEY)?.some(isApiKey) ?? false
}

/** The number of code points in a text, which is what every length limit counts (an emoji outside the BMP is one). */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Whether Postgres can hold the text: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** Whether the text is an http or https address without user name or password (`private.is_http_url`). */
export function isWebAddress(text: string): boolean {
  return ADDRESS.test(text) && !UNREADABLE_IN_ADDRESSES.test(text)
}
