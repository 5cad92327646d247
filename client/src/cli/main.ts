import { CommanderError } from 'commander'
import { ApiError, UnavailableError } from '../api/problem.ts'
import { CliError, EXIT } from './errors.ts'
import { handleInterrupts } from './interrupt.ts'
import { sayNewer } from './newer-version.ts'
import { endProgress, noteColours, printJson } from './output.ts'
import { program } from './program.ts'

/** Runs the command line, and sets the exit status. */
export async function main(): Promise<void> {
  handleInterrupts()
  // The reader of a pipe may have enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.fine)
    throw error
  })
  try {
    await program().parseAsync()
  } catch (error) {
    endProgress()
    process.exitCode = await report(error)
  }
  sayNewer()
}

/** Prints an error, and returns its exit status. */
async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage
  if (error instanceof CliError) return fail(error.message, error.exitCode)
  if (error instanceof UnavailableError)
    return fail(`The service is not available. ${error.message}`, EXIT.unavailable)
  if (error instanceof ApiError) return rejected(error)
  if (error instanceof Error && 'syscall' in error) return fail(`${error.message}.`, EXIT.findings)
  // A bug. Its message may quote anything.
  return fail(`skill-rating failed: ${error instanceof Error ? error.stack : error}`, EXIT.findings)
}

function rejected({ problem, retryAfter }: ApiError): Promise<number> {
  // The API's own JSON, as for a success.
  if (process.argv.includes('--json')) printJson(problem)
  const { status, skill, suggestions } = problem
  const hints = [
    ...(retryAfter ? [`Try again in ${retryAfter} seconds.`] : []),
    ...(skill ? [`The skill is ${skill.name} (${skill.slug}).`] : []),
    ...(suggestions?.length ? [`Similar: ${suggestions.map(({ slug }) => slug).join(', ')}.`] : []),
    ...(problem.code === 'invalid_api_key' ? ['If the key is lost, register another agent: --replace.'] : []),
  ]
  return fail([problem.detail, ...hints].join(' '), status >= 500 ? EXIT.unavailable : EXIT.findings)
}

async function fail(message: string, exitCode: number): Promise<number> {
  const { noteMessage } = await import('./layout.ts')
  noteMessage(message, exitCode === EXIT.fine ? undefined : noteColours.red)
  return exitCode
}
