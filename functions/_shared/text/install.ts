import type { z } from 'zod'
import type { InstallEntry, InstallField } from '../schemas/responses.ts'

type Entry = z.output<typeof InstallEntry>
type Field = z.output<typeof InstallField>

/**
 * How clients of MCP are configured to use a server, and where. Values are never known: `<NAME>` stands for what the user enters. It is
 * not `${NAME}`, which would send a variable that the user already has to a server that only chose its name.
 */
export const CLIENTS = [
  { name: 'Claude Code', file: '.mcp.json', configure: forClaudeCode },
  { name: 'Cursor', file: '.cursor/mcp.json', configure: forCursor },
  { name: 'VS Code', file: '.vscode/mcp.json', configure: forVsCode },
] as const

/**
 * The name of a server in a configuration: the part of its registry name after the slash, of letters, digits, `_` and `-`, because
 * clients accept no others. It starts with a letter.
 */
export function serverName(publisher: string): string {
  const name = publisher.slice(publisher.indexOf('/') + 1).replace(/[^A-Za-z0-9_-]/g, '-')
  return name.replace(/^[^A-Za-z]+/, '') || 'server'
}

/** A command with its arguments as a line for a POSIX shell, which passes on exactly these arguments. */
export function shellLine(command: string, args: readonly string[]): string {
  return [command, ...args]
    .map((argument) => (/^[A-Za-z0-9_@/:.=+-]+$/.test(argument) ? argument : shellQuote(argument)))
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
function argumentsOf({ type, args, env }: Entry, pass = (name: string) => name): string[] {
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
export function forClaudeCode(publisher: string, entry: Entry): object {
  const type = entry.transport === 'sse' ? 'sse' : 'http'
  return {
    mcpServers: { [serverName(publisher)]: server(entry, placeholder, { stdio: {}, remote: { type } }) },
  }
}

/** `mcp.json` of Cursor, which finds out the transport of a remote server. */
function forCursor(publisher: string, entry: Entry): object {
  return { mcpServers: { [serverName(publisher)]: server(entry, placeholder, { stdio: {}, remote: {} }) } }
}

/** `mcp.json` of VS Code, which asks for the values and keeps those of secrets out of the file. */
function forVsCode(publisher: string, entry: Entry): object {
  const name = serverName(publisher)
  const id = (field: Field) => `${name}-${field.name}`
  const inputs = required(entry.command === null ? entry.headers : entry.env).map((field) => ({
    type: 'promptString',
    id: id(field),
    description: field.name,
    password: field.secret,
  }))
  const type = entry.transport === 'sse' ? 'sse' : 'http'
  const types = { stdio: { type: 'stdio' }, remote: { type } }
  return {
    ...(inputs.length > 0 && { inputs }),
    servers: { [name]: server(entry, (field) => `\${input:${id(field)}}`, types) },
  }
}

function server(
  entry: Entry,
  textOf: (field: Field) => string,
  first: { stdio: object; remote: object },
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

function required(fields: Field[]): Field[] {
  return fields.filter((field) => field.required)
}

function placeholder({ name }: Field): string {
  return `<${name}>`
}
