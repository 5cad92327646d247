import { describe, expect, test } from 'vitest'
import { splitWords, targetOf } from '../src/doctor/command-line.ts'
import { identify } from '../src/doctor/identifier.ts'
import type { Registries } from '../src/doctor/registries.ts'

const registries: Registries = { npm: 'public', npmScopes: new Set(), pypi: 'public', folders: [] }

/** The identifier of a command line and, if it is pinned, its version. */
function identified(line: string): string {
  const [command = '', ...args] = splitWords(line) ?? []
  const found = identify(targetOf(command, args), registries, '/nowhere')
  if (found.identifier === undefined) return found.reason
  return found.version ? `${found.identifier} ${found.version}` : found.identifier
}

describe('finds the package of', () => {
  test.each([
    ['npx -y @scope/name', 'pkg:npm/%40scope/name'],
    ['npx @scope/name@1.2.3 --key x', 'pkg:npm/%40scope/name 1.2.3'],
    ['npx --yes name@latest', 'pkg:npm/name'],
    ['npx name@^1.2.0', 'pkg:npm/name'],
    ['npx -p name@2.0.0 other-command x', 'pkg:npm/name 2.0.0'],
    ['npx -p helper -p name name', 'pkg:npm/name'],
    ['npx --package=name -- command', 'pkg:npm/name'],
    ['npx -c "name --flag"', 'the command is a program of this machine'],
    ['npx --registry https://registry.npmjs.org/ name', 'pkg:npm/name'],
    ['npx github:owner/repo', 'pkg:github/owner/repo'],
    ['npx owner/repo#main', 'pkg:github/owner/repo'],
    ['npx git+https://github.com/owner/repo.git', 'pkg:github/owner/repo'],
    ['npx alias@npm:name@1.0.0', 'pkg:npm/name 1.0.0'],
    ['npx tsx /nowhere/server.ts', 'the command runs a file of this machine'],
    ['npm exec --yes -- name@1.0.0', 'pkg:npm/name 1.0.0'],
    ['npm --prefix /x x -y name', 'pkg:npm/name'],
    ['pnpm dlx name', 'pkg:npm/name'],
    ['pnpm --package=name dlx command', 'pkg:npm/name'],
    ['pnpm --silent dlx @scope/name@1.0.0 x', 'pkg:npm/%40scope/name 1.0.0'],
    ['yarn dlx -q name', 'pkg:npm/name'],
    ['bunx --bun name', 'pkg:npm/name'],
    ['bun x name', 'pkg:npm/name'],
    ['deno run -A npm:@scope/name@1.0.0/bin', 'pkg:npm/%40scope/name 1.0.0'],
    ['uvx name', 'pkg:pypi/name'],
    ['uvx name==1.0.2 --flag', 'pkg:pypi/name 1.0.2'],
    ['uvx name@latest', 'pkg:pypi/name'],
    ['uvx --python 3.12 --with extra name[cli]', 'pkg:pypi/name'],
    ['uvx --from "name>=1" command', 'pkg:pypi/name'],
    ['uvx --from git+https://github.com/owner/repo@v1 command', 'pkg:github/owner/repo'],
    ['uv tool run --from name command', 'pkg:pypi/name'],
    ['uv run --with name==1.0.0 name', 'pkg:pypi/name 1.0.0'],
    ['uv --quiet run --with helper --with my_name my-name', 'pkg:pypi/my-name'],
    ['uv run --with name python -m name --flag', 'pkg:pypi/name'],
    ['uv run --with mcp mcp run server.py', 'the command runs a file of this machine'],
    ['pipx run name==1.0.0', 'pkg:pypi/name 1.0.0'],
    ['pipx run --spec name command', 'pkg:pypi/name'],
    ['docker run -i --rm owner/image', 'pkg:docker/owner/image'],
    [
      'docker run -itd --rm -e KEY=value -p8080:80 --name x owner/image:1.2.0 serve',
      'pkg:docker/owner/image 1.2.0',
    ],
    [
      'docker run --env KEY -v /a:/b --mount type=bind,src=/a,dst=/b ghcr.io/owner/image:latest',
      'pkg:docker/ghcr.io/owner/image',
    ],
    [`docker --context x container run owner/image@sha256:${'a'.repeat(64)}`, 'pkg:docker/owner/image'],
    ['podman run --rm -i docker.io/owner/image:v3', 'pkg:docker/owner/image v3'],
    ['docker run -i --rm node:20 npx -y name', 'pkg:npm/name'],
    ['docker run -i --rm node:20 node /app/index.js', 'the command runs a file of a container'],
    ['go run github.com/owner/repo/cmd/server@latest', 'pkg:github/owner/repo'],
    ['cmd /c npx -y name', 'pkg:npm/name'],
    ['cmd.exe /d /s /c "npx -y name"', 'pkg:npm/name'],
    ['"C:/Program Files/nodejs/npx.cmd" -y name', 'pkg:npm/name'],
    ['/opt/homebrew/bin/npx -y name', 'pkg:npm/name'],
    ['node /usr/lib/node_modules/npm/bin/npx-cli.js -y name', 'pkg:npm/name'],
    ['env -u A B=c npx name', 'pkg:npm/name'],
    ['/usr/bin/env npx name', 'pkg:npm/name'],
    ['cross-env A=b npx name', 'pkg:npm/name'],
    ['npx dotenv-cli -e .env -- npx name', 'pkg:npm/name'],
    ['dotenv -e .env -- npx name', 'pkg:npm/name'],
    ['op run --env-file .env -- npx name', 'pkg:npm/name'],
    ['bash -lc "exec npx -y name --flag"', 'pkg:npm/name'],
    ['npx -y mcp-remote https://mcp.example.org/sse --header "A: b"', 'https://mcp.example.org/sse'],
    ['npx -y mcp-remote https://mcp.example.org/mcp/?key=<your-api-key>', 'https://mcp.example.org/mcp'],
    ['npx supergateway --streamableHttp https://mcp.example.org/mcp', 'https://mcp.example.org/mcp'],
    ['npx supergateway --stdio "uvx name"', 'pkg:pypi/name'],
    ['uvx mcp-proxy --transport streamablehttp https://mcp.example.org/mcp', 'https://mcp.example.org/mcp'],
  ])('%s', (line, expected) => {
    expect(identified(line)).toBe(expected)
  })
})

describe('finds nothing in', () => {
  test.each([
    ['npx --unknown value name', /option that this version/],
    ['npx --registry https://npm.example.com name', /another registry/],
    ['npx git+ssh://git@github.com/owner/repo.git', /may be private/],
    ['npx git+https://user:token@github.com/owner/repo.git', /may be private/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a client
    ['npx ${input:package}', /no valid package name/],
    ['npx @smithery/cli run server --key x', /another catalogue/],
    ['uvx --index-url https://pypi.example.com name', /another registry/],
    ['docker run registry.example.com/owner/image', /another registry/],
    ['docker run localhost:5000/image', /another registry/],
    ['docker run local-image', /built on this machine/],
    ['podman run owner/image', /another registry/],
    ['env NPM_CONFIG_REGISTRY=https://npm.example.com npx name', /another registry/],
    ['cross-env npm_config_@acme:registry=https://npm.example.com npx @acme/name', /another registry/],
    ['dotenv -v UV_INDEX_URL=https://pypi.example.com -- uvx name', /another registry/],
    ['docker run -e npm_config_registry=https://npm.example.com node:20 npx name', /another registry/],
    ['uvx --no-new-option value name', /option that this version/],
    ['docker run --no-new-option value owner/image', /option that this version/],
    ['uv run --with requests python server.py', /project of this machine/],
    ['uv run --with helper my-server', /project of this machine/],
    ['constructor name', /program of this machine/],
    ['__proto__ name', /program of this machine/],
    [`npx ${'x'.repeat(20_000)}`, /too long/],
    ['npx file:////host/share/tool', /another machine/],
    ['docker run node:20', /only has a runtime/],
    ['docker compose up', /does not name a package/],
    ['bash -c "cd /x && npx name"', /script of a shell/],
    ['python server.py', /program of this machine/],
    ['npx -y mcp-remote https://mcp.example.org/k/0123abcd', /may have a secret/],
    ['npx -y mcp-remote http://localhost:3000/mcp', /not public/],
  ])('%s', (line, reason) => {
    expect(identified(line)).toMatch(reason)
  })
})

describe('of a remote server, it sends', () => {
  test.each([
    ['https://mcp.example.org', 'https://mcp.example.org'],
    ['https://MCP.example.org/v1/mcp/?key=x#y', 'https://mcp.example.org/v1/mcp'],
    ['https://mcp.example.org:8443/mcp', 'https://mcp.example.org:8443/mcp'],
    ['https://mcp.example.org/Mcp', 'its address may have a secret'],
    ['https://mcp.example.org/mcp2', 'its address may have a secret'],
    [`https://mcp.example.org/${'a'.repeat(21)}`, 'its address may have a secret'],
    ['https://a1b2c3d4e5.tunnel.example.org/mcp', 'its address may have a secret'],
    ['https://user:x@mcp.example.org/mcp', 'its address has credentials'],
    ['http://127.0.0.1/mcp', 'its host is not public'],
    ['http://[::1]/mcp', 'its host is not public'],
    ['http://0x7f.1/mcp', 'its host is not public'],
    ['http://2130706433/mcp', 'its host is not public'],
    ['http://[::ffff:10.0.0.1]/mcp', 'its host is not public'],
    ['http://192.168.1.5/mcp', 'its host is not public'],
    ['https://8.8.8.8/mcp', 'its host is not public'],
    ['https://intranet/mcp', 'its host is not public'],
    ['https://tools.local/mcp', 'its host is not public'],
    ['https://tools.internal./mcp', 'its host is not public'],
    ['https://mcp.example.org./mcp', 'https://mcp.example.org/mcp'],
    ['https://bücher.example.org/mcp', 'https://xn--bcher-kva.example.org/mcp'],
    ['http://017700000001/mcp', 'its host is not public'],
    ['http://①②⑦.0.0.1/mcp', 'its host is not public'],
    ['http://[fd12:3456::1]/mcp', 'its host is not public'],
    ['http://[fe80::1]:8080/mcp', 'its host is not public'],
    ['https://tools。internal/mcp', 'its host is not public'],
    ['https://TOOLS.LOCAL../mcp', 'its host is not public'],
    ['https://app.localhost/mcp', 'its host is not public'],
    ['https://10.0.0.1.nip.io/mcp', 'its host is not public'],
    ['https://laptop.tail-net.ts.net/mcp', 'its host is not public'],
    ['https://:secret@mcp.example.org/mcp', 'its address has credentials'],
    ['https://mcp.example.org/a/%73ecret', 'its address may have a secret'],
    ['https://mcp.example.org/v1234/mcp', 'its address may have a secret'],
    ['wss://mcp.example.org/mcp', 'its address is not a URL'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a client
    ['${MCP_URL}', 'its address is not a URL'],
  ])('%s: %s', (url, expected) => {
    const found = identify({ kind: 'remote', url }, registries, '/')
    expect(found.identifier ?? found.reason).toBe(expected)
  })
})
