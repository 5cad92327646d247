// The server.json of servers, and random ones: most parts fit, others are hostile texts or any JSON.
import fc from 'fast-check'
import { anyText } from '../support/random-texts.ts'

/** A package for npm, with what the schema of server.json requires. */
export const npmPackage = (fields: object = {}) => ({
  registryType: 'npm',
  identifier: '@example/server',
  version: '1.2.3',
  transport: { type: 'stdio' },
  ...fields,
})

/** The server.json of a server. */
export const serverJson = (name: string, fields: object = {}) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name,
  description: 'Does one thing.',
  version: '1.2.3',
  ...fields,
})

/** The words of texts. */
const words = (...texts: string[]) => texts.flatMap((text) => text.split(' '))

const HOSTILE = [
  ...words(
    '--privileged -v --registry=https://evil.example https://evil.example/a.tgz',
    'git+ssh://git@evil.example/a',
  ),
  '-v /:/host',
  ...words('NODE_OPTIONS LD_PRELOAD https://{host}.example/mcp `id` %00'),
  '$(touch x)',
  "'; id; '",
  '" ; id ; "',
  'a\nb',
  'a\r\nb',
  '\\u0000',
  ...words('.. ~ * ! # 0 1.0.0 stdio npm __proto__ constructor'),
  '\u202egnp',
  '\u200b',
  'g\u0456thub.com',
  '',
  ' ',
  'a'.repeat(3_000),
]
const valid = {
  name: ['@a/b', 'a-b', 'ghcr.io/a/b:1', 'a/b'],
  version: ['1.0.0', '2!1.0rc1', undefined],
  variable: ['API_KEY', 'B'],
  header: ['X-Key', 'Authorization'],
  url: ['https://mcp.example.com/mcp', 'https://a.b.example:444/@a/b?c=d&e=%20'],
}
const json = fc.jsonValue({ maxDepth: 3 })
/** Mostly a fitting value, so that other parts are reached, else a hostile text, a mixture of both, or any JSON. */
const mostly = (...fitting: unknown[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...fitting), fc.constantFrom(...HOSTILE), fc.boolean())
        .map(([a, b, isFirst]) => (isFirst ? `${a}${b}` : `${b}${a}`)),
    },
    {
      weight: 1,
      arbitrary: anyText(20).map((text) => text.replaceAll('\0', '')),
    },
    { weight: 1, arbitrary: json },
  )
const flag = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(true, false, undefined) },
  { weight: 1, arbitrary: json },
)
const fields = (...names: string[]) =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(
        fc.record({
          name: mostly(...names),
          isRequired: flag,
          isSecret: flag,
          value: fc.constantFrom(...HOSTILE),
        }),
        { maxLength: 2 },
      ),
    },
    { weight: 1, arbitrary: json },
  )
const anyPackage = fc.record({
  registryType: mostly('npm', 'pypi', 'oci'),
  identifier: mostly(...valid.name),
  version: mostly(...valid.version),
  transport: fc.oneof(
    { weight: 9, arbitrary: fc.constant({ type: 'stdio' }) },
    { weight: 1, arbitrary: json },
  ),
  environmentVariables: fields(...valid.variable),
  runtimeArguments: fc.constant([{ type: 'positional', value: '--planted' }]),
  registryBaseUrl: fc.constantFrom(undefined, undefined, undefined, 'https://planted.example'),
})
const anyRemote = fc.record({
  type: mostly('streamable-http', 'sse'),
  url: mostly(...valid.url),
  headers: fields(...valid.header),
  variables: json,
})
const list = (item: fc.Arbitrary<object>) =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(fc.oneof({ weight: 9, arbitrary: item }, { weight: 1, arbitrary: json }), {
        maxLength: 4,
      }),
    },
    { weight: 1, arbitrary: json },
  )

/** Servers with random packages and remotes, the same in each run. */
export const randomServers = (count: number): unknown[] =>
  fc.sample(fc.record({ packages: list(anyPackage), remotes: list(anyRemote) }), { numRuns: count, seed: 4 })
