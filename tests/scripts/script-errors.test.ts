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
