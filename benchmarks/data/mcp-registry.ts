// A stand-in for the MCP Registry. The entries are the same in every run; some are hostile.
import { CHANGED, HOSTILE, type StandIn } from './registry-stand-in.ts'

const VERSIONS = 5
const PAGE = 100
const TIME = '2026-01-01T10:30:00.000000Z'
const WORDS =
  'reads writes files searches the web for weather data and returns structured results through an API'.split(
    ' ',
  )

export const mcpRegistry: StandIn = ({ searchParams }, servers, hasChanges) =>
  page(Number(searchParams.get('cursor') ?? 0), servers, hasChanges)

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
