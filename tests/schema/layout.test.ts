import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { layoutProblems } from '../../scripts/sql-layout.ts'

const folder = mkdtempSync(join(tmpdir(), 'sql-layout-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function problemsIn(sql: string): string[] {
  const path = join(folder, 'planted.sql')
  writeFileSync(path, sql)
  return layoutProblems(path).map((problem) => problem.replace(`${path}:`, ''))
}

test('strings, comments and quoted names may contain anything', () => {
  const sql = `-- Über\nselect 'It''s A', E'\\n', "Name" -- ${'X'.repeat(200)}\n  from t where a = '${'A'.repeat(200)}';\n`
  expect(problemsIn(sql)).toEqual([])
})

test.each([
  ['select 1;\nSELECT 2;\n', '2 is not in lower case'],
  [`select ${'a, '.repeat(50)}a;\n`, '1 has more than 130 characters'],
  ['select\n   1;\n', '2 is not indented by twos'],
  ['select 1; \n', '1 ends in white space'],
  ['select\t1;\n', '1 holds a tab'],
  ["select '\n\n a' A;\n", '3 is not in lower case'],
  ['select 1;', '1 does not end in one line feed'],
  ['select 1;\n\n', '3 does not end in one line feed'],
])('%j: %s', (sql, problem) => {
  expect(problemsIn(sql)).toContain(problem)
})
