import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFolder } from '../../local/watch/watch-files.ts'
import { temporaryFolder, until } from './npm-start.ts'

/** A watched folder with src/pages/page.ts and src/main.ts. */
function watched() {
  const folder = join(temporaryFolder(), 'site')
  mkdirSync(join(folder, 'src', 'pages'), { recursive: true })
  writeFileSync(join(folder, 'src', 'main.ts'), '1')
  writeFileSync(join(folder, 'src', 'pages', 'page.ts'), '1')
  let changes: string[] = []
  const onChange = (path: string) => void changes.push(path)
  const watcher = watchFolder(folder, onChange, (path) => path === 'dist')
  onTestFinished(() => watcher.close())
  let text = 1
  return {
    at: (path: string) => join(folder, path),
    /** Another text each time. */
    write: (path: string) => writeFileSync(join(folder, path), String(text++)),
    /** Waits until a change of the file is reported. */
    async sees(path: string) {
      await until(() => changes.includes(path), 5_000).catch(() => expect(changes).toContain(path))
      changes = []
    },
    changes: () => changes,
  }
}

test('a file that is written, again and again', async () => {
  const { write, sees } = watched()
  for (let i = 0; i < 3; i++) {
    write('src/pages/page.ts')
    await sees('src/pages/page.ts')
  }
})

test('a file that another is renamed to, as git and many editors write, again and again', async () => {
  const { at, write, sees } = watched()
  for (let i = 0; i < 3; i++) {
    write('../draft')
    renameSync(at('../draft'), at('src/pages/page.ts'))
    await sees('src/pages/page.ts')
  }
  write('src/pages/page.ts')
  await sees('src/pages/page.ts')
})

test('a file that is deleted and created again, and then written', async () => {
  const { at, write, sees } = watched()
  rmSync(at('src/main.ts'))
  await sees('src/main.ts')
  write('src/main.ts')
  await sees('src/main.ts')
  write('src/main.ts')
  await sees('src/main.ts')
})

test('a folder that is replaced by another, and then changes', async () => {
  const { at, write, sees } = watched()
  mkdirSync(at('../other/pages'), { recursive: true })
  write('../other/pages/page.ts')
  write('../other/pages/new.ts')
  renameSync(at('src'), at('../old'))
  renameSync(at('../other'), at('src'))
  await sees('src/pages/new.ts')
  write('src/pages/page.ts')
  await sees('src/pages/page.ts')
})

test('the watched folder itself, replaced', async () => {
  const { at, write, sees } = watched()
  mkdirSync(at('../other/src/pages'), { recursive: true })
  write('../other/src/pages/new.ts')
  renameSync(at(''), at('../old-site'))
  renameSync(at('../other'), at(''))
  await sees('src/pages/new.ts')
  write('src/pages/new.ts')
  await sees('src/pages/new.ts')
})

test('a folder that is renamed, and a new one with files in it', async () => {
  const { at, write, sees } = watched()
  renameSync(at('src/pages'), at('src/views'))
  await sees('src/views/page.ts')
  write('src/views/page.ts')
  await sees('src/views/page.ts')
  mkdirSync(at('src/deep/deeper'), { recursive: true })
  write('src/deep/deeper/file.ts')
  await sees('src/deep/deeper/file.ts')
})

test('a file that a link points to', async () => {
  const { at, write, sees } = watched()
  write('../linked.ts')
  symlinkSync('../../linked.ts', at('src/linked.ts'))
  await sees('src/linked.ts')
  write('../linked.ts')
  await sees('src/linked.ts')
})

test('nothing in what is ignored', async () => {
  const { at, write, sees, changes } = watched()
  mkdirSync(at('dist'))
  write('dist/index.html')
  write('src/main.ts')
  await sees('src/main.ts')
  expect(changes().filter((path) => path.startsWith('dist'))).toEqual([])
})
