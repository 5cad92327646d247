import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SEARCH_ADVICE } from '../src/api/options.ts'
import { lockFile } from '../src/config/lock.ts'
import { meaningOf } from '../src/observe/files.ts'
import {
  filesIn,
  KEY,
  lookedUp,
  lookupOf,
  lookupReply,
  newHome,
  PROGRAM,
  type Recorded,
  type Reply,
  recordingServer,
  run,
  variable,
} from './support.ts'

const NEW_KEY = `claw_${'1'.repeat(56)}`
const OLD_KEY_ENDS = '2026-11-23T00:00:30Z'

function registration({ path, method }: Recorded) {
  if (path.endsWith('/api/register')) {
    const agent = { id: '1', agent_name: 'Ada', created_at: '2026-11-23T00:00:00Z' }
    return {
      status: 201,
      body: { success: true, message: 'Welcome, Ada!', api_key: KEY, warning: 'Save it.', agent },
    }
  }
  if (path.endsWith('/api/me/keys') && method === 'POST')
    return {
      status: 201,
      body: {
        success: true,
        api_key: NEW_KEY,
        key: { prefix: 'claw_1111', created_at: '' },
        old_key: { prefix: 'claw_0000', expires_at: OLD_KEY_ENDS },
      },
    }
  if (path.endsWith('/api/me/keys/current')) return { status: 204, body: '' }
  if (path.endsWith('/api/me')) {
    const account = {
      agent_name: 'Ada',
      agent_description: null,
      email: null,
      total_ratings: 1,
      total_skills: 0,
    }
    return { body: { ...account, id: '1', created_at: '2026-11-23T00:00:00Z', key: {} } }
  }
  return undefined
}

function problem(status: number, code: string, detail = 'It was rejected.', more = {}) {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: { status, code, title: code, detail, ...more },
  }
}

test('stores the key so that only the user can read it, and never prints it', async () => {
  const home = newHome()
  const server = await recordingServer(registration)
  const env = { SKILL_RATING_URL: server.url }
  const config = join(home.folder, '.config', 'skill-rating', 'config.json')

  const registered = await run(['register', '--name', 'Ada'], { home, env })
  expect(registered).toMatchObject({ status: 0, stderr: '' })
  expect(statSync(config).mode & 0o777).toBe(0o600)
  expect(statSync(join(config, '..')).mode & 0o777).toBe(0o700)
  expect((await run(['register', '--name', 'Ada'], { home, env })).status).toBe(1)
  expect(server.requests).toHaveLength(1)

  // The configuration names the service from now on.
  const whoami = await run(['whoami'], { home })
  expect(whoami.stdout).toContain('Ada')
  const rotated = await run(['rotate-key'], { home })
  expect(rotated.status).toBe(0)
  expect(readFileSync(config, 'utf8')).toContain(NEW_KEY)
  expect(server.requests.slice(-2).map(({ method, headers }) => [method, headers['x-api-key']])).toEqual([
    ['POST', KEY],
    ['DELETE', KEY],
  ])
  // The end that the service names: that of an earlier grace period can come first.
  expect((await run(['rotate-key', '--grace', '60'], { home })).stdout).toContain(`until ${OLD_KEY_ENDS}`)
  for (const { stdout, stderr } of [registered, whoami, rotated])
    expect(stdout + stderr).not.toMatch(/claw_[0-9a-f]{56}/)
})

test('replaces the key of the environment only where it loses no key of another agent', async () => {
  const home = newHome()
  const server = await recordingServer(registration)
  const config = (name: string) => ({ credentials: { [server.url]: { agent_name: name, api_key: NEW_KEY } } })
  const path = home.write('.config/skill-rating/config.json', config('Bob'))
  const before = readFileSync(path, 'utf8')
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const refused = await run(['rotate-key'], { home, env })
  expect([refused.status, refused.stderr.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('has the key of Bob, which would be lost.'),
  ])
  expect(server.requests.map(({ method }) => method)).toEqual(['GET'])
  expect(readFileSync(path, 'utf8')).toBe(before)
  home.write('.config/skill-rating/config.json', config('Ada'))
  expect((await run(['rotate-key'], { home, env })).status).toBe(0)
})

test('does not register when the key could not be stored', async () => {
  const home = newHome()
  const server = await recordingServer(registration)
  home.write('.config', 'a file')
  const { status, stderr } = await run(['register', '--name', 'Ada'], {
    home,
    env: { SKILL_RATING_URL: server.url },
  })
  expect([status, server.requests.length]).toEqual([1, 0])
  expect(stderr).toMatch(/^The configuration cannot be/)
})

test('leaves nothing behind when a registration fails', async () => {
  const home = newHome()
  const server = await recordingServer(() => problem(409, 'agent_name_taken', 'Another agent has this name.'))
  const { status, stderr } = await run(['register', '--name', 'Ada'], {
    home,
    env: { SKILL_RATING_URL: server.url },
  })
  expect([status, stderr]).toEqual([1, 'Another agent has this name.\n'])
  expect([...filesIn(home.folder).keys()]).toEqual([])
})

test('sends a key only to the service that it belongs to', async () => {
  const home = newHome()
  const [own, other] = [await recordingServer(registration), await recordingServer(registration)]
  await run(['register', '--name', 'Ada'], { home, env: { SKILL_RATING_URL: own.url } })
  const { status } = await run(['whoami'], { home, env: { SKILL_RATING_URL: other.url } })
  expect([status, other.requests.length]).toEqual([1, 0])
})

test('does not send a key without encryption, nor to where a redirect leads', async () => {
  const home = newHome()
  const env = { SKILL_RATING_API_KEY: KEY }
  const plain = await run(['whoami'], {
    home,
    env: { ...env, SKILL_RATING_URL: 'http://ratings.example.org/functions/v1' },
  })
  expect(plain).toMatchObject({ status: 2, stderr: expect.stringContaining('https') })
  const target = await recordingServer(registration)
  const server = await recordingServer(() => ({
    status: 307,
    headers: { location: `${target.url}/api/me` },
    body: {},
  }))
  const redirected = await run(['whoami'], { home, env: { ...env, SKILL_RATING_URL: server.url } })
  expect([redirected.status, target.requests.length]).toEqual([3, 0])
})

test.each([
  [0, ['--help']],
  [0, ['rate', '--help']],
  [0, ['observe', '--help']],
  [2, []],
  [2, ['no-such-command']],
  [2, ['search']],
  [2, ['search', 'x', '--limit', '0']],
  [2, ['rate', 'x', '--claws', '6']],
  [2, ['doctor', '--min-claws', 'many']],
  [2, ['hooks', 'install', '--for', 'nobody']],
  [3, ['search', 'x']],
])('exits with %i for %j', async (status, args) => {
  const env = { SKILL_RATING_URL: 'http://127.0.0.1:9/functions/v1' }
  const ended = await run(args, { home: newHome(), env })
  expect(ended.status).toBe(status)
  if (status === 2) expect(ended.stderr).not.toBe('')
  if (args.includes('--help')) expect(ended.stdout).toContain(`Usage: skill-rating `)
})

test('says that a page is not the service', async () => {
  const server = await recordingServer(() => ({ headers: { 'content-type': 'text/html' }, body: '<html>' }))
  const { status, stderr } = await run(['search', 'x'], {
    home: newHome(),
    env: { SKILL_RATING_URL: server.url },
  })
  expect([status, stderr]).toEqual([3, expect.stringContaining('not available')])
})

const HOSTILE = 'a\u001b[31m\u009b2J\u202eb\u2066\u200b\u0007c\nd'

test('shows hostile text harmlessly, in at most 80 columns', async () => {
  const skill = {
    id: '1',
    name: HOSTILE.repeat(20),
    slug: 'one',
    description: HOSTILE,
    type: 'mcp',
    url: null,
    avg_claws: 4,
    total_ratings: 1,
    sub_scores: {},
    created_at: '',
    updated_at: '',
  }
  const body = {
    skills: [skill, { ...skill, name: '試'.repeat(60) }],
    count: 2,
    next_cursor: null,
    did_you_mean: HOSTILE,
  }
  const server = await recordingServer(() => ({ body }))
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url } }
  const shown = await run(['search', 'x'], options)
  const json = await run(['search', 'x', '--json'], options)
  const hostile = /(?!\n)[\p{Cc}\p{Cf}]/u
  for (const text of [shown.stdout, shown.stderr, json.stdout]) expect(text).not.toMatch(hostile)
  expect(JSON.parse(json.stdout)).toEqual({ ...body, count: 2 })
  const width = (line: string) => [...line].reduce((sum, one) => sum + (one === '試' ? 2 : 1), 0)
  expect(Math.max(...shown.stdout.split('\n').map(width))).toBeLessThanOrEqual(80)
})

test('shows identifiers and how to install, and no text of the service controls the terminal', async () => {
  const page = {
    id: '7',
    slug: `one${HOSTILE}`,
    name: HOSTILE,
    type: HOSTILE,
    url: `https://example.org/${HOSTILE}`,
    description: `${'Long words about it. '.repeat(8)}${HOSTILE}`,
    total_ratings: 1,
    established_ratings: 0,
    avg_claws: 4,
    sub_scores: { reliability: { mean: 50, count: 1 } },
    identifiers: ['pkg:npm/@acme/one', HOSTILE],
    retired_at: null,
    source_status: 'deprecated',
    install: {
      publisher: `io.github.acme/one${HOSTILE}`,
      entries: [
        {
          type: 'npm',
          transport: 'stdio',
          command: 'npx',
          args: ['-y', '@acme/one@1.2.3', HOSTILE],
          url: null,
          env: [{ name: 'API_KEY', required: true, secret: true }],
          headers: [],
        },
        {
          type: 'docker',
          transport: 'stdio',
          command: 'docker',
          // An older service also passes optional variables.
          args: ['run', '-i', '--rm', '-e', 'TOKEN', '-e', 'AWS_SECRET_ACCESS_KEY', 'acme/one:1'],
          url: null,
          env: [
            { name: 'TOKEN', required: true, secret: true },
            { name: 'AWS_SECRET_ACCESS_KEY', required: false, secret: false },
          ],
          headers: [],
        },
        {
          type: 'pypi',
          transport: 'stdio',
          command: 'uvx',
          args: ['one==1!2.0', `$(id)'"`, ''],
          url: null,
          env: [],
          headers: [],
        },
        {
          type: 'remote',
          transport: 'sse',
          command: null,
          args: [],
          url: 'https://mcp.example.org/sse',
          env: [],
          headers: [{ name: 'Authorization', required: false, secret: true }],
        },
      ],
    },
    ratings: [
      {
        agent_name: HOSTILE,
        claws: 4,
        reliability: null,
        security: null,
        speed: null,
        commentary: HOSTILE,
        version: HOSTILE,
        observed_calls: 7,
        observed_failures: null,
        updated_at: HOSTILE,
        established: true,
      },
    ],
  }
  const server = await recordingServer(({ method }) => (method === 'GET' ? { body: page } : undefined))
  const { stdout, stderr } = await run(['show', 'one'], {
    home: newHome(),
    env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY },
  })
  expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  expect(stdout).toContain('\npkg:npm/@acme/one\n')
  expect(stdout).toContain('  npx -y @acme/one@1.2.3 ')
  expect(stdout).toContain('    variables: API_KEY (secret)')
  // Nobody said how many of them failed.
  expect(stdout.replace(/\s+/g, ' ')).toContain("7 calls, as counted by the agent's own tools")
  expect(stdout).toContain('  docker run -i --rm -e "TOKEN=<TOKEN>" acme/one:1\n')
  // Bash reads `!` and `$` also within double quotes.
  expect(stdout).toContain(`  uvx 'one==1!2.0' '$(id)'\\''"' ''\n`)
  expect(stdout).toContain(
    '  https://mcp.example.org/sse (sse)\n    headers: Authorization (optional, secret)',
  )
  expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key')
})

test('wraps the messages of the service at words', async () => {
  const detail =
    'Another agent has this name, or a name that differs only in case, width or spacing. Choose another.'
  const server = await recordingServer(() => problem(409, 'agent_name_taken', detail))
  const env = { SKILL_RATING_URL: server.url }
  const { stderr } = await run(['register', '--name', 'Ada'], { home: newHome(), env })
  const lines = stderr.trimEnd().split('\n')
  expect(lines.join(' ')).toBe(detail)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test('registers only one of several agents at once', async () => {
  const home = newHome()
  const server = await recordingServer(registration)
  const env = { SKILL_RATING_URL: server.url }
  const all = await Promise.all([1, 2, 3].map(() => run(['register', '--name', 'Ada'], { home, env })))
  expect(all.map(({ status }) => status).sort()).toEqual([0, 1, 1])
  expect(server.requests).toHaveLength(1)
  expect([...filesIn(home.folder).keys()]).toEqual([join(home.folder, '.config/skill-rating/config.json')])
})

test.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind after %s', async (signal) => {
  const home = newHome()
  // It never answers.
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`
  const env = { PATH: process.env.PATH, HOME: home.folder, SKILL_RATING_URL: url }
  const child = spawn(process.execPath, [PROGRAM, 'register', '--name', 'Ada'], { env })
  await once(server, 'request')
  expect(filesIn(home.folder).size).toBe(2)
  child.kill(signal)
  if (signal === 'SIGINT') {
    // The first one waits for the key.
    await once(child.stderr, 'data')
    child.kill(signal)
  }
  expect(await once(child, 'close')).toEqual([130, null])
  expect(filesIn(home.folder).size).toBe(0)
})

test('prints hostile names of servers and paths harmlessly', async () => {
  const home = newHome()
  const project = join(home.folder, HOSTILE.replace('\n', ' '))
  mkdirSync(project)
  const servers = { [HOSTILE]: { command: 'npx', args: ['one'] }, [`${HOSTILE}2`]: { command: HOSTILE } }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: servers }))
  const server = await recordingServer()
  const options = { home, cwd: project, env: { SKILL_RATING_URL: server.url } }
  const args = [['doctor'], ['doctor', '--dry-run'], ['doctor', '--yes'], ['doctor', '--yes', '--json']]
  for (const { stdout, stderr } of await Promise.all(args.map((one) => run(one, options))))
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
})

test('continues after a command that ended with its lock', async () => {
  const home = newHome()
  const server = await recordingServer(registration)
  home.write('.config/skill-rating/config.json.lock', '999999999')
  const env = { SKILL_RATING_URL: server.url }
  expect((await run(['register', '--name', 'Ada'], { home, env })).status).toBe(0)
})

test.each([
  ['the lock', 0, 'x'],
  ['the configuration', 4, 'x'.repeat(5_000)],
])(
  'asks for no key if the disk is too full for %s, and leaves nothing behind',
  async (_, blocks, approved) => {
    const home = newHome()
    const server = await recordingServer(registration)
    const path = home.write('.config/skill-rating/config.json', { approved: { x: [approved] } })
    const node = home.write('limited', `#!/bin/sh\nulimit -f ${blocks}\nexec "${process.execPath}" "$@"\n`)
    chmodSync(node, 0o755)
    const options = { home, env: { SKILL_RATING_URL: server.url } }
    const { status, stderr } = await run(['register', '--name', 'Ada'], { ...options, node })
    expect([status, stderr]).toEqual([1, expect.stringContaining('The configuration cannot be written')])
    expect(server.requests).toEqual([])
    expect([...filesIn(dirname(path)).keys()]).toEqual([path])
    expect((await run(['register', '--name', 'Ada'], options)).status).toBe(0)
  },
)

test.each<[what: string, text: string, isStale: boolean]>([
  ['a command that ended', '999999999', true],
  ['a command of this machine that ended', `999999999 ${hostname()}`, true],
  ['a command of another machine', '999999999 another-host', false],
  ['a running command', `${process.pid} ${hostname()}`, false],
  ['a command that is about to write it', '', false],
])('takes the lock of %s only if it is stale', async (_, text, isStale) => {
  const path = newHome().write('config.json', '')
  writeFileSync(`${path}.lock`, text)
  const release = await lockFile(path, 0)
  expect(release !== undefined).toBe(isStale)
  await release?.()
  const left = [...filesIn(dirname(path)).keys()].map((one) => basename(one))
  expect(left).toEqual(isStale ? ['config.json'] : ['config.json', 'config.json.lock'])
})

test('takes a lock of a time that has not come yet, from before the clock was set', async () => {
  const path = newHome().write('config.json', '')
  writeFileSync(`${path}.lock`, '')
  const later = Date.now() / 1000 + 3_600
  utimesSync(`${path}.lock`, later, later)
  expect(await lockFile(path, 0)).toBeTypeOf('function')
})

test('of several commands that find a stale lock, one has it', async () => {
  const path = newHome().write('config.json', '')
  writeFileSync(`${path}.lock`, '999999999')
  const held = await Promise.all(Array.from({ length: 20 }, () => lockFile(path, 0)))
  expect(held.filter((release) => release)).toHaveLength(1)
})

test.each(['null', '[]', '{"credentials": 1}', '{"approved": {"x": 1}}'])(
  'says that a configuration like %s has another form',
  async (text) => {
    const home = newHome()
    home.write('.config/skill-rating/config.json', text)
    const { status, stderr } = await run(['whoami'], { home })
    expect([status, stderr.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('has another form.')])
  },
)

test('judges each skill of a lock file by its path, also those beyond the third of a repository', async () => {
  const home = newHome()
  const names = Array.from({ length: 43 }, (_, index) => `skill-${index}`)
  const entry = (skillPath?: string) => ({ source: 'Acme/skills', sourceType: 'github', skillPath })
  home.write('project/skills-lock.json', {
    version: 1,
    skills: {
      ...Object.fromEntries(names.map((name) => [name, entry(`skills/${name}/SKILL.md`)])),
      other: entry('skills/other/SKILL.md'),
      root: entry('SKILL.md'),
      windows: entry('skills\\skill-1'),
      outside: entry('../x/SKILL.md'),
    },
  })
  const ratings = { established_ratings: 3, established_mean: 4 }
  const repository = lookedUp('Acme Skills', { exact: false, ...ratings })
  const server = await recordingServer(
    lookupOf({
      ...Object.fromEntries(
        names.map((name) => [`pkg:github/acme/skills#skills/${name}`, [lookedUp(name, ratings), repository]]),
      ),
      // Only the repository is the same.
      'pkg:github/acme/skills#skills/other': [repository],
      'pkg:github/acme/skills': [{ ...repository, exact: true }, lookedUp('skill-1', { exact: false })],
    }),
  )
  const { stdout } = await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: server.url } })
  const { skills, skipped } = JSON.parse(stdout)
  expect(
    skills.map(({ name, verdict, skill }: Record<string, unknown>) => [
      name,
      verdict,
      (skill as { name: string } | null)?.name,
    ]),
  ).toEqual([
    ...names.map((name) => [name, 'good', name]),
    ['other', 'unknown', undefined],
    ['root', 'good', 'Acme Skills'],
    ['windows', 'good', 'skill-1'],
  ])
  expect(skipped).toEqual([
    expect.objectContaining({ reason: 'its path in the repository has no valid form' }),
  ])
})

test('takes no skill of a repository for another one', async () => {
  const home = newHome()
  const names = ['one', 'many', 'below', 'old']
  const entry = (name: string) => [name, { source: `acme/${name}`, sourceType: 'github' }]
  home.write('project/skills-lock.json', { version: 1, skills: Object.fromEntries(names.map(entry)) })
  home.write('.cursor/mcp.json', { mcpServers: { claimed: { command: 'npx', args: ['claimed'] } } })
  const server = await recordingServer(
    lookupOf({
      'pkg:github/acme/one': [lookedUp('one'), lookedUp('part', { exact: false })],
      'pkg:github/acme/many': [lookedUp('many'), lookedUp('other')],
      'pkg:github/acme/below': [lookedUp('below', { exact: false })],
      // A service that does not say what is exact.
      'pkg:github/acme/old': [lookedUp('old', { exact: undefined })],
      // Anyone can submit the package of another one: the service puts the best first.
      'pkg:npm/claimed': [lookedUp('claimed', { exact: undefined }), lookedUp('claim')],
    }),
  )
  const { stdout } = await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: server.url } })
  const found = JSON.parse(stdout).skills.map(({ name, skill }: Record<string, unknown>) => [
    name,
    (skill as { name: string } | null)?.name,
  ])
  expect(Object.fromEntries(found)).toEqual({
    one: 'one',
    many: undefined,
    below: undefined,
    old: undefined,
    claimed: 'claimed',
  })
})

test('judges a package by the skill that most established agents rated, not by a copy', async () => {
  const home = newHome()
  const names = ['copied', 'imported', 'few']
  const servers = names.map((name) => [name, { command: 'npx', args: [name] }])
  home.write('.cursor/mcp.json', { mcpServers: Object.fromEntries(servers) })
  const copy = lookedUp('copy', { avg_claws: 5, total_ratings: 9 })
  const poor = { avg_claws: 2, total_ratings: 9, established_ratings: 9, established_mean: 2 }
  const server = await recordingServer(
    lookupOf({
      'pkg:npm/copied': [copy, lookedUp('poor', poor), lookedUp('other', { established_ratings: 2 })],
      // Anyone could claim its package.
      'pkg:npm/imported': [lookedUp('checked', { imported: true }), lookedUp('claim', poor)],
      'pkg:npm/few': [copy, lookedUp('claim')],
    }),
  )
  const { stdout } = await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: server.url } })
  expect(
    JSON.parse(stdout).skills.map((one: { verdict: string; skill: { name: string } }) => [
      one.skill.name,
      one.verdict,
    ]),
  ).toEqual([
    ['poor', 'poor'],
    ['checked', 'unrated'],
    ['copy', 'unrated'],
  ])
})

test('rates and shows only the skill that is meant, and names it', async () => {
  const weather = 'https://github.com/openclaw/openclaw/tree/main/skills/weather'
  const known = lookupOf({
    [weather]: [lookedUp('obsidian', { exact: false }), lookedUp('notes', { exact: false })],
    'https://github.com/acme/only/tree/main/x': [lookedUp('only', { exact: false })],
    'pkg:github/acme/path#x': [lookedUp('path'), lookedUp('other', { exact: false })],
    weather: [lookedUp('Weather', { slug: 'weather' }), lookedUp('weather', { slug: 'weather-2' })],
    // For texts, it only says that the skill was imported.
    both: [lookedUp('Both', { slug: 'both', imported: true }), lookedUp('both', { slug: 'both-2' })],
    'pkg:npm/claimed': [lookedUp('maker', { imported: true }), lookedUp('claim')],
    'pkg:npm/two': [lookedUp('first'), lookedUp('second')],
    'pkg:npm/many': ['first', 'second', 'third'].map((name) => lookedUp(name)),
    'pkg:npm/old': [lookedUp('old', { exact: undefined })],
  })
  const server = await recordingServer((request) => {
    const { path, method, body } = request
    if (path.endsWith('/ratings/me')) return problem(404, 'rating_not_found')
    if (method === 'GET') {
      const slug = path.split('/').at(-1)
      return {
        body: {
          id: `id-of-${slug}`,
          slug,
          name: slug,
          identifiers: [],
          ratings: [],
          sub_scores: {},
          description: '',
          type: 'mcp',
        },
      }
    }
    if (path.endsWith('/api/ratings'))
      return {
        body: {
          success: true,
          message: 'Added.',
          rating: { agent_name: 'Ada', updated_at: '', ...JSON.parse(body) },
        },
      }
    return known(request)
  })
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY } }
  const refused = {
    [weather]: ['obsidian (obsidian) id-of-obsidian', 'notes (notes)'],
    'https://github.com/acme/only/tree/main/x': [
      'It has no skill at this path. The repository has only (only)',
    ],
    'pkg:npm/many': ['There may be more: search for the name.'],
    weather: ['Weather (weather) id-of-Weather', 'weather (weather-2)'],
    both: ['Both (both)', 'both (both-2)'],
    'pkg:npm/two': ['first (first)', 'second (second)'],
  }
  for (const [text, names] of Object.entries(refused)) {
    for (const args of [
      ['rate', text, '--claws', '2'],
      ['show', text],
    ]) {
      const { status, stdout, stderr } = await run(args, options)
      expect([status, stdout]).toEqual([1, ''])
      for (const name of names) expect(stderr.replace(/\s+/g, ' ')).toContain(name)
    }
  }
  expect(server.requests.filter(({ path }) => !path.endsWith('/api/lookup'))).toEqual([])

  for (const [text, slug] of [
    ['pkg:github/acme/path#x', 'path'],
    ['pkg:npm/claimed', 'maker'],
    ['pkg:npm/old', 'old'],
  ] as const) {
    const rated = await run(['rate', text, '--claws', '2'], options)
    expect(rated).toMatchObject({ status: 0, stdout: expect.stringContaining(`Added.\n${slug} (${slug})\n`) })
    expect(JSON.parse(server.requests.at(-1)?.body ?? '').skill_id).toBe(`id-of-${slug}`)
    expect((await run(['show', text], options)).stdout).toContain(`${slug}\n`)
  }
})

test.each([
  ['999.0.0', true],
  ['3.0.0', false],
  ['2.999.0', false],
  ['999.0.0 \u001b[31m', false],
])('says that the service has version %j: %s', async (version, isSaid) => {
  const server = await recordingServer(() => ({
    headers: { 'x-client-version': encodeURI(version).replaceAll('%20', ' ') },
    body: { skills: [], count: 0, next_cursor: null, did_you_mean: null, suggestions: [] },
  }))
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url } }
  const { status, stdout, stderr } = await run(['search', 'x', '--json'], options)
  expect([status, JSON.parse(stdout).count, stderr.includes('the service has 999.0.0')]).toEqual([
    0,
    0,
    isSaid,
  ])
  expect(server.requests).toHaveLength(1)
})

test('names similar skills when there is none', async () => {
  const reference = { id: '1', name: 'Playwright MCP', slug: 'playwright-mcp' }
  const server = await recordingServer(({ method, path }) => {
    if (method === 'GET' && path.includes('/api/skills?'))
      return {
        body: {
          skills: [],
          count: 0,
          next_cursor: null,
          did_you_mean: null,
          suggestions: path.includes('playwrite') ? [reference] : [],
        },
      }
    if (method === 'GET') return problem(404, 'skill_not_found')
    return lookupReply({})({ method, path, headers: {}, body: JSON.stringify({ identifiers: ['x'] }) })
  })
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY } }
  const words = (text: string) => text.replace(/\s+/g, ' ')
  for (const args of [
    ['show', 'playwrite'],
    ['rate', 'playwrite', '--claws', '4'],
  ]) {
    const { status, stderr } = await run(args, options)
    expect(status).toBe(1)
    expect(words(stderr)).toContain('has no skill “playwrite”. Similar: Playwright MCP (playwright-mcp).')
  }
  const found = await run(['search', 'playwrite'], options)
  expect(words(found.stderr)).toContain('No matching skills. Similar: Playwright MCP (playwright-mcp).')
  expect(found.stderr.split('\n').filter((line) => line.length > 80)).toEqual([])
  const help = await run(['search', '--help'], options)
  expect(help.stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  for (const { stderr, stdout } of [found, help])
    expect(words(stderr + stdout)).toContain(words(SEARCH_ADVICE))
  expect(words((await run(['show', 'xqzw'], options)).stderr)).toContain(
    'has no skill “xqzw”. Search for it: skill-rating search "xqzw"',
  )
})

test('names its argument when the service rejects the text of a lookup', async () => {
  const errors = [{ path: 'identifiers.0', message: 'must have 1 to 2,048 characters' }]
  const server = await recordingServer(() => problem(400, 'invalid_request', 'Fix the fields.', { errors }))
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  for (const args of [
    ['show', ''],
    ['rate', '', '--claws', '4'],
  ])
    expect(await run(args, { home: newHome(), env })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'The argument SKILL must have 1 to 2,048 characters.\n',
    })
})

test('repeats a read as Retry-After says, and no write that may have succeeded', async () => {
  const home = newHome()
  const left = new Map([
    ['GET', 1],
    ['POST', 1],
  ])
  const server = await recordingServer(({ method, path }) => {
    if (path.endsWith('/api/lookup')) return undefined
    const failures = left.get(method) ?? 0
    left.set(method, failures - 1)
    if (failures > 0) return { ...problem(503, 'unavailable'), headers: { 'retry-after': '1' } }
    if (path.includes('/ratings/me')) return problem(404, 'rating_not_found')
    return {
      body: {
        id: '1',
        identifiers: [],
        slug: 'one',
        name: 'One',
        ratings: [],
        sub_scores: {},
      },
    }
  })
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const start = performance.now()
  const { status } = await run(['rate', 'one', '--claws', '4'], { home, env })
  expect(performance.now() - start).toBeGreaterThan(1_000)
  expect(status).toBe(3)
  expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET', 'POST'])
})

test('repeats a write that was rejected before it had an effect', async () => {
  let isFirst = true
  const server = await recordingServer((request) => {
    if (!isFirst) return registration(request)
    isFirst = false
    return { ...problem(429, 'too_many_registrations'), headers: { 'retry-after': '0' } }
  })
  const { status } = await run(['register', '--name', 'Ada'], {
    home: newHome(),
    env: { SKILL_RATING_URL: server.url },
  })
  expect([status, server.requests.length]).toEqual([0, 2])
})

test('rates with the counted calls and the pinned version when asked to', async () => {
  const home = newHome()
  home.write('.claude.json', {
    mcpServers: {
      'play wright': { command: 'npx', args: ['@playwright/mcp@1.4.2'] },
      other: { command: 'npx', args: ['other'] },
    },
  })
  home.write('.cursor/mcp.json', {
    mcpServers: { 'play wright': { command: 'npx', args: ['@playwright/mcp@1.4.2'] } },
  })
  const line = (outcome: string, server: string) =>
    `${outcome} ${meaningOf({ server, identifier: 'pkg:npm/%40playwright/mcp', source: join(home.folder, '.claude.json') })}\n`
  const state = '.local/state/skill-rating/calls/claude-code-2026-11'
  home.write(`${state}-21.log`, `${line('ok', 'play wright').repeat(208)}${line('ok', 'other')}broken line\n`)
  home.write(`${state}-22.log`, `${line('fail', 'play wright').repeat(3)}ok pl`)
  const rating = {
    agent_name: 'Ada',
    claws: 4,
    reliability: null,
    security: null,
    speed: null,
    updated_at: '2026-11-23',
    established: true,
  }
  const page = {
    id: '7',
    slug: 'playwright',
    name: 'Playwright',
    identifiers: ['pkg:npm/@playwright/mcp'],
    ratings: [],
    sub_scores: {},
  }
  const server = await recordingServer(({ path, method, body }) => {
    if (path.endsWith('/api/lookup')) return undefined
    if (path.endsWith('/ratings/me'))
      return { body: { ...rating, commentary: 'Earlier', updated_at: '2024-11-23' } }
    if (method === 'POST')
      return { body: { success: true, message: 'Updated.', rating: { ...rating, ...JSON.parse(body) } } }
    return { body: page }
  })
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const plain = await run(['rate', 'playwright', '--claws', '5'], { home, env })
  expect(plain.stderr).toContain('211 calls of play wright, 3 failed · reliability 98.6')
  expect(plain.stderr).toContain('The calls may be of other versions than 1.4.2')
  expect(plain.stderr).toMatch(/by Ada, 2024-11-23, over a year ago[\s\S]*Earlier/)
  expect(plain.stdout).not.toContain('a year ago')
  const observed = await run(['rate', 'playwright', '--claws', '5', '--observed', '--security', '80'], {
    home,
    env,
  })
  expect(observed.stdout).toContain("\n211 calls, 3 failed, as counted by the agent's own tools")
  const sent = server.requests
    .filter(({ path }) => path.endsWith('/api/ratings'))
    .map(({ body }) => JSON.parse(body))
  expect(sent).toEqual([
    { claws: 5, skill_id: '7' },
    {
      claws: 5,
      skill_id: '7',
      security: 80,
      observed_calls: 211,
      observed_failures: 3,
      reliability: 98.6,
    },
  ])
  // Figures that were typed are about other calls.
  const typed = ['--observed-calls', '7', '--observed-failures', '7']
  await run(['rate', 'playwright', '--claws', '1', '--observed', ...typed], { home, env })
  const last = JSON.parse(server.requests.at(-1)?.body ?? '')
  expect(last).toEqual({
    claws: 1,
    skill_id: '7',
    observed_calls: 7,
    observed_failures: 7,
    version: '1.4.2',
  })
})

test.each([
  ['the installed version', '1.2.3', [], { version: '1.2.3', observed_calls: 2, observed_failures: 1 }],
  [
    'a version that is typed',
    '1.2.3',
    ['--skill-version', '1.0.0'],
    { version: '1.0.0', observed_calls: 3, observed_failures: 0 },
  ],
  [
    'all versions, if none was counted',
    '2.0.0',
    [],
    { observed_calls: 6, observed_failures: 1, reliability: 83.3 },
  ],
  [
    'an unknown version, if the typed one was not counted',
    '1.2.3',
    ['--skill-version', '2.0.0'],
    { version: '2.0.0', observed_calls: 1, observed_failures: 0 },
  ],
])('sends the calls that the proxy counted of %s', async (_, installed, args, expected) => {
  const home = newHome()
  const command = ['proxy', '--', 'npx', '-y', `notes-mcp@${installed}`]
  home.write('.cursor/mcp.json', { mcpServers: { notes: { command: 'skill-rating', args: command } } })
  const lines = ['ok', 'fail'].map((outcome) => `${outcome} pkg:npm/notes-mcp@1.2.3 read\n`)
  const others = `${'ok pkg:npm/notes-mcp@1.0.0 read\n'.repeat(3)}ok pkg:npm/notes-mcp read\n`
  home.write('.local/state/skill-rating/calls/proxy-2026-11-25.log', lines.join('') + others)
  const skill = { id: '7', slug: 'notes', name: 'Notes', identifiers: ['pkg:npm/notes-mcp'] }
  const server = await recordingServer(({ path, method, body }) => {
    if (path.endsWith('/api/lookup')) return undefined
    if (path.endsWith('/ratings/me')) return problem(404, 'rating_not_found')
    if (method === 'POST')
      return { status: 201, body: { success: true, message: '', rating: JSON.parse(body) } }
    return { body: { ...skill, ratings: [], sub_scores: {} } }
  })
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  await run(['rate', 'notes', '--claws', '4', '--observed', '--json', ...args], { home, env })
  const sent = JSON.parse(server.requests.at(-1)?.body ?? '')
  expect(sent).toEqual({ claws: 4, skill_id: '7', ...expected })
})

test('sends no calls that the proxy counted of other versions than the one that is typed', async () => {
  const home = newHome()
  const command = ['proxy', '--', 'npx', '-y', 'notes-mcp@1.2.3']
  home.write('.cursor/mcp.json', { mcpServers: { notes: { command: 'skill-rating', args: command } } })
  home.write('.local/state/skill-rating/calls/proxy-2026-11-25.log', 'fail pkg:npm/notes-mcp@1.2.3 read\n')
  const skill = { id: '7', slug: 'notes', name: 'Notes', identifiers: ['pkg:npm/notes-mcp'] }
  const server = await recordingServer(({ path, method, body }) => {
    if (path.endsWith('/api/lookup')) return undefined
    if (path.endsWith('/ratings/me')) return problem(404, 'rating_not_found')
    if (method === 'POST')
      return { status: 201, body: { success: true, message: '', rating: JSON.parse(body) } }
    return { body: { ...skill, ratings: [], sub_scores: {} } }
  })
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const rate = (...args: string[]) =>
    run(['rate', 'notes', '--claws', '4', '--skill-version', '2.0.0', '--json', ...args], { home, env })
  for (const [args, message] of [
    [[], ''],
    [['--observed'], 'No calls of this version were counted.'],
  ] as const) {
    const { stderr } = await rate(...args)
    expect(stderr.trim()).toBe(message)
    const sent = JSON.parse(server.requests.at(-1)?.body ?? '')
    expect(sent).toEqual({ claws: 4, skill_id: '7', version: '2.0.0' })
  }
})

test('reads a rating from standard input', async () => {
  const server = await recordingServer(({ path, method, body }) => {
    if (path.endsWith('/api/lookup')) return undefined
    if (path.endsWith('/ratings/me')) return problem(404, 'rating_not_found')
    if (method === 'POST')
      return { status: 201, body: { success: true, message: 'Added.', rating: JSON.parse(body) } }
    return {
      body: {
        id: '7',
        identifiers: [],
        slug: 'one',
        name: 'One',
        ratings: [],
        sub_scores: {},
      },
    }
  })
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const options = { home: newHome(), env, input: '{"claws": 3, "observed_calls": 0}' }
  const { status, stdout } = await run(['rate', 'one', '--json', '-'], options)
  expect([status, JSON.parse(stdout).rating]).toEqual([0, { claws: 3, observed_calls: 0, skill_id: '7' }])
  expect((await run(['rate', 'one', '--json', '-'], { ...options, input: '[]' })).status).toBe(2)
})

test('looks for the same identifier before it submits', async () => {
  const known = lookupReply({ 'pkg:npm/known': { claws: 4, ratings: 2 } })
  const server = await recordingServer((request) => {
    if (request.path.endsWith('/api/skills'))
      return { status: 201, body: { success: true, message: 'Added.', skill: { slug: 'one' } } }
    return known(request)
  })
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const args = ['submit', '--name', 'One', '--description', 'Does it.', '--type', 'mcp', '--identifier']
  const options = { home: newHome(), env }
  const same = await run([...args, 'pkg:npm/known'], options)
  expect([same.status, same.stderr]).toEqual([1, expect.stringContaining('skill-1')])
  expect(server.requests).toHaveLength(1)
  expect((await run([...args, 'pkg:npm/known', '--yes'], options)).status).toBe(0)
  expect((await run([...args, 'pkg:npm/new'], options)).status).toBe(0)
})

test('says how the installed skills are rated', async () => {
  const home = newHome()
  const package_ = (name: string) => ({ command: 'npx', args: [name] })
  const names = ['good', 'mixed', 'poor', 'unrated', 'unknown', 'retired', 'merged']
  home.write('.cursor/mcp.json', {
    mcpServers: Object.fromEntries(names.map((name) => [name, package_(name)])),
  })
  home.write('.gemini/settings.json', '{ "mcpServers": ')
  home.write('.codex/config.toml', 'a = [')
  home.write('.codeium/windsurf/mcp_config.json', '[1]')
  const lookup = lookupReply({
    // Twelve free accounts rated it 1.
    'pkg:npm/good': { claws: 2.2, mean: 3.46, ratings: 17, established: 5 },
    'pkg:npm/mixed': { claws: 5, mean: 3.44, ratings: 30, established: 3 },
    'pkg:npm/poor': { claws: 5, mean: 1.2, ratings: 30, established: 3 },
    'pkg:npm/unrated': { claws: 1, ratings: 30, established: 2 },
    'pkg:npm/retired': { claws: 0, ratings: 0, status: 'retired' },
    'pkg:npm/merged': { claws: 1, mean: 4, ratings: 9, established: 3, status: 'merged' },
  })
  const better = lookedUp('Better', { slug: 'better', established_ratings: 3, established_mean: 3.5 })
  const candidates = [
    // Too few established agents have rated the first two, and the others do not like the third.
    lookedUp('Clone', { avg_claws: 5, total_ratings: 1 }),
    lookedUp('Pushed', { avg_claws: 5, total_ratings: 90, established_ratings: 2, established_mean: 5 }),
    lookedUp('Bad', { avg_claws: 5, total_ratings: 90, established_ratings: 9, established_mean: 3.4 }),
    better,
  ]
  const server = await recordingServer((request) =>
    request.method === 'GET'
      ? { body: { skills: candidates, count: 4, next_cursor: null } }
      : lookup(request),
  )
  const options = { home, env: { SKILL_RATING_URL: server.url } }
  const json = await run(['doctor', '--yes', '--json'], options)
  const { skills, skipped } = JSON.parse(json.stdout)
  expect(skills.map(({ name, verdict }: Record<string, string>) => [name, verdict])).toEqual(
    names.map((name) => [name, name]),
  )
  const alternatives = skills.flatMap(({ name, alternative }: Record<string, unknown>) =>
    alternative ? [[name, (alternative as { slug: string }).slug]] : [],
  )
  expect(alternatives).toEqual([['poor', 'better']])
  expect(Object.keys(skills[0]).sort()).toEqual(
    [
      'name',
      'client',
      'source',
      'identifier',
      'version',
      'status',
      'skill',
      'same_package',
      'verdict',
      'alternative',
      'observed_calls',
      'observed_failures',
      'observed_tools',
      'observed_unread',
    ].sort(),
  )
  expect(skipped.map(({ reason }: Record<string, string>) => reason)).toEqual([
    'it is not an object',
    'it is not valid TOML (line 1)',
    'it is not valid JSON (line 1)',
  ])
  const table = await run(['doctor', '--yes', '--min-claws', '3.5'], options)
  expect(table.status).toBe(1)
  expect(table.stderr).toContain('\nNot judged: 5 of 10 (1 unrated, 1 unknown, 3 skipped).\n')
  expect(table.stderr).toContain('\n2 skills with established ratings below 3.5 claws, 1 retired skill.\n')
  expect(table.stdout).toContain('retired: retired, and nothing is known to replace it.')
  // The figure is the one behind the verdict.
  expect(table.stdout).toMatch(/good +cursor +3\.5 +17 \(5 est\.\) +good/)
  expect(table.stdout).toMatch(/unrated +cursor +– +30 \(2 est\.\) +unrated/)
  expect(table.stdout).toContain('poor: instead Better (better), 3.5 claws')
  expect(
    Math.max(...table.stdout.split('\n').map((line) => (line.includes(home.folder) ? 0 : line.length))),
  ).toBeLessThanOrEqual(80)
  const lower = await run(['doctor', '--yes', '--min-claws', '1.2'], options)
  expect([lower.status, lower.stderr]).toEqual([1, expect.stringContaining('\n1 retired skill.\n')])
})

/** What doctor says of one installed package, with a gate of 3 claws. */
async function doctorOf(skills: Record<string, unknown>[], more: Record<string, unknown> = {}) {
  const home = newHome()
  home.write('.cursor/mcp.json', { mcpServers: { one: { command: 'npx', args: ['notes-pdf-mcp'] } } })
  const lookup = (request: Recorded) =>
    request.path.endsWith('/api/lookup')
      ? { body: { results: [{ identifier: 'pkg:npm/notes-pdf-mcp', status: 'found', skills, ...more }] } }
      : undefined
  const candidates = ['Notes', 'Notes MCP', 'PDF notes for MCP'].map((name) =>
    lookedUp(name, { description: 'It reads.', established_ratings: 9, established_mean: 5 }),
  )
  const server = await recordingServer(
    (request) => lookup(request) ?? { body: { skills: candidates, count: 3, next_cursor: null } },
  )
  const options = { home, env: { SKILL_RATING_URL: server.url } }
  const text = await run(['doctor', '--yes', '--min-claws', '3'], options)
  const json = await run(['doctor', '--yes', '--json'], options)
  const [found] = JSON.parse(json.stdout).skills
  return { status: text.status, text: text.stdout.replace(/\s+/g, ' '), stderr: text.stderr, found }
}

const CHANGED = { changed_at: '2026-11-01T10:00:00Z', established_ratings: 7 }

test.each<[since: number, mean: number, verdict: string, status: number]>([
  [2, 4.6, 'unrated', 0],
  [2, 3, 'unrated', 0],
  [2, 2.9, 'mixed', 1],
  [0, 1.2, 'poor', 1],
  [3, 4.6, 'good', 0],
])(
  'with %i ratings since a skill installs something else, a mean of %f is %s',
  async (since, mean, verdict, status) => {
    const skill = lookedUp('notes', { ...CHANGED, established_since_change: since, established_mean: mean })
    const result = await doctorOf([skill])
    expect([result.found.verdict, result.status]).toEqual([verdict, status])
    const sentence = `one: since 2026-11-01 it installs something else; ${since} of 7 established ratings are newer.`
    expect(result.text).toContain(sentence)
  },
)

test('judges a package by the worst of the imported skills that share it, and by no claim', async () => {
  const rated = (name: string, established_mean: number, imported = true) =>
    lookedUp(name, { imported, established_ratings: 5, established_mean })
  const moved = await doctorOf([lookedUp('new', { imported: true }), rated('liked', 4), rated('old', 1.5)])
  expect([moved.found.skill.name, moved.found.verdict, moved.status]).toEqual(['old', 'poor', 1])
  expect(moved.found.same_package.map(({ name }: { name: string }) => name)).toEqual(['liked', 'new'])
  expect(moved.text).toContain('one: not rated lower, with the same package: liked (liked), new (new).')
  const claimed = await doctorOf([rated('maker', 4), rated('claim', 1, false)])
  expect([claimed.found.skill.name, claimed.found.same_package, claimed.status]).toEqual(['maker', [], 0])
  const below = await doctorOf([rated('maker', 4), { ...rated('path', 1), exact: false }])
  expect([below.found.skill.name, below.status]).toEqual(['maker', 0])
})

test('fails on a retired skill, and recommends only what has all words of its name', async () => {
  const { found, status, stderr, text } = await doctorOf([], { status: 'retired' })
  expect([found.verdict, found.alternative.name, status]).toEqual(['retired', 'PDF notes for MCP', 1])
  expect(stderr).toContain('Not judged: 0 of 1.\n1 retired skill.\n')
  expect(text).toContain(
    'one: retired; a search for its words finds PDF notes for MCP (PDF notes for MCP), 5.0 claws',
  )
})

test('says how the installed version is rated', async () => {
  const home = newHome()
  const names = ['rated', 'old', 'none', 'new', 'nothing', 'unpinned', 'before']
  const args = (name: string) => [name === 'unpinned' ? name : `${name}@2.1.0`]
  home.write('.cursor/mcp.json', {
    mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'npx', args: args(name) }])),
  })
  const now = new Date().toISOString()
  const long = '2024-01-01T00:00:00Z'
  const ratings = (established_ratings: number, mean: number | null, last_rated_at = now) => ({
    last_rated_version: '1.2.0',
    for_version: { version: '2.1.0', established_ratings, established_mean: mean, last_rated_at },
  })
  const all = { established_ratings: 12, established_mean: 4.62, total_ratings: 30 }
  const found = {
    rated: { ...all, ...ratings(3, 2.04) },
    old: { ...all, ...ratings(1, 5, long) },
    none: { ...all, last_rated_version: '1.2.0', for_version: null },
    // Only new accounts name it.
    new: { ...all, established_ratings: 2, ...ratings(0, null, long), last_rated_version: null },
    nothing: { for_version: null },
    unpinned: all,
    before: all,
  }
  const identifier = (name: string) => `pkg:npm/${args(name)[0]}`
  const server = await recordingServer(
    lookupOf(
      Object.fromEntries(names.map((name) => [identifier(name), [lookedUp(name, found[name as 'rated'])]])),
    ),
  )
  const options = { home, env: { SKILL_RATING_URL: server.url } }
  const { stdout, status } = await run(['doctor', '--yes'], options)
  const text = stdout.replace(/\s+/g, ' ')
  const established = '4.6 by 12 established agents, newest rated version 1.2.0'
  expect(status).toBe(0)
  expect(text).toContain(`rated: ${established}; 3 for 2.1.0, 2.0 on average. old:`)
  expect(text).toContain(`old: ${established}; 1 for 2.1.0, the last over a year ago. none:`)
  expect(text).toContain(`none: ${established}; none for 2.1.0. new:`)
  expect(text).toContain('new: by 2 established agents; none for 2.1.0.')
  expect(text).not.toMatch(/(nothing|unpinned|before): /)
  expect(JSON.parse((await run(['doctor', '--yes', '--json'], options)).stdout).skills[2]).toMatchObject({
    identifier: 'pkg:npm/none',
    version: '2.1.0',
    skill: { for_version: null, last_rated_version: '1.2.0' },
  })

  const gate = await run(['doctor', '--yes', '--min-claws', '2.5', '--for-version'], options)
  expect([gate.status, gate.stderr]).toEqual([
    1,
    'Not judged: 6 of 7 (2 unrated, 1 of unknown version, 3 unrated in this version).\n1 skill with established ratings of this version below 2.5 claws.\n',
  ])
  expect((await run(['doctor', '--yes', '--min-claws', '2', '--for-version'], options)).status).toBe(0)
  expect((await run(['doctor', '--yes', '--for-version'], options)).status).toBe(2)
})

test('gives no verdict if the service does not say how established agents rated', async () => {
  const home = newHome()
  home.write('.cursor/mcp.json', { mcpServers: { one: { command: 'npx', args: ['one'] } } })
  const {
    established_mean: _,
    exact: __,
    ...old
  } = lookedUp('one', {
    avg_claws: 1,
    total_ratings: 90,
    established_ratings: 90,
  })
  const server = await recordingServer(lookupOf({ 'pkg:npm/one': [old] }))
  const options = { home, env: { SKILL_RATING_URL: server.url } }
  const { status, stdout, stderr } = await run(['doctor', '--yes', '--json', '--min-claws', '5'], options)
  expect([status, JSON.parse(stdout).skills[0].verdict]).toEqual([0, 'unrated'])
  expect(stderr).toBe(
    'This service does not say how established agents rated, so that there are no verdicts.\nNot judged: 1 of 1 (1 unrated).\n',
  )
})

test('continues after files that are huge, unreadable, or not files', async () => {
  const home = newHome()
  // A pipe without a writer, a link to itself, and names that objects have by themselves.
  execFileSync('mkfifo', [join(home.folder, 'project', '.mcp.json')])
  mkdirSync(join(home.folder, '.claude', 'skills', 'one'), { recursive: true })
  symlinkSync('two', join(home.folder, '.claude', 'skills', 'two'))
  home.write('.agents/skills/three/SKILL.md', '')
  home.write('.config/Code/User/mcp.json', '{"servers":{"__proto__":{"command":"constructor"}}}')
  home.write('.config/Code/User/settings.json', '@ x '.repeat(2 * 1024 * 1024))
  home.write('.gemini/settings.json', `{"x":"${'x'.repeat(33 * 1024 * 1024)}"}`)
  home.write('.config/opencode/opencode.jsonc', `${'['.repeat(200_000)}`)
  home.write('.codeium/windsurf/mcp_config.json/not-a-file', '')
  chmodSync(home.write('.codex/config.toml', 'x = 1'), 0)
  home.write('project/.codex/config.toml', `x = "${'x'.repeat(5 * 1024 * 1024)}"`)
  home.write(
    '.cursor/mcp.json',
    '\uFEFF{ "mcpServers": { "one": { "command": "npx", "args": ["one"], }, /* comment */ }, }',
  )
  const server = await recordingServer()
  const { status, stdout } = await run(['doctor', '--yes', '--json'], {
    home,
    env: { SKILL_RATING_URL: server.url },
  })
  const { skills, skipped } = JSON.parse(stdout)
  expect([status, skills.length]).toEqual([0, 1])
  const isRoot = process.getuid?.() === 0
  expect(skipped).toHaveLength(isRoot ? 9 : 10)
  const reasons = new Map(
    skipped.map(({ source, reason }: Record<string, string>) => [source?.slice(home.folder.length), reason]),
  )
  expect(reasons.get('/project/.codex/config.toml')).toBe('it is larger than 4 MB')
  expect(reasons.get('/project/.mcp.json')).toBe('it is not a file')
  expect(reasons.get('/.claude/skills/two')).toBe('it cannot be read (ELOOP)')
  expect(reasons.get('/.agents/skills/three: three')).toBe('it has no public source')
  expect(reasons.get('/.config/Code/User/mcp.json: __proto__')).toMatch(/^its command is not one of those/)
})

test('rates only on a terminal, and sends nothing without one', async () => {
  const server = await recordingServer()
  const home = newHome()
  home.write('.cursor/mcp.json', { mcpServers: { one: { command: 'npx', args: ['one'] } } })
  const env = { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY }
  const noTerminal = await run(['doctor', '--rate', '--yes'], { home, env })
  expect(noTerminal).toMatchObject({ status: 2, stderr: expect.stringContaining('terminal') })
  const asJson = await run(['doctor', '--rate', '--json', '--yes'], { home, env })
  expect(asJson).toMatchObject({ status: 2, stderr: expect.stringContaining('--json') })
  expect(server.requests).toEqual([])
})

test('asks once for each 100 identifiers', async () => {
  const home = newHome()
  const servers = Array.from({ length: 250 }, (_, index) => [
    `s${index}`,
    { command: 'npx', args: [`package-${index}`] },
  ])
  home.write('.cursor/mcp.json', {
    mcpServers: Object.fromEntries([...servers, ['again', { command: 'npx', args: ['package-1'] }]]),
  })
  const server = await recordingServer()
  const { stdout } = await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: server.url } })
  expect(server.requests.map(({ body }) => JSON.parse(body).identifiers.length)).toEqual([100, 100, 50])
  expect(JSON.parse(stdout).skills).toHaveLength(251)
})

test('asks for at most 20,000 characters at once', async () => {
  const home = newHome()
  const path = Array.from({ length: 6 }, () => 'a'.repeat(99)).join('/')
  const skills = Array.from({ length: 60 }, (_, index) => [
    `s${index}`,
    { source: 'acme/skills', sourceType: 'github', skillPath: `${path}/${index}/SKILL.md` },
  ])
  home.write('project/skills-lock.json', { version: 1, skills: Object.fromEntries(skills) })
  const server = await recordingServer()
  const { stdout } = await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: server.url } })
  const sent = server.requests.map(({ body }) => JSON.parse(body).identifiers as string[])
  expect(sent.map((identifiers) => identifiers.length)).toEqual([32, 28])
  for (const identifiers of sent) expect(identifiers.join('').length).toBeLessThanOrEqual(20_000)
  expect(JSON.parse(stdout).skills).toHaveLength(60)
})

test('ends a list whose pages do not end', async () => {
  const server = await recordingServer(({ path }) => ({
    body: { skills: [], count: 0, next_cursor: path.includes('cursor=a') ? 'b' : 'a', did_you_mean: null },
  }))
  const { status, stderr } = await run(['search', 'x', '--all'], {
    home: newHome(),
    env: { SKILL_RATING_URL: server.url },
  })
  expect([status, stderr]).toEqual([3, expect.stringContaining('do not end')])
  expect(server.requests).toHaveLength(3)
})

test('reads at most 8 MB of a response', async () => {
  const server = await recordingServer(() => ({ body: { skills: [], padding: 'x'.repeat(9 * 1024 * 1024) } }))
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url } }
  const { status, stderr } = await run(['search', 'x'], options)
  expect([status, stderr]).toEqual([3, expect.stringContaining('it is larger than 8')])
  const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
  const bridged = await run(['mcp'], { ...options, input: message })
  expect(JSON.parse(bridged.stdout).error.message).toContain('not available')
})

test('does not take results for those of other identifiers', async () => {
  const server = await recordingServer(({ path }) =>
    path.endsWith('/lookup') ? { body: { results: [] } } : undefined,
  )
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url } }
  options.home.write('.cursor/mcp.json', { mcpServers: { one: { command: 'npx', args: ['one'] } } })
  const { status, stderr } = await run(['doctor', '--yes'], options)
  expect([status, stderr.replace(/\s+/g, ' ')]).toEqual([
    3,
    expect.stringContaining('a result for each identifier'),
  ])
})

test('prints no command with characters that a shell interprets', async () => {
  const server = await recordingServer(({ path }) =>
    path.endsWith('/lookup') ? undefined : { body: { skills: [], suggestions: [] } },
  )
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url } }
  const { stderr } = await run(['show', '$(id)'], options)
  expect(stderr.replace(/\s+/g, ' ')).toContain('Search for it: skill-rating search WORDS')
})

test.each<[what: string, reply: Reply]>([
  ['an empty response', { status: 502, body: '' }],
  [
    'a stream that ends early',
    { headers: { 'content-type': 'text/event-stream' }, body: 'data: {"jsonrpc":"2.0","method":"x"}\n\n' },
  ],
  [
    'an error that names no request',
    { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'not available' } } },
  ],
  ['a response to another request', { body: { jsonrpc: '2.0', id: '1', result: {} } }],
])('reports %s to the client that waits for each request', async (_, reply) => {
  const server = await recordingServer(() => reply)
  const options = { home: newHome(), env: { SKILL_RATING_URL: server.url } }
  const request = (id: unknown) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"ping"}`
  const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  const input = `${request(1)}\n${notification}\n[${request(2)},${notification},${request('b')}]\n`
  const { stdout } = await run(['mcp'], { ...options, input })
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const errors = lines.filter(({ id, error }) => id !== null && error?.message.includes('not available'))
  expect(errors.map(({ id }) => id).sort()).toEqual([1, 2, 'b'])
})

test('ends in time in a project that was written to stall it, and says what it left out', async () => {
  const home = newHome()
  const servers = (prefix: string, folder: (index: number) => string) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `${prefix}${index}`,
        { command: 'npx', args: [`${prefix}${index}`], cwd: folder(index) },
      ]),
    )
  home.write('.cursor/mcp.json', { mcpServers: { own: { command: 'npx', args: ['own'] } } })
  home.write('project/.mcp.json', { mcpServers: servers('one', (index) => `folder-${index}`) })
  home.write('project/.gemini/settings.json', { mcpServers: servers('two', () => 'folder') })
  home.write('project/.agents/skills/last/SKILL.md', '')
  const lines = (line: (index: number) => string) => {
    let text = ''
    for (let index = 0; text.length < 1_000_000; index++) text += line(index)
    return text
  }
  const toml = lines((index) => `k${index}=1\n`)
  home.write('project/bunfig.toml', toml)
  for (const name of ['.npmrc', 'pnpm-workspace.yaml', '.env', '.env.local'])
    home.write(
      `project/${name}`,
      lines(() => 'a=b\n'),
    )
  const server = await recordingServer()
  const start = performance.now()
  const { status, stdout } = await run(['doctor', '--yes', '--json'], {
    home,
    env: { SKILL_RATING_URL: server.url },
  })
  expect(performance.now() - start).toBeLessThan(20_000)
  const { skills, skipped } = JSON.parse(stdout) as {
    skills: { name: string }[]
    skipped: { source: string; reason: string }[]
  }
  expect(status).toBe(0)
  // The user's own files come first.
  expect(skills[0]?.name).toBe('own')
  expect(skills.length).toBeLessThan(20)
  expect(skipped).toEqual([
    {
      source: `${home.folder}/project/.mcp.json`,
      reason: expect.stringMatching(/^a scan ends after (64 MB of files|10 seconds): the rest of this/),
    },
  ])
})

test('reads files whose variables are nested deeply', async () => {
  const home = newHome()
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const server = (name: string, variable: string) =>
    `{"mcpServers": {"${name}": {"command": "npx", "args": ["${name}"], "env": {"${variable}": ${deep}}}}}`
  home.write('.cursor/mcp.json', server('public', 'A'))
  // It chooses a registry, although nobody knows which.
  home.write('.gemini/settings.json', server('other', 'npm_config_registry'))
  home.write('project/.mcp.json', '{"mcpServers": {"own": {"command": "npx", "args": ["of-project"]}}}')
  home.write('project/.claude/settings.json', `{"env": {"A": ${deep}}}`)
  const { stdout } = await run(['doctor', '--dry-run', '--json'], { home })
  const { requests, skipped } = JSON.parse(stdout)
  expect(requests[0].body.identifiers).toEqual(['pkg:npm/public', 'pkg:npm/of-project'])
  expect(skipped).toEqual([expect.objectContaining({ reason: 'npm may use another registry here' })])
})

test('says what a file or folder has too much of', async () => {
  const home = newHome()
  const one = { command: 'npx', args: ['one'] }
  const many = (number: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: number }, (_, index) => [`s${index}`, value]))
  home.write('.cursor/mcp.json', { mcpServers: many(1_001, one) })
  home.write('.agents/.skill-lock.json', { version: 3, skills: many(1_001, {}) })
  for (let index = 0; index < 201; index++)
    mkdirSync(join(home.folder, '.gemini', 'extensions', `${index}`), { recursive: true })
  for (let index = 0; index < 2_001; index++)
    mkdirSync(join(home.folder, '.claude', 'skills', `${index}`), { recursive: true })
  const { stdout } = await run(['doctor', '--dry-run', '--json'], { home })
  const { requests, skipped } = JSON.parse(stdout)
  expect(requests[0].body.identifiers).toEqual(['pkg:npm/one'])
  expect(skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
    'only the first 1000 of its 1001 servers were read',
    'it has more than 200 entries',
    'it has more than 1000 skills',
    'it has more than 2,000 entries',
  ])
  const env = { SKILL_RATING_URL: (await recordingServer()).url }
  const { stderr } = await run(['doctor', '--yes', '--min-claws', '3'], { home, env })
  expect(stderr.replace(/\s+/g, ' ')).toMatch(
    /Not judged: at least .* The scan was cut: there may be more skills\./,
  )
})

test('reads the files of a project in their own forms, from its folder', async () => {
  const home = newHome()
  const npx = (name: string, more = {}) => ({ command: 'npx', args: [name], ...more })
  home.write('project/.mcp.json', {
    servers: { visual: npx('visual') },
    mcpServers: { claude: npx('claude') },
  })
  home.write('project/.github/mcp.json', { copilot: npx('copilot') })
  home.write('project/.vs/mcp.json', { servers: [{ name: 'vs', ...npx('vs') }] })
  home.write('project/.vscode/mcp.json', { mcpServers: { vscode: npx('vscode') } })
  home.write('project/.cursor/mcp.json', { theme: 'dark' })
  home.write('project/.codex/config.toml', '[mcpServers.codex]\ncommand = "npx"\nargs = ["codex"]\n')
  // Only a folder of the project has another registry.
  home.write('project/tools/.npmrc', 'registry=https://npm.acme.example/\n')
  const paths = [
    'tools',
    './tools',
    `${variable('workspaceFolder')}/tools`,
    '~/project/tools',
    `${home.folder}/project/tools`,
  ]
  const inTools = Object.fromEntries(
    paths.map((cwd, index) => [`tools-${index}`, npx(`private-${index}`, { cwd })]),
  )
  for (const path of ['.vscode/settings.json', '.gemini/settings.json', '.opencode/opencode.json'])
    home.write(`project/${path}`, { 'mcp.servers': inTools, mcpServers: inTools, mcp: inTools })
  home.write('project/sub/.mcp.json', {
    mcpServers: { ...inTools, unknown: npx('private', { cwd: variable('env:SOMEWHERE') }) },
  })
  const { stdout } = await run(['doctor', '--dry-run', '--json'], {
    home,
    cwd: join(home.folder, 'project'),
  })
  const { requests, skipped } = JSON.parse(stdout)
  expect(requests[0].body.identifiers).toEqual(
    ['claude', 'visual', 'vscode', 'copilot', 'vs', 'codex'].map((name) => `pkg:npm/${name}`),
  )
  const reasons = new Map<string, string>(
    skipped.map(({ source, reason }: Record<string, string>) => [
      source?.slice(home.folder.length + 9),
      reason,
    ]),
  )
  expect(reasons.get('.cursor/mcp.json')).toBe('it has no list of servers')
  reasons.delete('.cursor/mcp.json')
  expect([...reasons.keys()].sort()).toEqual(
    ['.gemini/settings.json', '.opencode/opencode.json', '.vscode/settings.json']
      .flatMap((path) => paths.map((_, index) => `${path}: tools-${index}`))
      .sort(),
  )
  expect(new Set(reasons.values())).toEqual(new Set(['npm may use another registry here']))
  const below = await run(['doctor', '--dry-run', '--json'], {
    home,
    cwd: join(home.folder, 'project', 'sub'),
  })
  expect(below.stdout).toContain('its folder is not known')
})

test('judges servers of .mcp.json that only other clients read, whatever the settings of Claude Code say', async () => {
  const home = newHome()
  home.write('project/.mcp.json', { servers: { one: { command: 'npx', args: ['one-mcp'] } } })
  home.write('project/.claude/settings.json', { disabledMcpjsonServers: ['one'] })
  const { stdout } = await run(['doctor', '--dry-run', '--json'], { home })
  expect(JSON.parse(stdout).requests[0].body).toEqual({ identifiers: ['pkg:npm/one-mcp'] })
})

test('lists disabled servers, and neither sends nor judges them', async () => {
  const home = newHome()
  const npx = { command: 'npx', args: ['secret'] }
  home.write('.cursor/mcp.json', { mcpServers: { cursor: { ...npx, disabled: true } } })
  home.write('.codeium/windsurf/mcp_config.json', { mcpServers: { windsurf: { ...npx, disabled: true } } })
  home.write('.config/zed/settings.json', { context_servers: { zed: { ...npx, enabled: false } } })
  home.write('project/opencode.json', { mcp: { opencode: { ...npx, enabled: false } } })
  home.write(
    'project/.codex/config.toml',
    '[mcp_servers.codex]\ncommand = "npx"\nargs = ["secret"]\nenabled = false\n',
  )
  home.write('project/.gemini/settings.json', { mcpServers: { gemini: npx }, mcp: { excluded: ['gemini'] } })
  home.write('project/.mcp.json', { mcpServers: { one: npx, two: npx, three: npx } })
  home.write('.claude/settings.json', { disabledMcpjsonServers: ['one'] })
  home.write('project/.claude/settings.json', { disabledMcpjsonServers: ['two'] })
  home.write('project/.claude/settings.local.json', { disabledMcpjsonServers: ['three'] })
  const server = await recordingServer()
  const options = { home, env: { SKILL_RATING_URL: server.url } }
  const { stdout } = await run(['doctor', '--yes', '--json'], options)
  const { skills, skipped } = JSON.parse(stdout)
  expect([skills, server.requests]).toEqual([[], []])
  expect(skipped.map(({ reason }: { reason: string }) => reason)).toEqual(Array(9).fill('it is disabled'))
  const { status, stderr } = await run(['doctor', '--yes', '--min-claws', '3.5'], options)
  expect([status, stderr.trimEnd().split('\n').at(-1)]).toEqual([0, 'Not judged: 0 of 0.'])
})
