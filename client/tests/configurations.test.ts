import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scan } from '../src/doctor/scan.ts'
import { newHome } from './support.ts'

/** A configuration, and what the doctor makes of it. `{home}` is the home folder, in which `project` is the current folder. */
type Configuration = {
  name: string
  /** A command line, or a whole server, of `project/.mcp.json`. */
  command?: (string | number)[]
  server?: unknown
  /** More files by path, or the only ones. An object is written as JSON, a number makes so many spaces, and null a folder. */
  files?: Record<string, unknown>
  platform?: NodeJS.Platform
  env?: Record<string, string>
  /** What the lookup would get, with the version that is pinned; or why nothing is sent. */
  sent?: string | string[]
  version?: string
  skipped?: string | string[]
}

const file = new URL('configurations.json', import.meta.url)
const configurations = JSON.parse(readFileSync(file, 'utf8')) as Configuration[]

test.each(configurations)('$name', async (configuration) => {
  const home = newHome()
  const text = JSON.stringify(configuration).replaceAll('{home}', home.folder)
  const { command, server, files, platform = 'linux', env, ...expected } = JSON.parse(text) as Configuration
  const [program, ...args] = command ?? []
  const one = server ?? (command && { command: program, args })
  if (one) home.write('project/.mcp.json', { mcpServers: { one } })
  for (const [path, content] of Object.entries(files ?? {})) {
    if (content === null) home.write(join(path, 'empty'), '')
    else home.write(path, typeof content === 'number' ? ' '.repeat(content) : content)
  }
  const machine = {
    platform,
    home: home.folder,
    cwd: join(home.folder, 'project'),
    env: { PATH: '', ...env },
  }
  const { installed, skipped } = await scan(machine)
  expect(installed.map(({ identifier }) => identifier)).toEqual([expected.sent ?? []].flat())
  expect(skipped.map(({ reason }) => reason)).toEqual([expected.skipped ?? []].flat())
  if (expected.sent && command) expect(installed[0]?.version).toBe(expected.version)
})

test.each([
  ['the command is too long', ['x'.repeat(20_000)]],
  ['the command is too long', Array(501).fill('secret')],
  ['the command names no package of the public registry', [`secret@${'1.'.repeat(200)}1`]],
])('skips arguments without end: %s', async (reason, args) => {
  const home = newHome()
  home.write('project/.mcp.json', { mcpServers: { one: { command: 'npx', args } } })
  const machine = {
    platform: 'linux' as const,
    home: home.folder,
    cwd: join(home.folder, 'project'),
    env: {},
  }
  expect(await scan(machine)).toMatchObject({ installed: [], skipped: [{ reason }] })
})

test('has every kind of configuration once', () => {
  expect(configurations.length).toBeGreaterThanOrEqual(171)
  expect(new Set(configurations.map(({ name }) => name)).size).toBe(configurations.length)
})
