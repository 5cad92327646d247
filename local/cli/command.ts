import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type CommandName, summaryOf, usageOf, type VariantOf } from './commands.ts'
import { Interrupted, UserError } from './user-error.ts'

type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** The description in `--help`. */
  help: string
  /** The placeholder for a string in `--help`, such as `N`. */
  value?: string
}

/** The arguments of a script, in addition to `--help`. */
export type Arguments<Options extends Record<string, Option>> = {
  options?: Options
  /** Arguments without a name; not accepted by default. */
  positionals?: { name: string; help: string }
  /** The environment variables that the script reads, each with its description in `--help`. */
  variables?: Record<string, string>
}

type Values<Options extends Record<string, Option>> = ReturnType<
  typeof parseArgs<{ options: Options; strict: true }>
>['values']

/** Runs a script: reads its arguments first, and prints the message of a UserError. Any other error is a bug. */
export function command<const Options extends Record<string, Option> = Record<never, never>>(
  name: CommandName,
  accepted: Arguments<Options>,
  work: (values: Values<Options>, positionals: string[]) => Promise<void>,
): Promise<void> {
  return reportUserErrors(async () => {
    const { values, positionals } = readArguments(name, accepted)
    await work(values, positionals)
  })
}

/** Runs the variant of a script that its first argument names, or the preset before options; `--help` lists them. */
export function variant<Script extends 'bench' | 'generate'>(
  script: Script,
  programs: Record<VariantOf<Script>, () => Promise<unknown>>,
  preset?: VariantOf<Script>,
): Promise<void> {
  return reportUserErrors(async () => {
    const [, , first = ''] = process.argv
    const names = Object.keys(programs) as VariantOf<Script>[]
    const named = names.find((name) => name === first)
    if (named) process.argv.splice(2, 1)
    const isHelp = first === '--help' || first === '-h'
    const chosen = named ?? (/^(-|$)/.test(first) && !isHelp ? preset : undefined)
    if (chosen) return void (await programs[chosen]())
    const list = names.map((one) => {
      const full = `${script} ${one}` as CommandName
      return `  ${usageOf(full)}: ${summaryOf(full)}`
    })
    const text = `Give one of:\n\n${list.join('\n')}`
    if (!isHelp) throw new UserError(text)
    console.log(text)
  })
}

/**
 * Runs work. For a UserError, and an error of the operating system, it prints the message and sets exit status 1, or 130 after an
 * interruption.
 */
export async function reportUserErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const message = error instanceof UserError ? error.message : systemMessage(error)
    if (!message) throw error
    console.error(message)
    process.exitCode = error instanceof Interrupted ? 130 : 1
    // Interrupted work may keep this process alive.
    if (error instanceof Interrupted) setTimeout(() => process.exit(), 5_000).unref()
  }
}

/** The sentence of the operating system, such as `EACCES: permission denied, open '/file'`; fetch() has it as the cause of its error. */
function systemMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('syscall' in error) return `${error.message}.`
  return systemMessage(error.cause)
}

/**
 * Reads the arguments of a script. With `--help` it prints the usage and exits.
 * @throws UserError when the script does not accept an argument
 */
export function readArguments<const Options extends Record<string, Option> = Record<never, never>>(
  name: CommandName,
  accepted: Arguments<Options>,
  argv = process.argv.slice(2),
): { values: Values<Options>; positionals: string[] } {
  // No name of an option contains white space, but SQL can begin with a comment. parseArgs() takes ` --` for text.
  const args = argv.map((arg) => (/^--[^\s=]*\s/.test(arg) ? ` ${arg}` : arg))
  const options = {
    ...accepted.options,
    help: { type: 'boolean', short: 'h', help: 'Show this help' },
  } as const
  // Also when other arguments are not valid, but not as the value of another option.
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true })
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) {
    console.log(usage(name, accepted, options))
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
    // The rest of the message explains the syntax of command lines.
    const [problem] = (error as Error).message.split(/\.(?:\s|$)|\n/)
    throw new UserError(`${problem}: \`${usageOf(name, '--help')}\` lists what it accepts.`)
  }
}

function usage(
  name: CommandName,
  { positionals, variables = {} }: Pick<Arguments<Record<never, never>>, 'positionals' | 'variables'>,
  options: Record<string, Option>,
): string {
  const lines = Object.entries(options).map(([option, { type, value, default: preset, help }]) => {
    const placeholder = type === 'string' ? ` ${value ?? 'VALUE'}` : ''
    return { left: `--${option}${placeholder}`, right: preset ? `${help} (default: ${preset})` : help }
  })
  if (positionals) lines.unshift({ left: positionals.name, right: positionals.help })
  const read = Object.entries(variables).map(([left, right]) => ({ left, right }))
  const width = Math.max(...[...lines, ...read].map(({ left }) => left.length)) + 2
  const column = ({ left, right }: { left: string; right: string }) => `  ${left.padEnd(width)}${right}`
  return [
    `${summaryOf(name)}.`,
    '',
    usageOf(name, `[options]${positionals ? ` ${positionals.name}` : ''}`),
    '',
    ...lines.map(column),
    ...(read.length > 0 ? ['', 'Environment variables:', ...read.map(column)] : []),
  ].join('\n')
}

/** @throws UserError when the value of an option is not a whole number within these bounds */
export function wholeNumber(
  option: string,
  text: string,
  from: number,
  to = Number.MAX_SAFE_INTEGER,
): number {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  const bounds = to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`
  throw new UserError(`--${option} is “${text}”: set it to a whole number ${bounds}.`)
}
