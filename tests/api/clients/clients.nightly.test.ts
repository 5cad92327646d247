// What npm packages make of docs/openapi.json: generated clients, which compile under strict rules and talk to the service, and the
// findings of a linter. Installs the packages as a user would, so it needs the npm registry or the cache of npm.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectDir, run } from '../../../scripts/program.ts'
import { baseUrl } from '../../support/api.ts'
import { uniqueWord } from '../../support/fixtures.ts'

const document = join(projectDir, 'docs', 'openapi.json')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skill-rating-client-'))
  await cp(join(projectDir, 'tests', 'api', 'clients', 'programs'), folder, { recursive: true })
  const { status, stderr } = await run('npm', ['install', '--no-audit', '--ignore-scripts'], { cwd: folder })
  expect(status, stderr).toBe(0)
  return () => rm(folder, { recursive: true, force: true })
})

/** Runs a command of an installed package in the folder of the clients. */
const command = (name: string, ...args: string[]) =>
  run(join(folder, 'node_modules', '.bin', name), args, { cwd: folder })

type Linter = { lintProblems: (document: string) => Promise<string[]> }
type Program = { default: (baseUrl: string, word: string) => Promise<object> }

test('clients are generated without a warning, compile and work', async () => {
  const generated = await Promise.all([
    command('openapi-typescript', document, '-o', 'generated/schema.ts'),
    command('openapi-ts', '-i', document, '-o', 'generated/hey-api', '--no-log-file', '--silent'),
  ])
  for (const { status, stdout, stderr } of generated) {
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 0, stderr: '' })
    expect(stdout).not.toMatch(/warn|error/i)
  }
  const compiled = command('tsc', '-p', '.')
  for (const file of ['openapi-fetch.ts', 'hey-api.ts']) {
    const program: Program = await import(join(folder, file))
    const seen = await program.default(baseUrl, uniqueWord())
    expect(seen, file).toEqual({ found: 0, isTaken: true, mean: 12.5, claws: [4] })
  }
  expect(await compiled).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('the linter of Redocly finds nothing', async () => {
  const { lintProblems }: Linter = await import(join(folder, 'lint.ts'))
  expect(await lintProblems(await readFile(document, 'utf8'))).toEqual([])
})
