import { quote } from '../../functions/mcp/quote.ts'
import type { Summary } from './import.ts'

/** The greatest length of a name that is printed. */
export const MAX_SHOWN = 200

/** The lines that the command prints at its end. */
export function summaryLines(
  { counts, failed, notServed, problems }: Summary,
  isDryRun: boolean,
  seconds: number,
): string[] {
  const { created, updated, unchanged, kept, marked, inactive, older } = counts
  const lines = [
    [
      isDryRun ? 'Dry run, nothing was changed.' : 'The import is complete.',
      `${count(created)} created, ${count(updated)} updated, ${count(unchanged)} unchanged,`,
      `${count(kept)} kept because they were retired, merged or deleted here, ${count(failed)} not imported.`,
      `${count(marked)} marked as deprecated or deleted. ${versions(inactive)} not active.`,
      `${count(older)} older ${older === 1 ? 'version was' : 'versions were'} left out.`,
      `${count(notServed)} imported without a server.json, which the registry does not serve. ${seconds.toFixed(1)} s`,
    ].join(' '),
  ]
  // A name could contain characters that control the terminal or change the direction of the line.
  for (const [name, problem] of problems) lines.push(`  ${quote(name, MAX_SHOWN)}: ${problem}`)
  const more = failed + notServed - problems.length
  if (more > 0) lines.push(`  … and ${count(more)} more`)
  return lines
}

/** Why an import failed that stored nothing of what it read; undefined if it did not. */
export function failureOf({ counts, problems }: Summary): string | undefined {
  const { created, updated, unchanged, kept, marked } = counts
  const [first] = problems
  if (!first || created + updated + unchanged + kept + marked > 0) return undefined
  return `Nothing of what was read can be imported. The first reason: ${quote(first[0], MAX_SHOWN)}: ${first[1]}`
}

/** A number in English. */
export function count(number: number): string {
  return number.toLocaleString('en')
}

function versions(number: number): string {
  return number === 1 ? '1 version is' : `${count(number)} versions are`
}
