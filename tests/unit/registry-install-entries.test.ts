// How the server.json of a stranger becomes commands: what is left out, and that nothing else gets through.
import { isIP } from 'node:net'
import fc from 'fast-check'
import semver from 'semver'
import { describe, expect, test } from 'vitest'
import { installEntries } from '../../scripts/registry/install.ts'
import { npmPackage, randomServers } from '../registry/server-json.ts'

type Entry = NonNullable<ReturnType<typeof installEntries>>[number]

/** What each server.json becomes. */
const install = (servers: unknown[]) =>
  servers.map((server) => installEntries(JSON.parse(JSON.stringify(server))))

const ofPackages = (packages: object[]) =>
  install(packages.map((one) => ({ packages: [one] }))).map((entries) => entries?.[0] ?? null)
const ofRemotes = (remotes: object[]) =>
  install(remotes.map((one) => ({ remotes: [one] }))).map((entries) => entries?.[0] ?? null)

const pypi = (fields: object) => npmPackage({ registryType: 'pypi', identifier: 'a-server', ...fields })
const oci = (identifier: unknown, fields: object = {}) =>
  npmPackage({ registryType: 'oci', identifier, version: undefined, ...fields })
const remote = (fields: object = {}) => ({
  type: 'streamable-http',
  url: 'https://mcp.example.com/mcp',
  ...fields,
})
const variables = (...names: unknown[]) => ({ environmentVariables: names.map((name) => ({ name })) })

/** The words of texts. */
const words = (...texts: string[]) => texts.flatMap((text) => text.split(' '))
/** Texts between bars. */
const bars = (text: string) => text.split('|')

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`

describe('installEntries', () => {
  test('builds the command of each type, packages first', () => {
    const variable = {
      name: 'API_KEY',
      isRequired: true,
      isSecret: true,
      value: 'planted',
      default: 'planted',
    }
    const [entries] = install([
      {
        remotes: [
          remote({ headers: [{ name: 'X-API-Key', isRequired: true, value: 'Bearer {planted}' }] }),
          remote({ type: 'sse', url: 'https://mcp.example.com:8443/sse?region=eu&v=1' }),
        ],
        packages: [
          npmPackage({ environmentVariables: [variable, { name: 'LOG_LEVEL', isRequired: false }] }),
          pypi({ version: '2.0.0rc1' }),
          oci('docker.io/example/server:1.0', {
            environmentVariables: [
              { name: 'B', isRequired: true },
              { name: 'A' },
              { name: 'C', isRequired: true },
            ],
          }),
        ],
      },
    ])
    const key = { name: 'API_KEY', required: true, secret: true }
    const optional = (name: string) => ({ name, required: false, secret: false })
    const needed = (name: string) => ({ name, required: true, secret: false })
    const local = { transport: 'stdio', url: null, env: [], headers: [] }
    expect(entries).toEqual([
      {
        ...local,
        type: 'npm',
        command: 'npx',
        args: ['-y', '@example/server@1.2.3'],
        env: [key, optional('LOG_LEVEL')],
      },
      { ...local, type: 'pypi', command: 'uvx', args: ['a-server==2.0.0rc1'] },
      {
        ...local,
        type: 'docker',
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'B', '-e', 'C', 'docker.io/example/server:1.0'],
        env: [needed('B'), optional('A'), needed('C')],
      },
      {
        type: 'remote',
        transport: 'streamable-http',
        command: null,
        args: [],
        url: 'https://mcp.example.com/mcp',
        env: [],
        headers: [{ name: 'X-API-Key', required: true, secret: false }],
      },
      {
        type: 'remote',
        transport: 'sse',
        command: null,
        args: [],
        url: 'https://mcp.example.com:8443/sse?region=eu&v=1',
        env: [],
        headers: [],
      },
    ])
  })

  test('never reads arguments, hints, values and descriptions', () => {
    const planted = [{ type: 'named', name: '--privileged', value: '-v /:/host', isRequired: true }]
    const unread = {
      runtimeHint: 'sh',
      runtimeArguments: [...planted, { type: 'positional', value: '--registry=https://evil.example' }],
      packageArguments: planted,
      fileSha256: 'planted',
      environmentVariables: [{ name: 'A', value: '$(id)', description: '`id`', choices: ['x'] }],
    }
    const [npm, docker] = ofPackages([npmPackage(unread), oci('example/server:1', unread)])
    expect([npm?.args, docker?.args]).toEqual([
      ['-y', '@example/server@1.2.3'],
      ['run', '-i', '--rm', 'example/server:1'],
    ])
    expect(JSON.stringify([npm, docker])).not.toMatch(/privileged|host"|registry|evil|id\)|planted|sh"/)
  })

  test('takes names and versions of npm, and nothing that npm reads in another way', () => {
    const fits = [
      ['server', '1.0.0'],
      ['@a/b', '0.0.1-beta.1'],
      ['@a-b/c.d_e', '10.20.30-rc.1+build.5'],
      ['a'.repeat(214), '1.0.0'],
    ]
    const names = [
      ...words('user/repo github:user/repo git+https://x.example/y git@x.example:y https://x.example/a.tgz'),
      ...words('file:../a ./a ../a /a ~/a . .. npm:other jsr:@a/b @a/b/c @a @/b a/'),
      'C:\\a',
      ...words('--registry=https://x.example -y -c @-a/b a.tgz a.tar.gz @a/b.tar node_modules'),
      ...words('Server _a .a a@b a@npm:b a%2fb a$(id) a`id` a;id a|id a&b a"b'),
      "a'b",
      'a\\b',
      ...words('a* a! a~b a{b}'),
      ...bars('a b| a|a\n|a\nb|a\tb|\u0001|a\u202eb|a\u200bb|\u0430b|\uff41'),
      '',
      'a'.repeat(215),
      'a'.repeat(60_000),
      1,
      true,
      null,
      {},
      ['a'],
      undefined,
    ]
    const versions = [
      ...words('latest ^1.0.0 ~1.0.0 >=1.0.0 1.x * 1 1.0 1.0.0.0 v1.0.0 =1.0.0 01.0.0'),
      ...words('1.0.0- 1.0.0-a..b 1.0.0-01 -1.0.0 1.0.0-a.tgz 1.0.0+a.TAR'),
      '1.0.0 || 2.0.0',
      '1.0.0 - 2.0.0',
      ...words('99999999999999999999.0.0 npm:other@1.0.0 file:a https://x.example/a.tgz 1.0.0;id 1.0.0$(id)'),
      ...words('1.0.0@x'),
      ...bars('1.0.0\n| 1.0.0|1.0.0 |1.0.0\u202e|\u0661.0.0'),
      '',
      `1.0.0-${'a'.repeat(300)}`,
      1,
      true,
      null,
      {},
      ['1.0.0'],
      undefined,
    ]
    const argumentOf = (pairs: unknown[][]) =>
      ofPackages(pairs.map(([identifier, version]) => npmPackage({ identifier, version }))).map(
        (entry) => entry?.args.at(-1) ?? null,
      )
    expect(argumentOf(fits)).toEqual(fits.map(([name, version]) => `${name}@${version}`))
    expect(argumentOf(names.map((name) => [name, '1.0.0']))).toEqual(names.map(() => null))
    expect(argumentOf(versions.map((version) => ['a', version]))).toEqual(versions.map(() => null))
  })

  test('takes names and versions of PyPI, and no interpreter, path or URL', () => {
    const names = ['a', 'A.b_c-d', 'mcp-server-git', 'python-dotenv', 'pythonic']
    const versions = words('1 1.0 2026.1.31 1!2.0 1.0a1 1.0.0-beta.1 1.0rc2.post3.dev4 1.0-1 v1.0')
    const otherNames = [
      ...words('python Python python3 python3.12 pythonw cpython pypy3 graalpy pyodide'),
      ...words('a.whl a.zip a.tar.gz a.py ./a /a git+https://x.example/a a[b]'),
      'a @ https://x.example/a',
      ...words('-a a- _a a. .a --from --index-url=https://x.example a;id a==1 a@1'),
      ...bars('a b|a\n|\u0430'),
      '',
      'a'.repeat(215),
      1,
      null,
      [],
      {},
    ]
    const otherVersions = [
      ...words('latest 1.* >=1 1,2 1.0+local 1..0 1.0a1b2 a -1'),
      ...bars('1.0; os_name|1.0 |1.0\n'),
      '',
      ...words('99999999999999999999 https://x.example/a'),
      `1${'.1'.repeat(60)}`,
      '\u0661.0',
      1,
      null,
      undefined,
    ]
    const argumentOf = (fields: object[]) =>
      ofPackages(fields.map(pypi)).map((entry) => entry?.args[0] ?? null)
    expect(argumentOf(names.map((identifier) => ({ identifier })))).toEqual(
      names.map((name) => `${name}==1.2.3`),
    )
    expect(argumentOf(versions.map((version) => ({ version })))).toEqual(
      versions.map((version) => `a-server==${version}`),
    )
    expect(argumentOf(otherNames.map((identifier) => ({ identifier })))).toEqual(otherNames.map(() => null))
    expect(argumentOf(otherVersions.map((version) => ({ version })))).toEqual(otherVersions.map(() => null))
  })

  test('takes references of images with a tag or digest, in registries on the Internet', () => {
    const image = (...references: [identifier: unknown, version?: unknown][]) =>
      ofPackages(references.map(([identifier, version]) => oci(identifier, { version }))).map(
        (entry) => entry?.args.at(-1) ?? null,
      )
    const fits: [string, unknown, string][] = [
      ['ubuntu:24.04', undefined, 'ubuntu:24.04'],
      ['mcp/filesystem', '1.0.2', 'mcp/filesystem:1.0.2'],
      ['ghcr.io/a/b_c/d__e-f.g', 'v1', 'ghcr.io/a/b_c/d__e-f.g:v1'],
      ['registry.example.com:5000/a', '1', 'registry.example.com:5000/a:1'],
      [`docker.io/a/b@${DIGEST}`, undefined, `docker.io/a/b@${DIGEST}`],
      [`docker.io/a/b:1@${DIGEST}`, '1', `docker.io/a/b:1@${DIGEST}`],
      [`docker.io/a/b@${DIGEST}`, '1.0.0', `docker.io/a/b@${DIGEST}`],
      ['docker.io/a/b:1', '1', 'docker.io/a/b:1'],
    ]
    expect(image(...fits.map(([name, version]): [string, unknown] => [name, version]))).toEqual(
      fits.map(([, , reference]) => reference),
    )
    const names = [
      ...words('--privileged -v -v=/:/host --network=host /a a/ a//b A/b a/B a..b a_ .a'),
      'a --privileged',
      ...words(
        'localhost/a localhost:5000/a registry:5000/a 127.0.0.1/a 127.1:80/a [::1]/a 10.0.0.1:5000/a',
        'a.local/b',
      ),
      ...words(
        'a.internal/b x.example:0/a x.example:99999/a x.example:/a x_y.example/a https://ghcr.io/a/b',
        'ghcr.io/a/$(id)',
      ),
      ...words('a;id a{b}'),
      ...bars('a b|a\n|\u0430/b|a\u202e'),
      '',
      'a'.repeat(256),
      1,
      null,
      {},
      undefined,
    ]
    expect(image(...names.map((name): [unknown, string] => [name, '1']))).toEqual(names.map(() => null))
    const versions = [
      ...words('-1 .1 1:2 1@2 $(id)'),
      '1 2',
      '1\n',
      '',
      'a'.repeat(129),
      '\u0661',
      1,
      null,
      undefined,
      {},
    ]
    expect(image(...versions.map((version): [string, unknown] => ['a/b', version]))).toEqual(
      versions.map(() => null),
    )
    const tags = [
      'a/b:',
      'a/b@',
      'a/b:-1',
      'a/b@sha256:0',
      `a/b@${DIGEST}0`,
      `a/b@${DIGEST.toUpperCase()}`,
      'a/b:1@2',
    ]
    expect(image(...tags.map((name): [string] => [name]))).toEqual(tags.map(() => null))
    // Which of the two is meant?
    expect(image(['a/b:1', '2'])).toEqual([null])
  })

  test('leaves out packages of other types, transports and registries', () => {
    const at = (registryBaseUrl: unknown, fields = npmPackage()) => ({ ...fields, registryBaseUrl })
    const ghcr = 'https://ghcr.io'
    const fits = [
      at('https://registry.npmjs.org'),
      at('https://registry.npmjs.org/'),
      at(null),
      at('https://pypi.org', pypi({})),
      at('https://docker.io', oci('a/b:1')),
      at(ghcr, oci('ghcr.io/a/b:1')),
    ]
    expect(ofPackages(fits)).not.toContain(null)
    const misfits = [
      ...['mcpb', 'nuget', 'cargo', 'NPM', 'docker', 'remote', '', 1, null, ['npm'], undefined].map(
        (registryType) => npmPackage({ registryType }),
      ),
      ...['streamable-http', 'sse', '', null, 1].map((type) =>
        npmPackage({ transport: { type, url: 'http://localhost:3000' } }),
      ),
      ...['stdio', null, [], undefined, [{ type: 'stdio' }]].map((transport) => npmPackage({ transport })),
      ...['https://registry.evil.example', 'http://registry.npmjs.org', 'https://pypi.org', '', 1, {}].map(
        (url) => at(url),
      ),
      at('https://registry.npmjs.org', pypi({})),
      // Without the registry, the name is that of another image, which anyone can publish.
      at(ghcr, oci('a/b:1')),
    ]
    expect(ofPackages(misfits)).toEqual(misfits.map(() => null))
  })

  test('leaves out a variable that can load code, or whose name does not fit, and the package that requires it', () => {
    const fits = [
      ...words('A API_KEY X_1 NODE_ENV GITHUB_TOKEN NPM_TOKEN SSH_HOST OPENAI_API_KEY ANTHROPIC_MODEL'),
      ...words('AWS_SECRET_ACCESS_KEY AWS_DATABASE_NAME GOOGLE_API_KEY'),
    ]
    const misfits = [
      ...words(
        'NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED LD_PRELOAD',
        'LD_LIBRARY_PATH LD_AUDIT',
      ),
      ...words(
        'DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP PYTHON_X BASH_ENV ENV PATH IFS SHELLOPTS PS4',
        'PROMPT_COMMAND',
      ),
      ...words(
        'PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS GIT_SSH_COMMAND NPM_CONFIG_REGISTRY',
        'UV_INDEX_URL PIP_INDEX_URL',
      ),
      ...words(
        'DOCKER_HOST ELECTRON_RUN_AS_NODE OPENSSL_CONF SSL_CERT_FILE REQUESTS_CA_BUNDLE SSLKEYLOGFILE',
        'EDITOR PAGER HOME',
      ),
      ...words(
        'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY FTP_PROXY KUBECONFIG MAKEFLAGS GNUMAKEFLAGS VK_ICD_FILENAMES',
        'PUPPETEER_EXECUTABLE_PATH CHROME_EXECUTABLE_PATH EGL_ICD_FILENAMES OPENAI_BASE_URL OPENAI_API_BASE',
        'ANTHROPIC_BASE_URL AWS_ENDPOINT_URL AWS_ENDPOINT_URL_S3 ANTHROPIC_BEDROCK_BASE_URL',
        'MAKEFILES EXECUTABLE_PATH ICD_FILENAMES PROXY OPENAI_HOST OPENAI_API_HOST OPENAI_URI OPENAI_APIBASE',
        'OPENAI_BASEPATH ANTHROPIC_API_URI AWS_HOSTNAME AWS_ENDPOINTURL',
      ),
      ...words(
        'DOTNET_STARTUP_HOOKS GCONV_PATH XDG_CONFIG_HOME SSH_ASKPASS PSMODULEPATH BUN_OPTIONS',
        'CARGO_HOME RUSTC_WRAPPER',
      ),
      ...words('api_key Path npm_config_registry 1A _JAVA_OPTIONS -e --privileged A=B A-B A.B A$B'),
      ...bars('A B|A\n|\u0410'),
      '',
      'A'.repeat(101),
      1,
      null,
      {},
      ['A'],
      undefined,
    ]
    expect(
      ofPackages(fits.map((name) => npmPackage(variables(name)))).map((entry) => entry?.env[0]?.name),
    ).toEqual(fits)
    const withRequired = (...required: boolean[]) =>
      misfits.map((name) =>
        npmPackage({
          environmentVariables: [
            { name: 'API_KEY', isRequired: true },
            ...required.map((isRequired) => ({ name, isRequired })),
          ],
        }),
      )
    expect(ofPackages(withRequired(true))).toEqual(misfits.map(() => null))
    const key = { name: 'API_KEY', required: true, secret: false }
    expect(ofPackages(withRequired(false, false)).map((entry) => entry?.env)).toEqual(
      misfits.map(() => [key]),
    )
    const lists = [
      { environmentVariables: [{ name: 'A', isRequired: 'true' }] },
      { environmentVariables: [{ name: 'A', isSecret: 1 }] },
      { environmentVariables: { name: 'A' } },
      { environmentVariables: 'A' },
      { environmentVariables: ['A', null, []] },
      variables('A', 'B', 'A'),
      variables(...Array.from({ length: 51 }, (_, i) => `A${i}`)),
    ]
    expect(ofPackages(lists.map((fields) => npmPackage(fields)))).toEqual(lists.map(() => null))
    const most = Array.from({ length: 50 }, (_, i) => `A${i}`)
    expect(ofPackages([npmPackage(variables(...most))])[0]?.env).toHaveLength(50)
  })

  test('takes remotes at public https addresses, without templates and credentials', () => {
    const fits = [
      'https://example.com',
      'https://MCP.example.com/@owner/a-b_c.d~e/mcp',
      'https://xn--80ak6aa92e.com:8443/%C3%A9/?a=b&c=1%202',
      'https://a.b.c.example/',
    ]
    expect(ofRemotes(fits.map((url) => remote({ url }))).map((entry) => entry?.url)).toEqual(fits)
    const misfits = [
      ...words(
        'http://example.com HTTPS://example.com ws://example.com javascript:alert(1)',
        'file:///etc/passwd //example.com',
      ),
      ...words('https://{tenant}.example.com https://example.com/{id} https://example.com/?key={key}'),
      ...words('https://user:pass@example.com https://example.com@evil.example https://example.com#a'),
      'https://example.com\\@evil.example',
      ...words(
        'https://localhost https://localhost:3000/mcp https://a.localhost https://intranet',
        'https://a.local https://a.internal',
      ),
      ...words(
        'https://127.0.0.1 https://127.1 https://2130706433 https://0x7f.1 https://a.0x7f',
        'https://[::1] https://10.0.0.1 https://8.8.8.8',
      ),
      ...words(
        'https://example.com. https://.example.com https://a..com https://-a.com https://a-.com',
        'https://a_b.com https://',
      ),
      ...words(
        'https://example.com:0 https://example.com:65536 https://example.com: https://example.com:1e3',
      ),
      `https://example.com:${'9'.repeat(99)}`,
      ...bars('https://ex\u0430mple.com|https://example\u3002com|https://example.com/\u202e'),
      ...bars('https://example.com/\u00e9|https://ex\u00adample.com'),
      ...words('https://example.com/%0a https://example.com/%7f'),
      ...bars('https://example.com/a b|https://example.com/\n|https://example.com\n| https://example.com'),
      ...words(
        'https://example.com/% https://example.com/%zz https://example.com/" https://example.com/`id`',
        'https://example.com/$(id)',
      ),
      "https://example.com/'",
      ...words(
        'https://example.com/;id https://example.com/|id https://example.com/<b>',
        'https://example.com/* https://example.com/!',
      ),
      'https://example.com/\\',
      ['https://example.com'],
      '',
      `https://example.com/${'a'.repeat(2_048)}`,
      `https://${'a.'.repeat(130)}com`,
      1,
      null,
      {},
      undefined,
    ]
    expect(ofRemotes(misfits.map((url) => remote({ url })))).toEqual(misfits.map(() => null))
    const types = ['stdio', 'http', 'websocket', 'SSE', '', 1, null, undefined]
    expect(ofRemotes(types.map((type) => remote({ type })))).toEqual(types.map(() => null))
  })

  test('leaves out a remote with a header that controls the connection, or whose name does not fit', () => {
    const withHeaders = (...names: unknown[]) => remote({ headers: names.map((name) => ({ name })) })
    const fits = ['Authorization', 'X-API-Key', 'x_key', 'User-Agent', 'GitLab-Token']
    expect(ofRemotes([withHeaders(...fits)])[0]?.headers.map(({ name }) => name)).toEqual(fits)
    const misfits = [
      ...words(
        'Host host Content-Length Content-Type Transfer-Encoding Connection Upgrade TE Cookie',
        'Set-Cookie Origin',
      ),
      ...words(
        'Proxy-Authorization Sec-Fetch-Site X-Forwarded-For X-HTTP-Method-Override Mcp-Session-Id',
        'MCP-Protocol-Version Accept',
      ),
      ...words('A:B -A _a 1A A$B A`B __proto__'),
      ...bars('A B|A\r\nB|A\n|A\u00e9|\u212aey'),
      "A'B",
      '',
      'A'.repeat(101),
      1,
      null,
      {},
    ]
    expect(ofRemotes(misfits.map((name) => withHeaders('X-Key', name)))).toEqual(misfits.map(() => null))
    expect(ofRemotes([withHeaders('X-Key', 'x-key')])).toEqual([null])
  })

  test('has at most 10 entries, from the first 20 packages and remotes, each once', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => npmPackage({ identifier: `a${i}` }))
    const [bounded, late, twice, none] = install([
      { packages: many(10_000), remotes: Array.from({ length: 10_000 }, () => remote()) },
      { packages: [...Array(20).fill(null), ...many(1)], remotes: [remote(), ...Array(10_000).fill(0)] },
      { packages: [...many(2), ...many(2)], remotes: [remote(), remote()] },
      { packages: [npmPackage({ version: 'latest' })], remotes: [] },
    ])
    expect(bounded?.map(({ args }) => args[1])).toEqual(
      many(10).map(({ identifier }) => `${identifier}@1.2.3`),
    )
    expect(late?.map(({ type }) => type)).toEqual(['remote'])
    expect(twice?.map(({ type }) => type)).toEqual(['npm', 'npm', 'remote'])
    expect(none).toBeNull()
  })
})

describe('hostile server.json', () => {
  const NAME = /^[A-Z][A-Z0-9_]{0,99}$/
  const ARGUMENT = {
    npm: /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*@[0-9][0-9A-Za-z.+-]*$/,
    pypi: /^[A-Za-z0-9][A-Za-z0-9._-]*==[v0-9][0-9A-Za-z.!_-]*$/,
    docker: /^[a-z0-9][A-Za-z0-9./:@_-]*$/,
  }

  function expectSafe(entry: Entry): void {
    expect(Object.keys(entry).sort()).toEqual([
      'args',
      'command',
      'env',
      'headers',
      'transport',
      'type',
      'url',
    ])
    expect(JSON.stringify(entry)).not.toMatch(/planted|[^ -~]/)
    for (const field of [...entry.env, ...entry.headers]) {
      expect(field).toEqual({
        name: expect.any(String),
        required: expect.any(Boolean),
        secret: expect.any(Boolean),
      })
    }
    for (const { name } of entry.env) {
      expect(name).toMatch(NAME)
      expect(name).not.toMatch(/^(?:NODE_OPTIONS|LD_|DYLD_|PYTHON|PATH$|BASH_ENV$)/)
    }
    if (entry.type === 'remote') {
      const { protocol, username, password, hostname, hash } = new URL(entry.url ?? '')
      expect([protocol, username, password, hash, isIP(hostname)]).toEqual(['https:', '', '', '', 0])
      expect(entry.url).toMatch(
        /^https:\/\/[A-Za-z0-9.-]+\.[A-Za-z][A-Za-z0-9-]*(?::\d+)?(?:[/?][A-Za-z0-9._~@+=:,/&?%-]*)?$/,
      )
      for (const { name } of entry.headers) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]*$/)
      expect([entry.command, entry.args, entry.env]).toEqual([null, [], []])
      return
    }
    const type = entry.type as keyof typeof ARGUMENT
    const last = entry.args.at(-1) ?? ''
    expect(last).toMatch(ARGUMENT[type])
    const before = {
      npm: ['-y'],
      pypi: [],
      docker: [
        'run',
        '-i',
        '--rm',
        ...entry.env.flatMap(({ name, required }) => (required ? ['-e', name] : [])),
      ],
    }
    expect(entry.args).toEqual([...before[type], last])
    expect(entry.command).toBe({ npm: 'npx', pypi: 'uvx', docker: 'docker' }[type])
    if (type === 'npm') expect(semver.valid(last.slice(last.indexOf('@', 1) + 1))).not.toBeNull()
    expect([entry.url, entry.headers, entry.transport]).toEqual([null, [], 'stdio'])
  }

  // install-commands.test.ts has what a shell makes of any argument.
  test('random ones give only entries of the closed grammar', () => {
    const servers = randomServers(3_000)
    const entries = install(servers).flatMap((one) => one ?? [])
    for (const entry of entries) expectSafe(entry)
    // Every type gets through often enough to mean something.
    for (const type of ['npm', 'pypi', 'docker', 'remote'])
      expect(entries.filter((entry) => entry.type === type).length, type).toBeGreaterThan(30)
  })

  test('wrong types everywhere, deep nesting and any JSON raise nothing', () => {
    const whole = {
      packages: [
        npmPackage({ environmentVariables: [{ name: 'A', isRequired: true }] }),
        oci('a/b:1', variables('B')),
      ],
      remotes: [remote({ headers: [{ name: 'X-Key', isSecret: true }] })],
    }
    const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)
    const replacements = [null, 0, 1e308, true, '', 'a', [], {}, [[]], [{}], { 0: 'a' }, deep]
    const servers: unknown[] = [
      null,
      1,
      'a',
      true,
      [],
      [whole],
      deep,
      {},
      ...fc.sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: 500, seed: 4 }),
    ]
    for (const path of pathsOf(whole))
      for (const replacement of replacements) servers.push(replaced(whole, path, replacement))
    const results = install(servers)
    expect(results).toHaveLength(servers.length)
    for (const entry of results.flatMap((one) => one ?? [])) expectSafe(entry)
  })

  /** The path of every value in a JSON value. */
  function pathsOf(value: unknown, path: string[] = []): string[][] {
    if (typeof value !== 'object' || value === null) return [path]
    return [path, ...Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]))]
  }

  function replaced(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
    if (key === undefined) return replacement
    const copy = structuredClone(value) as Record<string, unknown>
    copy[key] = replaced(copy[key], rest, replacement)
    return copy
  }
})
