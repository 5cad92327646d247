import { expect, test } from 'vitest'
import { CONFIGURATIONS } from './configurations.ts'
import {
  filesIn,
  KEY,
  lookupReply,
  newHome,
  type Recorded,
  type Reply,
  recordingServer,
  run,
} from './support.ts'

let planted = 0
/** A value that no request may contain, in the form of a word, so that no rule about characters keeps it out. */
function secret(): string {
  planted++
  return `hushhush${String(planted)
    .padStart(4, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)}`
}

/** A server with a secret in every field but the name of its package. */
function npxServer(packageName: string, envFile: string) {
  return {
    type: 'stdio',
    command: 'npx',
    args: [
      '-y',
      packageName,
      '--api-key',
      secret(),
      `--token=${secret()}`,
      secret(),
      `https://${secret()}.example.com/${secret()}`,
    ],
    env: { API_KEY: secret(), [secret()]: 'x' },
    envFile,
    cwd: `/srv/${secret()}`,
    description: secret(),
    [secret()]: secret(),
  }
}

function remoteServer(url: string, field = 'url') {
  return {
    type: 'http',
    [field]: url,
    headers: { Authorization: `Bearer ${secret()}`, [secret()]: secret() },
    http_headers: { 'x-api-key': secret() },
    bearer_token_env_var: secret(),
    oauth: { clientId: secret(), clientSecret: secret() },
  }
}

/** The servers of one format: some that are sent, and some of which nothing may be. */
function servers(prefix: string, envFile: string, field = 'url') {
  return {
    [secret()]: npxServer(`${prefix}-package`, envFile),
    [secret()]: remoteServer(`https://mcp.${prefix}.example/mcp?key=${secret()}#${secret()}`, field),
    [secret()]: remoteServer(`https://mcp.example.org/${secret().repeat(2)}/mcp`, field),
    [secret()]: remoteServer(`https://${secret()}:${secret()}@mcp.example.org/mcp`, field),
    [secret()]: remoteServer(`https://${secret()}.internal/mcp`, field),
    [secret()]: remoteServer(`http://${secret()}:8080/mcp`, field),
    [secret()]: { command: `/opt/${secret()}/bin/server`, args: [secret()] },
    [secret()]: { command: secret(), args: [secret()] },
    [secret()]: { command: 'npx', args: ['--unknown-option', secret(), `${prefix}-package`] },
    [secret()]: {
      command: 'docker',
      args: ['run', '-e', `TOKEN=${secret()}`, `registry.${secret()}.com/${secret()}`],
    },
    [secret()]: { command: 'docker', args: ['run', '--unknown', secret(), `mcp/${prefix}`] },
    [secret()]: { command: 'uvx', args: ['--index-url', `https://${secret()}@pypi.example.com/`, secret()] },
    [secret()]: {
      command: 'uvx',
      args: ['--from', `git+https://${secret()}:x@github.com/acme/${secret()}`, secret()],
    },
    [secret()]: { command: 'npx', args: ['-y', `git+ssh://git@github.com/acme/${secret()}.git`] },
    [secret()]: {
      command: 'npx',
      args: ['-y', 'mcp-remote', `https://mcp.example.org/x/${secret().repeat(2)}`, '--header', secret()],
    },
  }
}

test('sends nothing but public identifiers, of all formats', async () => {
  const home = newHome()
  const server = await recordingServer()
  const envFile = home.write(`.${secret()}.env`, `API_KEY=${secret()}\n`)
  home.write('.claude.json', {
    oauthAccount: { emailAddress: secret() },
    mcpServers: servers('claude', envFile),
    projects: { [`/home/ada/${secret()}`]: { mcpServers: servers('project', envFile), history: [secret()] } },
  })
  home.write('project/.mcp.json', { mcpServers: servers('mcpjson', envFile) })
  home.write('.config/Claude/claude_desktop_config.json', { mcpServers: servers('desktop', envFile) })
  home.write('.cursor/mcp.json', { mcpServers: servers('cursor', envFile) })
  home.write('.config/Code/User/mcp.json', {
    inputs: [{ id: secret() }],
    servers: servers('vscode', envFile),
  })
  home.write('.codeium/windsurf/mcp_config.json', { mcpServers: servers('windsurf', envFile, 'serverUrl') })
  home.write('.gemini/settings.json', { mcpServers: servers('gemini', envFile, 'httpUrl') })
  home.write('.config/opencode/opencode.json', {
    mcp: Object.fromEntries(
      Object.entries(servers('opencode', envFile)).map(([name, one]) => {
        const { command, args = [], ...rest } = one as { command?: string; args?: string[] }
        return [
          name,
          command
            ? { type: 'local', command: [command, ...args], environment: { KEY: secret() } }
            : { ...rest, type: 'remote' },
        ]
      }),
    ),
  })
  home.write('.config/zed/settings.json', { context_servers: servers('zed', envFile) })
  home.write('.lmstudio/mcp.json', { mcpServers: servers('lmstudio', envFile) })
  home.write('.codex/config.toml', codexToml(envFile))
  home.write('.claude/skills/private-skill/SKILL.md', `---\nname: ${secret()}\n---\n${secret()}`)
  home.write('.agents/.skill-lock.json', {
    version: 3,
    skills: {
      [secret()]: lockEntry({
        source: 'acme/skills',
        sourceType: 'github',
        sourceUrl: 'https://github.com/acme/skills.git',
        skillPath: 'skills/pdf/SKILL.md',
      }),
      [secret()]: lockEntry({
        source: `acme/${secret()}`,
        sourceType: 'github',
        sourceUrl: `git@github.com:acme/${secret()}.git`,
      }),
      [secret()]: lockEntry({
        source: `/home/${secret()}`,
        sourceType: 'local',
        sourceUrl: `/home/${secret()}`,
      }),
      [secret()]: lockEntry({
        source: secret(),
        sourceType: 'git',
        sourceUrl: `https://${secret()}@git.example.com/x.git`,
      }),
    },
  })

  const before = filesIn(home.folder)
  const { status, stdout } = await run(['doctor', '--yes', '--json'], {
    home,
    env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY },
  })

  expect(status).toBe(0)
  expect(planted).toBeGreaterThan(400)
  expect(server.traffic()).not.toContain('hushhush')
  expect(server.requests.map(({ path }) => path)).toEqual(['/functions/v1/api/lookup'])
  // What Node sends with any request, and no key: the service does not learn whose list it is.
  expect(Object.keys(server.requests[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'content-length',
    'content-type',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ])
  const sent = (JSON.parse(server.requests[0]?.body ?? '') as { identifiers: string[] }).identifiers
  const prefixes = [
    'claude',
    'project',
    'mcpjson',
    'desktop',
    'cursor',
    'vscode',
    'windsurf',
    'zed',
    'lmstudio',
    'gemini',
    'opencode',
    'codex',
  ]
  expect(sent.sort()).toEqual(
    [
      'pkg:github/acme/skills#skills/pdf',
      ...prefixes.flatMap((prefix) => [`pkg:npm/${prefix}-package`, `https://mcp.${prefix}.example/mcp`]),
    ].sort(),
  )
  // Everything that stays here is listed, and nothing was written.
  expect((JSON.parse(stdout) as { skipped: unknown[] }).skipped).toHaveLength(prefixes.length * 13 + 4)
  expect(filesIn(home.folder)).toEqual(before)
})

function lockEntry(source: Record<string, string>) {
  return {
    skillPath: `skills/${secret()}/SKILL.md`,
    ...source,
    skillFolderHash: secret(),
    pluginName: secret(),
  }
}

function codexToml(envFile: string): string {
  const tables = Object.entries(servers('codex', envFile)).map(([name, one]) => {
    const lines = Object.entries(one).map(([key, value]) => `${JSON.stringify(key)} = ${tomlValue(value)}`)
    return `[mcp_servers.${name}]\n${lines.join('\n')}`
  })
  return `model = "${secret()}"\n\n${tables.join('\n\n')}\n`
}

function tomlValue(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)} = ${tomlValue(one)}`)
    .join(', ')} }`
}

test('sends the identifiers of all kinds of configuration, and nothing of the others', async () => {
  const home = newHome()
  const server = await recordingServer()
  // Those that need neither files nor another machine.
  const plain = CONFIGURATIONS.filter(
    (one) => !one.files && !one.env && !one.platform && (one.command || one.server),
  )
  const entries = plain.map(({ command: [command, ...args] = [], server }, index) => [
    `s${index}`,
    server ?? { command, args },
  ])
  home.write('project/.mcp.json', { mcpServers: Object.fromEntries(entries) })
  const { status, stdout } = await run(['doctor', '--yes', '--json'], {
    home,
    env: { SKILL_RATING_URL: server.url },
  })
  expect(status).toBe(0)
  const sent = server.requests.flatMap(
    ({ body }) => (JSON.parse(body) as { identifiers: string[] }).identifiers,
  )
  const expected = plain.flatMap(({ sent, version }) => (sent ? [version ? `${sent}@${version}` : sent] : []))
  expect(sent.sort()).toEqual([...new Set(expected)].sort())
  expect(server.traffic()).not.toContain('secret')
  expect((JSON.parse(stdout) as { skipped: unknown[] }).skipped).toHaveLength(
    plain.filter(({ skipped }) => skipped).length,
  )
})

/** Enough for every command to go on. */
function anyReply({ method, path }: Recorded): Reply | undefined {
  if (path.endsWith('/api/lookup')) return undefined
  if (path.endsWith('/ratings/me')) return { status: 404, body: { status: 404, code: 'rating_not_found' } }
  const times = { created_at: '2026-11-23T00:00:00Z', updated_at: '2026-11-23T00:00:00Z' }
  const rating = { id: '1', agent_name: 'Ada', claws: 4, sub_scores: {}, ...times }
  const skill = {
    id: '1',
    slug: 'notes',
    name: 'Notes',
    type: 'mcp',
    description: 'Notes.',
    url: null,
    ...times,
  }
  const numbers = { avg_claws: 4, total_ratings: 1, established_ratings: 0, total_skills: 0 }
  const account = {
    agent_name: 'Ada',
    agent_description: null,
    email: null,
    key: { prefix: 'claw_0000', ...times },
  }
  const lists = { skills: [], ratings: [], identifiers: [], count: 0, next_cursor: null, install: null }
  const done = {
    success: true,
    message: 'Done.',
    warning: 'Save it.',
    api_key: KEY,
    agent: { ...account, ...times },
  }
  const body = { ...skill, ...numbers, ...account, ...lists, ...done, sub_scores: {}, rating, skill }
  return path.endsWith('/keys/current')
    ? { status: 204, body: '' }
    : { status: method === 'POST' ? 201 : 200, body }
}

test('sends nothing private with any command', async () => {
  const home = newHome()
  const server = await recordingServer(anyReply)
  const envFile = home.write('.env', `API_KEY=${secret()}\n`)
  home.write('.claude.json', { mcpServers: servers('claude', envFile) })
  home.write('project/.env', `API_KEY=${secret()}\nDATABASE_URL=${secret()}\n`)
  home.write(
    '.npmrc',
    `//npm.acme.example/:_authToken=${secret()}\n@${secret()}:registry=https://${secret()}\n`,
  )
  home.write('.config/pip/pip.conf', `# ${secret()}\n[global]\ntimeout = 60\n`)
  home.write('project/package.json', { name: secret(), scripts: { start: secret() } })
  home.write(`project/node_modules/.bin/${secret()}`, secret())
  const event = {
    hook_event_name: 'PostToolUse',
    tool_name: `mcp__${secret()}__${secret()}`,
    tool_input: { text: secret() },
    tool_response: secret(),
    cwd: secret(),
  }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const withKey = ['register', 'whoami', 'rate', 'submit', 'mcp', 'rotate-key']
  const commands: [string[], object?][] = [
    [['register', '--name', 'Ada']],
    [['whoami']],
    [['search', 'notes']],
    [['show', 'notes']],
    [['hooks', 'install', '--for', 'claude-code', '--yes']],
    [['observe'], event],
    [['rate', 'notes', '--claws', '4', '--observed', '--yes']],
    [['submit', '--name', 'Notes', '--description', 'Notes.', '--type', 'mcp', '--yes']],
    [['doctor', '--dry-run']],
    [['doctor', '--yes', '--min-claws', '3']],
    [['mcp'], ping],
    [['hooks', 'remove', '--yes']],
    [['rotate-key']],
  ]
  const env = { SKILL_RATING_URL: server.url, NPM_TOKEN: secret(), [secret().toUpperCase()]: secret() }
  const silent: string[] = []
  for (const [args, input] of commands) {
    const before = server.requests.length
    await run(args, { home, env, input: input ? `${JSON.stringify(input)}\n` : '' })
    const requests = server.requests.slice(before)
    if (requests.length === 0) silent.push(args.slice(0, 2).join(' '))
    const [name = ''] = args
    for (const { headers, ...request } of requests) {
      const { 'x-api-key': key, authorization = '', ...others } = headers
      if (!withKey.includes(name)) expect([name, key, authorization]).toEqual([name, undefined, ''])
      expect(JSON.stringify([request, others])).not.toContain(KEY)
    }
  }
  expect(silent).toEqual(['hooks install', 'observe', 'doctor --dry-run', 'hooks remove'])
  expect(server.traffic().toLowerCase()).not.toContain('hushhush')
})

test('does not send the name that a server has here, even to find an alternative', async () => {
  const home = newHome()
  const lookup = lookupReply({
    'pkg:npm/poor-mcp': { claws: 1, ratings: 3, established: 3 },
    'pkg:npm/%40acme/old-mcp': { claws: 0, ratings: 0, status: 'retired' },
  })
  const server = await recordingServer((request) =>
    request.method === 'GET' ? { body: { skills: [], count: 0, next_cursor: null } } : lookup(request),
  )
  home.write('.cursor/mcp.json', {
    mcpServers: {
      [secret()]: { command: 'npx', args: ['poor-mcp', secret()] },
      [secret()]: { command: 'npx', args: ['@acme/old-mcp', secret()] },
    },
  })
  await run(['doctor', '--yes'], { home, env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY } })
  expect(server.requests.map(({ method, path }) => [method, path])).toEqual([
    ['POST', '/functions/v1/api/lookup'],
    ['GET', '/functions/v1/api/skills/skill-0/similar'],
    ['GET', '/functions/v1/api/skills?search=acme%20old%20mcp&limit=10'],
  ])
  expect(server.traffic()).not.toContain('hushhush')
  for (const { headers } of server.requests) expect(headers).not.toHaveProperty('x-api-key')
})

test('leaves secrets out of the addresses that a user types', async () => {
  const home = newHome()
  const server = await recordingServer(anyReply)
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const address = () => `https://${secret()}:${secret()}@mcp.example.org/mcp?key=${secret()}#${secret()}`
  const bare = `${secret()}:${secret()}@mcp.example.org/mcp?key=${secret()} ${secret()}`
  const purl = () => `pkg:github/acme/skills?token=${secret()}#skills/pdf`
  const submission = { name: address(), description: 'x', type: 'mcp', url: address(), identifiers: [purl()] }
  const commands: [string[], object?][] = [
    ...[
      address(),
      `https://${secret()}:${secret()}/?${secret()}@mcp.example.org/mcp`,
      `git+${address()}`,
      bare,
      `"${address()}"`,
      address().replace('//', '/'),
      `${secret()}:${secret()}@${secret()}@mcp.example.org/mcp`,
      `${secret()}@mcp.example.org/mcp?${secret()}`,
      ...['10.0.0.1', 'localhost:80', 'intranet', '[::1]:80'].map(
        (host) => `${secret()}:${secret()}@${host}/mcp?${secret()}`,
      ),
      ...['10.0.0.1', 'localhost', 'intranet:80', '[::1]'].map((host) => `${host}/mcp?${secret()}`),
      purl(),
    ].flatMap((typed): [string[]][] => [[['show', typed]], [['rate', typed, '--claws', '4']]]),
    [['search', 'notes', address()]],
    [
      [
        'submit',
        '--name',
        'Notes',
        '--description',
        'x',
        '--type',
        'mcp',
        '--url',
        address(),
        '--identifier',
        purl(),
        '--yes',
      ],
    ],
    [['submit', '--json', '-', '--yes'], submission],
  ]
  for (const [args, input] of commands)
    await run(args, { home, env, input: input ? JSON.stringify(input) : '' })
  expect(server.requests.length).toBeGreaterThanOrEqual(commands.length)
  expect(server.traffic()).not.toContain('hushhush')
  for (const kept of [
    '"https://mcp.example.org/mcp"',
    '"mcp.example.org/mcp"',
    '"pkg:github/acme/skills#skills/pdf"',
    '"intranet/mcp"',
    '"intranet:80/mcp"',
  ])
    expect(server.traffic()).toContain(kept.replaceAll('"', ''))
})

test('asks before it sends, and a dry run prints exactly what would be sent', async () => {
  const home = newHome()
  const server = await recordingServer()
  const env = { SKILL_RATING_URL: server.url }
  home.write('.cursor/mcp.json', {
    mcpServers: { one: { command: 'npx', args: ['one-mcp@1.0.0', 'argument'] } },
  })

  const asked = await run(['doctor'], { home, env })
  expect(asked).toMatchObject({ status: 2, stdout: '' })
  expect(asked.stderr).toContain('pkg:npm/one-mcp')
  const help = await run(['doctor', '--help'], { home, env })
  for (const text of [asked.stderr, help.stdout.replace(/\s+/g, ' ')])
    expect(text).toContain('a private package on the public registry cannot be told apart'.slice(2))
  expect(asked.stderr.replace(/\s+/g, ' ')).toContain('nor can a private repository of GitHub')
  const dry = await run(['doctor', '--dry-run', '--json'], { home, env })
  expect(dry.status).toBe(0)
  expect(server.requests).toEqual([])

  await run(['doctor', '--yes'], { home, env })
  const { requests } = JSON.parse(dry.stdout) as {
    requests: { method: string; url: string; body: unknown }[]
  }
  expect(requests.map(({ method, url, body }) => [method, url, JSON.stringify(body)])).toEqual(
    server.requests.map(({ method, path, body }) => [method, new URL(path, server.url).href, body]),
  )
})
