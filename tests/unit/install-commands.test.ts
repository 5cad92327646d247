// The commands and configurations that the site and the MCP server show.
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commandOf,
  forClaudeCode,
  installLine,
  serverName,
  shellLine,
} from '../../functions/_shared/text/install.ts'
import { CLIENTS, type Server } from '../../site/src/clients.ts'
import { anyText } from '../support/random-texts.ts'

const SERVER_NAME = 'io.github.example/weather.mcp'
const field = (name: string, required: boolean, secret: boolean) => ({ name, required, secret })
const NPM = {
  type: 'npm' as const,
  transport: 'stdio' as const,
  command: 'npx' as const,
  args: ['-y', '@example/weather@1.0.0'],
  url: null,
  env: [field('API_KEY', true, true), field('REGION', true, false), field('LOG_LEVEL', false, false)],
  headers: [],
}
const REMOTE = {
  type: 'remote' as const,
  transport: 'streamable-http' as const,
  command: null,
  args: [],
  url: 'https://mcp.example.com/mcp',
  env: [],
  headers: [field('X-API-Key', true, true), field('X-Trace', false, false)],
}
const IMAGE = 'ghcr.io/example/weather:1.0'
/** With what an older version of the service sent, too: optional variables, and one that the entry does not have. */
const DOCKER = {
  ...NPM,
  type: 'docker' as const,
  command: 'docker' as const,
  args: [
    'run',
    '-i',
    '--rm',
    ...[...NPM.env.map(({ name }) => name), 'AWS_SECRET_ACCESS_KEY'].flatMap((name) => ['-e', name]),
    IMAGE,
  ],
}
const serverOf = (entry: Server['entry']): Server => ({ name: serverName(SERVER_NAME), entry })
/** The files of all clients, but the one that has TOML as text. */
const filesOf = (entry: Server['entry']) =>
  Object.fromEntries(
    CLIENTS.map(({ name, configuration }) => {
      const text = configuration(serverOf(entry))
      return [name, name === 'Codex' || text === null ? text : JSON.parse(text)]
    }),
  )
const linesOf = (entry: Server['entry']) =>
  Object.fromEntries(CLIENTS.map(({ name, line }) => [name, line(serverOf(entry))]))
const SSE = { ...REMOTE, transport: 'sse' as const, headers: [] }
const OPEN = { ...REMOTE, headers: [] }

describe('the configuration of clients', () => {
  test('of a package has its command, and a placeholder for each required variable', () => {
    const { command, args } = NPM
    const env = { API_KEY: '<API_KEY>', REGION: '<REGION>' }
    const local = { mcpServers: { 'weather-mcp': { command, args, env } } }
    const asked = {
      API_KEY: `\${input:weather-mcp-API_KEY}`,
      REGION: `\${input:weather-mcp-REGION}`,
    }
    expect(filesOf(NPM)).toEqual({
      'Claude Code': local,
      Cursor: local,
      'VS Code': {
        inputs: [
          { type: 'promptString', id: 'weather-mcp-API_KEY', description: 'API_KEY', password: true },
          { type: 'promptString', id: 'weather-mcp-REGION', description: 'REGION', password: false },
        ],
        servers: { 'weather-mcp': { type: 'stdio', command, args, env: asked } },
      },
      Codex: [
        '[mcp_servers.weather-mcp]',
        'command = "npx"',
        'args = ["-y", "@example/weather@1.0.0"]',
        'env = { "API_KEY" = "<API_KEY>", "REGION" = "<REGION>" }',
      ].join('\n'),
      'Gemini CLI': local,
      Other: { command, args },
    })
    expect(forClaudeCode(serverName(SERVER_NAME), NPM)).toEqual(local)
  })

  test('of a remote server has its address and transport', () => {
    const { url } = REMOTE
    const headers = { 'X-API-Key': '<X-API-Key>' }
    expect(filesOf(REMOTE)).toMatchObject({
      'Claude Code': { mcpServers: { 'weather-mcp': { type: 'http', url, headers } } },
      Cursor: { mcpServers: { 'weather-mcp': { url, headers } } },
      'VS Code': { inputs: [{ password: true }], servers: { 'weather-mcp': { type: 'http', url } } },
      Codex: `[mcp_servers.weather-mcp]\nurl = "${url}"\nhttp_headers = { "X-API-Key" = "<X-API-Key>" }`,
      'Gemini CLI': { mcpServers: { 'weather-mcp': { httpUrl: url, headers } } },
      Other: { url, transport: 'streamable-http' },
    })
    expect(filesOf(SSE)).toEqual({
      'Claude Code': { mcpServers: { 'weather-mcp': { type: 'sse', url } } },
      Cursor: { mcpServers: { 'weather-mcp': { url } } },
      'VS Code': { servers: { 'weather-mcp': { type: 'sse', url } } },
      // It has no SSE.
      Codex: null,
      'Gemini CLI': { mcpServers: { 'weather-mcp': { url } } },
      Other: { url, transport: 'sse' },
    })
  })

  test('is one line to paste, with the required variables or headers', () => {
    expect(linesOf(NPM)).toEqual({
      'Claude Code':
        'claude mcp add --env "API_KEY=<API_KEY>" --env "REGION=<REGION>" --transport stdio weather-mcp -- npx -y @example/weather@1.0.0',
      // Its file is the only way.
      Cursor: null,
      'VS Code':
        'code --add-mcp \'{"name":"weather-mcp","type":"stdio","command":"npx","args":["-y","@example/weather@1.0.0"],"env":{"API_KEY":"<API_KEY>","REGION":"<REGION>"}}\'',
      Codex:
        'codex mcp add weather-mcp --env "API_KEY=<API_KEY>" --env "REGION=<REGION>" -- npx -y @example/weather@1.0.0',
      'Gemini CLI':
        'gemini mcp add --scope user -e "API_KEY=<API_KEY>" -e "REGION=<REGION>" weather-mcp npx -- -y @example/weather@1.0.0',
      Other: 'npx -y @example/weather@1.0.0',
    })
    expect(linesOf(REMOTE)).toMatchObject({
      'Claude Code': `claude mcp add --transport http weather-mcp ${REMOTE.url} --header "X-API-Key: <X-API-Key>"`,
      // Its command line cannot set headers.
      Codex: null,
      'Gemini CLI': `gemini mcp add --scope user --transport http --header "X-API-Key: <X-API-Key>" weather-mcp ${REMOTE.url}`,
      Other: REMOTE.url,
    })
    expect(linesOf(OPEN).Codex).toBe(`codex mcp add weather-mcp --url ${REMOTE.url}`)
    expect(linesOf(SSE)['Claude Code']).toBe(`claude mcp add --transport sse weather-mcp ${REMOTE.url}`)
    expect(linesOf({ ...NPM, env: [] })['Claude Code']).toBe(
      'claude mcp add weather-mcp -- npx -y @example/weather@1.0.0',
    )
  })

  test('of an image passes only the variables that it sets, and a shell line has a value for each', () => {
    const args = ['run', '-i', '--rm', '-e', 'API_KEY', '-e', 'REGION', IMAGE]
    const env = { API_KEY: '<API_KEY>', REGION: '<REGION>' }
    const { Codex, Other, ...files } = filesOf(DOCKER)
    for (const [name, { mcpServers, servers }] of Object.entries(files)) {
      const server = (mcpServers ?? servers)['weather-mcp']
      expect([server.args, Object.keys(server.env)], name).toEqual([args, Object.keys(env)])
    }
    expect([Other, Codex.split('\n')[2]]).toEqual([
      { command: 'docker', args, env },
      `args = ${JSON.stringify(args).replaceAll(',', ', ')}`,
    ])
    expect(commandOf(DOCKER)).toEqual({ command: 'docker', args, env })
    expect(commandOf(NPM)).toEqual({ command: 'npx', args: NPM.args })
    expect(installLine(DOCKER)).toBe(
      `docker run -i --rm -e "API_KEY=<API_KEY>" -e "REGION=<REGION>" ${IMAGE}`,
    )
    const none = { ...DOCKER, env: DOCKER.env.filter(({ required }) => !required) }
    expect(commandOf(none)).toEqual({ command: 'docker', args: ['run', '-i', '--rm', IMAGE] })
    expect(installLine(none)).toBe(`docker run -i --rm ${IMAGE}`)
    expect([installLine(NPM), installLine(REMOTE)]).toEqual(['npx -y @example/weather@1.0.0', null])
  })

  // An agent's own variables must not go to a server that only chose their names.
  test('refers to no variable of the environment', () => {
    const hostile = { ...REMOTE, headers: [field('AWS_SECRET_ACCESS_KEY', true, false)] }
    const texts = CLIENTS.flatMap(({ line, configuration }) => [
      line(serverOf(hostile)),
      configuration(serverOf(hostile)),
    ])
    for (const text of texts) expect(text ?? '').not.toMatch(/\$\{(?!input:)|\$[A-Z]/)
  })
})

test.each([
  ['io.github.firecrawl/firecrawl-mcp-server', 'firecrawl-mcp-server'],
  ['com.example/a.b_c', 'a-b_c'],
  ['com.example/--scope', 'scope'],
  ['com.example/__proto__', 'proto__'],
  ['com.example/4x', 'x'],
  ['com.example/---', 'server'],
])('%s is configured as %s', (server, name) => {
  expect(serverName(server)).toBe(name)
})

test('a shell reads its line as exactly these arguments, whatever they contain', () => {
  const hostile = [
    "'",
    '"',
    '`id`',
    '$(id)',
    '$HOME',
    '\\',
    '\n',
    ';',
    '|',
    '&',
    '*',
    '~',
    '#',
    '!',
    '{a,b}',
    ' ',
    '',
    '-n',
  ]
  const argument = fc.oneof(
    fc.array(fc.constantFrom(...hostile), { maxLength: 4 }).map((parts) => parts.join('')),
    anyText(10).map((text) => text.replaceAll('\0', '')),
  )
  const commands = fc.sample(fc.array(argument, { maxLength: 5 }), { numRuns: 200, seed: 4 })
  // A command named `show` that prints its arguments with their number.
  const script = [
    'show() { printf "%s\\0" "$#" "$@"; }',
    ...commands.map((args) => shellLine('show', args)),
  ].join('\n')
  const output = execFileSync('sh', { input: script, encoding: 'utf8', env: {}, cwd: '/', maxBuffer: 1e8 })
  const expected = commands.flatMap((args) => [String(args.length), ...args])
  expect(output.split('\0').slice(0, -1)).toEqual(expected)
  expect(shellLine('npx', ['-y', '@a/b@1.0.0'])).toBe('npx -y @a/b@1.0.0')
})
