import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { COMMANDS, type CommandName, usageOf } from '../../local/cli/commands.ts'
import { projectDir, run } from '../../scripts/program.ts'

const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
// The others pass their arguments to Vitest, Biome or tsc.
const own = Object.values(COMMANDS)
  .flatMap((group) => Object.keys(group) as CommandName[])
  .filter((name) => !scriptOf(name).includes('&&'))

const missing = join(tmpdir(), `skill-rating-missing-${process.pid}`)
// For the cache of tsx.
const temporary = `${missing}-tmp`
afterAll(() => {
  rmSync(temporary, { recursive: true, force: true })
  expect(existsSync(missing)).toBe(false)
})

// Without a data folder, Chromium and an account, so that a script that ignores its arguments fails.
function runCommand(name: CommandName, option: string) {
  const words = scriptOf(name)
    .replace(/^exec /, '')
    .split(' ')
  const args = [...name.split(' ').slice(1), option]
  const env = { PATH: '', HOME: missing, TMPDIR: temporary, DATA_DIR: missing }
  return run(process.execPath, [...words.slice(1), ...args], { env })
}

function scriptOf(name: CommandName): string {
  return scripts[name.split(' ')[0] ?? ''] ?? ''
}

/** The environment variables that `--help` names. */
const VARIABLES: Partial<Record<CommandName, string>> = {
  start:
    'API_PORT DB_PORT STUDIO_PORT DATA_DIR REGISTRATIONS_PER_HOUR TRUSTED_PROXIES CATALOGUE_URL PUBLIC_URL SITE_URL',
  reset: 'DATA_DIR',
  'db:sql': 'DATA_DIR DB_PORT',
  'site:build': 'API_BASE_URL SITE_BASE_URL',
  'catalogue:import': 'SUPABASE_URL SUPABASE_SECRET_KEY API_PORT DATA_DIR',
  deploy: 'SUPABASE_ACCESS_TOKEN SUPABASE_PROJECT_ID SUPABASE_DB_URL',
  'test:fuzz': 'BASE_URL',
}

test.concurrent.each(own)('%s --help only prints its usage, with its variables', async (name) => {
  const { status, stdout, stderr } = await runCommand(name, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(new RegExp(`^[^\\n]+\\.\\n\\n${usageOf(name)} (-- )?\\[options\\]`))
  expect(stdout.trim().split('\n').length).toBeLessThan(20)
  const named = stdout.split('\nEnvironment variables:\n')[1]?.matchAll(/^ {2}([A-Z_]+) {2,}\S/gm) ?? []
  if (VARIABLES[name]) expect(Array.from(named, ([, variable]) => variable).join(' ')).toBe(VARIABLES[name])
})

test.concurrent.each(own)('%s rejects an unknown option first', async (name) => {
  expect(await runCommand(name, '--no-such-option')).toEqual({
    status: 1,
    stdout: '',
    stderr: `Unknown option '--no-such-option': \`${usageOf(name, '--help')}\` lists what it accepts.\n`,
  })
})
