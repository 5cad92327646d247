// `npm run walkthrough`: what a new user sees, against the service of SKILL_RATING_URL: the packed package in an empty folder, an empty
// home, eight configurations in the formats of their clients, and all traffic.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProxy } from './traffic.mjs'

const service = process.env.SKILL_RATING_URL ?? 'http://127.0.0.1:54321/functions/v1'
const packageDir = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'skill-rating-walkthrough-'))
const home = join(folder, 'home')
const project = join(home, 'shop')
const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home }
const proxy = await startProxy(service, (request) => console.log(indented(request)))
try {
  mkdirSync(project, { recursive: true })
  const program = install()
  const name = `Ada ${Date.now().toString(36)}`
  await use('register', '--name', name)
  await use('whoami')
  await use('search', 'browser', 'automation')
  await use('rate', 'playwright-mcp', '--claws', '5', '--commentary', 'It filled in a form with ten fields.')
  await use('show', 'playwright-mcp')
  const context = 'pkg:npm/%40upstash/context7-mcp'
  await use('submit', '--name', 'Context7 Docs', '--type', 'mcp', '--description', 'Finds the documentation of libraries.', '--identifier', context)
  await use('rate', context, '--claws', '1', '--skill-version', '1.0.6', '--observed-calls', '214', '--observed-failures', '203')
  await use('rate', 'context7', '--claws', '5')
  for (const [path, text] of Object.entries(configurations())) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  await use('doctor')
  await use('doctor', '--dry-run')
  await use('doctor', '--yes')

  async function use(...args) {
    console.log(`\n$ skill-rating ${args.map((arg) => (/[\s']/.test(arg) ? JSON.stringify(arg) : arg)).join(' ')}`)
    const options = { cwd: project, env: { ...env, SKILL_RATING_URL: proxy.url }, stdio: ['ignore', 'inherit', 'inherit'] }
    const status = await new Promise((resolve) =>
      spawn(process.execPath, [program, ...args], options).on('close', resolve),
    )
    if (status !== 0) console.log(`(exit status ${status})`)
  }
} finally {
  proxy.close()
  rmSync(folder, { recursive: true, force: true })
}

function install() {
  const npm = (cwd, ...args) => execFileSync('npm', args, { cwd, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [packed] = JSON.parse(npm(packageDir, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder))
  console.log(`$ npm pack   (Node ${process.version})\n${packed.filename}: ${packed.size} bytes`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  console.log('\n$ npm install skill-rating')
  console.log(npm(folder, 'install', '--no-audit', '--no-fund', `./${packed.filename}`).trim())
  return join(folder, 'node_modules', 'skill-rating', 'dist', 'skill-rating.js')
}

function indented(text) {
  return text.replace(/^/gm, '    │ ')
}

/** The files of eight clients, with secrets where people have them. */
function configurations() {
  const json = (value) => JSON.stringify(value, null, 2)
  return {
    '.claude.json': json({
      numStartups: 42,
      oauthAccount: { emailAddress: 'ada@example.com' },
      mcpServers: { browser: { type: 'stdio', command: 'npx', args: ['-y', '@playwright/mcp@0.0.41'], env: {} } },
      projects: {
        [project]: {
          allowedTools: [],
          history: [{ display: 'rotate the password hunter2' }],
          mcpServers: { tickets: { type: 'http', url: 'https://mcp.linear.app/mcp', headers: { Authorization: 'Bearer hunter2' } } },
        },
      },
    }),
    'shop/.mcp.json': json({ mcpServers: { code: { type: 'http', url: 'https://github.com/github/github-mcp-server' } } }),
    '.config/Claude/claude_desktop_config.json': json({
      mcpServers: {
        files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada/private'] },
        time: { command: 'uvx', args: ['mcp-server-time', '--local-timezone=Europe/London'] },
      },
    }),
    '.cursor/mcp.json': `{
  // shared with the team
  "mcpServers": {
    "playwright": { "command": "npx", "args": ["@playwright/mcp@latest"] },
    "crm": { "url": "https://mcp.example.com/k/hunter2hunter2/mcp" },
  }
}`,
    '.config/Code/User/mcp.json': json({
      inputs: [{ type: 'promptString', id: 'token', description: 'GitHub token', password: true }],
      servers: {
        github: { command: 'docker', args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'ghcr.io/github/github-mcp-server'] },
        internal: { type: 'http', url: 'https://tools.corp.internal/mcp' },
      },
    }),
    '.codeium/windsurf/mcp_config.json': json({
      mcpServers: { sentry: { serverUrl: 'https://mcp.sentry.dev/mcp' }, db: { command: '/opt/acme/bin/db-mcp', args: ['--password', 'hunter2'] } },
    }),
    '.codex/config.toml': `model = "gpt-5"

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp", "--api-key", "hunter2"]

[mcp_servers.context7.env]
API_KEY = "hunter2"
`,
    '.gemini/settings.json': json({
      theme: 'Default',
      mcpServers: { maps: { httpUrl: 'https://mapstools.googleapis.com/mcp', headers: { 'X-Goog-Api-Key': 'hunter2' } }, acme: { command: 'npx', args: ['@acme/secret-mcp'] } },
    }),
    '.config/opencode/opencode.json': json({
      $schema: 'https://opencode.ai/config.json',
      mcp: {
        everything: { type: 'local', command: ['npx', '-y', '@modelcontextprotocol/server-everything'], environment: { KEY: 'hunter2' } },
        broken: { type: 'remote', url: 'http://localhost:3000/mcp' },
      },
    }),
    '.npmrc': '@acme:registry=https://npm.acme.example/\n//npm.acme.example/:_authToken=hunter2\n',
  }
}
