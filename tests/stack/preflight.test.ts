import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'
import { projectDir, temporaryFolder } from './npm-start.ts'

const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const packages = { ...manifest.dependencies, ...manifest.devDependencies }

test.each(['12.22.12', '18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0'])(
  'Node %s is refused in one sentence',
  async (version) => {
    const pretend = join(temporaryFolder(), 'version.cjs')
    writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '${version}' })`)
    expect(await run(process.execPath, ['--require', pretend, 'local/run.mjs', 'local/start.ts'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `Node ${version} is not supported: install a current release of Node 20, 22 or 24 (at least 20.19.0, 22.13.0, 24.0.0).\n`,
    })
  },
)

test('a forgotten `npm ci` is reported in one sentence', async () => {
  const project = emptyProject()
  expect(await runIn(project)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The package @modelcontextprotocol/server is not installed: run `npm ci` first.\n',
  })
})

test('a package of another version is reported in one sentence', async () => {
  const project = emptyProject()
  for (const [name, version] of Object.entries(packages)) install(project, name, version)
  install(project, 'hono', '1.0.0')
  expect(await runIn(project)).toEqual({
    status: 1,
    stdout: '',
    stderr: `The package hono is installed in version 1.0.0 instead of ${packages.hono}: run \`npm ci\` again.\n`,
  })
})

test('packages for another platform are reported in one sentence', async () => {
  const project = emptyProject()
  for (const [name, version] of Object.entries(packages)) install(project, name, version)
  for (const name of ['tsx', 'esbuild']) {
    cpSync(join(projectDir, 'node_modules', name), join(project, 'node_modules', name), { recursive: true })
  }
  // A text that tsx has not seen, or it would not need esbuild.
  writeFileSync(join(project, 'program.ts'), `const one: number = ${Math.random()}\nconsole.log(one)\n`)
  expect(await runIn(project)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The installed packages are for another machine: run `npm ci` again.\n',
  })
})

test('a program that fails or never ends its work does not exit with 0', async () => {
  const project = emptyProject()
  symlinkSync(join(projectDir, 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'program.ts'), 'await new Promise(() => {})')
  expect((await runIn(project)).status).toBe(13)
  writeFileSync(join(project, 'program.ts'), "throw new Error('a bug')")
  expect(await runIn(project)).toMatchObject({ status: 1, stderr: expect.stringContaining('program.ts:1') })
})

function emptyProject(): string {
  const folder = temporaryFolder()
  for (const name of ['local/run.mjs', 'package.json']) cpSync(join(projectDir, name), join(folder, name))
  return folder
}

function install(project: string, name: string, version: string): void {
  const folder = join(project, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
}

function runIn(project: string) {
  return run(process.execPath, [join(project, 'local', 'run.mjs'), join(project, 'program.ts')])
}
