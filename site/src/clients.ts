import {
  argumentsOf,
  commandOf,
  forClaudeCode,
  installLine,
  placeholder,
  remoteType,
  required,
  serverConfiguration,
  shellLine,
} from '../../functions/_shared/text/install.ts'
import type { InstallEntry, InstallField } from './api/responses.ts'

/** A server to add to a client. */
export interface Server {
  /** Its name in the configuration. */
  name: string
  entry: InstallEntry
  /** The value of a variable or header; left out, a placeholder is shown. */
  textOf?: (field: InstallField) => string
}

/** A client of MCP, and what adds a server to it. */
interface Client {
  name: string
  /** The file that configures its servers; empty for one that is not known. */
  file: string
  /** A line for a shell; null if the command line of the client cannot add this server. */
  line(server: Server): string | null
  /** What the file contains; null if the client cannot use the server. */
  configuration(server: Server): string | null
}

/** In the order in which they are shown. */
export const CLIENTS: readonly Client[] = [
  { name: 'Claude Code', file: '.mcp.json', line: claudeLine, configuration: claudeFile },
  {
    name: 'Cursor',
    file: '.cursor/mcp.json',
    // Its command line is not documented.
    line: () => null,
    configuration: (server) => toJson(cursorFile(server)),
  },
  { name: 'VS Code', file: '.vscode/mcp.json', line: codeLine, configuration: codeFile },
  { name: 'Codex', file: '~/.codex/config.toml', line: codexLine, configuration: codexFile },
  { name: 'Gemini CLI', file: '~/.gemini/settings.json', line: geminiLine, configuration: geminiFile },
  {
    name: 'Other',
    file: '',
    line: ({ entry }) => installLine(entry) ?? entry.url,
    configuration: ({ entry: { url, transport, ...entry } }) =>
      toJson(url === null ? commandOf({ url, transport, ...entry }) : { url, transport }),
  },
]

/**
 * The MCP server of this service.
 *
 * @param hasKey whether to send a key
 * @param key the key; null for a placeholder
 */
export function serviceServer(url: string, hasKey: boolean, key: string | null): Server {
  const header = { name: 'x-api-key', required: true, secret: true }
  const entry: InstallEntry = {
    type: 'remote',
    transport: 'streamable-http',
    command: null,
    args: [],
    url,
    env: [],
    headers: hasKey ? [header] : [],
  }
  return { name: 'skill-rating', entry, ...(hasKey && key !== null && { textOf: () => key }) }
}

/** A link that opens a client and asks it to add a server without values, by the name of the client. */
export function addLinks({ name, entry }: Server): [client: string, href: string][] {
  const config = btoa(JSON.stringify(serverConfiguration(entry, placeholder)))
  const cursor = new URLSearchParams({ name, config })
  const code = JSON.stringify({ name, ...codeServer(entry, placeholder) })
  return [
    ['Cursor', `cursor://anysphere.cursor-deeplink/mcp/install?${cursor}`],
    ['VS Code', `vscode:mcp/install?${encodeURIComponent(code)}`],
  ]
}

/** `NAME=VALUE` for each required variable, `NAME: VALUE` for each required header; each after the option. */
function options(option: string, { entry, textOf = placeholder }: Server): string[] {
  const separator = entry.command === null ? ': ' : '='
  const fields = required(entry.command === null ? entry.headers : entry.env)
  return fields.flatMap((field) => [option, `${field.name}${separator}${textOf(field)}`])
}

function claudeLine(server: Server): string {
  const { name, entry } = server
  if (entry.command === null) {
    const remote = ['mcp', 'add', '--transport', remoteType(entry), name, entry.url ?? '']
    // It takes all that follows --header for headers, so these are the last.
    return shellLine('claude', [...remote, ...options('--header', server)])
  }
  const env = options('--env', server)
  // It would take the name for another variable.
  const add = ['mcp', 'add', ...env, ...(env.length > 0 ? ['--transport', 'stdio'] : [])]
  return shellLine('claude', [...add, name, '--', entry.command, ...argumentsOf(entry)])
}

function claudeFile({ name, entry, textOf }: Server): string {
  return toJson(forClaudeCode(name, entry, textOf))
}

/** Cursor finds out the transport of a remote server. */
function cursorFile({ name, entry, textOf = placeholder }: Server): object {
  return { mcpServers: { [name]: serverConfiguration(entry, textOf) } }
}

function codeServer(entry: InstallEntry, textOf: (field: InstallField) => string): object {
  const types = { stdio: { type: 'stdio' }, remote: { type: remoteType(entry) } }
  return serverConfiguration(entry, textOf, types)
}

function codeLine({ name, entry, textOf = placeholder }: Server): string {
  return shellLine('code', ['--add-mcp', JSON.stringify({ name, ...codeServer(entry, textOf) })])
}

/** VS Code asks for the values, and keeps those of secrets out of the file. */
function codeFile({ name, entry, textOf }: Server): string {
  const id = (field: InstallField) => `${name}-${field.name}`
  const asked = textOf ? [] : required(entry.command === null ? entry.headers : entry.env)
  const inputs = asked.map((field) => ({
    type: 'promptString',
    id: id(field),
    description: field.name,
    password: field.secret,
  }))
  return toJson({
    ...(inputs.length > 0 && { inputs }),
    servers: { [name]: codeServer(entry, textOf ?? ((field) => `\${input:${id(field)}}`)) },
  })
}

/** Its command line cannot set headers. */
function codexLine(server: Server): string | null {
  const { name, entry } = server
  if (entry.command !== null) {
    const add = ['mcp', 'add', name, ...options('--env', server)]
    return shellLine('codex', [...add, '--', entry.command, ...argumentsOf(entry)])
  }
  return required(entry.headers).length > 0 || entry.transport === 'sse'
    ? null
    : shellLine('codex', ['mcp', 'add', name, '--url', entry.url ?? ''])
}

/** TOML, in which texts and lists of texts are as in JSON. Codex has no SSE. */
function codexFile({ name, entry, textOf = placeholder }: Server): string | null {
  if (entry.transport === 'sse') return null
  const table = (member: string, fields: InstallField[]) => {
    const pairs = required(fields).map(
      (field) => `${JSON.stringify(field.name)} = ${JSON.stringify(textOf(field))}`,
    )
    return pairs.length === 0 ? [] : [`${member} = { ${pairs.join(', ')} }`]
  }
  const { command, url, env, headers } = entry
  const local = [`command = ${JSON.stringify(command)}`, `args = ${toJson(argumentsOf(entry))}`]
  const lines =
    command === null
      ? [`url = ${JSON.stringify(url)}`, ...table('http_headers', headers)]
      : [...local, ...table('env', env)]
  return [`[mcp_servers.${name}]`, ...lines].join('\n')
}

function geminiLine(server: Server): string {
  const { name, entry } = server
  // Without a scope it writes to the project, and fails in the home folder.
  const add = ['mcp', 'add', '--scope', 'user']
  if (entry.command === null) {
    const headers = options('--header', server)
    return shellLine('gemini', [...add, '--transport', remoteType(entry), ...headers, name, entry.url ?? ''])
  }
  const env = options('-e', server)
  return shellLine('gemini', [...add, ...env, name, entry.command, '--', ...argumentsOf(entry)])
}

function geminiFile({ name, entry, textOf = placeholder }: Server): string {
  const { url, ...rest } = serverConfiguration(entry, textOf) as { url?: string }
  const remote = entry.transport === 'sse' ? { url } : { httpUrl: url }
  return toJson({ mcpServers: { [name]: { ...(url !== undefined && remote), ...rest } } })
}

/** JSON with an object over several lines, and a list of texts on one. */
function toJson(value: unknown, end = '\n'): string {
  const isText = (item: unknown) => typeof item === 'string'
  if (Array.isArray(value) && value.every(isText)) return `[${value.map((item) => toJson(item)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const next = `${end}  `
  const members = Array.isArray(value)
    ? value.map((item) => toJson(item, next))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toJson(member, next)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}${next}${members.join(`,${next}`)}${end}${close}`
}
