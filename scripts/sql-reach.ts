import { type SqlStatement, sqlStatements } from './sql-references.ts'
import type { SqlFile } from './sql-rooms.ts'

type Definition = SqlStatement & { file: string; lines: number }

/**
 * What a call of a function runs: the functions and views that it names, the triggers of the tables that it writes, and so on. A branch
 * that seldom runs counts like the others.
 * @returns figures, and the lines of code in each file
 */
export function reachOf(files: SqlFile[], name: string): string | undefined {
  const definitions = files.flatMap(definitionsIn)
  const start = definitions.filter(({ defines }) => defines?.name === name)
  if (start.length === 0) return undefined
  const reached = new Set(start)
  // A set visits what is added while it is walked.
  for (const one of reached) for (const next of definitions) if (isReachedBy(next, one)) reached.add(next)
  return describe([...reached])
}

function definitionsIn({ name: file, text }: SqlFile): Definition[] {
  return sqlStatements(text)
    .filter(({ runs }) => runs)
    .map((statement) => ({ ...statement, file, lines: statement.source.trim().split('\n').length }))
}

function isReachedBy({ defines, firesOn }: Definition, { references, writes }: Definition): boolean {
  if (firesOn.length > 0) return firesOn.some((event) => writes.has(event))
  return defines !== undefined && references.has(defines.name)
}

function describe(reached: Definition[]): string {
  const triggers = reached.filter(({ firesOn }) => firesOn.length > 0)
  const lines = (list: Definition[]) => list.reduce((sum, one) => sum + one.lines, 0)
  const byFile = new Map<string, Definition[]>()
  for (const one of reached) byFile.set(one.file, [...(byFile.get(one.file) ?? []), one])
  return [
    `${reached.length - triggers.length} functions and views, ${triggers.length} triggers, ${byFile.size} files, ${lines(reached)} lines`,
    ...[...byFile].sort().map(([file, list]) => `  ${file}, ${lines(list)} lines: ${namesOf(list)}`),
  ].join('\n')
}

function namesOf(list: Definition[]): string {
  const names = list.map(({ defines, firesOn }) => (firesOn.length > 0 ? undefined : defines?.name))
  return [...new Set(names.filter((name) => name !== undefined))].join(', ')
}
