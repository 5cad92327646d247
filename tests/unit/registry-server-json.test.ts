// The rules of the published schema of server.json. tests/registry/import-mcp-registry.test.ts has what jsonb cannot store.
import { expect, test } from 'vitest'
import { serverJsonProblem } from '../../scripts/registry/server-json.ts'

const minimal = { name: 'io.github.owner/server', description: 'x', version: '1.0.0' }
const npm = {
  registryType: 'npm',
  identifier: '@owner/server',
  version: '1.0.0',
  transport: { type: 'stdio' },
}
const remote = { type: 'streamable-http', url: 'https://{tenant}.example.com/mcp' }
const input = { description: 'x', isRequired: true, isSecret: false, format: 'filepath', choices: ['a'] }

const withPackage = (fields: object) => ({ packages: [{ ...npm, ...fields }] })
const withArgument = (...args: object[]) => withPackage({ packageArguments: args, runtimeArguments: args })

test.each<[string, object]>([
  ['nothing else', {}],
  ['unknown members', { x: { y: 1 }, status: 'active' }],
  ['members that only JSON.parse creates', JSON.parse('{"__proto__": 1, "x": {"__proto__": []}}')],
  [
    'a schema of an older version',
    { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-16/server.schema.json' },
  ],
  ['a version of any form', { version: '' }],
  ['100 characters of two code units', { description: '😀'.repeat(100), title: '😀'.repeat(100) }],
  [
    'a repository',
    { repository: { url: 'https://github.com/owner/server', source: 'github', subfolder: 'x' } },
  ],
  ['an icon', { icons: [{ src: 'https://example.com/x.png', sizes: ['48x48', 'any'], theme: 'dark' }] }],
  ['a scheme in capitals', { websiteUrl: 'HTTPS://example.com' }],
  ['a package', { packages: [npm] }],
  ['a package without a version', { packages: [{ ...npm, version: undefined }] }],
  ['a package with a port', withPackage({ transport: { type: 'sse', url: 'http://localhost:{port}' } })],
  ['variables of the environment', withPackage({ environmentVariables: [{ name: 'KEY', ...input }] })],
  ['arguments', withArgument({ type: 'named', name: '-p' }, { type: 'positional', valueHint: 'file' })],
  [
    'a bundle',
    withPackage({ registryType: 'mcpb', identifier: 'https://example.com/x.mcpb', version: undefined }),
  ],
  ['a remote', { remotes: [{ ...remote, variables: { tenant: input }, headers: [{ name: 'X-Key' }] }] }],
  [
    'metadata of the publisher',
    { _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { a: 1 } } },
  ],
])('a server.json with %s is served', (_, members) => {
  expect(serverJsonProblem(JSON.parse(JSON.stringify({ ...minimal, ...members })))).toBeUndefined()
})

test.each<[path: string, members: object]>([
  ['name', { name: 'no-slash' }],
  ['name', { name: 'two/slashes/x' }],
  ['name', { name: 'a/' }],
  ['name', { name: `a/${'x'.repeat(199)}` }],
  ['name', { name: 'a/b\n' }],
  ['description', { description: '' }],
  ['description', { description: 'x'.repeat(101) }],
  ['version', { version: 1 }],
  ['version', { version: 'x'.repeat(256) }],
  ['title', { title: null }],
  ['websiteUrl', { websiteUrl: 'not a URI' }],
  ['$schema', { $schema: 1 }],
  ['repository.url', { repository: { url: '', source: '' } }],
  ['repository.source', { repository: { url: 'https://example.com' } }],
  ['icons.0.src', { icons: [{ src: `https://example.com/${'x'.repeat(255)}` }] }],
  ['icons.0.sizes.0', { icons: [{ src: 'https://example.com', sizes: ['big'] }] }],
  ['packages', { packages: {} }],
  ['packages.0.registryType', withPackage({ registryType: 5 })],
  ['packages.0.version', withPackage({ version: 'latest' })],
  ['packages.0.fileSha256', withPackage({ fileSha256: 'A'.repeat(64) })],
  ['packages.0.transport.type', withPackage({ transport: { type: 'carrier-pigeon' } })],
  ['packages.0.transport.url', withPackage({ transport: { type: 'sse' } })],
  ['packages.0.environmentVariables.0.name', withPackage({ environmentVariables: [input] })],
  ['packages.0.packageArguments.0', withArgument({ type: 'positional' })],
  ['packages.0.packageArguments.0.name', withArgument({ type: 'named' })],
  ['packages.0.packageArguments.0.type', withArgument({ value: 'x' })],
  ['remotes.0.type', { remotes: [{ ...remote, type: 'stdio' }] }],
  ['remotes.0.url', { remotes: [{ ...remote, url: 'ftp://example.com' }] }],
  ['remotes.0.url', { remotes: [{ ...remote, url: 'https://example.com/ x' }] }],
  // Unlike other addresses.
  ['remotes.0.url', { remotes: [{ ...remote, url: 'HTTPS://example.com' }] }],
  ['remotes.0.variables.x.format', { remotes: [{ ...remote, variables: { x: { format: 'date' } } }] }],
  ['remotes.0.variables.__proto__', { remotes: [{ ...remote, variables: JSON.parse('{"__proto__": 1}') }] }],
  ['_meta', { _meta: [] }],
  ['websiteUrl', { websiteUrl: 'javascript:alert(1)' }],
  ['websiteUrl', { websiteUrl: 'JavaScript://example.com/%0aalert(1)' }],
  ['icons.0.src', { icons: [{ src: 'data:image/svg+xml,<svg/>' }] }],
  ['icons.1.src', { icons: [{ src: 'https://example.com/x.png' }, { src: 'file:///etc/passwd' }] }],
  ['repository.url', { repository: { url: 'ssh://git@github.com/owner/server', source: 'github' } }],
  ['packages.0.registryBaseUrl', withPackage({ registryBaseUrl: 'vbscript:x' })],
  ['packages.0.identifier', withPackage({ registryType: 'mcpb', identifier: 'javascript:alert(1)' })],
  ['$schema', { $schema: 'urn:x' }],
])('reports %s: %j', (path, members) => {
  expect(serverJsonProblem({ ...minimal, ...members })).toContain(`"${path}" is not valid by its schema: `)
})

test('shows keys of the entry without characters that control a terminal', () => {
  const variables = { '\u001b[31m\u202e': 1 }
  const problem = serverJsonProblem({ ...minimal, remotes: [{ ...remote, variables }] })
  expect(problem).toMatch(/^[ -~]+$/)
})
