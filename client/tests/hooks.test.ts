import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readCounts } from '../src/observe/counts.ts'
import { meaningOf } from '../src/observe/files.ts'
import { filesIn, type Home, newHome, PROGRAM, recordingServer, run } from './support.ts'

const SETTINGS = `{
    // kept? no: Claude Code reads plain JSON
    "model": "opus",
    "hooks": {
        "PostToolUse": [
            { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "prettier --write" }] }
        ]
    },
    "permissions": { "allow": ["Bash(ls:*)"] }
}
`.replace(/ {4}\/\/.*\n/, '')

const hookInput = (event: string, tool: string, more: object = {}) =>
  JSON.stringify({
    session_id: 'x',
    hook_event_name: event,
    tool_name: tool,
    tool_input: { secret: 'hush' },
    ...more,
  })

test('adds its hooks to the settings, and removes only them', async () => {
  const home = newHome()
  const path = home.write('.claude/settings.json', SETTINGS)
  const asked = await run(['hooks', 'install', '--for', 'claude-code'], { home })
  expect([asked.status, readFileSync(path, 'utf8')]).toEqual([2, SETTINGS])
  expect(asked.stderr).toContain('+ ')

  expect((await run(['hooks', 'install', '--for', 'claude-code', '--yes'], { home })).status).toBe(0)
  const settings = JSON.parse(readFileSync(path, 'utf8'))
  const own = {
    matcher: 'mcp__.*',
    hooks: [expect.objectContaining({ type: 'command', command: expect.stringMatching(/ observe$/) })],
  }
  expect(settings).toEqual({
    ...JSON.parse(SETTINGS),
    hooks: { PostToolUse: [JSON.parse(SETTINGS).hooks.PostToolUse[0], own], PostToolUseFailure: [own] },
  })
  const once = readFileSync(path, 'utf8')
  expect((await run(['hooks', 'install', '--for', 'claude-code', '--yes'], { home })).status).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(once)

  expect((await run(['hooks', 'remove', '--yes'], { home })).status).toBe(0)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(SETTINGS))
})

test('creates the settings if there are none, and keeps a link to them', async () => {
  const home = newHome()
  const target = home.write('dotfiles/settings.json', '')
  mkdirSync(join(home.folder, '.claude'))
  symlinkSync(target, join(home.folder, '.claude', 'settings.json'))
  expect((await run(['hooks', 'install', '--for', 'claude-code', '--yes'], { home })).status).toBe(0)
  expect(lstatSync(join(home.folder, '.claude', 'settings.json')).isSymbolicLink()).toBe(true)
  expect(Object.keys(JSON.parse(readFileSync(target, 'utf8')).hooks)).toEqual([
    'PostToolUse',
    'PostToolUseFailure',
  ])
  expect((await run(['hooks', 'remove', '--yes'], { home })).status).toBe(0)
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({})
})

test.each(['{ broken', '[]', '{"hooks": []}', '{"hooks": {"PostToolUse": {}}}'])(
  'does not touch settings like %s',
  async (text) => {
    const home = newHome()
    const path = home.write('.claude/settings.json', text)
    const { status, stderr } = await run(['hooks', 'install', '--for', 'claude-code', '--yes'], { home })
    expect([status, readFileSync(path, 'utf8')]).toEqual([1, text])
    expect(stderr).toMatch(/was not changed/)
  },
)

test('refuses to install hooks that run a copy in the cache of npx', async () => {
  const home = newHome()
  const cached = join(home.folder, '.npm', '_npx', '0123abcd', 'node_modules', 'skill-rating')
  const packageDir = dirname(dirname(PROGRAM))
  await cp(join(packageDir, 'dist'), join(cached, 'dist'), { recursive: true })
  await cp(join(packageDir, 'package.json'), join(cached, 'package.json'))
  symlinkSync(join(packageDir, 'node_modules'), join(cached, 'node_modules'))
  const program = join(cached, 'dist', 'skill-rating.js')
  const { status, stderr } = await run(['hooks', 'install', '--for', 'claude-code', '--yes'], {
    home,
    program,
  })
  expect([status, existsSync(join(home.folder, '.claude'))]).toEqual([2, false])
  expect(stderr).toMatch(/npm install --global/)
})

const PUBLIC = { command: 'npx', args: ['-y', 'notes-mcp'] }
const OWN = { command: 'node', args: ['notes.js'] }
const PROXIED = { command: 'skill-rating', args: ['proxy', '--', 'npx', '-y', 'notes-mcp'] }

/** What a line says of a server of the user, of the public package. */
const meaningIn = (home: Home, server: string, path = '.claude.json') =>
  meaningOf({ server, identifier: 'pkg:npm/notes-mcp', source: join(home.folder, path) })

test('the installed command counts calls and failures of MCP servers, and nothing else', async () => {
  const home = newHome()
  home.write('.claude.json', { mcpServers: { github: PUBLIC } })
  await run(['hooks', 'install', '--for', 'claude-code', '--yes'], { home })
  const settings = JSON.parse(readFileSync(join(home.folder, '.claude', 'settings.json'), 'utf8'))
  const command: string = settings.hooks.PostToolUse[0].hooks[0].command
  // As the shell of Claude Code would split it.
  const [, node, program] = /^"(.*)" "(.*)" observe$/.exec(command) ?? []
  expect(node).toBe(process.execPath.replace(/\\/g, '/'))
  const inputs = [
    hookInput('PostToolUse', 'mcp__github__search_code'),
    hookInput('PostToolUse', 'mcp__github__search_code', { tool_response: 'x'.repeat(3_000_000) }),
    hookInput('PostToolUseFailure', 'mcp__github__search_code', { error: 'hush' }),
    hookInput('PostToolUseFailure', 'mcp__github__search_code', { is_interrupt: true }),
    hookInput('PostToolUse', 'Bash'),
    hookInput('PreToolUse', 'mcp__github__search_code'),
    hookInput('PostToolUse', 'mcp__../../etc__x'),
    hookInput('PostToolUse', 'mcp__a\nok b__x'),
    'not JSON',
    '',
    'null',
  ]
  for (const input of inputs) {
    expect(await run(['observe'], { home, program: program as string, input })).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  }
  const folder = join(home.folder, '.local', 'state', 'skill-rating', 'calls')
  expect([...readCounts('claude-code', folder)]).toEqual([
    [meaningIn(home, 'github'), { calls: 3, failures: 1 }],
  ])
})

test('removes no hook of another program', async () => {
  const home = newHome()
  const settings = {
    hooks: {
      PostToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'not-skill-rating observe' }] }],
    },
  }
  const path = home.write('.claude/settings.json', settings)
  await run(['hooks', 'remove', '--yes'], { home })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(settings)
})

test('reads all of a huge input, so that its writer does not fail, and does not wait for a reader', async () => {
  const home = newHome()
  home.write('.claude.json', { mcpServers: { github: PUBLIC } })
  const huge = hookInput('PostToolUse', 'mcp__github__x', { tool_response: 'x'.repeat(70 * 1024 * 1024) })
  expect(await run(['observe'], { home, input: huge })).toMatchObject({ status: 0, stderr: '' })
  const calls = join(home.folder, '.local', 'state', 'skill-rating', 'calls')
  expect(existsSync(calls)).toBe(false)
  mkdirSync(calls, { recursive: true })
  execFileSync('mkfifo', [join(calls, `claude-code-${new Date().toISOString().slice(0, 10)}.log`)])
  const input = hookInput('PostToolUse', 'mcp__github__x')
  expect(await run(['observe'], { home, input })).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('is silent when it cannot count', async () => {
  const home = newHome()
  home.write('.claude.json', { mcpServers: { github: PUBLIC } })
  home.write('.local/state/skill-rating', 'a file')
  const input = hookInput('PostToolUse', 'mcp__github__x')
  expect(await run(['observe'], { home, input })).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('loses no call of 50 at once', async () => {
  const home = newHome()
  home.write('.claude.json', { mcpServers: { github: PUBLIC } })
  const input = hookInput('PostToolUse', 'mcp__github__x')
  await Promise.all(Array.from({ length: 50 }, () => run(['observe'], { home, input })))
  expect(
    readCounts('claude-code', join(home.folder, '.local', 'state', 'skill-rating', 'calls')).get(
      meaningIn(home, 'github'),
    ),
  ).toEqual({
    calls: 50,
    failures: 0,
  })
})

const OF_MCP = { tool_name: 'mcp__my_notes__read' }
const OF_GEMINI = { tool_name: 'mcp_x_y', mcp_context: { server_name: 'my notes' } }

test.each<[client: string, event: string, input: object, response: unknown, counted?: string]>([
  ['codex', 'PostToolUse', OF_MCP, { isError: false }, 'ok'],
  ['codex', 'PostToolUse', OF_MCP, { isError: true }, 'fail'],
  ['codex', 'PostToolUse', { tool_name: 'Bash' }, 'x'],
  ['codex', 'PreToolUse', OF_MCP, undefined],
  ['gemini-cli', 'AfterTool', OF_GEMINI, {}, 'ok'],
  ['gemini-cli', 'AfterTool', OF_GEMINI, { error: null }, 'ok'],
  ['gemini-cli', 'AfterTool', OF_MCP, { error: { message: 'x' } }, 'fail'],
  ['gemini-cli', 'AfterTool', { tool_name: 'mcp_x_y' }, {}],
  ['gemini-cli', 'AfterTool', { tool_name: 'read_file' }, {}],
  ['cursor', 'afterMCPExecution', OF_MCP, undefined],
])('counts a call of %s after %s: %o, %o', async (client, hook_event_name, more, tool_response, expected) => {
  const home = newHome()
  home.write('.gemini/settings.json', { mcpServers: { 'my notes': PUBLIC } })
  home.write('.codex/config.toml', '[mcp_servers."my notes"]\ncommand = "npx"\nargs = ["-y", "notes-mcp"]\n')
  const before = filesIn(home.folder)
  const input = JSON.stringify({ hook_event_name, ...more, tool_response })
  expect(await run(['observe', client], { home, input })).toEqual({ status: 0, stdout: '', stderr: '' })
  const counted = [...filesIn(home.folder)].filter(([path]) => !before.has(path))
  const source = client === 'codex' ? '.codex/config.toml' : '.gemini/settings.json'
  const line = `${expected} ${meaningIn(home, 'my notes', source)}\n`
  expect(counted.map(([path, text]) => [basename(path).slice(0, client.length), text])).toEqual(
    expected ? [[client, line]] : [],
  )
})

type Servers = Record<string, object>

test.each<[what: string, tool: string, user: Servers, project: Servers, where?: string]>([
  ['of the user', 'mcp__notes__read', { notes: PUBLIC }, {}, '.claude.json'],
  ['of the project', 'mcp__notes__read', {}, { notes: PUBLIC }, 'project/.mcp.json'],
  [
    'beside one that is disabled',
    'mcp__notes__read',
    { notes: PUBLIC },
    { notes: { ...OWN, disabled: true } },
    '.claude.json',
  ],
  // The project of a stranger can have any server under this name.
  ['with the name of another one in the project', 'mcp__notes__read', { notes: PUBLIC }, { notes: OWN }],
  ['with the name of one that is the same package', 'mcp__notes__read', { notes: PUBLIC }, { notes: PUBLIC }],
  ['whose name is written like another', 'mcp__my_notes__read', { 'my notes': PUBLIC, 'my.notes': OWN }, {}],
  ['that is not configured', 'mcp__notes__evil__read', { notes: PUBLIC }, {}],
  ['with a longer name', 'mcp__notes__own__read', { notes: OWN, notes__own: PUBLIC }, {}, '.claude.json'],
  ['that the proxy counts', 'mcp__notes__read', { notes: PROXIED }, {}],
  ['of nobody knows what', 'mcp__notes__read', { notes: OWN }, {}],
])('writes down which server was called: one %s', async (_, tool, user, project, where) => {
  const home = newHome()
  const elsewhere = { [join(home.folder, 'other')]: { mcpServers: { notes: OWN, notes__own: OWN } } }
  home.write('.claude.json', { mcpServers: user, projects: elsewhere })
  home.write('project/.mcp.json', { mcpServers: project })
  // The hook runs in the folder that the client names.
  const input = hookInput('PostToolUse', tool, { cwd: join(home.folder, 'project') })
  await run(['observe'], { home, input, cwd: home.folder })
  const folder = join(home.folder, '.local', 'state', 'skill-rating', 'calls')
  const server = /^mcp__(.*)__/.exec(tool)?.[1] ?? ''
  expect([...readCounts('claude-code', folder).keys()]).toEqual(where ? [meaningIn(home, server, where)] : [])
})

test('prints the hooks of Codex and Gemini CLI, and why Cursor has none', async () => {
  const { status, stdout, stderr } = await run(['hooks'], { home: newHome() })
  expect(status).toBe(0)
  expect(stdout).toMatch(/"PostToolUse"[\s\S]* observe codex"[\s\S]*"AfterTool"[\s\S]* observe gemini-cli"/)
  expect(stderr).toMatch(/Cursor[\s\S]*None/)
})

test.each<[what: string, lines: (home: Home) => string[], counted: number | null]>([
  ['the server', (home) => [`ok ${meaningIn(home, 'notes')}`, `fail ${meaningIn(home, 'notes')}`], 2],
  [
    'a server of a project with this name',
    (home) => [`fail ${meaningIn(home, 'notes', 'x/.mcp.json')}`],
    null,
  ],
  [
    'another server that had this name',
    (home) => [`fail ${meaningIn(home, 'notes').replace('notes-mcp', 'x')}`],
    null,
  ],
  // Of earlier versions: nobody knows which server it was.
  ['only the name', () => ['ok notes', 'fail notes'], null],
])('reads the calls that hooks counted of %s', async (_, linesOf, counted) => {
  const home = newHome()
  home.write('.claude.json', { mcpServers: { notes: PUBLIC } })
  // The last line was not written to its end.
  const log = [...linesOf(home), `ok ${meaningIn(home, 'notes')}`].join('\n')
  home.write('.local/state/skill-rating/calls/claude-code-2026-11-25.log', log)
  const { url } = await recordingServer()
  const found = await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: url } })
  expect(JSON.parse(found.stdout).skills).toMatchObject([{ observed_calls: counted }])
})

test('says which counts cannot be read, in place of a part of them', async () => {
  const home = newHome()
  home.write('.claude.json', { mcpServers: { notes: PUBLIC } })
  home.write('.local/state/skill-rating/calls/claude-code-2026-11-25.log', 'ok notes\n')
  const folder = join(home.folder, '.local/state/skill-rating/calls')
  writeFileSync(join(folder, 'claude-code-2026-11-26.log'), Buffer.from([0xff, 10]))
  const { url } = await recordingServer()
  const { stdout, stderr } = await run(['doctor', '--yes', '--json'], {
    home,
    env: { SKILL_RATING_URL: url },
  })
  expect(JSON.parse(stdout).skills).toMatchObject([{ observed_calls: null }])
  expect(stderr).toContain('The calls counted by claude-code are left out')
})
