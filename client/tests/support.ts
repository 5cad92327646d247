// What the tests share: an empty home folder, the command line in a process of its own, and a server that records its requests.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'

export const PROGRAM = fileURLToPath(new URL('../dist/skill-rating.js', import.meta.url))

/** Well-formed: its checksum is that of `claw_` and 48 zeros in the tests of the service. */
export const KEY = `claw_${'0'.repeat(56)}`

/** A variable as configurations have it. */
export const variable = (name: string) => `\${${name}}`

export type Home = { folder: string; write(path: string, content: unknown): string }

/** A new home folder with a project in it; it is deleted after the test. */
export function newHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-home-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'project'))
  return {
    folder,
    write(path, content) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      return file
    },
  }
}

export type Run = { status: number | null; stdout: string; stderr: string }
type RunOptions = {
  home: Home
  env?: Record<string, string>
  input?: string
  program?: string
  cwd?: string
  node?: string
}

/** Runs the command line in a home folder, in its project, without a terminal. */
export async function run(args: string[], options: RunOptions): Promise<Run> {
  const { home, env = {}, input = '', program = PROGRAM, cwd = join(home.folder, 'project') } = options
  const { PATH = '' } = process.env
  const child = spawn(options.node ?? process.execPath, [program, ...args], {
    cwd,
    env: { PATH, HOME: home.folder, USERPROFILE: home.folder, ...env },
  })
  // The program may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return { status, stdout, stderr }
}

export type Step = { waitFor: string | RegExp; keys: string }

/**
 * Runs the command line on a terminal, by `script` of util-linux, and presses keys after texts that it waits for. Returns the output
 * without the sequences that draw it.
 */
export async function runOnTerminal(
  args: string[],
  steps: Step[],
  { home, env = {} }: { home: Home; env?: Record<string, string> },
): Promise<Run> {
  const quoted = [process.execPath, PROGRAM, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  const { PATH = '' } = process.env
  const command = `stty cols 100 rows 40 && exec ${quoted.join(' ')}`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: join(home.folder, 'project'),
    env: { PATH, HOME: home.folder, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  let seen = 0
  const left = [...steps]
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    for (let [step] = left; step; [step] = left) {
      const rest = plain(output).slice(seen)
      const at = typeof step.waitFor === 'string' ? rest.indexOf(step.waitFor) : rest.search(step.waitFor)
      if (at < 0) return
      left.shift()
      seen = plain(output).length
      child.stdin.write(step.keys)
    }
  })
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, stdout: plain(output), stderr: left.map(({ waitFor }) => String(waitFor)).join('\n') }
}

function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r', '')
}

/** All files below a folder with their contents, to see what a command changes. */
export function filesIn(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)))
  return new Map(
    paths.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path, 'utf8')]),
  )
}

export type Recorded = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }

/** A server that records what it gets. `reply` answers; by default, all identifiers are unknown. */
export async function recordingServer(reply: (request: Recorded) => Reply | undefined = () => undefined) {
  const requests: Recorded[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, path: url, headers, body: await text(incoming) }
    requests.push(request)
    const { status = 200, headers: sent = {}, body } = reply(request) ?? unknownIdentifiers(request)
    outgoing.writeHead(status, { 'content-type': 'application/json', ...sent })
    outgoing.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`
  return { requests, url, traffic: () => requests.map((one) => JSON.stringify(one)).join('\n') }
}

function unknownIdentifiers({ body }: Recorded): Reply {
  const { identifiers = [] } = (body ? JSON.parse(body) : {}) as { identifiers?: string[] }
  return {
    body: { results: identifiers.map((identifier) => ({ identifier, status: 'unknown', skills: [] })) },
  }
}

type KnownSkill = {
  /** The mean of all ratings, and that of established agents if it is another one. */
  claws: number
  mean?: number
  ratings: number
  established?: number
  status?: string
}

/** A skill in the result of a lookup. */
export function lookedUp(name: string, more: Record<string, unknown> = {}) {
  const ratings = { avg_claws: 0, total_ratings: 0, established_ratings: 0, established_mean: null }
  return {
    id: `id-of-${name}`,
    name,
    slug: name,
    type: 'mcp',
    url: null,
    ...ratings,
    imported: false,
    exact: true,
    ...more,
  }
}

/** Replies to a lookup by identifier; all others are unknown. */
export function lookupOf(results: Record<string, unknown[]>) {
  return ({ path, body }: Recorded): Reply | undefined => {
    if (!path.endsWith('/api/lookup')) return undefined
    const { identifiers } = JSON.parse(body) as { identifiers: string[] }
    return {
      body: {
        results: identifiers.map((identifier) => {
          const skills = results[identifier] ?? []
          return { identifier, status: skills.length > 0 ? 'found' : 'unknown', skills }
        }),
      },
    }
  }
}

/** Replies to a lookup with skills by identifier, in the form of the API's contract. */
export function lookupReply(skills: Record<string, KnownSkill>) {
  return ({ path, body }: Recorded): Reply | undefined => {
    if (!path.endsWith('/api/lookup')) return undefined
    const { identifiers } = JSON.parse(body) as { identifiers: string[] }
    const results = identifiers.map((identifier, index) => {
      const one = skills[identifier]
      if (!one) return { identifier, status: 'unknown', skills: [] }
      const { claws, mean = claws, ratings, established = 0, status = 'found' } = one
      const skill = {
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        name: `Skill ${index}`,
        slug: `skill-${index}`,
        type: 'mcp',
        avg_claws: claws,
        total_ratings: ratings,
        established_ratings: established,
        established_mean: established > 0 ? mean : null,
        imported: false,
        exact: true,
      }
      return { identifier, status, skills: status === 'found' || status === 'merged' ? [skill] : [] }
    })
    return { body: { results } }
  }
}
