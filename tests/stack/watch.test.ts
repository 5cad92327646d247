import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { watchFolder } from '../../local/watch/watch-files.ts'
import { temporaryFolder, until } from '../support/process.ts'

/** Watches a folder with src/pages/page.ts and src/main.ts. */
function watched({ onTestFinished }: TestContext) {
  const folder = join(temporaryFolder(onTestFinished), 'site')
  mkdirSync(join(folder, 'src', 'pages'), { recursive: true })
  writeFileSync(join(folder, 'src', 'main.ts'), '1')
  writeFileSync(join(folder, 'src', 'pages', 'page.ts'), '1')
  let changes: string[] = []
  const onChange = (paths: string[]) => void changes.push(...paths)
  const watcher = watchFolder(folder, /^(?!dist\/)/, onChange)
  onTestFinished(() => watcher.close())
  let text = 1
  return {
    at: (path: string) => join(folder, path),
    /** Writes a new text each time. */
    write: (path: string) => writeFileSync(join(folder, path), String(text++)),
    /** Waits until the change of a file is reported. */
    async sees(path: string) {
      await until(() => changes.includes(path), 5_000).catch(() => expect(changes).toContain(path))
      changes = []
    },
    changes: () => changes,
  }
}

test.concurrent('reports a file that is written, replaced, deleted and created', async (context) => {
  const { at, write, sees } = watched(context)
  for (let i = 0; i < 2; i++) {
    write('src/pages/page.ts')
    await sees('src/pages/page.ts')
  }
  // As git and many editors write.
  write('../draft')
  renameSync(at('../draft'), at('src/pages/page.ts'))
  await sees('src/pages/page.ts')
  rmSync(at('src/main.ts'))
  await sees('src/main.ts')
  write('src/main.ts')
  await sees('src/main.ts')
  write('../linked.ts')
  symlinkSync('../../linked.ts', at('src/linked.ts'))
  await sees('src/linked.ts')
  write('../linked.ts')
  await sees('src/linked.ts')
})

test.concurrent('reports files in a folder that is replaced, renamed or created', async (context) => {
  const { at, write, sees } = watched(context)
  mkdirSync(at('../other/pages'), { recursive: true })
  write('../other/pages/new.ts')
  renameSync(at('src'), at('../old'))
  renameSync(at('../other'), at('src'))
  await sees('src/pages/new.ts')
  write('src/pages/page.ts')
  await sees('src/pages/page.ts')
  renameSync(at('src/pages'), at('src/views'))
  await sees('src/views/page.ts')
  mkdirSync(at('src/deep/deeper'), { recursive: true })
  write('src/deep/deeper/file.ts')
  await sees('src/deep/deeper/file.ts')
})

test.concurrent('reports files in the watched folder after the folder itself is replaced', async (context) => {
  const { at, write, sees } = watched(context)
  mkdirSync(at('../other/src/pages'), { recursive: true })
  write('../other/src/pages/new.ts')
  renameSync(at(''), at('../old-site'))
  renameSync(at('../other'), at(''))
  await sees('src/pages/new.ts')
  write('src/pages/new.ts')
  await sees('src/pages/new.ts')
})

test.concurrent('does not report ignored files', async (context) => {
  const { at, write, sees, changes } = watched(context)
  mkdirSync(at('dist'))
  write('dist/index.html')
  write('src/main.ts')
  await sees('src/main.ts')
  expect(changes().filter((path) => path.startsWith('dist'))).toEqual([])
})
