// Clients that npm packages generate from docs/openapi.json: they compile under strict rules, and talk to the service.
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { commandOf, projectDir, run } from '../../../scripts/program.ts'
import { baseUrl } from '../../support/api.ts'
import { uniqueWord } from '../../support/fixtures.ts'

const document = join(projectDir, 'docs', 'openapi.json')
const compilerOptions = {
  ...{ target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] },
  ...{ module: 'nodenext', allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true },
  ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitOverride: true, isolatedModules: true },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skill-rating-client-'))
  await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
  await cp(join(projectDir, 'tests', 'api', 'clients', 'programs'), folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  return () => rm(folder, { recursive: true, force: true })
})

type Program = { default: (baseUrl: string, word: string) => Promise<object> }

/** Runs a command of Node in the folder of the clients. */
const node = (...args: string[]) => run(process.execPath, args, { cwd: folder })

test('clients are generated without a warning, compile and work', async () => {
  const generated = await Promise.all([
    node(commandOf('openapi-typescript', 'openapi-typescript'), document, '-o', 'generated/schema.ts'),
    node(
      ...[commandOf('@hey-api/openapi-ts', 'openapi-ts'), '-i', document, '-o', 'generated/hey-api'],
      ...['--no-log-file', '--silent'],
    ),
  ])
  for (const { status, stdout, stderr } of generated) {
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 0, stderr: '' })
    expect(stdout).not.toMatch(/warn|error/i)
  }
  const compiled = node(commandOf('typescript', 'tsc'), '-p', '.')
  for (const file of ['openapi-fetch.ts', 'hey-api.ts']) {
    const program: Program = await import(join(folder, file))
    const seen = await program.default(baseUrl, uniqueWord())
    expect(seen, file).toEqual({ found: 0, isTaken: true, mean: 12.5, claws: [4] })
  }
  expect(await compiled).toEqual({ status: 0, stdout: '', stderr: '' })
})
