import { expect, test } from 'vitest'
import { READ_PROGRAMS } from '../src/cli/read-programs.ts'
import { type Format, serversIn } from '../src/doctor/formats.ts'
import { LOCATIONS, projectFolders, SKILL_LOCATIONS } from '../src/doctor/locations.ts'
import { withFolders } from '../src/doctor/variables.ts'
import { variable } from './support.ts'

/** The files of the user and the machine, with slashes: the tests run on any system. */
function filesOn(platform: NodeJS.Platform, home: string, env: Record<string, string> = {}): string[] {
  const machine = { platform, home, cwd: home, env }
  return LOCATIONS.flatMap(({ user }) => user?.(machine) ?? []).map((path) => path.replaceAll('\\', '/'))
}

test('knows the places on macOS', () => {
  const support = '/Users/ada/Library/Application Support'
  expect(filesOn('darwin', '/Users/ada')).toEqual(
    expect.arrayContaining([
      '/Users/ada/.claude.json',
      '/Library/Application Support/ClaudeCode/managed-mcp.json',
      `${support}/Claude/claude_desktop_config.json`,
      '/Users/ada/.cursor/mcp.json',
      `${support}/Code/User/mcp.json`,
      '/Users/ada/.codeium/windsurf/mcp_config.json',
      '/Users/ada/.codex/config.toml',
      '/Users/ada/.gemini/settings.json',
      '/Library/Application Support/GeminiCli/settings.json',
      '/Users/ada/.config/opencode/opencode.json',
      '/Users/ada/.config/zed/settings.json',
      '/Users/ada/.lmstudio/mcp.json',
    ]),
  )
})

test('knows the places on Windows', () => {
  const home = 'C:/Users/ada'
  const env = { APPDATA: `${home}/AppData/Roaming`, LOCALAPPDATA: `${home}/AppData/Local` }
  expect(filesOn('win32', home, env)).toEqual(
    expect.arrayContaining([
      `${home}/.claude.json`,
      'C:/Program Files/ClaudeCode/managed-mcp.json',
      `${home}/AppData/Roaming/Claude/claude_desktop_config.json`,
      `${home}/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json`,
      `${home}/.cursor/mcp.json`,
      `${home}/.mcp.json`,
      `${home}/AppData/Roaming/Code/User/mcp.json`,
      `${home}/.codeium/windsurf/mcp_config.json`,
      `${home}/.codex/config.toml`,
      `${home}/.gemini/settings.json`,
      'C:/ProgramData/gemini-cli/settings.json',
      `${home}/.config/opencode/opencode.json`,
      `${home}/AppData/Roaming/Zed/settings.json`,
      `${home}/.lmstudio/mcp.json`,
    ]),
  )
})

test('says which programs it reads', () => {
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  const clients = [...LOCATIONS, ...SKILL_LOCATIONS].flatMap(({ client, ...one }) => [
    client,
    ...Object.values('clients' in one ? (one.clients ?? {}) : {}),
  ])
  const all = clients.map(letters)
  expect(all.filter((client) => !letters(READ_PROGRAMS).includes(client))).toEqual([])
})

test('reads projects up to the home folder', () => {
  const machine = { platform: 'linux' as const, home: '/home/ada', env: {} }
  expect(projectFolders({ ...machine, cwd: '/home/ada/work/shop' })).toEqual([
    '/home/ada/work/shop',
    '/home/ada/work',
  ])
  expect(projectFolders({ ...machine, cwd: '/srv/shop' })).toEqual(['/srv/shop', '/srv', '/'])
})

/** The names of the servers in a file; those that are disabled with a dash, those that cannot be read with a question mark. */
async function namesIn(format: Format, content: unknown): Promise<string[] | string> {
  try {
    const servers = await serversIn(format, typeof content === 'string' ? content : JSON.stringify(content))
    return servers.map(
      ({ name, isDisabled, problem }) => `${isDisabled ? '-' : ''}${name}${problem ? '?' : ''}`,
    )
  } catch (error) {
    return (error as Error).message
  }
}

const a = { command: 'npx', args: ['a'] }
const NO_LIST = 'it has no list of servers'

test.each<[string, Format, unknown, string[] | string]>([
  ['Claude Code and most others', 'mcp', { mcpServers: { a } }, ['a']],
  ['Visual Studio and VS Code', 'mcp', { inputs: [], servers: { a } }, ['a']],
  [
    'plugins, and Copilot CLI',
    'mcp',
    { a, b: { type: 'http', url: 'https://b.example/mcp' }, $schema: 'x' },
    ['a', 'b'],
  ],
  ['several lists', 'mcp', { mcpServers: { a }, servers: { b: a }, mcp_servers: { c: a } }, ['a', 'c', 'b']],
  ['a list', 'mcp', { mcpServers: [{ name: 'a', ...a }, a, null] }, ['a', 'server 2', 'server 3']],
  ['a list of servers', 'mcp', { servers: [{ name: 'a', ...a }] }, ['a']],
  ['an empty list', 'mcp', { mcpServers: {} }, []],
  ['an empty file', 'mcp', '', []],
  ['only comments', 'mcp', '// nothing\n{}', []],
  ['a list of the file', 'mcp', [a], 'it is not an object'],
  ['a list that is none', 'mcp', { mcpServers: 'a' }, NO_LIST],
  ['servers beside the list', 'mcp', { mcpServers: {}, a }, ['a?']],
  [
    'a second list of another name',
    'mcp',
    { mcpServers: { a }, 'mcp-servers': { b: a } },
    ['a', 'mcp-servers?'],
  ],
  ['another name', 'mcp', { contextServers: { a } }, NO_LIST],
  ['settings', 'settings', { mcpServers: { a } }, ['a']],
  ['settings without servers', 'settings', { theme: 'dark', serverless: true }, []],
  ['settings with servers of another name', 'settings', { servers: { a } }, NO_LIST],
  ['excluded servers', 'settings', { mcpServers: { a, b: a }, mcp: { excluded: ['a'] } }, ['-a', 'b']],
  ['allowed servers', 'settings', { mcpServers: { a, b: a }, mcp: { allowed: ['a'] } }, ['a', '-b']],
  ['settings of VS Code', 'vscodeSettings', { mcp: { servers: { a } }, 'mcp.servers': { b: a } }, ['a', 'b']],
  [
    'settings of VS Code without servers',
    'vscodeSettings',
    { 'chat.mcp.access': 'all', 'editor.tabSize': 2 },
    [],
  ],
  ['settings of VS Code in another form', 'vscodeSettings', { mcp: { inputs: [] } }, NO_LIST],
  ['Codex', 'codex', '[mcp_servers.a]\ncommand = "a"\n', ['a']],
  ['Codex, as others name it', 'codex', '[mcpServers.a]\ncommand = "a"\nargs = [1, true]\n', ['a']],
  ['Codex, in another form', 'codex', '[mcp.servers.a]\ncommand = "a"\n', NO_LIST],
  ['Codex, with a hyphen', 'codex', '[mcp-servers.a]\ncommand = "a"\n', NO_LIST],
  ['Codex without servers', 'codex', 'model = "x"\n', []],
  ['opencode', 'opencode', { mcp: { a: { type: 'local', command: ['npx', 'a'], enabled: false } } }, ['-a']],
  ['Zed', 'zed', `{ /* x */ "theme": "x", "context_servers": { "a": ${JSON.stringify(a)}, }, }`, ['a']],
  ['Zed, in another form', 'zed', { context_servers: { a: { command: { path: ['npx', null] } } } }, ['a?']],
  [
    'Zed, a command and an address',
    'zed',
    { context_servers: { a: { ...a, settings: { url: 'https://b.example' } } } },
    ['a?'],
  ],
  ['Zed without servers', 'zed', { theme: 'x' }, []],
  ['Zed, under another name', 'zed', { contextServers: { a } }, NO_LIST],
  ['Gemini CLI with a setting `context`', 'settings', { context: { fileName: 'AGENTS.md' } }, []],
  [
    'a project in ~/.claude.json',
    'claudeJson',
    { projects: { '/p': { mcpServers: { a, b: a }, disabledMcpServers: ['b'] } } },
    ['a', '-b'],
  ],
  ['~/.claude.json without servers', 'claudeJson', { userID: 'x', projects: { '/p': null } }, []],
  [
    'disabled servers',
    'mcp',
    {
      mcpServers: { a: { ...a, disabled: true }, b: { ...a, enabled: false }, c: { ...a, disabled: false } },
    },
    ['-a', '-b', 'c'],
  ],
  // To leave a word out would be to read another command.
  [
    'what is not a word',
    'mcp',
    {
      mcpServers: {
        a: { command: 'npx', args: ['x', null] },
        b: { command: 'npx', args: 'x' },
        c: { command: {} },
      },
    },
    ['a?', 'b?', 'c?'],
  ],
])('reads %s', async (_, format, content, names) => {
  expect(await namesIn(format, content)).toEqual(names)
})

test('reads numbers as text, and says of other values only that they are none', async () => {
  const env = { PORT: 8080, LIST: ['x'] }
  const servers = await serversIn(
    'mcp',
    JSON.stringify({ servers: { a: { command: 'npx', args: ['a', '--port', 1, true], env } } }),
  )
  expect(servers).toMatchObject([{ args: ['a', '--port', '1', 'true'], env: { PORT: '8080', LIST: '{}' } }])
})

test('replaces the variables of folders only where a path begins', async () => {
  const folders = { workspace: '/p$&', home: '/h' }
  const WORKSPACE = variable('workspaceFolder')
  const replaced = async (cwd: string) => {
    const text = JSON.stringify({ servers: { a: { command: 'npx', args: ['a'], cwd, envFile: cwd } } })
    const [server] = await serversIn('mcp', text)
    const { folder, envFile } = server ? withFolders(server, folders) : {}
    expect(envFile).toBe(folder)
    return folder
  }
  expect(await replaced(WORKSPACE)).toBe('/p$&')
  expect(await replaced(`${WORKSPACE}/x`)).toBe('/p$&/x')
  expect(await replaced(`${variable('userHome')}/x`)).toBe('/h/x')
  expect(await replaced('~/x')).toBe('/h/x')
  for (const kept of [`x${WORKSPACE}`, `${WORKSPACE}x`, '~x']) expect(await replaced(kept)).toBe(kept)
})
