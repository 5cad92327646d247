// What needs the width of text: tables and paragraphs. Loaded only by what prints them.
import width from 'fast-string-width'
import { note, print } from './output.ts'
import { safeText } from './text.ts'

const { stdout, stderr } = process

/** The width of tables: that of the terminal, up to 80 columns or more if it is wider. */
export function tableWidth(stream: { isTTY?: boolean; columns?: number } = stdout): number {
  return stream.isTTY && stream.columns ? stream.columns : 80
}

/** Sentences, such as those of the service, wrapped at words. */
export function printMessage(text: string): void {
  print(wrap(safeText(text), tableWidth()).join('\n'))
}

export function noteMessage(text: string, colour = (line: string) => line): void {
  note(wrap(safeText(text), tableWidth(stderr)).map(colour).join('\n'))
}
/** Cut to so many columns of a terminal. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let result = ''
  let used = 0
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of segments.segment(text)) {
    const more = width(segment)
    if (used + more > columns - 1) break
    result += segment
    used += more
  }
  return `${result}…`
}

/** Lines of at most so many columns, unless a word is longer. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && width(line) + 1 + width(word) > columns) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
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
    cut(
      columns
        .map((column, index) => padded(row[index] ?? '', widths[index] ?? 0, column.align))
        .join('  ')
        .trimEnd(),
      totalWidth,
    )
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
