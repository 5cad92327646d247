import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startStack } from '../../local/stack/stack.ts'
import { run } from '../../scripts/program.ts'
import { projectDir, temporaryFolder } from './npm-start.ts'

const anyPorts = { apiPort: 0, dbPort: 0, studioPort: 0, mcp: false }
const marker = '.skill-rating-stack'

function reset(dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir }
  return run(process.execPath, ['local/run.mjs', 'local/reset.ts', ...args], { env })
}

/** A folder as the stack leaves it, without the time that a start takes. */
function stoppedStack(): string {
  const dataDir = temporaryFolder()
  for (const folder of ['postgres', 'logs', 'deno']) mkdirSync(join(dataDir, folder))
  for (const file of [
    marker,
    'keys.json',
    'postgres/PG_VERSION',
    'logs/api.log',
    'logs/api.log.old',
    'deno/cache',
  ]) {
    writeFileSync(join(dataDir, file), '')
  }
  return dataDir
}

test('a reset is refused while the stack runs, and then deletes what the stack created, and nothing else', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'mine.txt'), 'kept')
  const stack = await startStack({ dataDir, ...anyPorts })
  onTestFinished(() => stack.stop())
  expect(await reset(dataDir, '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`is in use by the stack of process ${process.pid}:`),
  })
  await stack.stop()
  expect(await reset(dataDir, '--yes')).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(dataDir)).toEqual(['mine.txt'])
  // A start takes it as it took it at first.
  const next = await startStack({ dataDir, ...anyPorts })
  await next.stop()
  expect(readdirSync(dataDir)).toContain(marker)
})

test('a folder that an earlier version created is marked by the next start', async () => {
  const dataDir = temporaryFolder()
  const first = await startStack({ dataDir, ...anyPorts })
  await first.stop()
  rmSync(join(dataDir, marker))
  const { status, stderr } = await reset(dataDir, '--yes')
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^.* has no file \.skill-rating-stack, .*\.\n$/),
  ])
  const second = await startStack({ dataDir, ...anyPorts })
  await second.stop()
  expect((await reset(dataDir, '--yes')).status).toBe(0)
  expect(existsSync(dataDir)).toBe(false)
})

describe('a reset deletes nothing', () => {
  test('in a folder that the stack did not create', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'logs'))
    writeFileSync(join(dataDir, 'logs', 'api.log'), 'mine')
    expect(await reset(dataDir, '--yes')).toMatchObject({ status: 1, stdout: '' })
    expect(readFileSync(join(dataDir, 'logs', 'api.log'), 'utf8')).toBe('mine')
  })

  test.each([
    ['the root of the file system', '/', 'is or contains your home folder'],
    ['the home folder', homedir(), 'is or contains your home folder'],
    ['the folder of the project', projectDir, 'is or contains the folder of this project'],
    ['a file', join(projectDir, 'package.json'), 'is not a folder'],
  ])('when DATA_DIR is %s', async (_, dataDir, reason) => {
    expect(await reset(dataDir, '--yes')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^The data folder .* ${reason}: [^\\n]*\\.\\n$`)),
    })
  })

  test('without --yes when there is no terminal to ask in', async () => {
    const dataDir = stoppedStack()
    expect(await reset(dataDir)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'There is no terminal to ask in: run `npm run reset -- --yes` to delete without asking.\n',
    })
    expect(readdirSync(dataDir)).toHaveLength(5)
  })

  test.each([['--yes', '--force'], ['--yes', '.data'], ['-y']])(
    'with %j, which it does not accept',
    async (...args) => {
      const dataDir = stoppedStack()
      expect((await reset(dataDir, ...args)).status).toBe(1)
      expect(readdirSync(dataDir)).toHaveLength(5)
    },
  )

  test.each(['postgres', 'logs'])('when %s is a link to another folder', async (name) => {
    const [dataDir, elsewhere] = [stoppedStack(), temporaryFolder()]
    writeFileSync(join(elsewhere, 'api.log'), 'mine')
    rmSync(join(dataDir, name), { recursive: true })
    symlinkSync(elsewhere, join(dataDir, name))
    const { status, stderr } = await reset(dataDir, '--yes')
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('is a symbolic link, which the stack did not create'),
    ])
    expect(readdirSync(elsewhere)).toEqual(['api.log'])
    expect(readdirSync(dataDir)).toHaveLength(5)
  })

  test('when the marker is a folder or a link', async () => {
    const dataDir = stoppedStack()
    renameSync(join(dataDir, marker), join(dataDir, 'elsewhere'))
    symlinkSync('elsewhere', join(dataDir, marker))
    expect((await reset(dataDir, '--yes')).status).toBe(1)
    rmSync(join(dataDir, marker))
    mkdirSync(join(dataDir, marker))
    expect((await reset(dataDir, '--yes')).status).toBe(1)
    expect(existsSync(join(dataDir, 'keys.json'))).toBe(true)
  })
})

test('a reset keeps files that have other names than the stack’s', async () => {
  const dataDir = stoppedStack()
  const kept = [
    'keys.json.backup',
    'lock.json.note.txt',
    'logs/notes.log',
    'postgres-dump.sql',
    'postgres.draft-notes',
  ]
  for (const name of kept) writeFileSync(join(dataDir, name), 'mine')
  expect((await reset(dataDir, '--yes')).stdout).toMatch(
    / were deleted: .* Files that are not the stack’s were kept\.\n$/,
  )
  expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual([marker, 'logs', ...kept].sort())
})

test('a reset of a link to the data folder keeps the link, and the next start can use it', async () => {
  const [dataDir, link] = [stoppedStack(), join(temporaryFolder(), 'link')]
  symlinkSync(dataDir, link)
  expect((await reset(link, '--yes')).status).toBe(0)
  expect(readdirSync(link)).toEqual([])
})

test('a reset of a folder that does not exist has nothing to do', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  expect(await reset(dataDir)).toEqual({
    status: 0,
    stdout: `There is nothing to delete: ${dataDir} does not exist.\n`,
    stderr: '',
  })
  expect(existsSync(dataDir)).toBe(false)
})
