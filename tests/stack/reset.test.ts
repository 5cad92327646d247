import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resetDataFolder } from '../../local/stack/data-folder.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { run } from '../../scripts/program.ts'
import { temporaryFolder } from '../support/process.ts'

const marker = '.skill-rating-stack'

/** A data folder as the stack leaves it. */
function stoppedStack(): string {
  const dataDir = temporaryFolder()
  for (const folder of ['postgres', 'logs', 'deno']) fs.mkdirSync(join(dataDir, folder))
  for (const file of [marker, 'postgres/PG_VERSION', 'logs/api.log', 'logs/api.log.old', 'deno/cache'])
    fs.writeFileSync(join(dataDir, file), '')
  keysOf(dataDir)
  return dataDir
}

test('npm run reset has nothing to do when the folder does not exist', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const env = { ...process.env, DATA_DIR: dataDir }
  expect(await run(process.execPath, ['local/run.mjs', 'local/reset.ts'], { env })).toEqual({
    status: 0,
    stdout: `There is nothing to delete: ${dataDir} does not exist.\n`,
    stderr: '',
  })
  expect(fs.existsSync(dataDir)).toBe(false)
})

describe('a reset deletes nothing', () => {
  test('in a folder that the stack did not create', async () => {
    const dataDir = temporaryFolder()
    fs.mkdirSync(join(dataDir, 'logs'))
    fs.writeFileSync(join(dataDir, 'logs', 'api.log'), 'mine')
    await expect(resetDataFolder(dataDir)).rejects.toThrow('nothing was deleted')
    expect(fs.readFileSync(join(dataDir, 'logs', 'api.log'), 'utf8')).toBe('mine')
  })

  test.each(['postgres', 'logs'])('when %s is a link to another folder', async (name) => {
    const [dataDir, target] = [stoppedStack(), temporaryFolder()]
    fs.writeFileSync(join(target, 'api.log'), 'mine')
    fs.rmSync(join(dataDir, name), { recursive: true })
    fs.symlinkSync(target, join(dataDir, name))
    await expect(resetDataFolder(dataDir)).rejects.toThrow(
      'is a symbolic link, which this stack did not create',
    )
    expect(fs.readdirSync(target)).toEqual(['api.log'])
    expect(fs.readdirSync(dataDir)).toHaveLength(5)
  })

  test('when the marker is a folder or a link', async () => {
    const dataDir = stoppedStack()
    fs.renameSync(join(dataDir, marker), join(dataDir, 'elsewhere'))
    fs.symlinkSync('elsewhere', join(dataDir, marker))
    await expect(resetDataFolder(dataDir)).rejects.toThrow('nothing was deleted')
    fs.rmSync(join(dataDir, marker))
    fs.mkdirSync(join(dataDir, marker))
    await expect(resetDataFolder(dataDir)).rejects.toThrow('nothing was deleted')
    expect(fs.existsSync(join(dataDir, 'keys.json'))).toBe(true)
  })
})

test('a reset keeps files with other names', async () => {
  const dataDir = stoppedStack()
  const kept = ['keys.json.backup', 'lock.json.note.txt', 'logs/notes.log', 'postgres-dump.sql']
  for (const name of kept) fs.writeFileSync(join(dataDir, name), 'mine')
  await resetDataFolder(dataDir)
  expect(fs.readdirSync(dataDir, { recursive: true }).sort()).toEqual([marker, 'logs', ...kept].sort())
})

test('a reset keeps a link to the data folder, so that the next start can use it', async () => {
  const [dataDir, link] = [stoppedStack(), join(temporaryFolder(), 'link')]
  fs.symlinkSync(dataDir, link)
  await resetDataFolder(link)
  expect(fs.readdirSync(link)).toEqual([])
})
