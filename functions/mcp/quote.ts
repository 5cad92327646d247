/**
 * What JSON leaves as it is although a reader cannot see it or takes it for something else: control and format characters
 * (bidirectional controls and marks, tags), everything else that is ignored by default, line and paragraph separators, private and
 * unassigned code points, the Braille blank; what looks like `"` (Unicode's confusables.txt and its other double quotation marks);
 * and a combining mark that would be drawn over a quotation mark.
 */
const UNSAFE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u02BA\u02DD\u02EE\u02F5\u02F6\u05F4\u1CD3\u201C-\u201F\u2033\u2036\u275D\u275E\u2760\u2E42\u3003\u301D-\u301F\uFF02\u{1F676}-\u{1F678}]|(?<=")\p{M}/gu

/** One character as {@link quote} writes it, so that nothing is cut in its middle. */
const WRITTEN = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u[\da-f]{4}|\\.|./gu

/** What follows a quotation that is not whole. Outside of quotation marks, only the service writes it. */
export const CUT = '(cut)'

/**
 * A value as JSON on one line, with every character escaped that could end a quotation or hide in it. Parsed as JSON it is what it was.
 * Whatever others wrote passes through here before a model reads it as text.
 *
 * @param longest the most characters within the quotation marks of a text
 * @param isCut whether a text is not whole already
 */
export function quote(value: unknown, longest = Number.POSITIVE_INFINITY, isCut = false): string {
  const quoted = JSON.stringify(value).replace(UNSAFE, escaped)
  if (typeof value !== 'string') return quoted
  const inside = quoted.slice(1, -1)
  if (inside.length <= longest) return isCut ? `${quoted} ${CUT}` : quoted
  let end = 0
  for (const [character] of inside.matchAll(WRITTEN)) {
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
