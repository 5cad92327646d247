import { asString, isObject, type JsonObject, NOT_TEXT, wordOf } from '../json.ts'
import { parseJson, parseToml } from './parse.ts'
import { Unreadable } from './read.ts'

/** `mcp` only lists servers; `settings` and the others have settings as well. */
export type Format = 'mcp' | 'settings' | 'claudeJson' | 'vscodeSettings' | 'codex' | 'zed' | 'opencode'

/** A server as a client's configuration has it. */
export type ConfiguredServer = {
  /** The label that the user gave it; it stays on this machine. */
  name: string
  command?: string | undefined
  args: string[]
  url?: string | undefined
  env: Record<string, string>
  /** A file with more variables. */
  envFile: string | undefined
  /** Where its relative paths begin, if the configuration says so. */
  folder?: string | undefined
  /** Of a project in ~/.claude.json. */
  project?: string | undefined
  isDisabled: boolean
  /** Why it cannot be read. */
  problem?: string | undefined
  form: Form
}

/** How a file lists its servers: below one of these names, or as its whole content. */
export type Form = 'mcpServers' | 'servers' | 'bare'

/** The servers in the text of a file. @throws Unreadable */
export async function serversIn(format: Format, text: string): Promise<ConfiguredServer[]> {
  const content = format === 'codex' ? await parseToml(text) : await parseJson(text)
  if (!isObject(content)) throw new Unreadable('it is not an object')
  const servers = READERS[format](content)
  const others = servers ? unreadLists(content) : []
  if (others.length > 0) return [...(servers ?? []), ...others]
  if (!servers && isAboutServers(format, content)) throw new Unreadable('it has no list of servers')
  return servers ?? []
}

/** Files with other settings as well need not name servers. */
function isAboutServers(format: Format, content: JsonObject): boolean {
  const names = Object.keys(content)
  return format === 'mcp'
    ? names.length > 0
    : names.some((name) => /^(mcp([-_. ]?servers)?|context[-_. ]?servers|servers)$/i.test(name))
}

/** Lists beside one that was read, under a name that no client is known to read. */
function unreadLists(content: JsonObject): ConfiguredServer[] {
  const names = Object.keys(content).filter(
    (name) =>
      /^mcp[-_. ]?servers$/i.test(name) && !['mcpServers', 'mcp_servers', 'mcp.servers'].includes(name),
  )
  return names.map((name) => ({
    ...serverOf(name, {}, 'mcpServers'),
    problem: 'it is a list of servers under another name',
  }))
}

/** Undefined if there is no list of servers. */
type Servers = ConfiguredServer[] | undefined

const READERS: Record<Format, (content: JsonObject) => Servers> = {
  mcp: ({ mcpServers, mcp_servers, servers, ...others }) => {
    const lists = joined(serversOf(mcpServers), serversOf(mcp_servers), serversOf(servers, 'servers'))
    const bare = bareServers(others)
    const problem = 'it is not in the list of servers'
    return lists
      ? joined(
          lists,
          bare?.map((one) => ({ ...one, problem })),
        )
      : bare
  },
  settings: ({ mcpServers, mcp }) => {
    const servers = serversOf(mcpServers)
    // Gemini CLI.
    const { excluded, allowed } = isObject(mcp) ? mcp : {}
    return disabled(
      servers,
      ({ name }) => has(excluded, name) || (Array.isArray(allowed) && !has(allowed, name)),
    )
  },
  claudeJson: ({ mcpServers, projects }) =>
    joined(
      serversOf(mcpServers),
      ...entriesOf(projects).map(([project, settings]) => {
        const { mcpServers: servers, disabledMcpServers } = isObject(settings) ? settings : {}
        const own = serversOf(servers)?.map((server) => ({ ...server, project }))
        return disabled(own, ({ name }) => has(disabledMcpServers, name))
      }),
    ),
  vscodeSettings: (settings) =>
    joined(
      serversOf(isObject(settings.mcp) ? settings.mcp.servers : undefined),
      serversOf(settings['mcp.servers']),
    ),
  codex: ({ mcp_servers, mcpServers }) => joined(serversOf(mcp_servers), serversOf(mcpServers)),
  zed: ({ context_servers }) =>
    serversOf(isObject(context_servers) ? unnested(context_servers) : context_servers),
  opencode: ({ mcp }) => {
    // Version 2 has them below `servers`.
    const isNested = isObject(mcp) && isObject(mcp.servers) && typeof mcp.servers.type !== 'string'
    return serversOf(isNested ? mcp.servers : mcp)
  },
}

/** Zed also has `"command": {"path", "args", "env"}` (zed-industries/zed#27435), and the address of a server in its `settings`. */
function unnested(servers: JsonObject): JsonObject {
  return Object.fromEntries(
    entriesOf(servers).map(([name, server]) => {
      const { command, settings, ...others } = isObject(server) ? server : {}
      const address = isObject(settings) && settings.url !== undefined ? { endpoint: settings.url } : {}
      const { path, ...more } = isObject(command) ? command : { path: command }
      return [name, { ...others, ...address, ...more, command: path }]
    }),
  )
}

function joined(...lists: Servers[]): Servers {
  const found = lists.filter((list) => list !== undefined)
  return found.length > 0 ? found.flat() : undefined
}

function disabled(servers: Servers, isDisabled: (server: ConfiguredServer) => boolean): Servers {
  return servers?.map((server) => ({ ...server, isDisabled: server.isDisabled || isDisabled(server) }))
}

function has(names: unknown, name: string): boolean {
  return Array.isArray(names) && names.includes(name)
}

/** The servers of an object by name, or of a list in which each has its name. */
function serversOf(value: unknown, form: Form = 'mcpServers'): Servers {
  if (Array.isArray(value))
    return value.map((server, index) => {
      const name = isObject(server) ? asString(server.name) : undefined
      return serverOf(name ?? `server ${index + 1}`, server, form)
    })
  return isObject(value) ? entriesOf(value).map(([name, server]) => serverOf(name, server, form)) : undefined
}

/** Plugins, and some versions of Copilot CLI, have the servers without a name for the list. */
function bareServers(content: JsonObject): Servers {
  const servers = entriesOf(content).filter(([, value]) => isObject(value))
  const isList = servers.some(([, value]) =>
    FIELDS.some((field) => (value as JsonObject)[field] !== undefined),
  )
  return isList ? servers.map(([name, server]) => serverOf(name, server, 'bare')) : undefined
}

/** The fields that say what a server is. Gemini CLI names the transport by `httpUrl`, Windsurf has `serverUrl`. */
const ADDRESSES = ['url', 'httpUrl', 'serverUrl', 'endpoint']
const FIELDS = ['command', ...ADDRESSES]

function serverOf(name: string, value: unknown, form: Form): ConfiguredServer {
  const server = isObject(value) ? value : {}
  const words = commandLine(server)
  const addresses = ADDRESSES.map((field) => asString(server[field])).filter((url) => url)
  // Which of them counts depends on the client.
  const isAmbiguous = new Set([words?.[0], ...addresses].filter((one) => one)).size > 1
  return {
    name,
    command: words?.[0],
    args: words?.slice(1) ?? [],
    url: addresses[0],
    env: { ...variablesOf(server.env), ...variablesOf(server.environment) },
    envFile: asString(server.envFile),
    folder: asString(server.cwd),
    isDisabled: server.disabled === true || server.enabled === false,
    problem: isAmbiguous
      ? 'it has several commands or addresses'
      : words
        ? contextProblem(server)
        : 'its command is not a list of words',
    form,
  }
}

/** Why it is not known where its command runs, and with which variables. */
function contextProblem(server: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(server)) {
    if (value === null) continue
    if (/^(env|environment)$/.test(name) && !isObject(value)) return 'its variables are not an object'
    if (/^env[-_]?files?$/i.test(name) && (name !== 'envFile' || typeof value !== 'string'))
      return 'its file of variables is named in an unknown form'
    if (/^(cwd|work(ing)?[-_]?dir(ectory)?)$/i.test(name) && (name !== 'cwd' || typeof value !== 'string'))
      return 'its folder is named in an unknown form'
  }
  return undefined
}

/** None without a command; undefined if one is not a word: to leave it out would be to read another command. */
function commandLine({ command, args }: JsonObject): string[] | undefined {
  if (command === undefined || command === null) return []
  // opencode has the whole line in `command`.
  const line = [command, args ?? []].flatMap((part) => (Array.isArray(part) ? part : [part]))
  const words = line.map(wordOf)
  return Array.isArray(args ?? []) && words.every((word) => word !== undefined) ? words : undefined
}

/** A value that is not text sets its variable all the same. */
function variablesOf(value: unknown): Record<string, string> {
  return Object.fromEntries(entriesOf(value).map(([name, one]) => [name, wordOf(one) ?? NOT_TEXT]))
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}
