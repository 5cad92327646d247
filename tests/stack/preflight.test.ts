import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'
import { projectDir, temporaryFolder } from '../support/process.ts'

const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const packages = { ...manifest.dependencies, ...manifest.devDependencies }

test.each(['12.22.12', '21.7.3'])('rejects Node %s', async (version) => {
  const pretend = join(temporaryFolder(), 'version.cjs')
  writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '${version}' })`)
  expect(await run(process.execPath, ['--require', pretend, 'local/run.mjs', 'local/start.ts'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `Node ${version} is not supported: install a current release of Node 20, 22 or 24 (at least 20.19.0, 22.13.0, 24.0.0).\n`,
  })
})

test.each<[what: string, install: (project: string) => void, message: string]>([
  [
    'a package that is not installed',
    () => {},
    'The package @modelcontextprotocol/server is not installed: run `npm ci` first.',
  ],
  [
    'a package that is installed in another version',
    (project) => installAll(project, { ...packages, hono: '1.0.0' }),
    `The package hono is installed in version 1.0.0 instead of ${packages.hono}: run \`npm ci\` again.`,
  ],
  [
    'packages for another platform',
    (project) => {
      installAll(project, packages)
      for (const name of ['node_modules/tsx', 'node_modules/esbuild'])
        cpSync(join(projectDir, name), join(project, name), { recursive: true })
    },
    'The installed packages are for another machine: run `npm ci` again.',
  ],
])('reports %s', async (_, install, message) => {
  const project = emptyProject()
  install(project)
  // tsx needs esbuild for a program that is not in its cache.
  writeFileSync(join(project, 'program.ts'), `const one: number = ${Math.random()}\nconsole.log(one)\n`)
  expect(await runIn(project)).toEqual({ status: 1, stdout: '', stderr: `${message}\n` })
})

test('exits with an error status when a program fails or never settles', async () => {
  const project = emptyProject()
  symlinkSync(join(projectDir, 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'program.ts'), 'await new Promise(() => {})')
  expect((await runIn(project)).status).toBe(13)
  writeFileSync(join(project, 'program.ts'), "throw new Error('a bug')")
  expect(await runIn(project)).toMatchObject({ status: 1, stderr: expect.stringContaining('program.ts:1') })
})

test('gives a program no variable that is meant for clients of Postgres', async () => {
  const project = emptyProject()
  symlinkSync(join(projectDir, 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'program.ts'), 'console.log(Object.keys(process.env).sort().join())')
  const names = ['PGTARGETSESSIONATTRS', 'PGOPTIONS', 'PGHOST', 'PGUSER', 'PGPASSWORD', 'PGSSLMODE', 'PGMAX']
  const env = Object.fromEntries(names.map((name) => [name, 'read-only']))
  const { stdout } = await runIn(project, { ...process.env, ...env, MY_PGHOST: 'kept' })
  const given = stdout.trim().split(',')
  expect(given.filter((name) => names.includes(name))).toEqual([])
  expect(given).toEqual(expect.arrayContaining(['MY_PGHOST', 'PATH']))
})

function emptyProject(): string {
  const folder = temporaryFolder()
  for (const name of ['local/run.mjs', 'local/without-pg-variables.mjs', 'package.json'])
    cpSync(join(projectDir, name), join(folder, name))
  return folder
}

function installAll(project: string, packages: Record<string, string>): void {
  for (const [name, version] of Object.entries(packages)) {
    const folder = join(project, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
  }
}

function runIn(project: string, env = process.env) {
  return run(process.execPath, [join(project, 'local', 'run.mjs'), join(project, 'program.ts')], { env })
}
