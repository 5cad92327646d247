import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { sqlStatements } from '../../scripts/sql-references.ts'
import { readSqlFiles } from '../../scripts/sql-rooms.ts'

test('no other room needs the registry', () => {
  const isRegistry = ({ name }: { name: string }) => name.startsWith('registry/')
  const definedIn = (files: ReturnType<typeof readSqlFiles>) =>
    files.flatMap(({ text }) => sqlStatements(text)).flatMap(({ defines }) => (defines ? [defines.name] : []))
  const files = readSqlFiles(join(projectDir, 'sql'))
  const core = files.filter((file) => !isRegistry(file))
  const elsewhere = new Set(definedIn(core))
  const onlyThere = new Set(definedIn(files.filter(isRegistry)).filter((name) => !elsewhere.has(name)))
  const needed = core
    .flatMap(({ text }) => sqlStatements(text))
    .flatMap(({ references }) => [...references])
    .filter((name) => onlyThere.has(name))
  expect(onlyThere.size).toBeGreaterThan(50)
  expect(needed).toEqual([])
})
