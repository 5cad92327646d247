// npm run bench -- import: imports a registry that it serves itself, three times: all new, unchanged, and after some changes. The entries
// are the same in every run; some are hostile.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { type TemporaryStack, withStack } from '../local/stack/temporary-stack.ts'
import { run } from '../scripts/program.ts'
import { markdownTable } from './report.ts'

const VERSIONS = 5
const PAGE = 100
/** One server in so many is hostile, and one in so many changes before the last run. */
const HOSTILE = 50
const CHANGED = 100
const TIME = '2026-01-01T10:30:00.000000Z'
const WORDS =
  'reads writes files searches the web for weather data and returns structured results through an API'.split(
    ' ',
  )

const options = {
  servers: { type: 'string', value: 'N', default: '20000', help: 'How many servers, each in five versions' },
} as const

await command('bench import', { options }, async ({ servers }) => {
  const count = wholeNumber('servers', servers, 1)
  await withStack({ mcp: false }, async (stack) => {
    const registry = { changes: false }
    const server = await serve((position) => page(position, count, registry.changes))
    const { port } = server.address() as AddressInfo
    try {
      const rows = []
      for (const what of ['everything is new', 'nothing changed', `1 server of ${CHANGED} changed`]) {
        registry.changes = what.startsWith('1')
        rows.push([what, ...(await measure(stack, `http://127.0.0.1:${port}`))])
      }
      const [, , , written] = rows[1] ?? []
      console.log(
        markdownTable({ columns: ['', 's', 'MB', 'rows written', 'served', 'install', 'outcome'], rows }),
      )
      if (written !== 0) throw new UserError(`The import without changes wrote ${written} rows.`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

/** The time and peak memory of an import, the rows that it wrote, how many servers and ways to install them there are, and what it printed. */
async function measure(stack: TemporaryStack, url: string): Promise<(string | number)[]> {
  const begin = performance.now()
  const peak =
    'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))'
  const program = ['local/run.mjs', 'scripts/import.ts', 'mcp-registry', '--base-url', url]
  const env = { ...process.env, SUPABASE_URL: stack.apiUrl, SUPABASE_SECRET_KEY: stack.secretKey }
  const start = await lastChange(stack)
  const { status, stdout, stderr } = await run(process.execPath, ['--import', peak, ...program], { env })
  const seconds = (performance.now() - begin) / 1_000
  if (status !== 0) throw new Error(`The import failed: ${stderr}`)
  const [outcome = ''] = stdout.split('\n')
  const megabytes = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1_024
  const { written, served, install } = await changesSince(stack, start)
  return [Math.round(seconds), Math.round(megabytes), written, served, install, outcome]
}

async function lastChange(stack: TemporaryStack): Promise<string> {
  return withConnection(stack.databaseUrl, async (sql) => {
    const [row] = await sql`select pg_current_xact_id()::text as id`
    return row?.id as string
  })
}

type Changes = { written: number; served: number; install: number }

/** The rows of skills and servers that transactions since then wrote, and what there is. */
async function changesSince(stack: TemporaryStack, id: string): Promise<Changes> {
  return withConnection(stack.databaseUrl, async (sql) => {
    const [row] = await sql`
      select
        (select count(*)::int from public.skills where xmin::text::bigint > ${id}::bigint)
          + (select count(*)::int from private.imported_skills where xmin::text::bigint > ${id}::bigint)
          + (select count(*)::int from private.registry_servers where xmin::text::bigint > ${id}::bigint) as written,
        (select count(*)::int from private.registry_servers) as served,
        (select coalesce(sum(jsonb_array_length(install)), 0)::int from private.registry_servers) as install`
    return row as Changes
  })
}

async function serve(respond: (position: number) => string): Promise<Server> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const position = Number(searchParams.get('cursor') ?? 0)
    response.setHeader('Content-Type', 'application/json').end(respond(position))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

/** A page of the list: all versions of a server follow each other, as in the official registry. */
function page(position: number, servers: number, hasChanges: boolean): string {
  const end = Math.min(position + PAGE, servers * VERSIONS)
  const entries = []
  for (let at = position; at < end; at++)
    entries.push(entry(Math.floor(at / VERSIONS), at % VERSIONS, hasChanges))
  const next = end < servers * VERSIONS ? `,"nextCursor":"${end}"` : ''
  return `{"servers":[${entries.join(',')}],"metadata":{"count":${entries.length}${next}}}`
}

/** The JSON of a version of a server. */
function entry(server: number, version: number, hasChanges: boolean): string {
  const isLatest = version === VERSIONS - 1
  if (isLatest && server % HOSTILE === HOSTILE - 1) return hostile(Math.floor(server / HOSTILE))
  const isChanged = hasChanges && server % CHANGED === 0
  // Of one server in 20, the latest version was deleted; of one in 40, all.
  const isDeleted =
    server % 40 === 7 || (isLatest && server % 20 === 7) || (isChanged && server % 1_000 === 0)
  const user = `user${server % 7_000}`
  return JSON.stringify({
    server: {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: `io.github.${user}/server-${server}`,
      description: Array.from({ length: 8 }, (_, i) => WORDS[(server * 7 + i * i) % WORDS.length])
        .join(' ')
        .slice(0, 100),
      version: `1.${version}.${isChanged ? 1 : 0}`,
      repository: { url: `https://github.com/${user}/server-${server}`, source: 'github' },
      packages: [packageOf(server, `${user}/server-${server}`, `1.${version}.0`)],
      remotes: [{ type: 'streamable-http', url: `https://${user}.example.com/server-${server}/mcp` }],
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: isDeleted ? 'deleted' : 'active',
        isLatest,
        publishedAt: TIME,
        updatedAt: TIME,
        statusChangedAt: TIME,
      },
    },
  })
}

/** Most are for npm and need a key; of ten servers, four have another type, or variables that are not passed on. */
function packageOf(server: number, path: string, version: string): object {
  const key = { name: 'API_KEY', description: 'The key.', isRequired: true, isSecret: true }
  const optional = (name: string) => ({ name, description: 'Optional.' })
  const npm = { registryType: 'npm', identifier: `@${path}` }
  const [fields, environmentVariables] = [
    [{ registryType: 'oci', identifier: `ghcr.io/${path}` }, [key, optional('LOG_LEVEL')]],
    [{ registryType: 'pypi', identifier: path.replace('/', '-') }, [key]],
    [npm, [key, optional('HTTPS_PROXY')]],
    [npm, [{ ...key, name: 'OPENAI_BASE_URL' }]],
  ][server % 10] ?? [npm, [key]]
  return { ...fields, version, transport: { type: 'stdio' }, environmentVariables }
}

/** One of the entries that a registry should not send. */
function hostile(number: number): string {
  const name = `com.example/hostile-${number}`
  const official = (members: string) => `"_meta":{"io.modelcontextprotocol.registry/official":{${members}}}`
  const server = (members: string, meta = '') =>
    `{"server":{"name":"${name}","description":"x","version":"1"${members && `,${members}`}}${meta && `,${meta}`}}`
  const kinds = [
    () => 'null',
    () => '{"server":[]}',
    () => `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    () => server(`"x":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    () => server(`"x":"${'x'.repeat(70_000)}"`),
    () => server(`"x":[${Array(10_000).fill('1e300').join(',')}]`),
    () => server('"x":1e400'),
    () => server('"x":"\\u0000"'),
    () => server('"x":"\\ud800"'),
    () => server('"title":"\\u001b]0;x\\u0007\\u202e"'),
    () => server('"__proto__":{"name":1},"constructor":1'),
    () => server('"packages":[{"registry_type":"npm"}]'),
    () => server('"repository":{"url":"javascript:alert(1)","source":"x"}'),
    () => server('"version":7'),
    () => server('', official('"status":"unknown"')),
    () => server('', official('"status":1')),
    () => server('', official('"isLatest":false,"publishedAt":"+275000-01-01T00:00:00Z"')),
    () => server('', official('"isLatest":true,"publishedAt":"-infinity","updatedAt":5')),
    () => `{"server":{"name":"${'n'.repeat(100_000)}","description":"x"}}`,
    () => `{"server":{"name":"io.github.user0/server-0","description":"Taken over.","version":"9"}}`,
  ]
  return kinds[number % kinds.length]?.() ?? 'null'
}
