/** The options of a program, by whether they take a value: names with their dashes, separated by spaces. */
export type OptionTable = {
  flags: string
  values: string
  /**
   * As npm reads options: each short one is a word of its own. What becomes of a value of a flag, or of an option as a value, depends on
   * more than this table.
   */
  isSeparate?: true
}

export type ParsedOptions = {
  /** The values of each option, in order. */
  values: Map<string, string[]>
  /** From the first argument that is not an option. */
  rest: string[]
}

/**
 * Reads options up to the first other argument, as getopt does. Undefined if an option is unknown: the next argument could be its value,
 * a secret, and must not pass for a name.
 */
export function parseOptions(args: string[], table: OptionTable): ParsedOptions | undefined {
  const flags = new Set(table.flags.split(' '))
  const withValue = new Set(table.values.split(' '))
  const values = new Map<string, string[]>()
  const add = (option: string, value: string) => {
    const list = values.get(option)
    if (list) list.push(value)
    else values.set(option, [value])
  }
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string
    if (arg === '--') return { values, rest: args.slice(index + 1) }
    // Behind a flag, these can be its value.
    if (table.isSeparate && index > 0 && /^(true|false|null)$/.test(arg)) return undefined
    if (!arg.startsWith('-') || arg === '-') return { values, rest: args.slice(index) }
    const [name, attached] = splitOption(arg, withValue, table.isSeparate)
    if (withValue.has(name)) {
      const value = attached ?? args[++index]
      if (value === undefined || (attached === undefined && table.isSeparate && value.startsWith('-')))
        return undefined
      add(name, value)
    } else if (flags.has(name) && !(table.isSeparate && attached !== undefined)) add(name, attached ?? '')
    else if (table.isSeparate || !isFlags(name, flags)) return undefined
  }
  return { values, rest: [] }
}

/** `--name=value`, `-nvalue`, or only a name. */
function splitOption(arg: string, withValue: Set<string>, isSeparate = false): [string, string | undefined] {
  const equals = arg.indexOf('=')
  const short = arg.slice(0, 2)
  if (!isSeparate && !arg.startsWith('--') && arg.length > 2 && withValue.has(short))
    return [short, arg.slice(arg[2] === '=' ? 3 : 2)]
  // `-y=true` is two words of npm.
  if (isSeparate && equals === 2 && !withValue.has(short)) return [arg, undefined]
  return equals > 0 ? [arg.slice(0, equals), arg.slice(equals + 1)] : [arg, undefined]
}

/** Several short flags, such as `-it`. */
function isFlags(name: string, flags: Set<string>): boolean {
  return !name.startsWith('--') && [...name.slice(1)].every((letter) => flags.has(`-${letter}`))
}

/** All values of these options. */
export function allValues({ values }: ParsedOptions, options: string[]): string[] {
  return options.flatMap((option) => values.get(option) ?? [])
}
