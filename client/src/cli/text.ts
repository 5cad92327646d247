/** Control, invisible and bidirectional characters, which could change what a terminal shows; not the joiners of scripts and emoji. */
const HOSTILE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u2800\u3164\uffa0]/gu
const JOINERS = new Set(['\u200c', '\u200d'])

/** Untrusted text as one line that is safe to print. */
export function safeText(text: string): string {
  return text
    .replace(/[\t\n\r]+/g, ' ')
    .replace(HOSTILE, (character) => (JOINERS.has(character) ? character : escaped(character)))
}

function escaped(character: string): string {
  const code = character.codePointAt(0) as number
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

const ESCAPE = '\u001b'
const COLOUR_OR_LINE = new RegExp(`(${ESCAPE}\\[\\d{1,2}m|\\n)`)

/** Any output as it may reach a terminal: with our colours, and nothing else that controls it. */
export function printable(text: string, withColours: boolean): string {
  const own = withColours ? COLOUR_OR_LINE : /(\n)/
  return text
    .split(own)
    .map((part, index) => (index % 2 ? part : safeText(part)))
    .join('')
}

/** JSON with the same value whose text is safe to print. */
export function safeJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.replace(HOSTILE, (character) => {
    if (character === '\n') return character
    return [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join('')
  })
}

/**
 * What a user typed, without what can be a secret in an address: credentials, query and fragment. Of a package URL, the fragment is the
 * path of a skill.
 */
export function withoutSecrets(typed: string): string {
  const text = typed.trim()
  if (/^pkg:/i.test(text)) return text.replace(/\?[^#]*/, '')
  const [, address = text] = /^["'(<]*([a-z][a-z0-9+.-]*:[\\/].*?)["')>]*$/is.exec(text) ?? []
  const [, scheme = '', rest] =
    /^([a-z][a-z0-9+.-]*:[\\/]+|\/\/)(?:[^\\/?#]*@|[^\\/?#:]*:(?!\d*(?:[\\/?#]|$)).*@)?([^?#]*)/is.exec(
      address,
    ) ?? []
  if (rest !== undefined) return scheme + rest
  return WITHOUT_SCHEME.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined) ?? text
}

const HOST = String.raw`(?:[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])`
const LABEL = String.raw`[a-z][\w-]*`
const CREDENTIALS = String.raw`[^\s/?#@]+:[^\s/?#]+@`
const PATH = String.raw`(?::\d+)?(?:/[^?#\s]*)?`
/** Addresses, of which the group is what stays. `npm:name@1.2.3` and `git@host:path` are none. */
const WITHOUT_SCHEME = [
  `(?:${CREDENTIALS})?(${HOST}${PATH})`,
  String.raw`[^\s/?#@:]+@(${HOST}(?=:\d|[/?#])${PATH})`,
  String.raw`${CREDENTIALS}(${LABEL}(?=:\d|/)${PATH})`,
  String.raw`(${LABEL}(?=:\d)${PATH})(?=[?#])`,
].map((form) => new RegExp(`^${form}(?:[?#].*)?$`, 'is'))
