import { CliError, EXIT, usageError } from './errors.ts'
import { isInteractive } from './output.ts'
import { safeText } from './text.ts'

const output = process.stderr

/** Asks on a terminal. @throws CliError when the question is cancelled */
async function ask<T>(
  question: (clack: typeof import('@clack/prompts')) => Promise<T>,
): Promise<Exclude<T, symbol>> {
  const clack = await import('@clack/prompts')
  const answer = await question(clack)
  if (clack.isCancel(answer)) throw new CliError('Cancelled.', EXIT.interrupted)
  return answer as Exclude<T, symbol>
}

/**
 * Asks for a yes. `--yes` answers it.
 * @throws CliError without a terminal and without `--yes`
 */
export function confirm(message: string, yes: boolean | undefined, initialValue = true): Promise<boolean> {
  if (yes) return Promise.resolve(true)
  if (!isInteractive()) throw usageError(`${safeText(message)} This needs a terminal, or --yes.`)
  return ask((clack) => clack.confirm({ message: safeText(message), initialValue, output }))
}

/** A text; undefined if it is left empty. */
export async function askText(
  message: string,
  validate?: (value: string) => string | undefined,
): Promise<string | undefined> {
  const check = (value: string | undefined) => validate?.(value ?? '')
  const answer = await ask((clack) => clack.text({ message: safeText(message), validate: check, output }))
  return answer?.trim() || undefined
}

export function choose(message: string, options: { value: string; label: string }[]): Promise<string> {
  return ask((clack) => clack.select({ message: safeText(message), options, output }))
}
