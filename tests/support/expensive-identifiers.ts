/** Identifiers of 2,048 characters that are expensive for rules that take more than linear time: how they start, what repeats, how they end. */
const PARTS: Record<string, [start: string, piece: string, end?: string]> = {
  'percent-encoding': ['pkg:npm/', '%C3%A9'],
  'nested percent-encoding': ['https://a.b/', '%2525'],
  'percent-encoding with an error at the end': ['https://a.b/', '%41', '%'],
  'dot segments': ['https://a.b', '/..'],
  'segments and dot segments': ['https://a.b', '/a/b/../..'],
  'encoded dot segments': ['https://a.b', '/%2e%2e'],
  '@ in a URL': ['https://', 'a@'],
  '@ in a purl': ['pkg:npm/', '@a'],
  slashes: ['https://a.b/', '/', 'x'],
  'slashes in a purl': ['pkg:npm/', '/', 'x'],
  '.git': ['https://a.b/', '.git'],
  '.git inside': ['https://a.b/', '/.git', 'x'],
  'pages of GitLab': ['https://gitlab.com/a', '/tree'],
  'files that describe a folder': ['https://github.com/o/r', '/readme.md', '/x'],
  'endings in a subpath': ['pkg:github/o/r#a', '.git/skill.md', '/x'],
  'groups of GitLab': ['https://gitlab.com/a', '/a-', '!'],
  'runs of separators': ['pkg:pypi/a', '-_.'],
  'runs of separators in an image': ['pkg:docker/a/', 'a-', '!'],
  'colons in an image': ['pkg:docker/a', ':', '/b'],
  repository_url: ['pkg:oci/a?', 'repository_url=&'],
  'digits of a port': ['https://a:', '0'],
  'labels of a host': ['https://', 'é.'],
  'letters that compose only in lower case': ['https://a.b/%41', 'H\u0331'],
  'runs of marks': ['https://a.b/', `a${'\u0316\u0301'.repeat(15)}`],
  'encoded marks': ['https://a.b/', '%CC%81'],
  'letters of four bytes': ['https://a.b/', '\u{10400}'],
  '% in a purl': ['pkg:npm/', '%25'],
  'a repository URL with encoded slashes': ['pkg:oci/x?repository_url=', '%2F', 'x'],
  'dot segments and a name': ['https://a.b/', 'a/', '../c'],
  'labels of ASCII': ['https://', 'a.'],
  colons: ['https://', ':'],
  brackets: ['ssh://', '[', ']'],
  'a path of git': ['git@', 'a:'],
  letters: ['', 'a'],
  'white space': ['', ' ', 'a'],
  quotes: ['', '"'],
  backslashes: ['', '\\'],
  hyphens: ['', '-'],
}

export const EXPENSIVE: Record<string, string> = Object.fromEntries(
  Object.entries(PARTS).map(([what, [start, piece, end = '']]) => {
    const count = Math.floor((2_048 - start.length - end.length) / [...piece].length)
    return [what, start + piece.repeat(count) + end]
  }),
)
