// Tab-separated files, which may be gzipped.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { UserError } from '../../local/cli/user-error.ts'

/** The fields of each line of a file. */
export function linesOf(path: string): string[][] {
  const bytes = readFileSync(resolve(path))
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) => line.split('\t'))
}

/** Other names of columns. */
const NAMES: Record<string, string> = { class: 'third', search: 'query' }

/**
 * The lines of a file that names its columns in the first line.
 * @param optional columns that are empty where the file does not have them
 * @throws UserError when one of the other columns is missing
 */
export function recordsOf<Column extends string>(
  path: string,
  columns: readonly Column[],
  optional: readonly Column[] = [],
): Record<Column, string>[] {
  const [names = [], ...lines] = linesOf(path)
  const header = names.map((name) => NAMES[name] ?? name)
  const missing = columns.find((column) => !header.includes(column) && !optional.includes(column))
  if (missing) throw new UserError(`The first line of ${path} names no column “${missing}”.`)
  const record = (line: string[]) =>
    Object.fromEntries(columns.map((column) => [column, line[header.indexOf(column)] ?? '']))
  return lines.map((line) => record(line) as Record<Column, string>)
}

/** One line of a file, without line breaks and tabs in its fields. */
export function lineOf(fields: string[]): string {
  return `${fields.map((field) => field.replace(/\s+/g, ' ')).join('\t')}\n`
}
