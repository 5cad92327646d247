import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'

test.concurrent.each<[script: string, args: string[], env: Record<string, string>, sentence: RegExp]>([
  ['scripts/build.ts', [], { API_BASE_URL: 'foo' }, /^API_BASE_URL is “foo”: set it to a URL/],
  ['scripts/build.ts', ['--prerender', '1'], {}, /^--prerender needs SITE_BASE_URL: set it/],
  ['scripts/pictures/pictures.ts', ['foo'], {}, /^There are no pictures “foo”: give/],
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

test('git ignores the lock files that deno writes', async () => {
  const files = [
    'deno.lock',
    'functions/api/deno.lock',
    'functions/mcp/deno.lock',
    'functions/registry/deno.lock',
  ]
  expect(await run('git', ['check-ignore', ...files])).toMatchObject({ stdout: `${files.join('\n')}\n` })
})
