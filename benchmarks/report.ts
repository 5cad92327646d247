// What is written of a run: a JSON file, a page of Markdown, a chart a file, and tables for the console.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chartSvg } from './chart.ts'
import type { Machine } from './machine.ts'
import type { Section, Target } from './results.ts'
import { figure } from './statistics.ts'

/** A whole run. */
export type Report = {
  machine: Machine
  commit: { id: string; dirty: boolean } | null
  /** RFC 3339. */
  date: string
  seconds: number
  /** Load averages, 1, 5 and 15 minutes. */
  loadAtStart: string
  loadAtEnd: string
  quick: boolean
  sizes: { size: string; skills: number; ratings: number; agents: number }[]
  targets: Target[]
  sections: Section[]
}

/** Writes latest.json, latest.md and the charts into the folder; charts of an earlier run go. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder)) if (file.endsWith('.svg')) await rm(join(folder, file))
  await writeFile(join(folder, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`)
  await writeFile(join(folder, 'latest.md'), markdown(report))
  for (const chart of report.sections.flatMap((section) => section.charts ?? [])) {
    await writeFile(join(folder, `${chart.id}.svg`), chartSvg(chart))
  }
}

/**
 * Puts the targets of the run into a document, between its marks.
 * @throws Error when it has no such marks
 */
export async function writeTargets(path: string, report: Report): Promise<void> {
  const text = await readFile(path, 'utf8')
  const marks = /(<!-- targets:[^>]*-->\n)[\s\S]*?(<!-- \/targets -->)/
  if (!marks.test(text)) throw new Error(`${path} has no place for the targets.`)
  const head = `Measured on ${report.date.slice(0, 10)} at commit ${report.commit?.id ?? 'unknown'}: ${report.machine.cpu}, ${report.machine.cores} cores.`
  const table = markdownTable(targetTable(report.targets))
  await writeFile(
    path,
    text.replace(marks, (_, begin, end) => `${begin}\n${head}\n\n${table}\n\n${end}`),
  )
}

/** The run as a page that shows its charts from beside it. */
export function markdown(report: Report): string {
  const { machine, commit } = report
  const facts = [
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memory} GiB, ${machine.system}`,
    `Node ${machine.node}, Deno ${machine.deno}, Postgres ${machine.postgres ?? 'not asked'}`,
    `Data: ${report.sizes
      .map(
        ({ size, skills, ratings, agents }) =>
          `${size} ${figure(skills)} skills, ${figure(ratings)} ratings, ${figure(agents)} agents`,
      )
      .join('; ')}`,
    `Date: ${report.date.slice(0, 16).replace('T', ' ')} UTC, in ${duration(report.seconds)}`,
    `Commit: ${commit ? `${commit.id}${commit.dirty ? ', with changes that are not in it' : ''}` : 'unknown'}`,
    `Load average (1, 5, 15 minutes): ${report.loadAtStart} at the start, ${report.loadAtEnd} at the end`,
  ]
  return `${[
    '# Results of `npm run bench`',
    `${report.quick ? 'A quick run: fewer runs and shorter turns than a run to publish.\n\n' : ''}${facts
      .map((fact) => `- ${fact}`)
      .join('\n')}`,
    ...(report.targets.length > 0 ? ['## Targets', markdownTable(targetTable(report.targets))] : []),
    ...report.sections.flatMap((section) => [
      `## ${section.title}`,
      section.about,
      ...(section.rows.length > 0 ? [markdownTable(section)] : []),
      ...(section.charts ?? []).map((chart) => `![${chart.title}](${chart.id}.svg)`),
    ]),
  ].join('\n\n')}\n`
}

type Table = Pick<Section, 'columns' | 'rows'>

export function targetTable(targets: Target[]): Table {
  return {
    columns: [
      { key: 'what', title: 'Target' },
      { key: 'limit', title: 'Limit' },
      { key: 'measured', title: 'Measured' },
      { key: 'met', title: 'Met' },
    ],
    rows: targets.map((target) => ({ ...target, met: target.met ? 'yes' : 'NO' })),
  }
}

/** The table in Markdown: figures to the right, text to the left. */
export function markdownTable(table: Table): string {
  const { columns } = table
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map((column) => cell(column.title))),
    line(columns.map((column) => (isNumeric(table, column.key) ? '---:' : '---'))),
    ...table.rows.map((row) => line(columns.map((column) => cell(shown(row[column.key]))))),
  ].join('\n')
}

/** The table for a console, its columns aligned. */
export function consoleTable(table: Table): string {
  const { columns } = table
  const rows = [
    columns.map((column) => column.title),
    ...table.rows.map((row) => columns.map((column) => shown(row[column.key]))),
  ]
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => width(row[i] ?? ''))))
  return rows
    .map((row) =>
      row
        .map((value, i) => {
          const blank = ' '.repeat((widths[i] ?? 0) - width(value))
          return isNumeric(table, columns[i]?.key ?? '') ? blank + value : value + blank
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Seconds as people say them: 42 s, 12 min 5 s, 1 h 2 min. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  const minutes = Math.round(whole / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function isNumeric(table: Table, key: string): boolean {
  const values = table.rows.map((row) => row[key] ?? null).filter((value) => value !== null)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}

function shown(value: string | number | null | undefined): string {
  return typeof value === 'string' ? value : figure(value ?? null)
}

function cell(content: string): string {
  return content.replace(/[\\|]/g, '\\$&').replace(/\n/g, ' ')
}

/** Columns that the text takes in a terminal: characters of East Asian scripts take two. */
function width(content: string): number {
  let columns = 0
  for (const character of content) {
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(
      character,
    )
      ? 2
      : 1
  }
  return columns
}
