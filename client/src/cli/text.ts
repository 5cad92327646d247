import width from 'fast-string-width'

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

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cut to so many columns of a terminal. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let result = ''
  let used = 0
  for (const { segment } of segments.segment(text)) {
    const more = width(segment)
    if (used + more > columns - 1) break
    result += segment
    used += more
  }
  return `${result}…`
}

export type Column = {
  title: string
  align?: 'right'
  /** Columns with a weight share the width that the others leave. */
  weight?: number
}

/** A table of safe texts that fits the width. */
export function table(columns: Column[], rows: string[][], totalWidth: number): string {
  const cells = rows.map((row) => row.map(safeText))
  const widths = columns.map(({ title }, index) =>
    Math.max(width(title), ...cells.map((row) => width(row[index] ?? ''))),
  )
  shrink(columns, widths, totalWidth - 2 * (columns.length - 1))
  const line = (row: string[]) =>
    columns
      .map((column, index) => padded(row[index] ?? '', widths[index] ?? 0, column.align))
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ title }) => title)), ...cells.map(line)].join('\n')
}

/** Takes one column after another from the widest column with a weight, for its weight. */
function shrink(columns: Column[], widths: number[], available: number): void {
  const least = 6
  while (widths.reduce((sum, one) => sum + one, 0) > available) {
    let widest = -1
    let most = 0
    columns.forEach(({ weight }, index) => {
      const current = widths[index] ?? 0
      if (weight && current > least && current / weight > most) {
        widest = index
        most = current / weight
      }
    })
    if (widest < 0) return
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

function padded(text: string, columns: number, align?: 'right'): string {
  const shown = cut(text, columns)
  const space = ' '.repeat(Math.max(0, columns - width(shown)))
  return align === 'right' ? space + shown : shown + space
}
