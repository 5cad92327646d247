// The tables that a benchmark prints and writes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Machine } from './machine.ts'
import { figure } from './statistics.ts'

type Cell = string | number | null
export type Section = {
  title: string
  /** What was measured, how and in which unit. */
  about: string
  columns: string[]
  rows: Cell[][]
}

/** A limit that the service must keep, and what this run measured. */
export type Limit = { what: string; limit: string; measured: string; met: boolean }

/** What one part of the benchmark measured. */
export type Measured = { sections: Section[]; limits?: Limit[] }

export type Report = {
  machine: Machine
  commit: string
  /** RFC 3339. */
  date: string
  sizes: string[]
  limits: Limit[]
  sections: Section[]
}

/** A limit on a number; a missing number exceeds it. */
export function atMost(what: string, most: number, value: number | null, unit = ''): Limit {
  const met = value !== null && value <= most
  return { what, limit: `≤ ${most}${unit}`, measured: `${figure(value)}${unit}`, met }
}

export function limitsSection(limits: Limit[]): Section {
  return {
    title: 'Limits',
    about: 'What the service must keep.',
    columns: ['Limit', '', 'Measured', 'Met'],
    rows: limits.map(({ what, limit, measured, met }) => [what, limit, measured, met ? 'yes' : 'NO']),
  }
}

/** Writes latest.md and latest.json into the folder. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  const { machine, commit, date, sizes, limits, sections } = report
  const facts = [
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}`,
    `Node ${machine.node}, Deno ${machine.deno}; load average before the run ${machine.load}`,
    `Data: ${sizes.join(', ')}`,
    `Date: ${date}, commit ${commit}`,
  ]
  const shown = limits.length > 0 ? [limitsSection(limits), ...sections] : sections
  const parts = shown.flatMap(({ title, about, ...table }) => [`## ${title}`, about, markdownTable(table)])
  const text = ['# Results of `npm run bench`', facts.map((fact) => `- ${fact}`).join('\n'), ...parts]
  await writeFile(join(folder, 'latest.md'), `${text.join('\n\n')}\n`)
  // One row a line.
  const json = JSON.stringify(report).replace(/(?<=[\]}]),(?=[[{])/g, ',\n')
  await writeFile(join(folder, 'latest.json'), `${json}\n`)
}

type Table = Pick<Section, 'columns' | 'rows'>

export function markdownTable({ columns, rows }: Table): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replace(/[\\|]/g, '\\$&').replace(/\n/g, ' ')).join(' | ')} |`
  const rule = columns.map((_, i) => (isNumeric(rows, i) ? '---:' : '---'))
  return [line(columns), line(rule), ...rows.map((row) => line(row.map(shown)))].join('\n')
}

/** The table with aligned columns. */
export function consoleTable({ columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map(shown))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  const pad = (text: string, i: number) =>
    isNumeric(rows, i) ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

const shown = (cell: Cell) => (typeof cell === 'string' ? cell : figure(cell))

function isNumeric(rows: Cell[][], column: number): boolean {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}
