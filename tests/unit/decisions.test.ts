import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../../local/project-dir.ts'

const folder = join(projectDir, 'docs', 'decisions')

test('the list of decision records has the number and title of each', () => {
  const records = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .sort()
    .map((file) => {
      const number = file.slice(0, 4)
      const title = readFileSync(join(folder, file), 'utf8').match(/^# \d{4} (.+)/)?.[1]
      return `| [${number}](${file}) | ${title} |`
    })
  const listed = readFileSync(join(folder, 'README.md'), 'utf8').match(/^\| \[.+$/gm)
  expect(listed).toEqual(records)
})
