// The package as it would be published, against the real service: packed, installed into an empty folder, used in an empty home.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { run as runScript } from '../../scripts/program.ts'
import { startClawHub } from '../../tests/registry/clawhub.ts'
import { createClient, type SkillRatingClient } from '../src/api/client.ts'
import { dataOf } from '../src/api/problem.ts'
import type { SkillInput } from '../src/api/schemas.ts'
import { type Home, newHome, type Run, recordingServer, run } from './support.ts'

const packageDir = fileURLToPath(new URL('..', import.meta.url))

let stack: TemporaryStack
let folder: string
let program: string
let archive: string
/** Of the npm package `node`, if NODE_VERSION names a version, such as 22. */
let node = process.execPath

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skill-rating-packed-'))
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, HOME: folder },
    })
  // Without `prepack`: a build would delete dist/ while other tests run it.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const [packed] = JSON.parse(npm(packageDir, ...pack)) as { filename: string }[]
  archive = join(folder, packed?.filename ?? '')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  npm(folder, 'install', '--no-audit', '--no-fund', `./${packed?.filename}`)
  const { NODE_VERSION } = process.env
  if (NODE_VERSION) {
    npm(folder, 'install', '--no-audit', '--no-fund', '--no-save', `node@${NODE_VERSION}`)
    node = join(folder, 'node_modules', 'node', 'bin', 'node')
    console.log(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
  }
  program = join(folder, 'node_modules', 'skill-rating', 'dist', 'skill-rating.js')
  stack = await startTemporaryStack()
})

afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function use(home: Home, ...args: string[]): Promise<Run> {
  return run(args, { home, node, program, env: { SKILL_RATING_URL: stack.baseUrl } })
}

test('has only what is published, and its types', () => {
  const installed = join(folder, 'node_modules', 'skill-rating')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(readFileSync(join(installed, manifest.exports['.'].types), 'utf8')).toContain('createClient')
  expect(readFileSync(join(installed, manifest.exports['.'].default), 'utf8')).toContain('createClient')
  for (const file of ['README.md', 'LICENSE'])
    expect(statSync(join(installed, file)).size).toBeGreaterThan(500)
})

test('runs by npx from the web site of a service, without a registry, as the same bytes each time', async () => {
  const [again] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--dry-run'], {
      cwd: packageDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { integrity: string }[]
  const bytes = readFileSync(archive)
  expect(again?.integrity).toBe(`sha512-${createHash('sha512').update(bytes).digest('base64')}`)
  const name = basename(archive)
  const site = await recordingServer(({ path }) =>
    path === `/${name}` ? { body: bytes } : { status: 404, body: '' },
  )
  const home = newHome()
  home.write('.cursor/mcp.json', { mcpServers: { one: { command: 'npx', args: ['one-mcp'] } } })
  const child = spawn(
    'npx',
    ['--yes', `${new URL(site.url).origin}/${name}`, 'doctor', '--dry-run', '--json'],
    {
      cwd: join(home.folder, 'project'),
      env: {
        PATH: `${dirname(node)}:${process.env.PATH}`,
        HOME: home.folder,
        // The registry cannot be reached.
        https_proxy: 'http://127.0.0.1:9/',
        no_proxy: '127.0.0.1',
        npm_config_audit: 'false',
        npm_config_update_notifier: 'false',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const { requests, skipped } = JSON.parse(await text(child.stdout))
  // What npm sets for the programs that it starts chooses no registry.
  expect([requests.map(({ body }: { body: unknown }) => body), skipped]).toEqual([
    [{ identifiers: ['pkg:npm/one-mcp'] }],
    [],
  ])
})

test('registers, searches, rates and shows', async () => {
  const home = newHome()
  expect(await use(home, 'register', '--name', 'Packed Ada')).toMatchObject({ status: 0, stderr: '' })
  expect((await use(home, 'whoami')).stdout).toContain('Packed Ada')
  const found = await use(home, 'search', 'browser', 'automation', '--json')
  const { skills } = JSON.parse(found.stdout) as { skills: { slug: string; name: string }[] }
  const slug = skills[0]?.slug as string
  expect((await use(home, 'search', 'browser', 'automation')).stdout).toContain(slug)

  const rated = await use(
    home,
    'rate',
    slug,
    '--claws',
    '4',
    '--commentary',
    'It filled in a form.',
    '--json',
  )
  expect(rated.status).toBe(0)
  expect(JSON.parse(rated.stdout)).toMatchObject({
    success: true,
    rating: { claws: 4, agent_name: 'Packed Ada' },
  })
  const again = await use(home, 'rate', slug, '--claws', '5')
  expect(again.stderr).toContain('It filled in a form.')
  expect((await use(home, 'show', slug)).stdout).toContain('5 of 5')
  expect((await use(home, 'rate', slug)).status).toBe(2)

  const all = JSON.parse(
    (await use(home, 'search', 'the', 'server', '--all', '--limit', '3', '--json')).stdout,
  )
  expect(all).toMatchObject({ count: all.skills.length, next_cursor: null })
  expect(all.skills.length).toBeGreaterThan(3)
  // Of several at once, each waits for the one before, and the last key is stored.
  const rotations = await Promise.all([1, 2, 3].map(() => use(home, 'rotate-key')))
  expect(rotations.map(({ status, stdout }) => [status, stdout])).toEqual(
    Array(3).fill([0, 'The new key is stored, and the old one is revoked.\n']),
  )
  expect((await use(home, 'whoami')).status).toBe(0)
})

test('connects an MCP client to the service', async () => {
  const home = newHome()
  await use(home, 'register', '--name', 'Bridged Ada')
  const { PATH = '' } = process.env
  const env = { PATH, HOME: home.folder, SKILL_RATING_URL: stack.baseUrl }
  const child = spawn(node, [program, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const send = (message: unknown) =>
    child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  const clientInfo = { name: 'test', version: '1.0.0' }
  send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  })
  send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  send('not JSON')
  send({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
  // Needs the stored key.
  const rating = { skill_name: 'Playwright MCP', claws: 4 }
  send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'rate_skill', arguments: rating } })
  // The service does not read what is too large, so its response has no id; and U+2028 does not end a line.
  const large = { name: 'search_skills', arguments: { query: `\u2028${'x'.repeat(300_000)}` } }
  send({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: large })
  child.stdin.end()
  const messages = new Map<unknown, { result?: Record<string, unknown>; error?: { code: number } }>()
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line)
    messages.set(message.id, message)
  }
  expect(messages.get(1)?.result).toMatchObject({ protocolVersion: '2025-11-25' })
  expect(messages.get(2)?.result?.tools).toContainEqual(expect.objectContaining({ name: 'rate_skill' }))
  expect(messages.get(3)?.result).toMatchObject({
    structuredContent: { rating: { agent_name: 'Bridged Ada', claws: 4 } },
  })
  expect(messages.get(null)?.error?.code).toBe(-32700)
  expect(messages.get(4)?.error).toMatchObject({ message: expect.stringContaining('larger') })
  expect(messages.size).toBe(5)
})

test('checks what is installed, and rates it with its version and the counted calls', async () => {
  const home = newHome()
  const command = { command: 'npx', args: ['-y', '@example/packed-browser@1.4.2'] }
  home.write('.claude.json', { mcpServers: { browser: command } })
  home.write('.cursor/mcp.json', { mcpServers: { other: { command: 'uvx', args: ['packed-unknown'] } } })
  home.write('project/.mcp.json', {
    mcpServers: { docs: { type: 'http', url: 'https://github.com/microsoft/playwright-mcp' } },
  })
  expect((await use(home, 'doctor')).status).toBe(2)
  await use(home, 'register', '--name', 'Checking Ada')
  const identifier = 'pkg:npm/%40example/packed-browser'
  const name = ['--name', 'Packed Browser', '--type', 'mcp', '--identifier', identifier]
  const submitted = await use(home, 'submit', ...name, '--description', 'It fills in forms.', '--json')
  const { slug } = JSON.parse(submitted.stdout).skill as { slug: string }
  const again = await use(home, 'submit', ...name, '--description', 'It fills in forms.')
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining(slug) })
  for (const event of ['PostToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolUse', 'PostToolUse']) {
    const input = JSON.stringify({ hook_event_name: event, tool_name: 'mcp__browser__click' })
    expect((await run(['observe'], { home, node, program, input })).status).toBe(0)
  }

  const check = async () => {
    const { status, stdout } = await use(home, 'doctor', '--yes', '--json')
    expect(status).toBe(0)
    const { skills, skipped } = JSON.parse(stdout) as { skills: { name: string }[]; skipped: unknown[] }
    expect(skipped).toEqual([])
    return new Map(skills.map((skill) => [skill.name, skill]))
  }
  const before = await check()
  expect([...before.keys()].sort()).toEqual(['browser', 'docs', 'other'])
  const counted = { observed_calls: 5, observed_failures: 1 }
  expect(before.get('browser')).toMatchObject({
    client: 'claude-code',
    identifier,
    status: 'found',
    verdict: 'unrated',
    skill: { slug, name: 'Packed Browser', total_ratings: 0, established_ratings: 0 },
    ...counted,
  })
  expect(before.get('docs')).toMatchObject({ status: 'found', skill: { name: 'Playwright MCP' } })
  expect(before.get('other')).toMatchObject({
    identifier: 'pkg:pypi/packed-unknown',
    status: 'unknown',
    verdict: 'unknown',
    skill: null,
  })

  const version = ['--skill-version', '1.4.2']
  const rated = await use(home, 'rate', identifier, '--claws', '4', '--observed', ...version, '--json')
  const evidence = { version: '1.4.2', ...counted }
  expect(JSON.parse(rated.stdout)).toMatchObject({ rating: { claws: 4, reliability: 80, ...evidence } })
  const shown = "version 1.4.2 · 5 calls, 1 failed, as counted by the agent's own tools"
  expect((await use(home, 'show', slug)).stdout).toContain(shown)
  const flags = ['--skill-version', '1.5.0', '--observed-calls', '214', '--observed-failures', '3']
  const replaced = await use(home, 'rate', slug, '--claws', '5', ...flags)
  expect(replaced).toMatchObject({ status: 0, stderr: expect.stringContaining(shown) })
  expect((await use(home, 'show', identifier)).stdout).toContain('version 1.5.0 · 214 calls, 3 failed')
  expect((await check()).get('browser')).toMatchObject({ verdict: 'unrated', skill: { total_ratings: 1 } })
})

async function newAgent(name: string): Promise<SkillRatingClient> {
  const body = { agent_name: name }
  const { api_key } = await dataOf(createClient({ baseUrl: stack.baseUrl }).POST('/api/register', { body }))
  return createClient({ baseUrl: stack.baseUrl, apiKey: api_key })
}

/** A skill, submitted by an agent. Returns its id. */
async function submit(agent: SkillRatingClient, name: string, more: Partial<SkillInput>): Promise<string> {
  const body = { name, description: 'It does it.', type: 'mcp' as const, ...more }
  return (await dataOf(agent.POST('/api/skills', { body }))).skill.id
}

type Found = { skills: { name: string; verdict: string; skill: { name: string } | null }[] }

async function check(home: Home): Promise<(string | undefined)[][]> {
  const { stdout } = await use(home, 'doctor', '--yes', '--json')
  return (JSON.parse(stdout) as Found).skills.map(({ name, verdict, skill }) => [name, verdict, skill?.name])
}

async function establishedAgents(name: string): Promise<SkillRatingClient[]> {
  const names = [1, 2, 3].map((number) => `${name} ${number}`)
  const agents = await Promise.all(names.map(newAgent))
  await withConnection(stack.databaseUrl, async (sql) => {
    for (const one of names) await sql`select admin.grant_standing(${one}, 'Known to us.')`
  })
  return agents
}

test('says how the installed version is rated', async () => {
  const established = await establishedAgents('Versioned Ada')
  // The ratings of one's own skills do not count as established.
  const submitter = await newAgent('Submitting Ada')
  const identifiers = ['pkg:npm/%40packed/versions', 'pkg:docker/packed/versions']
  const skill_id = await submit(submitter, 'Packed Versions', { identifiers })
  const rate = (agent: SkillRatingClient, claws: number, version: string) =>
    dataOf(agent.POST('/api/ratings', { body: { skill_id, claws, version } }))
  for (const agent of established) await rate(agent, 4, '1.2.0')
  await rate(await newAgent('New Versioned Ada'), 1, 'v2.1.0')
  const home = newHome()
  home.write('.cursor/mcp.json', {
    mcpServers: {
      rated: { command: 'npx', args: ['@packed/versions@1.2.0'] },
      other: { command: 'docker', args: ['run', 'packed/versions:v2.1.0'] },
      unpinned: { command: 'npx', args: ['@packed/versions'] },
    },
  })
  const { stdout } = await use(home, 'doctor', '--yes')
  const all = '4.0 by 3 established agents, newest rated version 1.2.0'
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `rated: ${all}; 3 for 1.2.0, 4.0 on average. other: ${all}; none for v2.1.0. 3`,
  )
  expect(await use(home, 'doctor', '--yes', '--min-claws', '4.5', '--for-version')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^Not judged: 2 of 3 \(1 of unknown version, 1 unrated in this version\)\.\n1 skill with established ratings of this version below 4\.5/,
    ),
  })
})

test('finds the skills that an import of ClawHub stored', async () => {
  const hub = await startClawHub([
    { slug: 'packed-pdf', owner: 'Grace_1' },
    { slug: 'packed-2025', owner: 'team.tools' },
  ])
  const env = { ...process.env, SUPABASE_URL: stack.apiUrl, SUPABASE_SECRET_KEY: stack.secretKey }
  const args = ['local/run.mjs', 'scripts/registry-import.ts', 'clawhub', '--base-url', hub.url]
  const imported = await runScript(process.execPath, args, { env }).finally(hub.close)
  expect(imported.stdout).toContain('2 created')
  // As its command writes them.
  const home = newHome()
  const registry = 'https://clawhub.ai'
  const origin = {
    version: 1,
    registry,
    slug: 'packed-pdf',
    ownerHandle: 'grace_1',
    installedVersion: '1.2.3',
  }
  home.write('.openclaw/skills/@grace_1/packed-pdf/SKILL.md', '')
  home.write('.openclaw/skills/@grace_1/packed-pdf/.clawhub/origin.json', origin)
  home.write('.openclaw/workspace/skills/packed-2025/SKILL.md', '')
  home.write('.openclaw/workspace/.clawhub/lock.json', {
    version: 1,
    skills: { 'packed-2025': { version: '1.2.3', installedAt: 0, ownerHandle: 'team.tools' } },
  })
  expect(await check(home)).toEqual([
    ['@grace_1/packed-pdf', 'unrated', 'packed-pdf (Grace_1/packed-pdf)'],
    ['packed-2025', 'unrated', 'packed-2025 (team.tools/packed-2025)'],
  ])
})
