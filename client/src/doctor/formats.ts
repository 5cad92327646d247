import type { Format } from './places.ts'
import { asString, asTexts, isObject, type JsonObject, Unreadable } from './read.ts'

/** A server as a client's configuration has it. */
export type ConfiguredServer = {
  /** The label that the user gave it; it stays on this machine. */
  name: string
  command?: string | undefined
  /** Undefined if they are not a list of texts. */
  args: string[] | undefined
  url?: string | undefined
  env: Record<string, string>
  /** A file with more variables. */
  envFile: string | undefined
  /** Where its relative paths begin, if the configuration says so. */
  folder?: string | undefined
  /** Of a project in ~/.claude.json. */
  project?: string | undefined
}

/** The servers in the text of a file. @throws Unreadable */
export async function serversIn(format: Format, text: string): Promise<ConfiguredServer[]> {
  const content = format === 'codex' ? await parseToml(text) : await parseJson(text)
  if (!isObject(content)) throw new Unreadable('it is not an object')
  const servers = READERS[format](content)
  return servers.slice(0, MAX_SERVERS)
}

const MAX_SERVERS = 1_000

const READERS: Record<Format, (content: JsonObject) => ConfiguredServer[]> = {
  mcpServers: ({ mcpServers }) => serversOf(mcpServers),
  claudeJson: ({ mcpServers, projects }) => [
    ...serversOf(mcpServers),
    ...entriesOf(projects).flatMap(([project, settings]) =>
      serversOf(settings.mcpServers).map((server) => ({
        ...server,
        folder: server.folder ?? project,
        project,
      })),
    ),
  ],
  vscode: ({ servers }) => serversOf(servers),
  vscodeSettings: (settings) => [
    ...serversOf(isObject(settings.mcp) ? settings.mcp.servers : undefined),
    ...serversOf(settings['mcp.servers']),
  ],
  codex: ({ mcp_servers }) => serversOf(mcp_servers),
  opencode: ({ mcp }) => {
    // Version 2 has them below `servers`.
    const isNested = isObject(mcp) && isObject(mcp.servers) && typeof mcp.servers.type !== 'string'
    return serversOf(isNested ? mcp.servers : mcp)
  },
}

function serversOf(value: unknown): ConfiguredServer[] {
  return entriesOf(value).map(([name, server]) => serverOf(name, server))
}

function serverOf(name: string, server: JsonObject): ConfiguredServer {
  // opencode has the whole command line in `command`; Gemini CLI names the transport by `httpUrl`, Windsurf has `serverUrl`.
  const line = asTexts(server.command)
  return {
    name,
    command: line ? line[0] : asString(server.command),
    args: line ? line.slice(1) : server.args === undefined ? [] : asTexts(server.args),
    url:
      asString(server.url) ??
      asString(server.httpUrl) ??
      asString(server.serverUrl) ??
      asString(server.endpoint),
    env: { ...stringsOf(server.env), ...stringsOf(server.environment) },
    envFile: server.envFile === undefined ? undefined : String(server.envFile),
    folder: asString(server.cwd),
  }
}

function stringsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function entriesOf(value: unknown): [string, JsonObject][] {
  if (!isObject(value)) return []
  return Object.entries(value).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
}

const MAX_LENIENT = 4 * 1024 * 1024

/** JSON, with comments and trailing commas as several clients accept them. @throws Unreadable */
export async function parseJson(text: string): Promise<unknown> {
  if (!text.trim()) return {}
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {}
  // The lenient parser keeps each error in memory.
  if (text.length > MAX_LENIENT) throw new Unreadable('it is not valid JSON')
  const { parse } = await import('jsonc-parser')
  const errors: { offset: number }[] = []
  let content: unknown
  try {
    content = parse(text.replace(/^\uFEFF/, ''), errors as never[], { allowTrailingComma: true })
  } catch {
    throw new Unreadable('it is nested too deeply')
  }
  const [first] = errors
  if (first)
    throw new Unreadable(`it is not valid JSON (line ${text.slice(0, first.offset).split('\n').length})`)
  return content
}

async function parseToml(text: string): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml')
  try {
    return parse(text)
  } catch (error) {
    // The message of a TomlError quotes the file.
    throw new Unreadable(`it is not valid TOML${error instanceof TomlError ? ` (line ${error.line})` : ''}`)
  }
}
