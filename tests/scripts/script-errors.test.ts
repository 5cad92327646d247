import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'

test.concurrent.each<[script: string, args: string[], env: Record<string, string>, sentence: RegExp]>([
  ['scripts/build.ts', [], { API_BASE_URL: 'foo' }, /^API_BASE_URL is “foo”: set it to a URL/],
  ['scripts/build.ts', [], { API_BASE_URL: 'https://[' }, /^API_BASE_URL is “https:\/\/\[”: set it/],
  ['scripts/build.ts', [], { SITE_BASE_URL: 'ftp://a.b' }, /^SITE_BASE_URL is “ftp:\/\/a\.b”: set it/],
  ['scripts/build.ts', ['--prerender', '1'], {}, /^--prerender needs SITE_BASE_URL: set it/],
  [
    'tests/resilience/fuzz/fuzz.ts',
    [],
    { BASE_URL: 'foo' },
    /^BASE_URL is “foo”: set it to the URL of a deployment/,
  ],
  ['scripts/pictures/pictures.ts', ['foo'], {}, /^There are no pictures “foo”: give/],
  ['scripts/deploy.ts', [], { SUPABASE_PROJECT_ID: 'mine' }, /^“mine” is not a project reference/],
  ['scripts/migration.ts', ['A-B'], {}, /^Give the migration one name of lower-case letters/],
  ['local/reset.ts', ['--yes'], { API_PORT: 'x' }, /^API_PORT is “x”, which is not a valid port/],
])('%s %j with %j prints one sentence', async (script, args, env, sentence) => {
  const settings = { API_BASE_URL: '', SITE_BASE_URL: '', BASE_URL: '', ...env }
  const ended = await run(process.execPath, ['local/run.mjs', script, ...args], {
    env: { ...process.env, ...settings },
  })
  expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) })
  expect(ended.stderr.trimEnd()).toMatch(/^[^\n]+\.$/)
})

test.concurrent.each<[script: string, variables: string]>([
  [
    'local/start.ts',
    'API_PORT DB_PORT STUDIO_PORT DATA_DIR REGISTRATIONS_PER_HOUR TRUSTED_PROXIES CATALOGUE_CACHE_SECONDS CATALOGUE_URL PUBLIC_URL SITE_URL',
  ],
  ['local/reset.ts', 'DATA_DIR'],
  ['scripts/sql.ts', 'DATA_DIR DB_PORT'],
  ['scripts/build.ts', 'API_BASE_URL SITE_BASE_URL'],
  ['scripts/import.ts', 'SUPABASE_URL SUPABASE_SECRET_KEY API_PORT DATA_DIR'],
  ['scripts/deploy.ts', 'SUPABASE_ACCESS_TOKEN SUPABASE_PROJECT_ID SUPABASE_DB_URL'],
  ['tests/resilience/fuzz/fuzz.ts', 'BASE_URL'],
])('%s --help names its environment variables', async (script, variables) => {
  const { status, stdout } = await run(process.execPath, ['local/run.mjs', script, '--help'])
  const named = stdout.split('\nEnvironment variables:\n')[1]?.matchAll(/^ {2}([A-Z_]+) {2,}\S/gm) ?? []
  expect([status, [...named].map(([, name]) => name)]).toEqual([0, variables.split(' ')])
})

test('git ignores the lock files that deno writes', async () => {
  const files = [
    'deno.lock',
    'functions/api/deno.lock',
    'functions/mcp/deno.lock',
    'functions/registry/deno.lock',
  ]
  expect(await run('git', ['check-ignore', ...files])).toMatchObject({ stdout: `${files.join('\n')}\n` })
})
