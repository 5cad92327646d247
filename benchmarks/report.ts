// The tables that a benchmark prints and writes.
import { cpus, loadavg, release, totalmem } from 'node:os'
import { denoBinary } from '../local/functions/deno.ts'
import { run } from '../scripts/program.ts'
import { figure, ratio } from './statistics.ts'

export type Cell = string | number | null
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

export type Report = { sizes: string[]; limits: Limit[]; sections: Section[] }

/** A limit on a number; a missing number exceeds it. */
export function atMost(what: string, most: number, value: number | null, unit = ''): Limit {
  const met = value !== null && value <= most
  return { what, limit: `≤ ${most}${unit}`, measured: `${figure(value)}${unit}`, met }
}

/** A limit on how many times as long something takes at L as at S, for the slowest; none unless both were measured. */
export function growthLimit(
  databases: Named[],
  what: string,
  most: number,
  ratios: (number | null)[],
): Limit[] {
  if (databases[0]?.name !== 'S' || databases.at(-1)?.name !== 'L') return []
  const slowest = ratios.includes(null) ? null : Math.max(...(ratios as number[]))
  return [atMost(`${what}: L / S`, most, slowest, ' times')]
}

type Named = { name: string }

/** The last in proportion to the first: a larger size, or this commit after the other. */
export function ratioTitle(databases: Named[]): string {
  return databases.length > 1 ? `${databases.at(-1)?.name} / ${databases[0]?.name}` : ''
}

export function ratioOf(values: (number | null)[]): number | null {
  return values.length > 1 ? ratio(values.at(-1), values[0]) : null
}

export function limitsSection(limits: Limit[]): Section {
  return {
    title: 'Limits',
    about: 'What the service must keep.',
    columns: ['Limit', '', 'Measured', 'Met'],
    rows: limits.map(({ what, limit, measured, met }) => [what, limit, measured, met ? 'yes' : 'NO']),
  }
}

/** What one run measured, in Markdown. */
export async function reportOf({ sizes, limits, sections }: Report): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args)).stdout.trim()
  const changes = await git('status', '--porcelain', '--', '.', ':!benchmarks/results')
  const deno = (await run(denoBinary(), ['--version'])).stdout.split('\n')[0]
  const facts = [
    `Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()} ${process.arch}`,
    `Node ${process.versions.node}, ${deno}; load average ${loadavg().map((average) => average.toFixed(2))}`,
    `Data: ${sizes.join(', ')}`,
    `Date: ${new Date().toISOString()}, commit ${await git('rev-parse', 'HEAD')}${changes && ' with local changes'}`,
  ]
  const shown = limits.length > 0 ? [limitsSection(limits), ...sections] : sections
  const parts = shown.flatMap(({ title, about, ...table }) => [`## ${title}`, about, markdownTable(table)])
  return ['# Results of `npm run bench`', facts.map((fact) => `- ${fact}`).join('\n'), ...parts, ''].join(
    '\n\n',
  )
}

type Table = Pick<Section, 'columns' | 'rows'>

/** A Markdown table with aligned columns, which can also be read in a terminal. */
export function markdownTable({ columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map(shown))].map((cells) =>
    cells.map((cell) => cell.replace(/[\\|]/g, '\\$&').replace(/\n/g, ' ')),
  )
  const widths = columns.map((_, i) => Math.max(4, ...lines.map((cells) => cells[i]?.length ?? 0)))
  const isNumeric = columns.map((_, i) => rows.every((row) => typeof (row[i] ?? 0) === 'number'))
  const pad = (text: string, i: number) =>
    isNumeric[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)
  const rule = widths.map((width, i) => `${'-'.repeat(width - 1)}${isNumeric[i] ? ':' : '-'}`)
  const [header = [], ...others] = lines
  return [header, rule, ...others].map((cells) => `| ${cells.map(pad).join(' | ')} |`).join('\n')
}

const shown = (cell: Cell) => (typeof cell === 'string' ? cell : figure(cell))
