/**
 * Characters that JSON does not escape although a reader cannot see them or mistakes them for others: control and format characters
 * (bidirectional controls and marks, tags), other default-ignorable characters, line and paragraph separators, private and
 * unassigned code points, the Braille blank; lookalikes of `"` (Unicode's confusables.txt and its other double quotation marks);
 * and a combining mark that would combine with a quotation mark.
 */
const UNSAFE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u02BA\u02DD\u02EE\u02F5\u02F6\u05F4\u1CD3\u201C-\u201F\u2033\u2036\u275D\u275E\u2760\u2E42\u3003\u301D-\u301F\uFF02\u{1F676}-\u{1F678}]|(?<=")\p{M}/gu

/** One character as {@link quote} writes it, so that no escape is cut in two. */
const QUOTED_CHARACTER = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u[\da-f]{4}|\\.|./gu

/** Follows a quotation that was cut. Outside quotation marks, only the service can write it. */
export const CUT = '(cut)'

/**
 * A value as JSON on one line, with every character escaped that could end a quotation or hide in it. Parsing it returns the original
 * value. Every text by others passes through here before a model reads it as text.
 *
 * @param longest the greatest length between the quotation marks
 * @param isCut whether the text was cut already
 */
export function quote(value: unknown, longest = Number.POSITIVE_INFINITY, isCut = false): string {
  const quoted = JSON.stringify(value).replace(UNSAFE, escaped)
  if (typeof value !== 'string') return quoted
  const inside = quoted.slice(1, -1)
  if (inside.length <= longest) return isCut ? `${quoted} ${CUT}` : quoted
  let end = 0
  for (const [character] of inside.matchAll(QUOTED_CHARACTER)) {
    if (end + character.length > longest) break
    end += character.length
  }
  return `"${inside.slice(0, end)}" ${CUT}`
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
