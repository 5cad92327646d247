// The kinds of configurations: those of one line in configurations.txt, the others in configurations.json.
import { readFileSync } from 'node:fs'

/** A configuration, and what the doctor makes of it. `{home}` is the home folder, in which `project` is the current folder. */
export type Configuration = {
  name: string
  /** A command line, or a whole server, of `project/.mcp.json`. */
  command?: (string | number)[]
  server?: unknown
  /** More files by path, or the only ones. An object is written as JSON, a number makes so many spaces, and null a folder. */
  files?: Record<string, unknown>
  /** Links by path, to a path. */
  links?: Record<string, string>
  platform?: NodeJS.Platform
  env?: Record<string, string>
  /** What the lookup would get, with the version that is pinned; or why nothing is sent. */
  sent?: string | string[]
  version?: string
  skipped?: string | string[]
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

export const CONFIGURATIONS: Configuration[] = [
  ...read('configurations.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(configurationOf),
  ...JSON.parse(read('configurations.json')),
]

function configurationOf(line: string): Configuration {
  const [name = '', what = '', outcome = '', ...files] = line.split(' | ')
  const [sent = '', version] = /^(pkg|https?):/.test(outcome) ? outcome.split(' ') : []
  return {
    ...(name === 'address'
      ? { name: `address: ${what}`, server: { type: 'http', url: what } }
      : { name, command: wordsOf(what) }),
    ...(sent === '' ? { skipped: outcome } : { sent }),
    ...(version !== undefined && { version }),
    ...(files.length > 0 && { files: Object.fromEntries(files.map(fileOf)) }),
  }
}

function fileOf(cell: string): [path: string, text: string] {
  const at = cell.indexOf(':')
  return [cell.slice(0, at), cell.slice(at + 2).replaceAll('\\n', '\n')]
}

function wordsOf(line: string): string[] {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
  return words.map((word) => (word.startsWith('"') ? JSON.parse(word) : word))
}
