import type { z } from 'zod'
import type { InstallEntry, InstallField } from '../schemas/responses.ts'

type Entry = z.output<typeof InstallEntry>
type Field = z.output<typeof InstallField>

/**
 * The name of a server in a configuration: the part of its registry name after the slash, of letters, digits, `_` and `-`, because
 * clients accept no others. It starts with a letter.
 */
export function serverName(server: string): string {
  const name = server.slice(server.indexOf('/') + 1).replace(/[^A-Za-z0-9_-]/g, '-')
  return name.replace(/^[^A-Za-z]+/, '') || 'server'
}

/** A command with its arguments as a line for a POSIX shell, which passes on exactly these arguments. */
export function shellLine(command: string, args: readonly string[]): string {
  return [command, ...args]
    .map((argument) => {
      if (/^[A-Za-z0-9_@/:.=+-]+$/.test(argument)) return argument
      // Quotes that other shells have, too, and characters that none of them reads within these.
      return /^[A-Za-z0-9_@/:.=+<>?&, -]+$/.test(argument) ? `"${argument}"` : shellQuote(argument)
    })
    .join(' ')
}

/** A text in quotes, as one argument for a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The command of an entry as a line for a POSIX shell, with a placeholder for each variable that it passes; null for a remote server. */
export function installLine(entry: Entry): string | null {
  return (
    entry.command &&
    shellLine(
      entry.command,
      argumentsOf(entry, (name) => `${name}=<${name}>`),
    )
  )
}

/**
 * The command of an entry as a configuration has it, with the variables that its arguments name: they would be copied from the
 * environment of the reader otherwise.
 */
export function commandOf(entry: Entry): object {
  const args = argumentsOf(entry)
  const env = args.includes('-e') ? values('env', entry.env, placeholder) : {}
  return { command: entry.command, args, ...env }
}

/** The arguments, which name only variables that a configuration sets, whatever the service sent. */
export function argumentsOf({ type, args, env }: Entry, pass = (name: string) => name): string[] {
  const names = new Set(required(env).map(({ name }) => name))
  const isPassed = (name: string | undefined) => name !== undefined && names.has(name)
  return args.flatMap((argument, i) => {
    if (type !== 'docker') return [argument]
    if (argument === '-e') return isPassed(args[i + 1]) ? [argument] : []
    if (args[i - 1] === '-e') return isPassed(argument) ? [pass(argument)] : []
    return [argument]
  })
}

/** `.mcp.json` of Claude Code. */
export function forClaudeCode(
  name: string,
  entry: Entry,
  textOf: (field: Field) => string = placeholder,
): object {
  const types = { stdio: {}, remote: { type: remoteType(entry) } }
  return { mcpServers: { [name]: serverConfiguration(entry, textOf, types) } }
}

/** The transport of a remote server, as most clients call it. */
export function remoteType({ transport }: Entry): 'sse' | 'http' {
  return transport === 'sse' ? 'sse' : 'http'
}

/**
 * A server as the configurations of most clients have it.
 *
 * @param textOf the value of a variable or header
 * @param first what comes before its command or address
 */
export function serverConfiguration(
  entry: Entry,
  textOf: (field: Field) => string,
  first: { stdio: object; remote: object } = { stdio: {}, remote: {} },
): object {
  const { command, url, env, headers } = entry
  return command === null
    ? { ...first.remote, url, ...values('headers', headers, textOf) }
    : { ...first.stdio, command, args: argumentsOf(entry), ...values('env', env, textOf) }
}

/** The required variables or headers, if any. An optional one without a value could break the server. */
function values(member: string, fields: Field[], textOf: (field: Field) => string): object {
  const entries = required(fields).map((field) => [field.name, textOf(field)])
  return entries.length === 0 ? {} : { [member]: Object.fromEntries(entries) }
}

export function required(fields: Field[]): Field[] {
  return fields.filter((field) => field.required)
}

/**
 * The placeholder for the value of a variable or header, which is never known. It is not `${NAME}`, which would send a variable that the
 * user already has to a server that only chose its name.
 */
export function placeholder({ name }: Pick<Field, 'name'>): string {
  return `<${name}>`
}
