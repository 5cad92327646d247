import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type CommandName, summaryOf } from './commands.ts'
import { Refusal } from './user-error.ts'

type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What it does, for `--help`. */
  help: string
  /** What to call the value of a string: `N`. */
  value?: string
}

/** The arguments that a script takes beside `--help`. */
export type Arguments<Options extends Record<string, Option>> = {
  options?: Options
  /** Arguments without a name; none are accepted unless given. */
  positionals?: { name: string; help: string }
}

type Values<Options extends Record<string, Option>> = ReturnType<
  typeof parseArgs<{ options: Options; strict: true }>
>['values']

/** Runs a script: reads its arguments before anything else, and reports a Refusal as a sentence. Any other error is a bug. */
export function command<const Options extends Record<string, Option> = Record<never, never>>(
  name: CommandName,
  accepted: Arguments<Options>,
  work: (values: Values<Options>, positionals: string[]) => Promise<void>,
): Promise<void> {
  return reportRefusals(async () => {
    const { values, positionals } = readArguments(name, accepted)
    await work(values, positionals)
  })
}

/** Does some work; a Refusal is printed as a sentence and makes the program fail. */
export async function reportRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/**
 * Reads the arguments of a script. With `--help` it prints the usage and ends the program.
 * @throws Refusal when there is an argument that the script does not accept
 */
export function readArguments<const Options extends Record<string, Option> = Record<never, never>>(
  name: CommandName,
  accepted: Arguments<Options>,
  args = process.argv.slice(2),
): { values: Values<Options>; positionals: string[] } {
  const options = {
    ...accepted.options,
    help: { type: 'boolean', short: 'h', help: 'Show this help' },
  } as const
  // Also beside arguments that are not valid, but not as the value of another option.
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true })
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) {
    console.log(usage(name, accepted.positionals, options))
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({
      args,
      options,
      allowPositionals: Boolean(accepted.positionals),
    })
    return { values: values as Values<Options>, positionals }
  } catch (error) {
    // The rest of the message is about the conventions of command lines.
    const [problem] = (error as Error).message.split(/\.(?:\s|$)|\n/)
    throw new Refusal(`${problem}: \`npm run ${name} -- --help\` lists what it accepts.`)
  }
}

function usage(
  name: CommandName,
  positionals: { name: string; help: string } | undefined,
  options: Record<string, Option>,
): string {
  const lines = Object.entries(options).map(([option, { type, value, default: preset, help }]) => {
    const given = type === 'string' ? ` ${value ?? 'VALUE'}` : ''
    return { left: `--${option}${given}`, right: preset ? `${help} (default: ${preset})` : help }
  })
  if (positionals) lines.unshift({ left: positionals.name, right: positionals.help })
  const width = Math.max(...lines.map(({ left }) => left.length)) + 2
  return [
    `${summaryOf(name)}.`,
    '',
    `npm run ${name} -- [options]${positionals ? ` ${positionals.name}` : ''}`,
    '',
    ...lines.map(({ left, right }) => `  ${left.padEnd(width)}${right}`),
  ].join('\n')
}

/** @throws Refusal when an option is not a whole number within these bounds */
export function wholeNumber(
  option: string,
  text: string,
  from: number,
  to = Number.MAX_SAFE_INTEGER,
): number {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  const bounds = to === Number.MAX_SAFE_INTEGER ? `from ${from}` : `from ${from} to ${to}`
  throw new Refusal(`--${option} is “${text}”: set it to a whole number ${bounds}.`)
}
