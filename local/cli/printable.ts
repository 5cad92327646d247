/** Characters that a terminal obeys, and those that change the direction or the lines of a text. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A text from the database for a terminal: escapes what would do more there than show a character. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => {
    const code = character.codePointAt(0) as number
    return { 9: '\\t', 10: '\\n', 13: '\\r' }[code] ?? `\\u${code.toString(16).padStart(4, '0')}`
  })
}
