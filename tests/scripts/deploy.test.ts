// `npm run deploy` to a new project. deploy-upgrade.nightly.test.ts has --dry-run, and databases with earlier migrations.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { denoBinary, originOf } from '../../local/functions/deno.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { getStatus } from '../../local/stack/http-status.ts'
import { launchDataApi } from '../../local/stack/launch.ts'
import { Log } from '../../local/stack/log.ts'
import { freePort, retryPorts } from '../../local/stack/ports.ts'
import { SupervisedProcess } from '../../local/stack/supervised-process.ts'
import { UNUSED_KEY } from '../../scripts/openapi/examples.ts'
import { type Ended, projectDir } from '../../scripts/program.ts'
import { migrationFiles } from '../../scripts/scratch-postgres.ts'
import { insertServers } from '../registry/registry-servers.ts'
import { type Project, startProject } from './deployment.ts'
import type { Upload } from './management-api.ts'

let project: Project
let deployment: Ended
let uploads: Upload[]
/** The command lines that could be seen meanwhile. */
const commands = new Set<string>()
/** The address of a Data API for that database. */
let dataApi: Promise<string>
let dataApiProcess: SupervisedProcess | undefined

beforeAll(async () => {
  project = await startProject()
  const timer = setInterval(() => {
    for (const line of commandLines()) commands.add(line)
    // Each program runs for half a second and longer.
  }, 100)
  // As the platform, which has two minutes.
  const asOwner = (statement: string) =>
    withConnection(project.database, (sql) => sql.unsafe(statement), { statement_timeout: '0' })
  await asOwner("alter role postgres set statement_timeout = '1ms'")
  deployment = await project.deploy(['--yes', '--include-seed'])
  clearInterval(timer)
  await asOwner('alter role postgres reset statement_timeout')
  dataApi = startDataApi()
  dataApi.catch(() => {})
  uploads = [...project.managementApi.uploads]
  if (uploads.length === 0) {
    throw new Error(`Nothing was uploaded:\n${deployment.stderr}${deployment.stdout}`)
  }
  for (const { slug, files } of uploads) {
    const home = uploaded(`${slug}`)
    for (const [path, text] of files) {
      mkdirSync(join(home, dirname(path)), { recursive: true })
      writeFileSync(join(home, path), text)
    }
    // The platform downloads the packages in deno.json instead.
    symlinkSync(join(projectDir, 'node_modules'), join(home, 'node_modules'), 'junction')
    // Runs index.ts, and exits when this process ends.
    const program = join('local', 'functions', `edge-function-${slug}.ts`)
    cpSync(join(projectDir, program), join(home, program))
  }
  // A deployment runs the CLI nine times.
}, 240_000)

/** A folder for the uploaded files of one function, without those of other functions. */
function uploaded(name: string): string {
  return join(project.folder, 'uploaded', name)
}

afterAll(async () => {
  await dataApiProcess?.stop()
  await project?.stop()
})

/** What the list of processes shows to every user. */
function commandLines(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') : []
    } catch {
      // It has ended.
      return []
    }
  })
}

/** Runs the uploaded files of a function in Deno, without the project and its environment. */
function serve(name: string, env: Record<string, string>) {
  const args = ['run', '--allow-net', '--allow-env', '--no-prompt', '--cached-only', '--no-remote']
  const config = ['--node-modules-dir=manual', `--config=functions/${name}/deno.json`]
  const child = spawn(denoBinary(), [...args, ...config, `local/functions/edge-function-${name}.ts`], {
    cwd: uploaded(name),
    env: {
      PATH: process.env.PATH,
      DENO_DIR: join(project.folder, 'deno'),
      NO_COLOR: '1',
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      ...env,
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Starts a Data API for the database of the project. Returns its address. */
async function startDataApi(): Promise<string> {
  const password = 'authenticator'
  await withConnection(project.database, (sql) =>
    sql.unsafe(`alter role authenticator password '${password}'`),
  )
  return retryPorts(async () => {
    const [port, studioPort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const log = new Log(join(project.folder, 'data-api.log'))
    dataApiProcess = new SupervisedProcess({
      name: 'Data API',
      launch: () =>
        launchDataApi(log, {
          DATABASE_URL: project.database.replace(/\/\/.*@/, '//authenticator@'),
          PGPASSWORD: password,
          DATA_API_PORT: String(port),
          STUDIO_PORT: String(studioPort),
          PUBLISHABLE_KEY: 'sb_publishable_test',
          SECRET_KEY: 'sb_secret_test',
        }),
      isReady: async () => (await getStatus(`${url}/rest/v1/`)) !== undefined,
      ports: [[port], [studioPort]],
      logPath: log.path,
    })
    await dataApiProcess.start()
    return url
  })
}

describe('deploying', () => {
  test('uploads all functions, activates them together and sends no unknown request', () => {
    expect(deployment).toMatchObject({ status: 0 })
    expect(uploads.map(({ slug }) => slug).sort()).toEqual(['api', 'mcp', 'registry'])
    expect(project.managementApi.live.map((slugs) => slugs.sort())).toEqual([['api', 'mcp', 'registry']])
    expect(project.managementApi.unknown).toEqual([])
  })

  test('applies all migrations, the synonyms and the seed', async () => {
    await withConnection(project.database, async (sql) => {
      const versions = await sql`select version from supabase_migrations.schema_migrations order by 1`
      expect(versions.map(({ version }) => version)).toEqual(
        migrationFiles().map((path) => /^\d+/.exec(basename(path))?.[0]),
      )
      const [skills] = await sql`select count(*)::integer from public.skills`
      expect(skills?.count).toBeGreaterThanOrEqual(20)
      const seeds = await sql`select path from supabase_migrations.seed_files order by 1`
      // As config.toml lists them, so `supabase start` runs them, too.
      expect(seeds.map(({ path }) => path)).toEqual(['supabase/seed.sql', 'supabase/synonyms.sql'])
    })
  })

  test('shows how the settings differ, and pushes those of [api] and [auth]', () => {
    expect(deployment.stdout).toMatch(/^api\.max_rows \[update\]\n {2}local: {2}100\n {2}remote: 1000$/m)
    expect(deployment.stdout).toContain('auth.enable_signup [update]')
    expect(project.managementApi.config).toMatchObject({
      api: { db_schema: 'public', max_rows: 100 },
      auth: { disable_signup: true, site_url: 'http://localhost:3000' },
    })
  })

  test('shortens how long requests wait for locks while migrations run', async () => {
    const commands = deployment.stdout
      .split('\n')
      .filter((line) => /^supabase .*(lock_timeout|db push)/.test(line))
    expect(commands).toEqual([
      expect.stringContaining("alter role anon set lock_timeout = '500ms'"),
      expect.stringContaining('supabase db push'),
      expect.stringContaining('alter role anon reset lock_timeout'),
    ])
    await withConnection(project.database, async (sql) => {
      const roles = await sql`select rolname from pg_roles where rolconfig::text like '%lock_timeout%'`
      // As in a new project.
      expect([...roles]).toEqual([{ rolname: 'authenticator' }])
    })
  })

  test('shows the password of the database to nobody', () => {
    if (process.platform === 'linux')
      expect(
        [...commands].filter((line) => line.includes('db push') && line.includes('postgres@')),
      ).not.toEqual([])
    expect([...commands].filter((line) => /Zq\d/.test(line))).toEqual([])
    expect(deployment.stdout + deployment.stderr).not.toMatch(/Zq\d/)
  })

  test.each([
    ['a project', { SUPABASE_PROJECT_ID: '' }, /^The project is not known: run `npx supabase link`/],
    ['a valid project', { SUPABASE_PROJECT_ID: 'mine' }, /^“mine” is not a project reference/],
    ['an account', { SUPABASE_ACCESS_TOKEN: '' }, /^You are not logged in to Supabase: run/],
    // tests/unit/database-url.test.ts has other addresses.
    [
      'the address of a database',
      { SUPABASE_DB_URL: 'https://user:Zq1@example.com' },
      /^SUPABASE_DB_URL is not the URL of a database: (?!.*Zq1).*\.\n$/,
    ],
  ])('requires %s', async (_, env, sentence) => {
    const { status, stderr } = await project.deploy(['--dry-run'], env)
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(sentence) })
  })
})

describe.each([
  {
    name: 'api',
    from: /^functions\/(_shared|api)\/([a-z-]+\/)*[a-z0-9.-]+\.(ts|json)$/,
    loadedLate: [
      'functions/_shared/documents/skill.ts',
      ...['index', 'llms', 'openapi'].map((name) => `functions/api/documents/${name}.ts`),
    ],
    async getFiveSkills(address: string): Promise<unknown> {
      for (const path of ['/health', '', '/openapi.json', '/skill.md', '/llms.txt'])
        expect((await fetch(`${address}/api${path}`)).status, path).toBe(200)
      const response = await fetch(`${address}/api/skills?limit=5`)
      expect(response.status).toBe(200)
      return response.json()
    },
  },
  {
    name: 'mcp',
    from: /^functions\/(_shared|mcp|api)\/([a-z-]+\/)*[a-z0-9.-]+\.(ts|json)$/,
    loadedLate: ['functions/mcp/server.ts'],
    async getFiveSkills(address: string): Promise<unknown> {
      const response = await fetch(`${address}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'search_skills', arguments: { limit: 5 } },
        }),
      })
      expect(response.status).toBe(200)
      const { result } = (await response.json()) as { result: { structuredContent: unknown } }
      return result.structuredContent
    },
  },
  {
    name: 'registry',
    from: /^functions\/(_shared|registry)\/([a-z-]+\/)*[a-z0-9.-]+\.(ts|json)$/,
    loadedLate: ['functions/registry/documents/openapi.ts'],
    async getFiveSkills(address: string): Promise<unknown> {
      expect((await fetch(`${address}/registry/openapi.json`)).status).toBe(200)
      await withConnection(project.database, (sql) =>
        insertServers(
          sql,
          Array.from({ length: 5 }, (_, i) => ({ name: `deployed/server-${i}` })),
        ),
      )
      const response = await fetch(`${address}/registry/v0.1/servers?search=deployed&limit=5`)
      expect(response.status).toBe(200)
      return ((await response.json()) as { metadata: unknown }).metadata
    },
  },
])('the uploaded function $name', ({ name, from, loadedLate, getFiveSkills }) => {
  let upload: Upload
  beforeAll(() => {
    upload = uploads.find(({ slug }) => slug === name) as Upload
  })

  test('checks keys itself and starts with index.ts', () => {
    expect(upload.metadata).toMatchObject({
      name,
      verify_jwt: false,
      entrypoint_path: `functions/${name}/index.ts`,
      // The platform reads the packages from it.
      import_map_path: `functions/${name}/deno.json`,
    })
    expect([...upload.files.keys()]).toEqual(
      expect.arrayContaining([`functions/${name}/index.ts`, `functions/${name}/deno.json`]),
    )
  })

  test('contains only its files, unchanged, and the modules that it imports later', () => {
    expect([...upload.files.keys()]).toEqual(expect.arrayContaining(loadedLate))
    for (const [path, text] of upload.files) {
      expect(path).toMatch(from)
      expect(text, path).toBe(readFileSync(join(projectDir, path), 'utf8'))
    }
    const size = [...upload.files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    // The OpenAPI document is 146 kB of it. A test, the site or a package would be far more.
    expect(size).toBeLessThan(350_000)
  })

  test('contains no key, no password and no path of this machine', () => {
    // The example in the documents.
    const all = [...upload.files.values()].join('\n').replaceAll(UNUSED_KEY, '')
    expect(all).not.toMatch(
      /claw_[0-9a-f]{56}|sb_(secret|publishable)_\w|sbp_\w|postgres(ql)?:\/\/|eyJ\w{10}/,
    )
    expect(all).not.toContain(projectDir)
  })

  test('answers with the data of the project', async () => {
    const child = serve(name, {
      SUPABASE_URL: await dataApi,
      SUPABASE_PUBLISHABLE_KEYS: '{"default": "sb_publishable_test"}',
    })
    expect(await getFiveSkills(await originOf(child))).toMatchObject({ count: 5 })
  })

  test('exits with an error when a setting is missing', async () => {
    const child = serve(name, { SUPABASE_PUBLISHABLE_KEYS: '{"default": "k"}' })
    await expect(originOf(child)).rejects.toThrow(
      'The setting SUPABASE_URL is missing: the function cannot find its database without it.',
    )
  })
})
