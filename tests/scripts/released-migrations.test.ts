import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BASELINE } from '../../local/postgres/migrate.ts'
import { recordReleased, releasedProblems } from '../../scripts/released-migrations.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const [second, third] = [String(Number(BASELINE) + 1), String(Number(BASELINE) + 2)]

test('finds released migrations that were edited or deleted, and unreleased ones before them', () => {
  const { folder, write } = migrations({ [BASELINE]: 'select 1;\n', [third]: 'select 3;\n' })
  const released = {
    '20200101000000': 'replaced',
    [BASELINE]: sha256('select 1;\n'),
    [third]: sha256('select 3;\n'),
  }
  expect(releasedProblems(folder, released)).toEqual([])
  write(third, 'select 4;\n')
  write(second, 'select 2;\n')
  expect(releasedProblems(folder, released)).toEqual([
    `The migration ${third} is released, and its file has changed: write a new migration instead.`,
    `The migration ${second} is not released, and before one that is: give it a new version.`,
  ])
  rmSync(join(folder, `${third}_x.sql`))
  expect(releasedProblems(folder, released)[0]).toContain('its file is missing')
})

test('records the migrations that are not released yet, and keeps the hashes of the others', () => {
  const { folder } = migrations({ [BASELINE]: 'edited', [second]: 'select 2;\n' })
  const list = join(folder, 'list.ts')
  writeFileSync(list, 'before\nexport const RELEASED: Record<string, string> = {\n}\nafter {}\n')
  expect(recordReleased(list, folder, { [BASELINE]: 'hash' })).toBe(true)
  expect(readFileSync(list, 'utf8')).toBe(
    `before\nexport const RELEASED: Record<string, string> = {\n  '${BASELINE}': 'hash',\n  '${second}': '${sha256('select 2;\n')}',\n}\nafter {}\n`,
  )
  expect(recordReleased(list, folder, { [BASELINE]: 'hash', [second]: 'hash' })).toBe(false)
})

/** A folder with these migrations: the texts by version. */
function migrations(texts: Record<string, string>) {
  const folder = join(mkdtempSync(join(tmpdir(), 'migrations-')), 'migrations')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
  mkdirSync(folder)
  const write = (version: string, text: string) => writeFileSync(join(folder, `${version}_x.sql`), text)
  for (const [version, text] of Object.entries(texts)) write(version, text)
  return { folder, write }
}
