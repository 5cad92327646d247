// `npm run catalogue:import -- mcp-registry` with the stack of the tests and a stand-in for the registry.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UserError } from '../../local/cli/user-error.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { projectDir, run } from '../../scripts/program.ts'
import { Catalogue } from '../../scripts/registry/catalogue.ts'
import type { Entry } from '../../scripts/registry/entry.ts'
import { sourceUrl } from '../../scripts/registry/http.ts'
import { importPages } from '../../scripts/registry/import.ts'
import { mcpRegistry, readServers } from '../../scripts/registry/mcp-registry.ts'
import { failureOf, summaryLines } from '../../scripts/registry/summary.ts'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'
import { localStack } from '../support/api.ts'
import { getSkill, listSkills, newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { serveApp } from '../support/serve.ts'
import { registryEntry, type ServerVersion, startRegistry } from './mcp-registry.ts'

const localSettings = { SUPABASE_URL: localStack?.apiUrl, SUPABASE_SECRET_KEY: localStack?.secretKey }
const env = { ...process.env, ...localSettings }
const command = ['local/run.mjs', 'scripts/registry-import.ts', 'mcp-registry', '--base-url']

let registry: Awaited<ReturnType<typeof startRegistry>>
afterEach(() => registry?.close())

/** The import in this process, which saves the start of another. */
async function summarize({ isDryRun = false, settings = {} as NodeJS.ProcessEnv, url = registry.url } = {}) {
  const source = sourceUrl(url)
  const catalogue = new Catalogue({ ...localSettings, ...settings }, mcpRegistry(source), isDryRun)
  return importPages({ read: () => readServers(source), listsAll: false, catalogue, progress: () => {} })
}

const importAll = async (options?: Parameters<typeof summarize>[0]) => (await summarize(options)).counts

async function runImport(...options: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(process.execPath, [...command, registry.url, ...options], {
    env,
  })
  expect([status, stderr.match(/rror.*/)?.[0]]).toEqual([0, undefined])
  return stdout
}

/** Runs SQL as the owner of the database, such as an admin in the dashboard. */
function asAdmin(statement: string, ...values: string[]) {
  return withConnection(localStack?.databaseUrl ?? '', (sql) => sql.unsafe(statement, values))
}

/** 12 MB of spaces, compressed to 12 kB. */
const bomb = () => gzipSync(Buffer.alloc(12_000_000, ' '))

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

describe.runIf(localStack)('npm run catalogue:import -- mcp-registry', () => {
  test('imports the latest active version of each server, and changes nothing the second time', async () => {
    const word = uniqueWord()
    const { name: taken } = await newSkill({ name: `example/${word}-taken` })
    const url = 'https://github.com/example/weather'
    const old = { isLatest: false, publishedAt: '2025-06-01T00:00:00Z' }
    registry = await startRegistry([
      // A version of an older release can be published after the latest one.
      registryEntry({ name: `com.example/${word}-many`, ...old, publishedAt: '2026-06-01T00:00:00Z' }),
      registryEntry({ name: `com.example/${word}-many`, description: 'The latest.', url }),
      registryEntry({ name: `com.example/${word}-many`, description: 'The oldest.', ...old }),
      registryEntry({ name: `com.example/${word}-back`, description: 'Works.', ...old }),
      registryEntry({ name: `com.example/${word}-back`, description: 'Withdrawn.', status: 'deleted' }),
      registryEntry({ name: `com.example/${word}-gone`, status: 'deprecated' }),
      registryEntry({ name: taken, description: 'The server itself.' }),
      registryEntry({ name: `com.example/${word}-\u202e`, url: 'javascript:alert(1)', description: ' ' }),
      registryEntry({ name: `com.example/${word}-nul`, description: '\u0000' }),
      { server: { name: `com.example/${word}-minimal`, description: 'No metadata.', repository: {} } },
      { server: null },
    ])

    expect(await importAll({ isDryRun: true })).toMatchObject({ created: 4, updated: 0, unchanged: 0 })
    const first = await runImport()
    expect(first).toContain('4 created, 0 updated, 0 unchanged,')
    expect(first).toContain('3 not imported. 0 marked as deprecated or deleted. 2 versions are not active.')
    expect(first).toContain('2 older versions were left out.')
    expect(first).toMatch(
      /-\\u202e": name must .*; description must .*; url must be an http or https address/,
    )
    expect(first).toContain('-nul": must not contain NUL')
    expect(first).toContain('"a server without a name": is not a server')

    const page = await getSkill(slugOf(`com.example/${word}-many`))
    expect(page).toMatchObject({
      name: `com.example/${word}-many`,
      description: 'The latest.',
      type: 'mcp',
      url,
    })
    expect((await getSkill(slugOf(`com.example/${word}-back`))).description).toBe('Works.')
    expect((await getSkill(slugOf(`com.example/${word}-minimal`))).url).toBeNull()
    expect((await getSkill(slugOf(taken))).description).toBe('Does one thing.')
    expect((await getSkill(slugOf(`${taken} MCP Registry`))).identifiers).toContain(taken)

    expect(await importAll()).toMatchObject({ created: 0, updated: 0, unchanged: 4, kept: 0 })
    expect(await getSkill(page.slug)).toEqual(page)
  })

  test('exits with 1 and the first reason if nothing of what was read can be stored', async () => {
    const name = `com.example/${uniqueWord()}`
    const invalid = registryEntry({ name, description: '\u0000' })
    registry = await startRegistry([
      invalid,
      { server: null },
      registryEntry({ name: `${name}-old`, status: 'deleted' }),
    ])
    const { status, stdout, stderr } = await run(process.execPath, [...command, registry.url], { env })
    expect(stdout).toContain('2 not imported.')
    expect(stderr).toContain(
      `Nothing of what was read can be imported. The first reason: "${name}": must not contain NUL or lone surrogates`,
    )
    expect(status).toBe(1)
    const failure = async () => failureOf(await summarize())
    expect(await failure()).toContain(name)
    registry.entries = [invalid, registryEntry({ name: `${name}-good` })]
    expect(await failure()).toBeUndefined()
    // Also if all that can be stored is stored already.
    expect(await failure()).toBeUndefined()
    registry.entries = []
    expect(await failure()).toBeUndefined()
  })

  test('serves a server with an empty repository without it', async () => {
    const name = `com.example/${uniqueWord()}`
    const server = { name, description: 'x', version: '1.0.0' }
    const bad = ['version', '$schema'].map((member) => ({
      server: { ...server, name: `${name}-${member.replace('$', '')}`, [member]: '' },
    }))
    registry = await startRegistry([{ server: { ...server, repository: {} } }, ...bad])
    expect(await summarize()).toMatchObject({ counts: { created: 3 }, notServed: 2 })
    const rows = await asAdmin('select server from private.registry_servers where name ^@ $1', name)
    expect([...rows]).toEqual([{ server }])
  })

  test('the url of a server in a folder of a repository is the folder', async () => {
    const word = uniqueWord()
    const cases = [
      [`https://github.com/${word}/r.git/`, '/src/a b/', `https://github.com/${word}/r/tree/HEAD/src/a%20b`],
      [`https://gitlab.com/${word}/g/r`, 'x', `https://gitlab.com/${word}/g/r/-/tree/HEAD/x`],
      ...['', '/', '../../x/y', '\ud800', 'x'.repeat(2_040), 5].map((folder) => {
        const url = `https://github.com/${word}/r`
        return [url, folder, url]
      }),
      // Not a repository.
      ...[
        `https://example.com/${word}`,
        `https://github.com/${word}`,
        `https://github.com/${word}/r/tree/main/src`,
        `https://gitlab.com/${word}/g/r/-/tree/main/src`,
        `https://gitlab.com/${word}/r/blob/main/README.md`,
      ].map((url) => [url, 'x', url]),
    ] as const
    const name = (number: number) => `com.example/${word}-${number}`
    registry = await startRegistry(
      cases.map(([url, subfolder], i) => ({
        server: { name: name(i), description: 'x', repository: { url, subfolder } },
      })),
    )
    expect(await importAll()).toMatchObject({ created: cases.length })
    for (const [i, [, , page]] of cases.entries()) expect((await getSkill(slugOf(name(i)))).url).toBe(page)
  })

  test('imports nothing when it is killed while it reads, and all the next time', async () => {
    const word = uniqueWord()
    registry = await startRegistry(
      Array.from({ length: 200 }, (_, i) => registryEntry({ name: `com.example/${word}-${i}` })),
    )
    let hanging: () => void = () => {}
    const hangs = new Promise<void>((reached) => {
      hanging = reached
    })
    registry.before = async (cursor) => {
      if (cursor !== 'at:100') return 200
      hanging()
      return new Promise(() => {})
    }
    const child = spawn(process.execPath, [...command, registry.url], { cwd: projectDir, env })
    await hangs
    child.kill('SIGKILL')
    await once(child, 'exit')

    registry.before = async (cursor) => (cursor === 'at:100' && registry.cursors.length < 5 ? 503 : 200)
    expect(await importAll({ isDryRun: true })).toMatchObject({ created: 200, updated: 0, unchanged: 0 })
    expect(await importAll()).toMatchObject({ created: 200, updated: 0, unchanged: 0 })
  })

  // Two batches: 100 servers, and the rest.
  const WHERE = [
    ['on one page', 0],
    ['in two batches', 100],
  ] as const

  test.each(WHERE)(
    'marks what the registry deletes or deprecates, %s, keeps its ratings, and removes the mark again',
    async (_, count) => {
      const word = uniqueWord()
      const others = Array.from({ length: count }, (_, i) =>
        registryEntry({ name: `com.example/${word}-other-${i}` }),
      )
      const names = ['gone', 'old', 'half'].map((name) => `com.example/${word}-${name}`)
      const [gone = '', old = '', half = ''] = names
      type Status = NonNullable<ServerVersion['status']>
      /** The statuses of the latest version of each, and of the one before. */
      const list = (statuses: [latest: Status, older: Status][]) => {
        const versions = (version: string, fields: object, index: 0 | 1) =>
          names.map((name, i) =>
            registryEntry({ name, version, status: statuses[i]?.[index] ?? 'active', ...fields }),
          )
        const older = { isLatest: false, publishedAt: '2025-01-01T00:00:00Z' }
        return [...versions('2.0.0', {}, 0), ...others, ...versions('1.0.0', older, 1)]
      }
      const states = async () => {
        const rows = await asAdmin(
          'select version, status from private.registry_servers where name = any ($1::text[]) order by name desc',
          `{${names}}`,
        )
        return rows.map(({ version, status }) => `${version} ${status}`)
      }
      registry = await startRegistry(list([]))
      expect(await importAll()).toMatchObject({ created: 3 + count, marked: 0 })
      expect(await states()).toEqual(Array(3).fill('2.0.0 active'))
      await submitRating(await newAgent(), { skill_name: gone, claws: 4 })
      const before = await getSkill(slugOf(gone))
      expect(before.source_status).toBeNull()

      const some = list([
        ['deleted', 'deleted'],
        ['deprecated', 'deleted'],
        ['deleted', 'active'],
      ])
      for (const entries of [some, some.toReversed()]) {
        registry.entries = entries
        const { counts, failed } = await summarize()
        expect([counts.marked, failed]).toEqual([entries === some ? 2 : 0, 0])
        expect(await states()).toEqual(['2.0.0 deprecated', '1.0.0 active', '2.0.0 deleted'])
      }
      const mark = { source_status: 'deleted', source_version: null, install: null }
      expect(await getSkill(slugOf(gone))).toEqual({ ...before, ...mark })
      expect((await getSkill(slugOf(old))).source_status).toBe('deprecated')
      expect((await getSkill(slugOf(half))).source_status).toBeNull()
      expect((await listSkills({ search: word, sort: 'name' })).count).toBe(3 + count > 100 ? 100 : 3)

      registry.entries = list([['deprecated', 'deleted']])
      expect(await importAll()).toMatchObject({ marked: 1, updated: 2 })
      expect(await states()).toEqual(['2.0.0 active', '2.0.0 active', '2.0.0 deprecated'])
      expect((await getSkill(slugOf(old))).source_status).toBeNull()
    },
  )

  const T = (month: number) => `2026-0${month}-01T00:00:00Z`
  const VERSIONS: [what: string, served: string, ...listed: Omit<ServerVersion, 'name'>[]][] = [
    ['higher', '2.0.0', { version: '1.0.0' }, { version: '2.0.0' }],
    ['higher first', '2.0.0', { version: '2.0.0' }, { version: '1.0.0' }],
    ['ten', '1.10.0', { version: '1.10.0' }, { version: '1.9.0' }],
    ['release', '1.0.0', { version: '1.0.0' }, { version: '1.0.0-rc.1' }],
    ['published', '1.0.0', { version: '1.0.0', publishedAt: T(2) }, { version: '2.0.0', publishedAt: T(1) }],
    ['at once', '2.0.0', { version: '2.0.0', publishedAt: T(1) }, { version: '1.0.0', publishedAt: T(1) }],
    ['one time', '3.0.0', { version: '3.0.0' }, { version: '2.0.0', publishedAt: T(2) }],
    ['no order', 'a', { version: 'b' }, { version: 'a' }],
    ['one number', '3', { version: '4.0.0' }, { version: '3' }],
    [
      'latest',
      '1.0.0',
      { version: '1.0.0', isLatest: true, publishedAt: T(1) },
      { version: '2.0.0', isLatest: false, publishedAt: T(2) },
    ],
    ['latest or unknown', '1.0.0', { version: '1.0.0', isLatest: true }, { version: '2.0.0' }],
  ]

  test.each(WHERE)(
    'keeps the newest version of each server, %s, and writes nothing the second time',
    async (_, count) => {
      const word = uniqueWord()
      const nameOf = (what: string) => `com.example/${word}-${what.replaceAll(' ', '-')}`
      const listed = (i: number) =>
        VERSIONS.flatMap(([what, , ...versions]) =>
          versions
            .slice(i, i + 1)
            .map((version) =>
              registryEntry({ name: nameOf(what), isLatest: null, publishedAt: null, ...version }),
            ),
        )
      const others = Array.from({ length: count }, (_, i) =>
        registryEntry({ name: `com.example/${word}-other-${i}` }),
      )
      const rows = async () =>
        (
          await asAdmin(
            `select name, version, xmin::text from private.registry_servers where name ^@ $1 and name !~ 'other' order by name`,
            `com.example/${word}-`,
          )
        ).map(({ name, version, xmin }) => [name, version, xmin])
      registry = await startRegistry([...listed(0), ...others, ...listed(1)])
      expect(await summarize()).toMatchObject({ counts: { older: VERSIONS.length }, failed: 0, notServed: 0 })
      const first = await rows()
      expect(Object.fromEntries(first)).toEqual(
        Object.fromEntries(VERSIONS.map(([what, served]) => [nameOf(what), served])),
      )
      expect(await importAll()).toMatchObject({ updated: 0, created: 0, older: VERSIONS.length })
      expect(await rows()).toEqual(first)

      // What the source does not list any more, and what it lists anew.
      registry.entries = [...listed(1), ...others]
      await importAll()
      const lasts = VERSIONS.map(([what, , ...versions]) => [nameOf(what), versions.at(-1)?.version])
      expect(Object.fromEntries(await rows())).toEqual(Object.fromEntries(lasts))
      registry.entries = [...listed(0), ...others, ...listed(1)]
      await importAll()
      expect((await rows()).map(([name, version]) => [name, version])).toEqual(
        first.map(([name, version]) => [name, version]),
      )
    },
  )

  test('reads a page with a byte order mark, and follows a redirect that adds a slash', async () => {
    const name = `com.example/${uniqueWord()}`
    registry = await startRegistry([])
    registry.respond = () => new Response(`\ufeff${JSON.stringify({ servers: [registryEntry({ name })] })}`)
    expect(await importAll()).toMatchObject({ created: 1 })
    registry.respond = (cursor, path) =>
      path.endsWith('/')
        ? undefined
        : // A proxy ended TLS, and the application does not know.
          Response.redirect(`${registry.url.replace('http:', 'https:')}${path}/?cursor=${cursor}`, 307)
    registry.entries = Array.from({ length: 150 }, (_, i) => registryEntry({ name: `${name}-${i}` }))
    expect(await importAll()).toMatchObject({ created: 150 })
    expect(registry.cursors.slice(1)).toEqual(['', '', 'at:100', 'at:100'])
  })

  test('sends larger batches again after one that failed', async () => {
    const sizes: number[] = []
    const dataApi = await serveApp(
      new Hono().post('/rest/v1/rpc/import_skills', async (c) => {
        const entries: Entry[] = JSON.parse((await c.req.json()).p_skills)
        if (entries.length > 0) sizes.push(entries.length)
        // As slow as to end in the statement timeout, for a while.
        if (entries.length > 0 && sizes.length < 7) return c.json({}, 500)
        return c.json({ outcomes: entries.map((one) => [one.external_name, 'created', null]) })
      }),
    )
    try {
      const settings = { SUPABASE_URL: dataApi.url, SUPABASE_SECRET_KEY: 'key' }
      const names = Array.from({ length: 500 }, (_, i) => `com.example/${i}`)
      const outcomes = await new Catalogue(settings, mcpRegistry('https://a.example'), false).send(
        names.map((external_name) => ({ external_name }) as Entry),
      )
      expect(outcomes.map(([name]) => name)).toEqual(names)
      expect(sizes.length).toBeLessThan(20)
      expect(Math.max(...sizes.slice(6))).toBe(100)
    } finally {
      await dataApi.close()
    }
  })

  test('reports every bad entry, and imports the others', async () => {
    const word = uniqueWord()
    const good = [`com.example/${word}-a`, `com.example/${word}-z`]
    const name = (what: string) => `com.example/${word}-${what}`
    const entry = (server: unknown, official?: unknown) => ({
      server,
      _meta: { 'io.modelcontextprotocol.registry/official': official },
    })
    const dated = (publishedAt: string) =>
      registryEntry({ name: name(publishedAt), isLatest: false, publishedAt })
    const bad = [
      ...['+275000-01-01T00:00:00Z', '0000-01-01T00:00:00Z', 'infinity', 'now', 'epoch', ''].map(dated),
      ...['2026', '2026-01-01', 'May 1, 2026', '2026-01-01T00:00:00', '2026-01-01 00:00Z'].map(dated),
      registryEntry({ name: '😀'.repeat(3_000) }),
      registryEntry({ name: '\ud800' }),
      registryEntry({ name: name('marks'), description: `a${'\u0301'.repeat(100_000)}` }),
      registryEntry({ name: name('url'), url: 'javascript:alert(1)' }),
      registryEntry({ name: name('status'), status: 'unknown' as 'active' }),
      null,
      1,
      'x',
      [],
      {},
      { server: 1 },
      { server: { name: {} } },
      ...[{ name: 1 }, { name: name('a'), description: {} }, { name: name('b'), repository: 'x' }].map(
        (server) => entry(server),
      ),
      ...[{ status: 1 }, { isLatest: 'yes' }, { publishedAt: 5 }, 'x'].map((official) =>
        entry({ name: name('meta'), description: 'x' }, official),
      ),
    ]
    registry = await startRegistry([
      registryEntry({ name: good[0] as string }),
      ...bad,
      registryEntry({ name: good[1] as string }),
    ])
    const { counts, failed, problems } = await summarize()
    expect(problems.filter(([, problem]) => !/^\S+ (must|is)\b|^is not|^must not/.test(problem))).toEqual([])
    expect({ created: counts.created, failed }).toEqual({ created: 2, failed: bad.length })
    for (const name of good) expect((await getSkill(slugOf(name))).name).toBe(name)
    expect(await importAll()).toMatchObject({ created: 0, unchanged: 2 })
  })

  test('reports an entry that the Data API cannot store, and imports the others', async () => {
    const word = uniqueWord()
    const names = Array.from({ length: 5 }, (_, i) => `com.example/${word}-${i}`)
    const entries = names.map((name) => ({
      external_name: name,
      name,
      description: 'x',
      version: '1.0.0',
      type: 'mcp' as const,
      url: null,
      is_latest: true,
      status: 'active' as const,
      server: null,
      server_published_at: null,
      source_updated_at: null,
      status_changed_at: null,
    }))
    // Only the importer keeps NUL away: a JSON text with it is not a jsonb.
    Object.assign(entries[2] as object, { description: '\u0000' })
    const catalogue = new Catalogue(localSettings, mcpRegistry(`https://${word}.example`), false)
    const outcomes = await catalogue.send(entries)
    const bad = expect.stringContaining('cannot be stored')
    expect(outcomes.map(([, outcome]) => outcome)).toEqual(['created', 'created', bad, 'created', 'created'])
  })

  test('reads a server that is nested without end', async () => {
    const word = uniqueWord()
    const name = `com.example/${word}`
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    registry = await startRegistry([])
    registry.respond = () =>
      new Response(`{"servers":[${nested},{"server":{"name":"${name}","description":"x","x":${nested}}}]}`)
    expect(await summarize()).toMatchObject({ counts: { created: 1 }, failed: 1 })
  })

  test('shows text of the registry without characters that control a terminal', async () => {
    registry = await startRegistry([
      registryEntry({
        name: 'a\u001b]0;x\u0007\u0085\u009b31m\u202e\u2066\u2028\r\nThe import is complete.',
      }),
      registryEntry({ name: `com.example/${uniqueWord()}`, status: 'deleted' }),
    ])
    const shown = summaryLines(await summarize(), false, 1)
    expect(shown).toHaveLength(2)
    expect(shown[0]).toContain(' 1 version is not active.')
    expect(shown.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(shown[1]).toContain('"a\\u001b]0;x\\u0007\\u0085\\u009b31m\\u202e')
  })

  test('keeps the server.json whole, with the status and times of the source, and writes nothing the second time', async () => {
    const word = uniqueWord()
    const name = `com.example/${word}`
    const time = (day: number) => `2026-02-0${day}T10:30:00.123456Z`
    const times = { publishedAt: time(1), updatedAt: time(2), statusChangedAt: time(3) }
    // Members that only JSON.parse can create.
    const odd = '"unknown": {"__proto__": {"x": [1.5, -2e3, null]}, "constructor": "ö\\u001b"}'
    const text = (version: string, status = 'active') => `{
      "server": {"name": "${name}", "description": "x", "version": "${version}", "_meta": {"a": {}}, ${odd}},
      "_meta": {"io.modelcontextprotocol.registry/official": ${JSON.stringify({ status, isLatest: true, ...times })}}
    }`
    const list = (...entries: string[]) => new Response(`{"servers": [${entries.join(',')}]}`)
    registry = await startRegistry([])
    registry.respond = () => list(text('1.0.0'))
    expect(await summarize()).toMatchObject({ counts: { created: 1 }, failed: 0, notServed: 0 })
    const first = await servedServer(name)
    expect(first).toMatchObject({
      same: true,
      version: '1.0.0',
      status: 'active',
      times: [time(1), time(2), time(3)],
    })
    expect(await importAll()).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    expect(await servedServer(name)).toEqual(first)

    /** The row of the server, and whether its server.json is that of the source. */
    async function servedServer(served: string) {
      const sent = JSON.stringify(JSON.parse(text('1.0.0')).server).replace('"1.0.0"', '"VERSION"')
      const [row] = await asAdmin(
        `select version, status, updated_at::text, xmin::text, server = replace($2, 'VERSION', version)::jsonb as same, to_json(array(
           select to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
           from unnest(array[published_at, source_updated_at, status_changed_at]) as t
         )) as times
         from private.registry_servers where name = $1`,
        served,
        sent,
      )
      return row as unknown as { updated_at: string }
    }
  })

  test('imports an entry whose server.json cannot be served as a skill, and reports it', async () => {
    const word = uniqueWord()
    const name = (what: string) => `com.example/${word}-${what}`
    const server = (what: string, members: string) =>
      `{"server": {"name": "${name(what)}", "description": "x", "version": "1", ${members}}}`
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const small = server(
      'small',
      `"x": ${nested(31)}, "y": [1e15, 1e-300, 9007199254740991, "${'x'.repeat(60_000)}"]`,
    )
    // tests/unit/registry-server-json.test.ts has the rules of the schema.
    const bad: [what: string, members: string, problem: string][] = [
      ['large', `"x": "${'é'.repeat(33_000)}"`, 'it is larger than 64 KiB'],
      ['keys', `"x": {${Array.from({ length: 10_000 }, (_, i) => `"${i}": 1`)}}`, 'it is larger than 64 KiB'],
      ['deep', `"x": ${nested(33)}`, 'it is nested deeper than 32'],
      ['abyss', `"x": ${nested(10_000)}`, 'it is nested deeper than 32'],
      ['nul', '"x": {"\\u0000": 1}', 'it contains NUL or a lone surrogate'],
      ['half', '"x": ["\\ud800"]', 'it contains NUL or a lone surrogate'],
      ['huge', '"x": 1e400', 'it contains a number that would change'],
      ['exact', '"x": 9007199254740993', 'it contains a number that would change'],
      ['key', `"x": "${wellFormedKey('0123456789ab')}"`, 'it contains an API key'],
      ['version', '"version": "1\\u0000"', 'it contains NUL or a lone surrogate'],
      [
        'cut',
        `"version": "${'x'.repeat(255)}😀"`,
        '"version" is not valid by its schema: must have 0 to 255 characters',
      ],
      ['title', '"title": ""', '"title" is not valid by its schema: must have 1 to 100 characters'],
    ]
    const all = [small, ...bad.map(([what, members]) => server(what, members))]
    registry = await startRegistry([])
    registry.respond = () => new Response(`{"servers": [${all.join(',')}]}`)
    const summary = await summarize()
    expect(summary).toMatchObject({
      counts: { created: bad.length + 1 },
      failed: 0,
      notServed: bad.length,
    })
    const problems = new Map(summary.problems.map(([name, problem]) => [name, problem]))
    for (const [what, , problem] of bad)
      expect(problems.get(name(what))).toContain(`server.json is not served: ${problem}`)
    const served = await asAdmin(
      `select name from private.registry_servers where name ^@ $1`,
      `com.example/${word}-`,
    )
    expect(served.map(({ name }) => name)).toEqual([name('small')])
    expect((await getSkill(slugOf(name('abyss')))).description).toBe('x')
    expect(summaryLines(summary, true, 1)[0]).toMatch(
      /^Dry run, .* 12 imported without a server\.json, .* 1\.0 s$/,
    )
  })

  test('ends after the greatest number of pages, also if each has another cursor', async () => {
    registry = await startRegistry([])
    registry.respond = (cursor) =>
      Response.json({ servers: [], metadata: { nextCursor: String(Number(cursor) + 1) } })
    const read = async () => {
      for await (const { problems } of readServers(sourceUrl(registry.url), 20)) expect(problems).toEqual([])
    }
    await expect(read()).rejects.toThrow(/returns more than 20 pages\.$/)
    expect(registry.cursors).toHaveLength(20)
  })

  const page = (nextCursor: unknown) => () => Response.json({ servers: [], metadata: { nextCursor } })
  test.each<[string, (cursor: string) => Response, RegExp]>([
    ['one page for ever', page('x'), /again and again\.$/],
    [
      'two pages in turn',
      (cursor) => Response.json({ servers: [], metadata: { nextCursor: cursor === 'a' ? 'b' : 'a' } }),
      /again and again\.$/,
    ],
    [
      'a loop of ten pages after a start of seven',
      (cursor) => {
        const next = Number(cursor || 0) + 1
        return Response.json({ servers: [], metadata: { nextCursor: String(next > 17 ? 8 : next) } })
      },
      /again and again\.$/,
    ],
    ['a cursor of any length', page('x'.repeat(1_000_000)), /an invalid cursor\.$/],
    ['a cursor with NUL', page('\u0000'), /an invalid cursor\.$/],
    ['a cursor that is not a text', page({}), /\(not a list of servers\)/],
    ['no JSON', () => new Response('<html>\u001b[31m'), /\(not a list of servers\)/],
    [
      'JSON that is nested without end',
      () => new Response('['.repeat(1_000_000)),
      /\(not a list of servers\)/,
    ],
    ['another list', () => Response.json([1]), /\(not a list of servers\)/],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/'), /status 302: set --base-url/],
    ['a page of 12 MB', () => new Response(' '.repeat(12_000_000)), /\(a page is larger than 10 MB\)/],
    [
      'a page of 12 MB that was compressed',
      () => new Response(bomb(), { headers: { 'content-encoding': 'gzip' } }),
      /\(a page is larger than 10 MB\)/,
    ],
  ])('stops with one sentence at %s', async (_, respond, message) => {
    registry = await startRegistry([])
    registry.respond = respond
    const error: Error = await importAll().then(
      () => Promise.reject(new Error('It did not stop.')),
      (error) => error,
    )
    expect(error).toBeInstanceOf(UserError)
    expect(error.message).toMatch(/^[ -~]+$/)
    expect(error.message.replace(' Run the same command again later.', '')).toMatch(
      message.source.endsWith('$') ? message : new RegExp(`${message.source}.*$`),
    )
  })

  test('ends a page that takes too long', async () => {
    registry = await startRegistry([])
    const time = new AbortController()
    registry.respond = () =>
      new Response(
        new ReadableStream({
          start(body) {
            body.enqueue(new Uint8Array(1))
            time.abort(new Error('the time ran out'))
          },
        }),
      )
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    try {
      await expect(readServers(sourceUrl(registry.url)).next()).rejects.toThrow('(the time ran out)')
    } finally {
      timeout.mockRestore()
    }
  })

  test('does not advise to try again with a port that fetch() refuses', async () => {
    const pages = readServers('http://127.0.0.1:25')
    await expect(pages.next()).rejects.toThrow(
      'fetch() does not allow the port of http://127.0.0.1:25: set --base-url to another address.',
    )
    const other = { SUPABASE_URL: 'http://127.0.0.1:25', SUPABASE_SECRET_KEY: 'key' }
    await expect(new Catalogue(other, mcpRegistry('x'), false).check()).rejects.toThrow(
      'fetch() does not allow the port of the Data API: set SUPABASE_URL to another address.',
    )
  })

  test('requires the address of a registry', () => {
    expect(() => sourceUrl('x\u009b')).toThrow('--base-url is "x\\u009b"')
    expect(() => sourceUrl(`https://example.com/${'x'.repeat(1_000)}`)).toThrow('at most 1000 characters')
  })

  test.each([
    [{ SUPABASE_URL: 'https://example.com', SUPABASE_SECRET_KEY: '' }, 'Set both SUPABASE_URL'],
    [
      { SUPABASE_URL: '', SUPABASE_SECRET_KEY: '', DATA_DIR: '/nonexistent' },
      'There is no local stack in /nonexistent',
    ],
    [{ SUPABASE_SECRET_KEY: localStack?.publishableKey }, 'The Data API rejects the key'],
    [{ SUPABASE_SECRET_KEY: 'sb_secret_x\ny' }, /^Set both .* SUPABASE_SECRET_KEY\.$/],
  ])('does not run with %j', async (settings, message) => {
    registry = await startRegistry([])
    await expect(importAll({ settings })).rejects.toThrow(message)
  })
})
