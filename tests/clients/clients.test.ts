// Clients that npm packages generate from docs/openapi.json: they compile under strict rules, and talk to the service.
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandOf, projectDir, run } from '../../scripts/program.ts'
import { baseUrl, uniqueWord } from '../support/http-client.ts'

const document = join(projectDir, 'docs', 'openapi.json')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skill-rating-client-'))
  await mkdir(join(folder, 'generated'))
  await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['openapi-fetch', 'openapi-typescript', 'openapi-typescript', ['-o', 'generated/schema.ts']],
  [
    'hey-api',
    '@hey-api/openapi-ts',
    'openapi-ts',
    ['-i', document, '-o', 'generated', '--no-log-file', '--silent'],
  ],
])('%s: generated without a warning, it compiles and works', async (name, packageName, command, options) => {
  const args = name === 'hey-api' ? options : [document, ...options]
  const generated = await node([commandOf(packageName, command), ...args])
  expect(generated).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/\S/) })
  expect(generated.stdout).not.toMatch(/warn|error/i)

  await cp(join(projectDir, 'tests', 'clients', 'programs', `${name}.ts`), join(folder, 'program.ts'))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  expect(await node([commandOf('typescript', 'tsc'), '-p', '.'])).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  })

  const { status, stdout, stderr } = await node(['--import', 'tsx', 'program.ts', baseUrl, uniqueWord()])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ found: 0, isTaken: true, mean: 12.5, claws: [4] })
})

const compilerOptions = {
  ...{ target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'] },
  ...{ module: 'nodenext', allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true },
  ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitOverride: true, isolatedModules: true },
}

/** Runs a program of Node in the folder of the client. */
function node(args: string[]) {
  return run(process.execPath, args, { cwd: folder })
}
