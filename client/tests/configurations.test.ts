import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scan } from '../src/doctor/scan.ts'
import { CONFIGURATIONS, type Configuration } from './configurations.ts'
import { type Home, newHome } from './support.ts'

function machineOf(
  { folder: home }: Home,
  platform: NodeJS.Platform = 'linux',
  env: Record<string, string> = {},
) {
  return { platform, home, cwd: join(home, 'project'), env: { PATH: '', ...env } }
}

test.each(CONFIGURATIONS)('$name', async (configuration) => {
  const home = newHome()
  const text = JSON.stringify(configuration).replaceAll('{home}', home.folder)
  const { command, server, files, links, platform, env, ...expected } = JSON.parse(text) as Configuration
  const [program, ...args] = command ?? []
  const one = server ?? (command && { command: program, args })
  if (one) home.write('project/.mcp.json', { mcpServers: { one } })
  for (const [path, content] of Object.entries(files ?? {})) {
    if (content === null) home.write(join(path, 'empty'), '')
    else home.write(path, typeof content === 'number' ? ' '.repeat(content) : content)
  }
  for (const [path, target] of Object.entries(links ?? {}))
    symlinkSync(join(home.folder, target), join(home.folder, path))
  const { installed, skipped } = await scan(machineOf(home, platform, env))
  expect(installed.map(({ identifier }) => identifier)).toEqual([expected.sent ?? []].flat())
  expect(skipped.map(({ reason }) => reason)).toEqual([expected.skipped ?? []].flat())
  if (expected.sent && command) expect(installed[0]?.version).toBe(expected.version)
})

test.each([
  ['the command is too long', 'npx', ['x'.repeat(20_000)]],
  ['the command is too long', 'npx', Array(501).fill('secret')],
  ['the command names no package of the public registry', 'npx', [`secret@${'1.'.repeat(200)}1`]],
  ['the command names no package of the public registry', 'uvx', [`secret${'!'.repeat(60)}@`]],
  ['the command names no package of the public registry', 'uvx', [`secret${'>=1      ,'.repeat(20)}]`]],
])('skips arguments without end: %s', async (reason, command, args) => {
  const home = newHome()
  home.write('project/.mcp.json', { mcpServers: { one: { command, args } } })
  expect(await scan(machineOf(home))).toMatchObject({ installed: [], skipped: [{ reason }] })
})

test.each([
  ['npmrc', '.npmrc', (index: number) => `prefix=/${index}`, 'npx'],
  ['npmrc of keys', '.npmrc', () => `registr${' '.repeat(1_000)}`, 'npx'],
  ['nuget.config', 'nuget.config', () => '<packageSources value ', 'dnx'],
  ['uv.toml', 'uv.toml', () => `indexes${'-'.repeat(1_000)}`, 'uvx'],
  ['pyproject.toml', 'pyproject.toml', () => `[tool.uv.a${'.a'.repeat(1_000)}`, 'uvx'],
  ['.env', '.env', () => `x${' '.repeat(1_000)}`, 'bunx'],
])('reads a %s of 1 MB in at most 3 seconds of work', async (_, path, lineOf, command) => {
  const home = newHome()
  const size = 1024 * 1024
  const lines = Array.from({ length: size / lineOf(0).length }, (_line, index) => lineOf(index))
  home.write(`project/${path}`, lines.join('\n').slice(0, size))
  home.write('project/.mcp.json', { mcpServers: { one: { command, args: ['notes-mcp'] } } })
  const before = process.cpuUsage().user
  await scan(machineOf(home))
  expect(process.cpuUsage().user - before).toBeLessThan(3e6)
})

test('has every kind of configuration once', () => {
  expect(CONFIGURATIONS.length).toBeGreaterThanOrEqual(300)
  expect(new Set(CONFIGURATIONS.map(({ name }) => name)).size).toBe(CONFIGURATIONS.length)
})
