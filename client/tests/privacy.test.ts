import { expect, test } from 'vitest'
import { filesIn, KEY, lookupReply, newHome, recordingServer, run } from './support.ts'

let planted = 0
/** A value that no request may contain, in the form of a word, so that no rule about characters keeps it out. */
function secret(): string {
  planted++
  return `hushhush${String(planted)
    .padStart(4, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)}`
}

/** A server with a secret in every field but the name of its package. */
function npxServer(packageName: string) {
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
    envFile: `/home/${secret()}/.env`,
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
function servers(prefix: string, field = 'url') {
  return {
    [secret()]: npxServer(`${prefix}-package`),
    [secret()]: remoteServer(`https://mcp.${prefix}.example.org/mcp?key=${secret()}#${secret()}`, field),
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
  home.write('.claude.json', {
    oauthAccount: { emailAddress: secret() },
    mcpServers: servers('claude'),
    projects: { [`/home/ada/${secret()}`]: { mcpServers: servers('project'), history: [secret()] } },
  })
  home.write('project/.mcp.json', { mcpServers: servers('mcpjson') })
  home.write('.config/Claude/claude_desktop_config.json', { mcpServers: servers('desktop') })
  home.write('.cursor/mcp.json', { mcpServers: servers('cursor') })
  home.write('.config/Code/User/mcp.json', { inputs: [{ id: secret() }], servers: servers('vscode') })
  home.write('.codeium/windsurf/mcp_config.json', { mcpServers: servers('windsurf', 'serverUrl') })
  home.write('.gemini/settings.json', { mcpServers: servers('gemini', 'httpUrl') })
  home.write('.config/opencode/opencode.json', {
    mcp: Object.fromEntries(
      Object.entries(servers('opencode')).map(([name, one]) => {
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
  home.write('.codex/config.toml', codexToml())
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
    'gemini',
    'opencode',
    'codex',
  ]
  expect(sent.sort()).toEqual(
    [
      'pkg:github/acme/skills#skills/pdf',
      ...prefixes.flatMap((prefix) => [`pkg:npm/${prefix}-package`, `https://mcp.${prefix}.example.org/mcp`]),
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

function codexToml(): string {
  const tables = Object.entries(servers('codex')).map(([name, one]) => {
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

test.each([
  ['a scope of another registry', '.npmrc', '@acme:registry=https://npm.acme.example/\n', '@acme/tools'],
  ['another registry', 'project/.npmrc', 'registry=https://npm.acme.example/\n', 'tools'],
  [
    'a scope of yarn',
    'project/.yarnrc.yml',
    'npmScopes:\n  acme:\n    npmRegistryServer: "https://npm.acme.example"\n',
    '@acme/tools',
  ],
  [
    'a scope of bun',
    'project/bunfig.toml',
    '[install.scopes]\nacme = "https://npm.acme.example"\n',
    '@acme/tools',
  ],
  [
    'a scope of a workspace of pnpm',
    'project/pnpm-workspace.yaml',
    'packages: []\nregistries:\n  default: https://registry.npmjs.org/\n  "@acme": https://npm.acme.example/\n',
    '@acme/tools',
  ],
  ['yarn 1', '.yarnrc', 'registry "https://npm.acme.example"\n', 'tools'],
  ['a global file', '.npm-global/etc/npmrc', 'registry = https://npm.acme.example/\n', 'tools'],
  ['a registry file that is not readable as text', '.npmrc', '\u0000'.repeat(2 * 1024 * 1024), 'tools'],
])('sends no name of a package from %s', async (_, path, content, packageName) => {
  const home = newHome()
  const server = await recordingServer()
  home.write(path, content)
  home.write('project/.mcp.json', { mcpServers: { one: { command: 'npx', args: [packageName] } } })
  const { status, stdout } = await run(['doctor', '--yes', '--json'], {
    home,
    env: { SKILL_RATING_URL: server.url, NPM_CONFIG_PREFIX: `${home.folder}/.npm-global` },
  })
  expect(status).toBe(0)
  expect(server.requests).toEqual([])
  expect(stdout).toMatch(/another registry/)
})

test.each([
  ['pip', '.config/pip/pip.conf', '[global]\nextra-index-url = https://pypi.acme.example/simple\n'],
  [
    'pip, in another spelling',
    '.pip/pip.conf',
    '[global]\nExtra_Index_URL: https://pypi.acme.example/simple\n',
  ],
  ['Pipenv', 'project/Pipfile', '[[source]]\nurl = "https://pypi.acme.example/simple"\n'],
  [
    'Poetry',
    'project/pyproject.toml',
    '[[tool.poetry.source]]\nname = "acme"\nurl = "https://pypi.acme.example/simple"\n',
  ],
  ['uv', '.config/uv/uv.toml', '[[index]]\nurl = "https://pypi.acme.example/simple"\n'],
  ['a project', 'project/pyproject.toml', '[tool.uv]\nindex-url = "https://pypi.acme.example/simple"\n'],
])('sends no name of a Python package if %s uses another index', async (_, path, content) => {
  const home = newHome()
  const server = await recordingServer()
  home.write(path, content)
  home.write('project/.mcp.json', { mcpServers: { one: { command: 'uvx', args: ['tools'] } } })
  await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: server.url } })
  expect(server.requests).toEqual([])
})

test('sends no name of a private package', async () => {
  const home = newHome()
  const server = await recordingServer()
  home.write('tools/secret/package.json', { name: 'secret-tool', version: '1.0.0', private: true })
  home.write('tools/secret/dist/index.js', '')
  home.write('tools/public/package.json', { name: 'public-tool', version: '1.0.0' })
  home.write('tools/public/dist/index.js', '')
  home.write('tools/restricted/package.json', { name: 'restricted', publishConfig: { access: 'restricted' } })
  home.write('project/package.json', { name: 'private-project', private: true })
  home.write('project/node_modules/private-linked/package.json', { name: 'private-linked', private: true })
  const npx = (name: string) => ({ command: 'npx', args: [name] })
  const node = (name: string) => ({ command: 'node', args: [`${home.folder}/tools/${name}/dist/index.js`] })
  home.write('project/.mcp.json', {
    mcpServers: {
      one: node('secret'),
      two: node('public'),
      three: node('restricted'),
      four: npx('private-project'),
      five: npx('private-linked'),
    },
  })
  await run(['doctor', '--yes'], { home, env: { SKILL_RATING_URL: server.url } })
  expect(server.requests.map(({ body }) => body)).toEqual(['{"identifiers":["pkg:npm/public-tool"]}'])
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
