import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wellFormedKey } from '../../../scripts/support/well-formed-key.ts'
import { EXPENSIVE } from '../../support/expensive-identifiers.ts'
import { errorOf, rolledBackAs } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

/** The results of a SQL expression over `value`. */
async function applied(expression: string, texts: string[]): Promise<(string | null)[]> {
  const rows = await database.owner.unsafe(
    `select ${expression} as result from unnest($1::text[]) with ordinality as t (value, place) order by place`,
    [texts],
  )
  return rows.map((row) => row.result)
}

const normalized = (texts: string[]) => applied('private.normalize_identifier(value)', texts)

type Normal = string | null
/** A normal form, null for what is malformed or no identifier, and the spellings that have it: a list, or a text with spaces between. */
type Table = [normal: Normal, spellings: string | string[]][]

const listOf = (texts: string) => texts.trim().split(/[ \n]+/)

/** Expects each spelling to have its normal form. */
async function expectNormal(table: Table) {
  const expected = table.flatMap(([normal, spellings]) =>
    (typeof spellings === 'string' ? listOf(spellings) : spellings).map((spelling) => ({ spelling, normal })),
  )
  const results = await normalized(expected.map(({ spelling }) => spelling))
  expect(expected.map(({ spelling }, i) => ({ spelling, normal: results[i] }))).toEqual(expected)
}

const TABLES: Record<string, Table> = {
  'package URLs in every spelling': [
    ['pkg:npm/left-pad', 'pkg:npm/left-pad PKG:NPM/Left-Pad pkg://npm/left-pad pkg:npm//left-pad/'],
    ['pkg:npm/left-pad', ['  pkg:npm/left-pad\n', 'pkg:npm/left%2dpad', 'pkg:npm/%6c%65ft-pad']],
    ['pkg:golang/example.com/a/b', 'pkg:golang/Example.com/a//b@v1.0#sub/path pkg:golang/example.com/a/b'],
    ['pkg:a.b-3/x', 'pkg:A.b-3/x'],
    ['pkg:generic/größe', ['pkg:generic/GRÖßE', 'pkg:generic/Gro\u0308ße', 'pkg:generic/gr%C3%B6%C3%9Fe']],
    // Some letters compose only in lower case.
    ['pkg:generic/\u1e96', 'pkg:generic/H\u0331 pkg:generic/\u1e96 pkg:generic/%48%CC%B1'],
    [
      null,
      [
        'pkg:',
        'pkg:npm',
        'pkg:npm/',
        'pkg:npm//',
        'pkg:/x',
        'pkg:3d/x',
        'pkg:a_b/x',
        'pkg:%6epm/x',
        'pkg:n pm/x',
      ],
    ],
    [
      null,
      [
        'pkg:npm/a b',
        'pkg:npm/a\tb',
        'pkg:npm/a\nb',
        'pkg:npm/a\u00a0b',
        'pkg:npm/a\u200bb',
        'pkg:npm/{a}',
        'pkg:npm/a\\b',
      ],
    ],
    [null, 'pkg:npm/. pkg:npm/.. pkg:npm/../a pkg:npm/%2e%2e/a pkg:npm/a%2f..%2fb pkg:npm/a/./b'],
  ],
  'scopes, and versions after @': [
    [
      'pkg:npm/@playwright/mcp',
      'pkg:npm/@playwright/mcp pkg:npm/%40playwright/mcp pkg:npm/%40Playwright%2Fmcp',
    ],
    [
      'pkg:npm/@playwright/mcp',
      'pkg:npm/@playwright/mcp@1.0 pkg:npm/%40playwright/mcp@1.0 pkg:npm/@playwright/mcp/@1.0',
    ],
    ['pkg:npm/a', 'pkg:npm/a@1 pkg:npm/a@ pkg:npm/a@^1.0/x pkg:npm/a@1%40b pkg:npm/a@1%20or%202'],
    // The last @ separates, as in the specification; others are part of the name and stay encoded.
    ['pkg:npm/a%40b', 'pkg:npm/a@b@c pkg:npm/a%40b pkg:npm/a%40b@c'],
    ['pkg:npm/@s/a%40b', 'pkg:npm/%40s/a%40b@c pkg:npm/@s/a%40b'],
    [null, 'pkg:npm/@ pkg:npm/@1.0 pkg:npm/%40a pkg:npm/@/a pkg:npm//@1 pkg:npm/@a@1'],
  ],
  'qualifiers and subpaths': [
    ['pkg:npm/a', 'pkg:npm/a?x=y pkg:npm/a?x=y#b/c pkg:npm/a#b?c@d pkg:npm/a@1?x=@#@ pkg:npm/a? pkg:npm/a#'],
    ['pkg:npm/a%3fb%23c', 'pkg:npm/a%3Fb%23c'],
  ],
  'percent-encoding': [
    ['pkg:npm/%25', 'pkg:npm/%25'],
    // Decoded once: what was encoded twice stays encoded.
    ['pkg:npm/%2540a/b', 'pkg:npm/%2540a/b'],
    ['pkg:npm/a%252fb', 'pkg:npm/a%252fb pkg:npm/a%252Fb'],
    ['pkg:npm/a%20b', 'pkg:npm/a%20b'],
    ['pkg:npm/"a\'', ['pkg:npm/%22a%27', 'pkg:npm/"a\'']],
    ['pkg:npm/é漢😀', 'pkg:npm/%C3%A9%E6%BC%A2%F0%9F%98%80 pkg:npm/É漢😀 pkg:npm/%45%CC%81漢%f0%9f%98%80'],
    ['https://a.b/~x%2fy', 'https://a.b/%7Ex%2Fy https://a.b/%7ex%2fy'],
    ['https://a.b/@x', 'https://a.b/%40x https://a.b/@X'],
    ['https://a.b/%2525', 'https://a.b/%2525'],
    // At the end, not hexadecimal, controls, invalid UTF-8, surrogates, too long forms, past U+10FFFF, invisible characters, templates.
    ...['pkg:npm/a', 'https://a.b/a', 'git@a.b:a', 'https://github.com/o/r'].map((start): Table[number] => [
      null,
      listOf(`% %4 %zz %4%41 %00 %0A %7f %C2%85 %FF %C3 %A9 %C3%C3 %C3x %ED%A0%80 %C0%AF %E0%80%AF %F0%80%80%AF %F4%90%80%80
        %E2%82 %E2%80%8B %C2%A0 %E2%80%AE %7Bb%7D %5C`).map((end) => start + end),
    ]),
    // Also in the parts of a purl that are dropped; the query of a URL is not looked at.
    [null, 'pkg:npm/a@% pkg:npm/a?x=%ff pkg:npm/a#%00'],
    ['https://a.b', 'https://a.b?x=% https://a.b#%ff'],
    // A mark would compose with the f.
    [null, 'https://a.b/%2f\u0307 https://a.b/%2F%CC%87 pkg:npm/%3f%CC%87'],
  ],
  'runs in names of PyPI': [
    [
      'pkg:pypi/mcp-server-git',
      'pkg:pypi/mcp_server.git pkg:PyPI/MCP--Server__git@1.0 pkg:pypi/mcp-._server%2D%5Fgit',
    ],
    ['pkg:npm/a_b.c--d', 'pkg:npm/a_b.c--d'],
  ],
  'container images': [
    [
      'pkg:docker/library/nginx',
      `
        pkg:docker/nginx pkg:docker/nginx@sha256:ab pkg:docker/nginx:1.2
        pkg:docker/nginx:1@sha256%3Aab`,
    ],
    [
      'pkg:docker/library/nginx',
      listOf(
        'docker.io index.docker.io registry-1.docker.io registry.hub.docker.com DOCKER.io:443 docker.io.',
      ).flatMap((host) => [
        `pkg:docker/${host}/nginx`,
        `pkg:docker/${host}/library/nginx:tag`,
        `pkg:docker/nginx@1?repository_url=${host}`,
        `pkg:oci/nginx?repository_url=${host}/library/nginx`,
        `pkg:oci/nginx?tag=1&Repository_URL=https://${host}/`,
      ]),
    ],
    ['pkg:docker/x/y', 'pkg:docker/x/y pkg:docker/docker.io/X/Y:tag pkg:oci/y?repository_url=docker.io/x'],
    [
      'pkg:docker/ghcr.io/x/name',
      [
        'pkg:oci/name@sha256?repository_url=ghcr.io/x/name',
        'pkg:oci/name@sha256%3Aab?repository_url=ghcr.io%2Fx%2FName&tag=v1#sub',
        'pkg:oci/name?repository_url=ghcr.io/x',
        'pkg:oci/name?repository_url=ghcr.io/x/',
        'pkg:docker/x/name?repository_url=ghcr.io',
        'pkg:docker/x/name?repository_url=https://ghcr.io:443',
        'pkg:docker/GHCR.io/x/name:tag@sha256:ab',
        'pkg:docker/ghcr.io%2Fx%2Fname',
        // The host of the path is part of the name, so it comes first.
        'pkg:docker/ghcr.io/x/name?repository_url=docker.io',
      ],
    ],
    ['pkg:docker/localhost/x', 'pkg:docker/localhost/x pkg:oci/x?repository_url=localhost'],
    [
      'pkg:docker/localhost:5000/x',
      'pkg:docker/localhost:5000/x:tag pkg:docker/x?repository_url=http://localhost:5000',
    ],
    ['pkg:docker/a:4430/x', 'pkg:docker/a:4430/x'],
    ['pkg:docker/ghcr.io/x', 'pkg:docker/ghcr.io/x'],
    // Not a host: no slash follows.
    ['pkg:docker/library/ghcr.io', 'pkg:docker/ghcr.io pkg:docker/ghcr.io:443'],
    // On Docker Hub, no name has a dot: it would read as a host.
    [
      null,
      `
        pkg:docker/docker.io/ghcr.io/x pkg:docker/docker.io/docker.io/x
        pkg:docker/docker.io/localhost/x`,
    ],
    [
      null,
      `
        pkg:docker/-x pkg:docker/x-/y pkg:docker/a:b:c/x pkg:docker/.a/x pkg:docker/é/x
        pkg:docker/@a/b pkg:docker/a%20b`,
    ],
    [
      null,
      `
        pkg:docker/a:999999/x pkg:docker/[::1]:5000/x pkg:docker/x?repository_url=%ff
        pkg:docker/x?repository_url=a..b..`,
    ],
  ],
  'URLs in every scheme': [
    [
      'https://example.com/a/b',
      `
        https://example.com/a/b HTTP://Example.COM:80/A/b/ https://example.com:443/a/b.git
        https://example.com:0443/a/b.git/?x#y http://example.com:443/a/b
        http://example.com:/a/b?c=d git+https://user:secret@example.com/a/b.git#semver:1
        git+http://example.com:80/a/b ssh://git@example.com:22/a/b
        git+ssh://git@example.com/a/b.git git@example.com:a/b.git GIT@example.com:/a/b
        https://example.com./a/b https://a@b@c:d@example.com/a/b https://example.com/a/b#c?d`,
    ],
    [
      'https://example.com',
      `
        https://example.com https://example.com/ https://example.com// https://example.com?
        https://example.com/.git`,
    ],
    // A port that is the default of another scheme, or of none.
    ['https://example.com:80', 'https://example.com:80 https://example.com:0080/ ssh://example.com:80'],
    ['https://example.com:22', 'https://example.com:22 http://example.com:22'],
    ['https://example.com:8443/x', 'https://example.com:8443/x ssh://git@example.com:8443/x'],
    // As scp reads it, a port-like path is a path.
    ['https://example.com/2222/a/b', 'git@example.com:2222/a/b'],
    ['https://[::1]:8080/x', 'http://[::1]:8080/x https://[::1]:8080/X/'],
    ['https://[2001:db8::a]', 'https://[2001:DB8::A]:443/'],
    [
      null,
      [
        'example.com/a',
        'io.github.owner/server',
        'npm:a',
        'ftp://a.b/',
        'git://a.b/c',
        'file:///a',
        'mailto:a@b.c',
        'a@b.c:d',
        'xpkg:npm/a',
        '',
      ],
    ],
    [
      null,
      `
        https: https:/a.b https:a.b https:// https:///a https://:80/ https://./ https://@/
        https://a@/ git@ git@a`,
    ],
    [
      null,
      `
        git@a: git@a:/ git@a/b:c git@:a git@[::1]:a git@a@b:c https://a:b/ https://a:1:2/
        https://a:65536/ https://a:0/`,
    ],
    [
      null,
      `
        https://a:99999999999999999999/ https://a%2eb/ https://a|b/ https://[::1/ https://[x]/
        https://a<b/ https://[::1]x/`,
    ],
  ],
  'hosts in Unicode': [
    [
      'https://bücher.example/é',
      `
        https://BÜCHER.example/É https://bu\u0308cher.example/e\u0301
        https://bücher.example./%c3%89`,
    ],
    // Postgres has no IDNA, so Punycode stays as it is.
    ['https://xn--bcher-kva.example', 'https://XN--bcher-kva.example/'],
    [
      null,
      `
        https://b\u00ad.example https://b\u200d.example https://b\u3000c.example
        https://b\u202e.example`,
    ],
  ],
  'dot segments and slashes in URLs': [
    [
      'https://a.b/c',
      `
        https://a.b/x/../c https://a.b/x/%2e%2e/c https://a.b/x/.%2E/c/ https://a.b/./c/.
        https://a.b/../../c https://a.b/c/x/..`,
    ],
    [
      'https://a.b',
      `
        https://a.b/.. https://a.b/. https://a.b/x/../ https://a.b/x/y/../.. https://a.b/x/..?y
        git@a.b:..`,
    ],
    ['https://a.b/...', 'https://a.b/... https://a.b/x/../...'],
    ['https://a.b//c', 'https://a.b//c// https://a.b//x/../c'],
    [
      'https://a.b/c',
      'https://a.b/c.git.git https://a.b/c.git/.git// https://a.b/c%2Egit https://a.b/C.GIT/',
    ],
    // Without .git, they would be dot segments.
    ['https://a.b/...git', 'https://a.b/...git'],
    ['https://a.b/..git', 'https://a.b/..git https://a.b/..git.git'],
  ],
  'templates, backslashes, white space and invisible characters': [
    ['https://a.b/mcp', 'https://a.b/mcp?key={key} https://a.b/mcp#{x} \u3000https://a.b/mcp\ufeff'],
    [
      null,
      `
        https://{tenant}.a.b/mcp https://a.b/{x} https://a.b/x} https://{x}@a.b/ git@{h}:a
        https://a.b:{port}/ git@a:{b}`,
    ],
    [null, 'https://a.b\\c https://a.b\\@c.d/ https:\\\\a.b git@a:\\b https://a.b/\\'],
    [
      null,
      [
        'https://a.b/c d',
        'https://a. b/',
        'https://a.b/\u0001',
        'https://a.b/?x y',
        'https://a.b/\u007f',
        'https://a.b/\u2028x',
        'https://a.b/\u200b',
      ],
    ],
  ],
  'repositories on GitHub': [
    [
      'pkg:github/owner/repo',
      `
        pkg:github/Owner/Repo@v1 https://github.com/Owner/Repo pkg:github/owner/repo# pkg:github/owner/repo#/./
        http://www.github.com:80/owner/repo.git/ https://github.com/owner/repo/tree/main/
        https://github.com/owner/repo/blob/main/README.md?plain=1#L1 pkg:github/owner/repo#SKILL.md
        https://github.com/owner/x/../repo
        https://token@github.com./owner/repo https://github.com/%6fwner/repo
        git+https://github.com/owner/repo.git#main git+ssh://git@github.com/owner/repo.git
        ssh://git@github.com:22/owner/repo.git git@github.com:owner/repo.git`,
    ],
    [
      'pkg:github/owner/repo#skills/weather',
      `
        https://github.com/owner/repo/tree/main/skills/weather http://www.github.com/Owner/Repo/tree/v1.0//Skills/weather/
        https://github.com/owner/repo/blob/main/skills/weather/SKILL.md https://github.com/owner/repo/skills/weather
        https://github.com/owner/repo.git/tree/x/skills/a/../weather/README.md/SKILL.md#usage
        pkg:github/owner/repo@v1?x=y#skills/weather pkg:github/owner/repo#/Skills//./weather/SKILL.md`,
    ],
    // A directory of the repository can be called tree.
    ['pkg:github/owner/repo#tree/main/x', 'pkg:github/owner/repo#tree/main/x'],
    ['pkg:github/owner/repo#tree/main/x', 'https://github.com/owner/repo/blob/main/tree/main/x'],
    ['pkg:github/owner/repo#skill.mdx', 'https://github.com/owner/repo/blob/main/SKILL.mdx'],
    ['pkg:github/owner/repo#a%23b%3fc%20@1', 'pkg:github/owner/repo#a%23b?c%20%401'],
    [
      'pkg:github/owner/repo#a/b',
      'pkg:github/owner/repo#a%2Fb https://github.com/owner/repo/tree/main/a%2Fb',
    ],
    [
      'pkg:github/owner/repo#b',
      'pkg:github/owner/repo#a%2F..%2fb https://github.com/owner/repo/tree/x%2Fy/b',
    ],
    [
      'pkg:gitlab/owner/repo#a/b',
      'https://gitlab.com/owner/repo/-/tree/x%2Fy/a%2fb pkg:gitlab/owner/repo#%2fa%2Fb%2f',
    ],
    ['pkg:github/owner/repo#a%23b%3fc%20@1', 'https://github.com/owner/repo/tree/main/a%23b%3Fc%20@1'],
    ['pkg:github/owner/repo#info/refs', 'https://github.com/owner/repo.git/info/refs'],
    [null, 'pkg:github/owner/repo#{a} pkg:github/owner/repo#a\\b'],
    ['pkg:github/22/repo', 'git@github.com:22/repo'],
    [
      'https://github.com/owner',
      'https://github.com/Owner https://www.github.com/owner/ https://github.com/owner/.git',
    ],
    ['https://github.com', 'https://github.com https://www.github.com/'],
    ['https://github.com/orgs/owner/repositories', 'https://github.com/orgs/owner/repositories'],
    // A page of GitHub about owner/repo, below the owner.
    ['https://github.com/mcp/owner/repo', 'https://github.com/mcp/owner/repo'],
    ['https://github.com/owner%2frepo', 'https://github.com/owner%2Frepo'],
    ['https://github.com/@owner/repo', 'https://github.com/@owner/repo'],
    ['https://github.com//owner/repo', 'https://github.com//owner/repo'],
    ['https://github.com:8443/owner/repo', 'https://github.com:8443/owner/repo'],
    ['https://gist.github.com/owner/1', 'https://gist.github.com/owner/1'],
    ['https://github.com.example/owner/repo', 'https://github.com.example/owner/repo'],
    ['https://example.com/owner/repo', 'https://github.com@example.com/owner/repo'],
  ],
  'repositories on GitLab': [
    [
      'pkg:gitlab/group/repo',
      `
        pkg:gitlab/Group/repo https://gitlab.com/group/Repo
        https://www.gitlab.com/group/repo.git git@gitlab.com:group/repo.git`,
    ],
    [
      'pkg:gitlab/group/sub/repo',
      `
        https://gitlab.com/group/sub/repo https://gitlab.com/group/sub/repo/-/tree/main/README.md
        https://gitlab.com/group/sub/repo.git/- https://gitlab.com/group/sub/repo/tree/main
        ssh://git@gitlab.com/group/sub/repo.git`,
    ],
    [
      'pkg:gitlab/group/sub/repo#src/x',
      `
        pkg:gitlab/Group/sub/repo#src/x https://gitlab.com/group/sub/repo/-/tree/main/src/x
        https://gitlab.com/group/sub/repo/blob/main/src/x/README.md`,
    ],
    ['pkg:gitlab/group/sub/repo#tree/x', 'https://gitlab.com/group/sub/repo/blob/main/tree/x'],
    ['pkg:gitlab/group/sub/repo#issues', 'https://gitlab.com/group/sub/repo.git/-/issues'],
    ['https://gitlab.com/group', 'https://gitlab.com/group https://www.gitlab.com/Group/'],
    ['https://gitlab.com/group/-/epics', 'https://gitlab.com/group/-/epics'],
    ['https://gitlab.com/groups/group/-/epics', 'https://gitlab.com/groups/group/-/epics'],
    // GitLab's own MCP server.
    ['https://gitlab.com/api/v4/mcp', 'https://gitlab.com/api/v4/mcp'],
    ['https://gitlab.com/group//repo', 'https://gitlab.com/group//repo'],
  ],
}

describe('private.normalize_identifier', () => {
  test.each(Object.entries(TABLES))('normalizes %s', async (_, table) => {
    await expectNormal(table)
    // Each normal form is its own.
    await expectNormal(table.flatMap(([normal]) => (normal === null ? [] : [[normal, [normal]]])))
  })

  test('takes at most 2,048 characters and returns at most 2,048', async () => {
    const url = (length: number, letter = 'a') => `https://a.b/${letter.repeat(length - 12)}`
    const image = (length: number) => `pkg:docker/${'a'.repeat(length - 11)}`
    const longest = [url(2_048), url(2_048, '😀'), image(2_040)]
    expect((await normalized(longest)).map((text) => text && [...text].length)).toEqual([2_048, 2_048, 2_048])
    expect(await normalized([url(2_049), image(2_041), url(100_000), `${url(2_048)} `])).toEqual([
      null,
      null,
      null,
      url(2_048),
    ])
    // In NFC, as lengths are counted everywhere.
    expect(await normalized([url(12) + 'e\u0301'.repeat(2_036)])).toEqual([url(2_048, 'é')])
  })

  test('rejects dot segments in a path of more than 100 segments', async () => {
    const path = (segments: number, last: string) => `https://a.b/${'a/'.repeat(segments - 1)}${last}`
    expect(await normalized([path(100, '..'), path(101, '..'), path(101, '%2e'), path(101, 'b')])).toEqual([
      path(98, 'a'),
      null,
      null,
      path(101, 'b'),
    ])
  })

  test('rejects more than 30 combining marks in a row, also those that decoding and composing add', async () => {
    const marks = (count: number, mark = '\u0301') => `https://a.b/q${mark.repeat(count)}`
    expect(await normalized([marks(30), marks(30, '%CC%81')])).toEqual([marks(30), marks(30)])
    expect(
      await normalized([marks(31), marks(31, '%CC%81'), marks(16, '\u0344'), marks(16, '%CD%84')]),
    ).toEqual([null, null, null, null])
  })

  test('rejects an API key that was percent-encoded or in capitals', async () => {
    const key = wellFormedKey()
    const encoded = key.replace('claw', '%63law')
    const other = `pkg:npm/${key.slice(0, -1)}`
    expect(
      await normalized([
        `pkg:npm/${encoded}`,
        `https://a.b/${encoded}`,
        `https://a.b/${key.toUpperCase()}`,
        other,
      ]),
    ).toEqual([null, null, null, other])
  })
})

const PIECES = listOf(String.raw`
  pkg: pkg:npm/ pkg:pypi/ pkg:docker/ pkg:oci/a?repository_url= pkg:github/ docker.io ghcr.io localhost:5000
  https:// http:// git+ssh:// git@ github.com/ gitlab.com/ a.b www. o/r .git /-/ /tree /tree/a pkg:github/o/r# pkg:gitlab/o/r# SKILL.md /readme.md :443 :80 : / // . .. /../ /./ @ ? # & \ { } [ ] " '
  % %2 %25 %2f %2F %3f %3F %40 %23 %20 %2e %2E %5C %7B %22 %00 %01 %04 %0a %7f %FF %C3 %A9 %C3%89 %E2%80 %8B %ED%A0%80 %CC%81 %CC%87 %CD%84
  %F0%9F%98%80 %48 %zz %252f %c2%a0 a B f H 1 - _ ~ x É İ ẞ Σ ς 漢`).concat(
  ' \t\u00a0\u200b\u0001\x7f\u0301\u0307\u0331\u0344\u0345\u1100\u1161\u212a\u2126\u0958\u037e\u1fef\ufb1d\uff0f\u3002\ufdfa\u{1d15e}\u{10400}'.split(
    /(?:)/u,
  ),
)
const START = [
  '',
  ...listOf(`https://a.b/ https:// git@a.b: https://github.com/ https://github.com/o/r https://gitlab.com/o/ pkg:github/o/r#
    pkg:npm/ pkg:docker/ pkg:pypi/ pkg:oci/a?repository_url=`),
]
const hostileText = fc
  .tuple(fc.constantFrom(...START), fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }))
  .map(([start, pieces]) => start + pieces.join(''))

test('no text raises an error, and each normal form is its own', async () => {
  let identifiers = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileText, { minLength: 200, maxLength: 200, size: 'max' }),
      async (texts) => {
        const once = await normalized(texts)
        const found = once.filter((normal) => normal !== null)
        identifiers += found.length
        expect(await normalized(found)).toEqual(found)
        // Callers put texts into NFC, and the web site shows identifiers.
        expect(await normalized(texts.map((text) => text.normalize()))).toEqual(once)
        expect(
          found.filter(
            (normal) => normal !== normal.normalize() || !/^(?:pkg:[a-z]|https:\/\/)/.test(normal),
          ),
        ).toEqual([])
        await applied(
          "concat(private.package_url_error(value), private.package_identifier('oci', value), private.package_identifier('npm', value))",
          texts,
        )
      },
    ),
    { numRuns: 25, seed: 20261123, endOnFailure: true },
  )
  // The alphabet is not so hostile that nothing is an identifier.
  expect(identifiers).toBeGreaterThan(500)
})

test.each(Object.entries(EXPENSIVE))('2,048 characters of %s cost little', async (_, text) => {
  const error = await rolledBackAs(database.owner, {}, async (tx) => {
    await tx`set local statement_timeout = '1s'`
    return errorOf(
      tx`select private.normalize_identifier(${text} || repeat(' ', i)) from generate_series(1, 20) as i`,
    )
  })
  expect(error).toBeUndefined()
})

test('private.package_url_error accepts package URLs only', async () => {
  const valid = ['pkg:npm/%40playwright/mcp@1.0', 'pkg:pypi/mcp-server-git', 'PKG:docker/ghcr.io/x/y']
  expect(await applied('private.package_url_error(value)', valid)).toEqual([null, null, null])
  const message = 'must be a package URL, such as pkg:npm/%40playwright/mcp or pkg:pypi/mcp-server-git'
  const invalid = ['https://github.com/owner/repo', 'npm:a', 'pkg:npm/', 'pkg:npm/a%ff', 'a'.repeat(2_048)]
  expect(await applied('private.package_url_error(value)', invalid)).toEqual(invalid.map(() => message))
  const lengths = ['', `pkg:npm/${'a'.repeat(2_041)}`]
  expect(await applied('private.package_url_error(value)', lengths)).toEqual(
    lengths.map(() => 'must have 1 to 2048 characters'),
  )
  expect(await database.owner`select private.package_url_error(null) as error`).toEqual([{ error: null }])
})

describe('private.package_identifier', () => {
  const PACKAGES: [type: string, identifier: string, normal: Normal][] = [
    ['npm', '@playwright/mcp', 'pkg:npm/@playwright/mcp'],
    ['npm', 'Left-Pad', 'pkg:npm/left-pad'],
    ['npm', 'left-pad@1.0', null],
    ['npm', '@playwright', null],
    ['npm', '@a/b/c', null],
    ['npm', '%40a/b', null],
    ['npm', '../a', null],
    ['npm', 'https://registry.npmjs.org/a/-/a-1.tgz', null],
    ['npm', ' a', null],
    ['npm', 'a\n', null],
    ['npm', 'a?b', null],
    ['pypi', 'MCP_server.git', 'pkg:pypi/mcp-server-git'],
    ['pypi', 'a==1', null],
    ['pypi', 'a/b', null],
    ['pypi', '-a', null],
    ['nuget', 'Contoso.Mcp', 'pkg:nuget/contoso.mcp'],
    ['nuget', 'a..b', null],
    ['cargo', 'rust_mcp', 'pkg:cargo/rust_mcp'],
    ['cargo', 'a.b', null],
    ['oci', 'docker.io/x/y:tag', 'pkg:docker/x/y'],
    ['oci', 'ghcr.io/x/y@sha256:0123abcd', 'pkg:docker/ghcr.io/x/y'],
    ['oci', 'GHCR.io/x/y:1.0@sha256:0123abcd', 'pkg:docker/ghcr.io/x/y'],
    ['oci', 'mcp/fetch', 'pkg:docker/mcp/fetch'],
    ['oci', 'nginx', 'pkg:docker/library/nginx'],
    ['oci', 'localhost:5000/x/y', 'pkg:docker/localhost:5000/x/y'],
    ['oci', 'x/y?repository_url=ghcr.io', null],
    ['oci', 'x/y#z', null],
    ['oci', 'x%2Fy', null],
    ['oci', 'https://ghcr.io/x/y', null],
    ['oci', '--privileged', null],
    ['oci', '', null],
    [
      'mcpb',
      'https://github.com/o/r/releases/download/v1/x.mcpb',
      'pkg:github/o/r#releases/download/v1/x.mcpb',
    ],
    ['mcpb', 'https://example.com/X.mcpb', 'https://example.com/x.mcpb'],
    ['mcpb', 'pkg:npm/a', null],
    ['mcpb', 'x.mcpb', null],
    ['NPM', 'a', null],
    ['other', 'a', null],
    ['npm', 'a'.repeat(2_049), null],
    ['npm', 'a'.repeat(2_041), null],
  ]

  test('returns what the purl of the package normalizes to, and null for what is not one of its registry', async () => {
    const rows = await database.owner`
      select private.package_identifier(type, identifier) as normal
      from unnest(${PACKAGES.map(([type]) => type)}::text[], ${PACKAGES.map(([, text]) => text)}::text[])
        with ordinality as t (type, identifier, place)
      order by place`
    expect(PACKAGES.map(([type, identifier], i) => [type, identifier, rows[i]?.normal])).toEqual(PACKAGES)
  })

  test('returns null for null', async () => {
    const [row] = await database.owner`
      select private.package_identifier(null, 'a') as type, private.package_identifier('npm', null) as identifier`
    expect(row).toEqual({ type: null, identifier: null })
  })
})
